// Many watchers of one sale. Each reads the BFF's event stream as a page does, on a connection of its own and with a DPoP proof
// of its own (RFC 9449).
import type { Page } from '../../kit/page.ts'

interface Crowd {
  /** Resolves with when each watcher read the approval, on the clock of `performance.now()`. */
  readonly approvals: Promise<readonly number[]>
  /** Events that all watchers read, snapshots not counted. */
  readonly events: () => number
  leave(): void
}

/** Streams that are opened at the same time. A limit keeps the opening itself from overloading the server. */
const OPENING_AT_ONCE = 50

/** Opens `count` streams of a sale; resolves when every one has its snapshot. */
export async function gather(page: Page, saleId: string, count: number): Promise<Crowd> {
  const leaving = new AbortController()
  const times: number[] = []
  let events = 0
  const approvals = Promise.withResolvers<readonly number[]>()
  const watch = (): Promise<void> =>
    new Promise((opened, failed) => {
      const onEvent = (event: string, type: string | undefined): void => {
        if (event === 'snapshot') opened()
        if (event !== 'sale') return
        events += 1
        if (type === 'approved' && times.push(performance.now()) === count) approvals.resolve(times)
      }
      page
        .watch(saleId, (event, { type }) => onEvent(event, type), { signal: leaving.signal })
        .catch((error: unknown) => {
          failed(error)
          approvals.reject(error)
        })
    })
  // Callers that await the promise get the failure. Others do not await it, and their rejection is ignored.
  approvals.promise.catch(() => {})
  let left = count
  const opener = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await watch()
    }
  }
  await Promise.all(Array.from({ length: Math.min(OPENING_AT_ONCE, count) }, opener))
  return { approvals: approvals.promise, events: () => events, leave: () => leaving.abort() }
}
