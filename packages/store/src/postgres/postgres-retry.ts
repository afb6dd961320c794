/**
 * Repeats work that the server gave up for a reason that passes: a deadlock, or a serialization failure, which a distributed engine reports
 * for any statement. The budget ends before a caller would give up.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { unavailable } from '../errors.ts'
import { isRetryable } from './postgres-errors.ts'

/** How often and how long work is repeated. */
interface RetryBudget {
  readonly attempts: number
  /** Time after which no repeat begins. */
  readonly forMs: number
}

/** A victim usually succeeds at the first repeat; each statement of a longer transaction can conflict once. */
const STATEMENTS: RetryBudget = { attempts: 12, forMs: 3_000 }
/** No caller waits for a migration. */
export const MIGRATIONS: RetryBudget = { attempts: 100, forMs: 60_000 }

const FIRST_WAIT_MS = 5
const LONGEST_WAIT_MS = 200

/** Mean length of the pause after this attempt; the first is 1. */
export const waitMsOf = (attempt: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)

/** Runs `once` until it succeeds; rejects with `store-unavailable` when the budget is used up, and with any other error at once. */
export async function retried<Result>(
  once: () => Promise<Result>,
  { attempts, forMs }: RetryBudget = STATEMENTS,
): Promise<Result> {
  const endsAtMs = performance.now() + forMs
  for (let attempt = 1; ; attempt += 1)
    try {
      return await once()
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (attempt >= attempts || performance.now() >= endsAtMs)
        throw unavailable('The statements of other processes conflict with these again and again.', error)
      const waitMs = waitMsOf(attempt)
      // Two victims that wait equally long would meet again.
      await pause(waitMs / 2 + randomInt(waitMs + 1))
    }
}
