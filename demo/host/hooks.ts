// Where the shop's server hears from the BFF what became of its orders, page or no page. Each event is checked, kept once,
// and answered at once; what the shop does with it (close the order), it does by asking the BFF for the order.
import { verifyWebhook } from '@tapboard/bff/fetch'
import { SIGNATURE_HEADER, type ApplicationEvent, type HostEvent } from '@tapboard/contract'

/** What the BFF tells: of a sale, or of an application. */
export type ToldEvent = HostEvent | ApplicationEvent

/** One thing the shop's server heard. */
export interface Heard {
  /** Counts up with each event that is kept. */
  readonly number: number
  readonly event: ToldEvent
}

/** What a host's server heard of its orders, or of those who sign up. */
export interface Hooks {
  /** Answers one webhook: 204 for one that is believed (told twice or not), 400 for any other. */
  receive(request: Request): Promise<Response>
  /** What was heard of an order or applicant after `after`; waits up to `waitMs` where there is nothing yet. */
  heard(subject: string, after: number, waitMs: number, signal: AbortSignal): Promise<readonly Heard[]>
}

/** Events kept; the oldest leave. */
const KEPT = 500

/** Pages that may wait at once. */
const WAITING_MAX = 200

/** The order or applicant that an event tells of. */
const subjectOf = (event: ToldEvent): string => ('order' in event ? event.order : event.applicant)

/** Makes the hooks of one merchant. */
export function createHooks(secret: string): Hooks {
  let kept: readonly Heard[] = []
  let count = 0
  const waiting = new Set<() => void>()
  const after = (subject: string, number: number): readonly Heard[] =>
    kept.filter((one) => one.number > number && subjectOf(one.event) === subject)
  return {
    async receive(request) {
      const body = await request.text()
      const verified = verifyWebhook({ body, signature: request.headers.get(SIGNATURE_HEADER), secret })
      if (!verified.ok) return new Response(verified.code, { status: 400 })
      const { event } = verified
      if (!kept.some((one) => one.event.id === event.id)) {
        count += 1
        kept = [...kept, { number: count, event }].slice(-KEPT)
        for (const wake of waiting) wake()
      }
      return new Response(null, { status: 204 })
    },
    async heard(subject, number, waitMs, signal) {
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
