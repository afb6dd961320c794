/**
 * Whether a store takes writes now, asked as often as a caller likes and tried at most once a second: one attempt is shared by
 * all callers, and an attempt that does not end in time counts as failed. What is written is the engine's part.
 */
import { sql, type Kysely } from 'kysely'
import type { SchemaDialect } from './columns.ts'
import { unavailable } from './errors.ts'

/** Between two attempts. With {@link BOUND_MS} it is the 2 s after which readiness knows of a fault and of its end. */
const EVERY_MS = 1_000

/** Longest wait for one attempt. */
const BOUND_MS = 1_000

/** What a probe needs. */
export interface ProbeConfig {
  /** Commits something; rejects when the store does not. */
  readonly write: () => Promise<void>
  /** Abandons an attempt that takes too long, so that the next one does not wait behind it. */
  readonly abandon?: () => void
}

/** Asks for a committed write; rejects with `store-unavailable` or what the write rejected with. */
export type Probe = () => Promise<void>

/** Makes a probe. */
export function createProbe({ write, abandon }: ProbeConfig): Probe {
  let startedAt = Number.NEGATIVE_INFINITY
  let attempt: Promise<void> = Promise.resolve()

  const bounded = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        abandon?.()
        reject(unavailable('The store took too long to commit a row.'))
      }, BOUND_MS)
      write()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })

  return () => {
    // The monotonic clock: a wall clock that is set must not stop the attempts.
    const nowMs = performance.now()
    if (nowMs - startedAt >= EVERY_MS) {
      startedAt = nowMs
      attempt = bounded()
    }
    return attempt
  }
}

/** Creates the table that a probe writes to; it holds no data of the program. */
export async function createProbeTable(db: Kysely<unknown>, { integer, blob }: SchemaDialect): Promise<void> {
  await sql`create table if not exists tapboard_probe (
    slot ${integer} primary key, at_ms ${integer} not null, filler ${blob})`.execute(db)
}
