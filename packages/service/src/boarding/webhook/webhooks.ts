// Webhooks to partners (D-26): an event for each status change, written in its transaction, signed and posted
// at least once, retried for 24 hours. Order is not guaranteed: `createdAt` tells the newer event,
// GetApplication the current status.
import type { boarding } from '@tapboard/contract'
import {
  createDeliverer,
  isStoreUnavailable,
  newOutboxRow,
  sqlOutbox,
  type Deliverer,
  type DeliveryResult,
} from '@tapboard/store'
import type { TransactionHook } from '../applications.ts'
import { WEBHOOK, type WebhookRow } from '../../schema/boarding-outbox.ts'
import type { Outbound, OutboundResult } from '../../http/outbound-port.ts'
import { createOutageLog, signWebhook } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import type { SigningTarget, WebhookTargets } from './target.ts'

const RETRY_FOR_MS = 24 * 3_600_000

/** Timeout of one delivery, from the DNS lookup to the end of the answer. */
const TIMEOUT_MS = 10_000

/** Answer bytes that are read and discarded. */
const ANSWER_BYTES = 16_384

/** Writes the event of a status change in its transaction, if the partner has a webhook. */
export const announce: TransactionHook = async (trx, row) => {
  const target = await trx
    .selectFrom('service_webhook_target')
    .select('account_id')
    .where('account_id', '=', row.accountId)
    .executeTakeFirst()
  if (target === undefined) return
  // The ID is the same in every retry of the transaction.
  const event: boarding.BoardingEvent = {
    eventId: `${row.id}.${row.statusVersion}`,
    type: 'application.status',
    createdAt: new Date(row.updatedAtMs).toISOString(),
    appId: row.id,
    applicationStatus: row.status,
    tierName: row.tierName,
  }
  await trx
    .insertInto('service_webhook')
    .values(
      WEBHOOK.toColumns({
        ...newOutboxRow(event.eventId, row.updatedAtMs),
        accountId: row.accountId,
        appId: row.id,
        body: JSON.stringify(event),
      }),
    )
    .execute()
}

/** Dependencies of the webhook deliverer. */
interface WebhooksDeps {
  readonly kernel: Kernel
  readonly targets: WebhookTargets
  readonly outbound: Outbound
}

/** Sends one signed event to a target; `id` is its `eventId`. */
export async function sendEvent(
  { kernel, outbound }: Pick<WebhooksDeps, 'kernel' | 'outbound'>,
  target: SigningTarget,
  { id, body }: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<OutboundResult> {
  return outbound.send({
    url: target.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tapboard',
      ...signWebhook(target.secret, { id, body }, kernel.clock.now()),
    },
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES,
    signal,
  })
}

/** Creates the deliverer of webhook events; it does nothing before `begin`. */
export function createWebhooks({ kernel, targets, outbound }: WebhooksDeps): Deliverer {
  const { store, log, clock } = kernel

  const targetOf = async (accountId: string) => {
    try {
      return await targets.get(accountId)
    } catch (error) {
      if (isStoreUnavailable(error)) throw error
      return 'sealed'
    }
  }

  const deliver = async (row: WebhookRow, signal: AbortSignal): Promise<DeliveryResult> => {
    const target = await targetOf(row.accountId)
    if (target === null) return { ok: false, code: 'webhook-not-configured' }
    if (target === 'sealed') return { ok: false, code: 'webhook-secret-unreadable' }
    const answer = await sendEvent({ kernel, outbound }, target, { id: row.id, body: row.body }, signal)
    if (!answer.ok) return { ok: false, code: `webhook-${answer.code}` }
    // The status decides; a body that is too long or incomplete only costs the connection.
    return answer.status >= 200 && answer.status < 300
      ? { ok: true }
      : { ok: false, code: `webhook-${answer.status}` }
  }

  const outage = createOutageLog({
    name: 'webhooks',
    failed: 'the webhooks could not be read; retrying',
    works: 'the webhooks are read again',
    log,
    clock,
  })
  return createDeliverer<WebhookRow>({
    outbox: sqlOutbox(store, { table: 'service_webhook', mapper: WEBHOOK }),
    receiverOf: ({ accountId }) => accountId,
    handlerFor: () => deliver,
    retryForMs: RETRY_FOR_MS,
    unknownCode: 'webhook-not-configured',
    clock,
    random: kernel.random,
    instance: kernel.instance,
    log: {
      attempted({ accountId, appId }, { outcome, code, attempts }) {
        const fields = { accountId, appId, attempts, ...(code === undefined ? {} : { code }) }
        if (outcome === 'failed') log.warn(fields, 'a webhook failed; retrying')
        if (outcome === 'dead') log.error(fields, 'a webhook failed for 24 hours; given up')
      },
      fault(code, row) {
        if (row === null) return outage.failed(code)
        log.warn({ code, appId: row.appId }, 'the result of a webhook could not be stored; retrying')
      },
      works: () => outage.works(),
      abandoned() {},
    },
  })
}
