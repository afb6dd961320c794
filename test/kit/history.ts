/**
 * A store with a long past: any number of finished sales, sessions and applications, with short values, written by one statement
 * a chunk on either engine. Recovery must not depend on their number.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** Rows in one statement; a larger one needs more temporary space and gains nothing. */
const CHUNK = 500_000

/** A table with the columns of a row that is over, and their values for each `n`; `n` is padded, so that indexes grow at their end. */
interface Past {
  readonly columns: string
  readonly values: string
}

const DONE = `created_at_ms, next_at_ms, done_at_ms, outcome, fence, attempts`
const DONE_VALUES = `1700000000000 + n, null, 1700000000000 + n, 'delivered', 2, 1`

/** Finished rows, for each table that grows with sales or applications. */
const PAST = {
  sale: {
    columns: `id, merchant, upstream, order_ref, attempt, idempotency_key, request_hash, external_id, session_id,
      device_id, device_name, device_make, device_serial_ending, amount_minor, currency, state, phase, still_waiting,
      cancel_requested, send_count, send_doubted, version, event_hash, order_hold, device_hold, fence, seen_count,
      by_whom, created_at_ms, settled_at_ms`,
    values: `'s' || n, 'm1', 'u1', 'o' || n, 1, 'k' || n, 'h', 'e' || n, 'x' || n,
      'd' || (n % 500), '', '', '', 100, 'USD', 'approved', 'authorizing', 0,
      0, 1, 0, 6, 'h', 1, 0, 1, 0,
      'upstream', 1700000000000 + n, 1700000000000 + n`,
  },
  sale_event: {
    columns: `sale_id, number, type, to_state, at_ms, snapshot, prev_hash, hash`,
    values: `'s' || n, 1, 'created', 'intent', 1700000000000 + n, '{}', '', ''`,
  },
  sale_follow_up: {
    columns: `sale_id, pace, since_ms, next_at_ms, fence`,
    values: `'s' || n, 'wide', 1700000000000 + n, 9000000000000 + n, 1`,
  },
  sale_outbox: {
    columns: `id, event_id, target, merchant, sale_id, type, body, ${DONE}`,
    values: `'w' || n, 'v' || n, 'webhook', 'm1', 's' || n, 'sale.approved', '{}', ${DONE_VALUES}`,
  },
  order_grant: {
    columns: `merchant, order_ref, amount_minor, currency, generation, withdrawn`,
    values: `'m1', 'o' || n, 100, 'USD', 1, 0`,
  },
  application: {
    columns: `id, merchant, applicant, state, version, app_id, issues, draft_version, created_at_ms`,
    values: `'a' || n, 'm1', 'A' || n, 'approved', 3, 'p' || n, '[]', 1, 1700000000000 + n`,
  },
  application_submission: {
    columns: `application_id, number, idempotency_key, request_hash, secrets_hash, phase, holds, created_at_ms`,
    values: `'a' || n, 1, 'k' || n, 'h', 'c' || n, 'done', 0, 1700000000000 + n`,
  },
  application_watch: {
    columns: `application_id, submission, event_count, event_hash, changed_at_ms, misses, fence`,
    values: `'a' || n, 1, 3, 'h', 1700000000000 + n, 0, 1`,
  },
  service_session: {
    columns: `id, account_id, device_id, external_id, command, amount_minor, currency, software_name, software_version,
      custom, status, version, created_at_ms, prompt_by_ms, deadline_ms, fence`,
    values: `'s' || n, 'past', 'past', 'e' || n, 'cc:sale', 100, 'USD', '', '', '{}', 'COMPLETED', 5,
      1700000000000 + n, 1700000000000 + n, 1700000000000 + n, 1`,
  },
  service_charge: {
    columns: `ref_num, session_id, account_id, device_id, external_id, command, amount_minor, currency, status, card_brand,
      card_last_four, card_entry, charged_at_ms`,
    values: `'r' || n, 's' || n, 'past', 'past', 'e' || n, 'cc:sale', 100, 'USD', 'approved', 'Visa', '1111', 'tap',
      1700000000000 + n`,
  },
  service_forward: {
    columns: `id, processor, step, ${DONE}`,
    values: `'f' || n, 'sandbox', 'bring', ${DONE_VALUES}`,
  },
} as const satisfies Readonly<Record<string, Past>>

/** A table that grows with the past. */
type PastTable = keyof typeof PAST

/** All of them; those that others refer to come first. */
export const PAST_TABLES = Object.keys(PAST) as readonly PastTable[]

/** Numbers begin here, so that all have the same length. */
const FIRST = 1_000_000_000

const chunksOf = (rows: number): readonly (readonly [number, number])[] =>
  Array.from({ length: Math.ceil(rows / CHUNK) }, (_, index) => [
    FIRST + index * CHUNK,
    FIRST + Math.min(rows, (index + 1) * CHUNK) - 1,
  ])

function fillSqlite(path: string, table: PastTable, rows: number): void {
  const database = new Sqlite(path)
  try {
    database.pragma('synchronous = OFF')
    database.pragma('cache_size = -500000')
    // The driver binds numbers as floats, and 'o' || 1.0 is not 'o1'.
    const insert =
      database.prepare(`with recursive g (n) as (select cast(? as integer) union all select n + 1 from g where n < ?)
      insert into ${table} (${PAST[table].columns}) select ${PAST[table].values} from g`)
    for (const [from, to] of chunksOf(rows)) insert.run(from, to)
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

async function fillPostgres(url: string, table: PastTable, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off`)
    for (const [from, to] of chunksOf(rows))
      await client.query(
        `insert into ${table} (${PAST[table].columns})
         select ${PAST[table].values} from generate_series(${from}::bigint, ${to}) as g (n)`,
      )
    await client.query(`vacuum analyze ${table}`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Adds rows that are over to a table that exists; in order, the smallest index entries first. */
export async function fillHistory(storeUrl: string, table: PastTable, rows: number): Promise<void> {
  if (storeUrl.startsWith('file:')) fillSqlite(storeUrl.slice('file:'.length), table, rows)
  else await fillPostgres(storeUrl, table, rows)
}
