// Sends a signed test event to a partner's webhook. It has no application and is not retried.
import type { boarding } from '@tapboard/contract'
import { newId } from '../../account/secret.ts'
import type { Outbound, OutboundResult } from '../../http/outbound-port.ts'
import type { Kernel } from '../../kernel.ts'
import type { WebhookTargets } from './target.ts'
import { sendEvent } from './webhooks.ts'

/** Sends a test event to the webhook of an account; `null` without a webhook. */
export async function sendTestEvent(
  {
    kernel,
    targets,
    outbound,
  }: {
    readonly kernel: Kernel
    readonly targets: WebhookTargets
    readonly outbound: Outbound
  },
  accountId: string,
  signal: AbortSignal,
): Promise<OutboundResult | null> {
  const target = await targets.get(accountId)
  if (target === null) return null
  const event: boarding.BoardingTestEvent = {
    eventId: newId(kernel.random, 'test'),
    type: 'webhook.test',
    createdAt: new Date(await kernel.store.now()).toISOString(),
  }
  return sendEvent({ kernel, outbound }, target, { id: event.eventId, body: JSON.stringify(event) }, signal)
}
