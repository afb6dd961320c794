// A line between two processes that a test can cut, or on which it can drop one answer: the part of a fault line that the
// journeys need.
import { openFaultLine, type FaultLine } from '../../support/fault-line/fault-line.ts'

/** A line on loopback. */
export interface Line extends Pick<
  FaultLine,
  'url' | 'exchanges' | 'plan' | 'lead' | 'cut' | 'heal' | 'close'
> {
  /** First lines of the requests that were delivered, such as `POST /v1/Session/initiate`. */
  readonly requests: readonly string[]
  /**
   * The next answer to such a request never arrives. The request is delivered, and `act` is called when the far end begins to
   * answer. Both connections are closed unless `act` is given.
   */
  loseAnswer(request: RegExp, act?: () => void): Promise<void>
}

/** Opens a line; it refuses connections until it is led somewhere. */
export async function openLine(): Promise<Line> {
  const { url, exchanges, plan, lead, cut, heal, close } = await openFaultLine()
  return {
    url,
    exchanges,
    plan,
    lead,
    cut,
    heal,
    close,
    get requests() {
      return exchanges.map(({ request }) => request)
    },
    loseAnswer: (request, act) =>
      plan({ request, down: { type: act === undefined ? 'cut' : 'swallow', at: 0 } }).answered.then(act),
  }
}
