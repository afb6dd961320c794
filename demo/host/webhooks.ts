// Receives the BFF's webhooks. Each event is verified, stored once and acknowledged at once; the shop closes
// an order after reading it from the BFF.
import { verifyWebhook } from '@tapboard/bff/fetch'
import type { ApplicationEvent, HostEvent } from '@tapboard/contract'

/** An event about a sale or an application. */
type WebhookEvent = HostEvent | ApplicationEvent

interface ReceivedEvent {
  /** Sequence number of the event. */
  readonly number: number
  readonly event: WebhookEvent
}

/** Stored webhook events of a merchant. */
export interface Webhooks {
  /** Handles a webhook: 204 for a valid event (new or repeated), 400 otherwise. */
  receive(request: Request): Promise<Response>
  /** Events of an order or applicant after `after`; waits up to `waitMs` for one. */
  received(
    subject: string,
    after: number,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<readonly ReceivedEvent[]>
}

/** Maximum number of stored events; the oldest are dropped. */
const KEPT = 500

/** Maximum number of waiting pages. */
const WAITING_MAX = 200

/** Returns the order or applicant of an event. */
const subjectOf = (event: WebhookEvent): string => ('order' in event ? event.order : event.applicant)

/** Creates the webhook receiver of a merchant. */
export function createWebhooks(secret: string): Webhooks {
  let kept: readonly ReceivedEvent[] = []
  let count = 0
  const waiting = new Set<() => void>()
  const after = (subject: string, number: number): readonly ReceivedEvent[] =>
    kept.filter((one) => one.number > number && subjectOf(one.event) === subject)
  return {
    async receive(request) {
      const body = await request.text()
      const verified = verifyWebhook({ body, headers: request.headers, secret })
      if (!verified.ok) return new Response(verified.code, { status: 400 })
      const { event } = verified
      if (!kept.some((one) => one.event.id === event.id)) {
        count += 1
        kept = [...kept, { number: count, event }].slice(-KEPT)
        for (const wake of waiting) wake()
      }
      return new Response(null, { status: 204 })
    },
    async received(subject, number, waitMs, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
      while (after(subject, number).length === 0 && !deadline.aborted && waiting.size < WAITING_MAX)
        await new Promise<void>((resolve) => {
          const done = (): void => {
            waiting.delete(done)
            deadline.removeEventListener('abort', done)
            resolve()
          }
          waiting.add(done)
          deadline.addEventListener('abort', done, { once: true })
        })
      return after(subject, number)
    },
  }
}
