// Follows applications after their submission: forwarding to the processor, status changes, webhooks. Rows
// are written with the application and its changes; a notice only reduces the delay.
import type { Fetch } from '@tapboard/server'
import { fetchOutbound } from '../http/fetch-outbound.ts'
import type { CreateOutbound, OutboundResult } from '../http/outbound-port.ts'
import { tracedOutbound } from '../http/traced-outbound.ts'
import type { SignedAddress } from '../http/signed-address.ts'
import type { Kernel } from '../kernel.ts'
import { openWebhookTargets, type WebhookTargets } from './webhook/target.ts'
import { sendTestEvent } from './webhook/test-event.ts'
import { announce, createWebhooks } from './webhook/webhooks.ts'
import { ApplicationRepository, type TransactionHook } from './applications.ts'
import { createForwards, forward } from './processor/forwards.ts'
import { createHttpProcessor } from './processor/http-processor.ts'
import type { OnboardingProcessor } from './processor/processor.ts'
import { createScriptedProcessor } from './processor/scripted-processor.ts'
import { createStatusUpdater, type StatusUpdater } from './status/status-updater.ts'

/** Options of processors and webhooks. */
export interface FollowUpOptions {
  /**
   * The processor of all applications, of the sandbox and of production: its address, or a custom implementation. Without
   * one, production applications stay `received`, and a script decides about the others.
   */
  readonly processor?: SignedAddress | OnboardingProcessor
  /** Another processor for the sandbox. */
  readonly sandboxProcessor?: OnboardingProcessor
  /** Allows webhooks to loopback and private addresses. Default false: a partner's URL reaches no internal host. */
  readonly privateWebhooks?: boolean
  /** Sends requests to processors and webhooks. Default: sockets on Node, otherwise the runtime's `fetch`. */
  readonly fetch?: Fetch
}

export interface FollowUp {
  /** Repository of applications; each new one is queued for forwarding. */
  readonly applications: ApplicationRepository
  readonly statusUpdater: StatusUpdater
  readonly targets: WebhookTargets
  /** Sends a test event to the webhook of an account; `null` without a webhook. */
  testWebhook(accountId: string, signal: AbortSignal): Promise<OutboundResult | null>
  start(): Promise<void>
  /** Stops both; the next process continues. */
  stop(): Promise<void>
}

/** Notice channel for new rows; payload `f` (forward) or `w` (webhook). */
const CHANNEL = 'service_boarding'

/** Creates the background work; it does nothing before `start`. */
export function createFollowUp(
  kernel: Kernel,
  options: FollowUpOptions,
  createOutbound: CreateOutbound,
): FollowUp {
  const { store, clock, timings } = kernel
  const { processor: given, privateWebhooks = false } = options
  const { fetch } = options
  const create = fetch === undefined ? createOutbound : fetchOutbound(fetch)
  const createOutboundRequests = tracedOutbound(create, kernel.traces?.tracing ?? null)
  const unrestricted = createOutboundRequests(clock, { publicOnly: false })
  const restricted = createOutboundRequests(clock, { publicOnly: !privateWebhooks })
  const production =
    given === undefined ? null : 'url' in given ? createHttpProcessor(given, unrestricted, clock) : given
  const sandbox = options.sandboxProcessor ?? production ?? createScriptedProcessor(timings.sandboxStepMs)

  const withNotice =
    (write: TransactionHook, notice: string): TransactionHook =>
    async (trx, row) => {
      await write(trx, row)
      await store.notify(CHANNEL, notice)
    }
  const created: TransactionHook = async (trx, row) => {
    await withNotice(forward, 'f')(trx, row)
    if (!row.sandbox && production === null)
      kernel.log.warn(
        { appId: row.id, code: 'processor-not-configured' },
        'a production application waits: no processor is configured',
      )
  }
  const applications = new ApplicationRepository(kernel, created)
  const statusUpdater = createStatusUpdater({
    applications,
    announce: withNotice(announce, 'w'),
    log: kernel.log,
  })
  const targets = openWebhookTargets(kernel)
  const forwards = createForwards({
    kernel,
    applications,
    statusUpdater,
    processors: { sandbox, production },
  })
  const webhooks = createWebhooks({ kernel, targets, outbound: restricted })
  let unlisten = async (): Promise<void> => {}

  return {
    applications,
    statusUpdater,
    targets,
    testWebhook: (accountId, signal) =>
      sendTestEvent({ kernel, targets, outbound: restricted }, accountId, signal),
    async start() {
      unlisten = await store.listen(CHANNEL, (wakeup) => {
        if (wakeup.type === 'resync' || wakeup.payload === 'f') forwards.wake()
        if (wakeup.type === 'resync' || wakeup.payload === 'w') webhooks.wake()
      })
      forwards.begin()
      webhooks.begin()
    },
    async stop() {
      await unlisten()
      await Promise.all([forwards.drain(), webhooks.drain()])
      unrestricted.close()
      restricted.close()
    },
  }
}
