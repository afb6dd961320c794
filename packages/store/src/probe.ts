/**
 * Checks whether a store accepts writes. Callers may ask at any rate: at most one attempt per second runs,
 * all callers share it, and an attempt that exceeds the limit counts as failed. The engine decides what to
 * write.
 */
import { sql, type Kysely } from 'kysely'
import type { SchemaDialect } from './columns.ts'
import { unavailable } from './errors.ts'

/**
 * Interval between two attempts. With {@link BOUND_MS} it gives the 2 s within which readiness detects a fault
 * and its end.
 */
const EVERY_MS = 1_000

const BOUND_MS = 1_000

interface ProbeConfig {
  /** Commits a row; rejects when the store cannot. */
  readonly write: () => Promise<void>
  /** Aborts an attempt that timed out, so that the next one does not queue behind it. */
  readonly abandon?: () => void
}

/** Verifies a committed write; rejects with `store-unavailable` or with the error of the write. */
type Probe = () => Promise<void>

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
    // The monotonic clock, because a wall clock that is set back would stop the attempts.
    const nowMs = performance.now()
    if (nowMs - startedAt >= EVERY_MS) {
      startedAt = nowMs
      attempt = bounded()
    }
    return attempt
  }
}

/** Creates the table that a probe writes to; it contains no application data. */
export async function createProbeTable(db: Kysely<unknown>, { integer, blob }: SchemaDialect): Promise<void> {
  await sql`create table if not exists tapboard_probe (
    slot ${integer} primary key, at_ms ${integer} not null, filler ${blob})`.execute(db)
}
