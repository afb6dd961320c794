/**
 * A ledger with a long past: finished sales in any number, written by one statement a chunk on either engine. Only the
 * table `sale`, with short values: recovery must not depend on how many of them exist.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** Rows in one statement; a larger one needs more temporary space and gains nothing. */
const CHUNK = 500_000

const COLUMNS = `id, merchant, upstream, order_ref, attempt, idempotency_key, request_hash, external_id, session_id,
  device_id, device_name, device_make, device_serial_ending, amount_minor, currency, state, phase, still_waiting,
  cancel_requested, send_count, send_doubted, version, event_hash, order_hold, device_hold, fence, seen_count,
  by_whom, created_at_ms, settled_at_ms`

/** One paid sale for each `n`; `n` is padded, so that indexes grow at their end. */
const PAID = `'s' || n, 'm1', 'u1', 'o' || n, 1, 'k' || n, 'h', 'e' || n, 'x' || n,
  'd' || (n % 500), '', '', '', 100, 'USD', 'approved', 'authorizing', 0,
  0, 1, 0, 6, 'h', 1, 0, 1, 0,
  'upstream', 1700000000000 + n, 1700000000000 + n`

/** Numbers begin here, so that all have the same length. */
const FIRST = 1_000_000_000

const chunksOf = (rows: number): readonly (readonly [number, number])[] =>
  Array.from({ length: Math.ceil(rows / CHUNK) }, (_, index) => [
    FIRST + index * CHUNK,
    FIRST + Math.min(rows, (index + 1) * CHUNK) - 1,
  ])

function fillSqlite(path: string, rows: number): void {
  const database = new Sqlite(path)
  try {
    database.pragma('synchronous = OFF')
    database.pragma('cache_size = -500000')
    const insert =
      database.prepare(`with recursive g (n) as (select ? union all select n + 1 from g where n < ?)
      insert into sale (${COLUMNS}) select ${PAID} from g`)
    for (const [from, to] of chunksOf(rows)) insert.run(from, to)
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

async function fillPostgres(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off`)
    for (const [from, to] of chunksOf(rows))
      await client.query(
        `insert into sale (${COLUMNS}) select ${PAID} from generate_series(${from}::bigint, ${to}) as g (n)`,
      )
    await client.query('vacuum analyze sale')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Adds finished sales to a ledger whose tables exist. */
export async function fillHistory(storeUrl: string, rows: number): Promise<void> {
  if (storeUrl.startsWith('file:')) fillSqlite(storeUrl.slice('file:'.length), rows)
  else await fillPostgres(storeUrl, rows)
}
