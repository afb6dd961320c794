// The reads of the desk in SQL: pages by keyset, totals of the same rows, and open sales. The states are constants in the
// query, so that the partial index `sale_open` applies to prepared statements too.
import {
  OPEN_STATES,
  SALE_KINDS,
  UNPAID_STATES,
  type DeskRow,
  type DeskTotals,
  type SaleKind,
  type SaleState,
} from '@tapboard/contract'
import { sql, type Kysely, type RawBuilder, type Store } from '@tapboard/store'
import type { DeskAccess } from '../../token/access.ts'
import type { Day } from './day.ts'
import type { Search } from './search.ts'
import { EXTERNAL_ID_END } from '../ledger/schema.ts'
import { SALE, type LedgerTables } from '../ledger/tables.ts'
import { snapshotOf } from '../machine/view.ts'
import type { SaleRow } from '../machine/row.ts'

/** The merchant of a desk and its time zone. */
export type DeskOf = Pick<DeskAccess, 'merchant' | 'timeZone'>

/** The place after a row in a list, newest first. */
export interface Place {
  readonly createdAtMs: number
  readonly id: string
}

/** Selects a page of rows; every criterion applies. */
export interface PageQuery {
  readonly merchant: string
  readonly day?: Day
  readonly order?: string
  readonly search?: Search | null
  /** Only rows that match exactly by order, reference, short reference or amount. */
  readonly exact?: Search
  /** Only sales with an open outcome, in these states. */
  readonly open?: readonly OpenState[]
  readonly after: Place | null
  readonly limit: number
}

/** A state with an open outcome. */
export type OpenState = (typeof OPEN_STATES)[number]

/** States that need a person, or an answer of the upstream. */
export const UNRESOLVED_STATES = ['in_doubt', 'review'] as const
const RUNNING_STATES = ['intent', 'sending', 'started'] as const

/** The states are constants of this program and of the contract, never input. */
const inStates = (states: readonly SaleState[]): RawBuilder<boolean> =>
  sql<boolean>`state in (${sql.raw(states.map((state) => `'${state}'`).join(', '))})`

/** The row of the desk. */
function deskRow(row: SaleRow): DeskRow {
  const shown = snapshotOf(row)
  return {
    kind: shown.kind,
    refundOf: shown.refundOf,
    refund: shown.refund,
    requestedBy: row.requestedBy,
    person: row.person,
    id: shown.id,
    order: shown.order,
    attempt: shown.attempt,
    state: shown.state,
    reason: shown.reason,
    message: shown.message,
    amountMinor: shown.amountMinor,
    currency: shown.currency,
    device: shown.device,
    externalId: shown.externalId,
    reference: shown.reference,
    approvalCode: shown.approvalCode,
    card: shown.card,
    by: shown.by,
    createdAtMs: shown.createdAtMs,
    settledAtMs: shown.settledAtMs,
    conflictWith: shown.conflictWith,
    deviceFreeAtMs: shown.deviceFreeAtMs,
    version: shown.version,
  }
}

/** A pattern of LIKE that finds a text anywhere; `~` is the escape character. */
const anywhere = (text: string): string => `%${text.replace(/[~%_]/g, '~$&')}%`

function matches({ text, lastFour, referenceEnd, amountsMinor }: Search): RawBuilder<boolean> {
  const pattern = anywhere(text)
  const tests = [
    sql`lower(order_ref) like lower(${pattern}) escape '~'`,
    sql`lower(device_name) like lower(${pattern}) escape '~'`,
    sql`device_serial_ending = ${text}`,
    sql`reference = ${text}`,
    sql`approval_code = ${text}`,
    ...(lastFour === null ? [] : [sql`card like ${`%${lastFour}`}`]),
    ...(referenceEnd === null ? [] : [sql`external_id like ${`%${referenceEnd}`}`]),
    ...amountsMinor.map((amount) => sql`amount_minor = ${amount}`),
  ]
  return sql<boolean>`(${sql.join(tests, sql` or `)})`
}

/** The tests of an exact search. Each has an index of its own. */
const exactly = ({ text, referenceEnd, amountsMinor }: Search): readonly RawBuilder<boolean>[] => [
  sql<boolean>`order_ref = ${text}`,
  sql<boolean>`reference = ${text}`,
  ...(referenceEnd === null ? [] : [sql<boolean>`${EXTERNAL_ID_END} = ${referenceEnd}`]),
  ...amountsMinor.map((amount) => sql<boolean>`amount_minor = ${amount}`),
]

/** The reads of the desk. */
export interface DeskStore {
  /** One page, newest first, with the place of the next one. */
  page(query: PageQuery): Promise<{ readonly rows: readonly DeskRow[]; readonly next: Place | null }>
  /** The totals of a day, one for each currency. */
  totals(merchant: string, day: Day): Promise<DeskTotals[]>
  /** Sales with an open outcome, the unresolved first, then the oldest first, and their number. */
  open(merchant: string, limit: number): Promise<{ readonly rows: DeskRow[]; readonly count: number }>
  /** One row of the merchant, or `null`. */
  find(merchant: string, id: string): Promise<DeskRow | null>
}

/** PostgreSQL returns a sum of integers as text. */
const numberOf = (value: unknown): number => Number(value)

const SUMS = {
  approved: ['approved'],
  unresolved: UNRESOLVED_STATES,
  running: RUNNING_STATES,
  unpaid: UNPAID_STATES,
} as const satisfies Record<string, readonly SaleState[]>

type SumName = keyof typeof SUMS
const SUM_NAMES = Object.keys(SUMS) as SumName[]

/** One sum of each kind and name: its columns, and its condition. The kind is a constant of the contract. */
const SUM_COLUMNS = SALE_KINDS.flatMap((kind) =>
  SUM_NAMES.map((name) => ({
    column: `${kind}_${name}`,
    isCounted: sql`kind = ${sql.lit(kind)} and ${inStates(SUMS[name])}`,
  })),
)

async function readTotals(
  db: Kysely<LedgerTables>,
  merchant: string,
  { fromMs, untilMs }: Day,
): Promise<DeskTotals[]> {
  const sums = await db
    .selectFrom('sale')
    .select('currency')
    .select(() =>
      SUM_COLUMNS.flatMap(({ column, isCounted }) => [
        sql`sum(case when ${isCounted} then 1 else 0 end)`.as(`${column}_count`),
        sql`sum(case when ${isCounted} then amount_minor else 0 end)`.as(`${column}_minor`),
      ]),
    )
    .where('merchant', '=', merchant)
    .where('created_at_ms', '>=', fromMs)
    .where('created_at_ms', '<', untilMs)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return sums.map((sum) => {
    const read = sum as unknown as Readonly<Record<string, unknown>>
    const sumsOf = (kind: SaleKind) => {
      const of = (name: SumName) => ({
        count: numberOf(read[`${kind}_${name}_count`]),
        amountMinor: numberOf(read[`${kind}_${name}_minor`]),
      })
      const [unresolved, running, unpaid] = [of('unresolved'), of('running'), of('unpaid')]
      return { approved: of('approved'), unresolved, running, unpaid }
    }
    const { approved: sales, ...others } = sumsOf('sale')
    return { currency: sum.currency, sales, ...others, refunds: sumsOf('refund') }
  })
}

/** The rows of a query, newest first: one more than the page tells whether there is another page. */
async function readRows(
  db: Kysely<LedgerTables>,
  { merchant, day, order, search, open, after, limit }: PageQuery,
  test?: RawBuilder<boolean>,
): Promise<DeskRow[]> {
  let rows = db.selectFrom('sale').selectAll().where('merchant', '=', merchant)
  if (day !== undefined)
    rows = rows.where('created_at_ms', '>=', day.fromMs).where('created_at_ms', '<', day.untilMs)
  if (order !== undefined) rows = rows.where('order_ref', '=', order)
  if (open !== undefined) rows = rows.where(inStates(open))
  if (search) rows = rows.where(matches(search))
  if (test !== undefined) rows = rows.where(test)
  if (after !== null)
    rows = rows.where(sql<boolean>`(created_at_ms, id) < (${after.createdAtMs}, ${after.id})`)
  const read = await rows
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return read.map((columns) => deskRow(SALE.toRow(columns)))
}

const newestFirst = (one: DeskRow, other: DeskRow): number =>
  other.createdAtMs - one.createdAtMs || (one.id < other.id ? 1 : -1)

/** The rows of an exact search: one query for each test, because no index has the rows of two tests in their order. */
async function readExact(db: Kysely<LedgerTables>, query: PageQuery, exact: Search): Promise<DeskRow[]> {
  const found = await Promise.all(exactly(exact).map((test) => readRows(db, query, test)))
  return [...new Map(found.flat().map((row) => [row.id, row])).values()].toSorted(newestFirst)
}

async function readPage(db: Kysely<LedgerTables>, query: PageQuery): ReturnType<DeskStore['page']> {
  const { exact, limit } = query
  const read = await (exact === undefined ? readRows(db, query) : readExact(db, query, exact))
  const rows = read.slice(0, limit)
  return { rows, next: read.length > limit ? (rows.at(-1) ?? null) : null }
}

async function readOpen(
  db: Kysely<LedgerTables>,
  merchant: string,
  limit: number,
): ReturnType<DeskStore['open']> {
  const open = db.selectFrom('sale').where('merchant', '=', merchant).where(inStates(OPEN_STATES))
  const rows = await open
    .selectAll()
    .orderBy(sql`case when ${inStates(UNRESOLVED_STATES)} then 0 else 1 end`)
    .orderBy('created_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
  const found = rows.map((columns) => deskRow(SALE.toRow(columns)))
  if (rows.length < limit) return { rows: found, count: rows.length }
  const { count } = await open.select(sql`count(*)`.as('count')).executeTakeFirstOrThrow()
  return { rows: found, count: numberOf(count) }
}

/** Creates the reads over a database. */
export const sqlDeskStore = ({ db }: Store<LedgerTables>): DeskStore => ({
  page: (query) => readPage(db, query),
  totals: (merchant, day) => readTotals(db, merchant, day),
  open: (merchant, limit) => readOpen(db, merchant, limit),
  async find(merchant, id) {
    const row = await db
      .selectFrom('sale')
      .selectAll()
      .where('id', '=', id)
      .where('merchant', '=', merchant)
      .executeTakeFirst()
    return row === undefined ? null : deskRow(SALE.toRow(row))
  },
})
