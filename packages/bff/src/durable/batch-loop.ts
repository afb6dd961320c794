// Periodic work in batches, so that a step never delays other work noticeably: one timer per process, and the next step sooner only
// while a full batch remains. Steps of several processes must be harmless.
import { Loop } from '@tapboard/store'
import type { Clock } from '../ports.ts'

/** The pause before the first step, so that a start has the store to itself. */
const FIRST_MS = 60_000

/** A loop that works in batches; it does nothing before `begin`. */
export interface BatchLoop {
  begin(): void
  /** Stops the timer and waits for a running step. */
  end(): Promise<void>
}

interface BatchLoopConfig {
  /** One step; calls `filled` if it had a full batch. `signal` aborts when the loop ends. */
  step(filled: () => void, signal: AbortSignal): Promise<void>
  readonly everyMs: number
  /** The pause after a step with a full batch. */
  readonly moreMs: number
  readonly clock: Clock
  /** Called after a step that failed; the next one comes at its usual time. */
  readonly failed: () => void
}

/** Creates a loop that works in batches. */
export function createBatchLoop({ step, everyMs, moreMs, clock, failed }: BatchLoopConfig): BatchLoop {
  let hasMore = false
  const loop = new Loop({
    work(_, signal) {
      hasMore = false
      return step(() => (hasMore = true), signal)
    },
    firstMs: FIRST_MS,
    everyMs: () => (hasMore ? moreMs : everyMs),
    clock,
    report: { works() {}, failed },
  })
  return {
    begin: () => void loop.begin(),
    end: () => loop.stop(),
  }
}
