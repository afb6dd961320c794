// Reads the transactions of an account by time and filters. Every query begins with the account.
import type { Command, Currency } from '@tapboard/contract'
import type { TransactionFilters, TransactionState } from '@tapboard/contract/dashboard'
import { columnMapper, sql, type RawBuilder } from '@tapboard/store'
import { isFinal } from '../cloud/session/machine.ts'
import type { Kernel } from '../kernel.ts'
import type { SessionRow } from '../schema/schema.ts'

/** A page begins after this row; rows are ordered from the newest. */
export interface Cursor {
  readonly atMs: number
  readonly id: string
}

/** A session with its terminal. */
export interface TransactionRow extends SessionRow {
  readonly deviceName: string
  readonly serial: string
  readonly make: string
}

const TRANSACTION = columnMapper<TransactionRow>({})

/** The state of a session for people. */
export function stateOfSession(row: Pick<SessionRow, 'status' | 'resultStatus'>): TransactionState {
  if (!isFinal(row.status)) return 'running'
  if (row.status === 'USER_CANCELLED' || row.status === 'API_CANCELLED') return 'cancelled'
  if (row.status === 'COMPLETED') return row.resultStatus === 'approved' ? 'approved' : 'declined'
  return row.status === 'TIMEOUT' ? 'timeout' : 'error'
}

/** The condition of a state, equal to {@link stateOfSession}. */
const CONDITIONS: Readonly<Record<TransactionState, RawBuilder<boolean>>> = {
  running: sql`session.status in ('INITIATING', 'IN_PROGRESS')`,
  approved: sql`session.status = 'COMPLETED' and session.result_status = 'approved'`,
  declined: sql`session.status = 'COMPLETED' and session.result_status <> 'approved'`,
  cancelled: sql`session.status in ('USER_CANCELLED', 'API_CANCELLED')`,
  timeout: sql`session.status = 'TIMEOUT'`,
  error: sql`session.status = 'ERROR'`,
}

/** A condition of `like` for a part of a text, in any case; the part matches itself only. */
function hasPart(text: RawBuilder<string>, part: string): RawBuilder<boolean> {
  const literal = part.toLowerCase().replace(/[\\%_]/g, '\\$&')
  return sql<boolean>`lower(${text}) like ${`%${literal}%`} escape '\\'`
}

/**
 * The order number of a session, which it has as a further field of its request. PostgreSQL cannot read a text with `\u0000` or half a
 * surrogate from JSON: a search does not find such a row by its order number.
 */
const orderOf = (engine: Kernel['store']['engine']): RawBuilder<string> =>
  engine === 'sqlite'
    ? sql<string>`session.custom ->> 'xInvoice'`
    : sql<string>`case when strpos(session.custom, '\\u') = 0 then session.custom::json ->> 'xInvoice' end`

function filtered({ store }: Kernel, accountId: string, filters: TransactionFilters) {
  const { from, to, state, terminal, search } = filters
  let query = store.db
    .selectFrom('service_session as session')
    .innerJoin('service_device as device', 'device.id', 'session.device_id')
    .where('session.account_id', '=', accountId)
    .where('session.created_at_ms', '>=', Number(from))
    .where('session.created_at_ms', '<', Number(to))
  if (state !== undefined) query = query.where(CONDITIONS[state])
  if (terminal !== undefined) query = query.where('session.device_id', '=', terminal)
  const text = search?.trim() ?? ''
  if (text !== '')
    query = query.where((is) =>
      is.or([
        is('session.ref_num', '=', text),
        is('session.approval_code', '=', text.toUpperCase()),
        is('session.card_last_four', '=', text),
        hasPart(sql<string>`session.external_id`, text),
        hasPart(orderOf(store.engine), text),
      ]),
    )
  return query
}

/** Reads up to `limit` rows, newest first. */
export async function readTransactions(
  kernel: Kernel,
  accountId: string,
  filters: TransactionFilters,
  { after, limit }: { readonly after: Cursor | null; readonly limit: number },
): Promise<readonly TransactionRow[]> {
  let query = filtered(kernel, accountId, filters)
    .selectAll('session')
    .select(['device.name as device_name', 'device.serial', 'device.make'])
  if (after !== null)
    query = query.where((is) =>
      is.or([
        is('session.created_at_ms', '<', after.atMs),
        is.and([is('session.created_at_ms', '=', after.atMs), is('session.id', '<', after.id)]),
      ]),
    )
  const rows = await query
    .orderBy('session.created_at_ms', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(TRANSACTION.toRow)
}

/** Finds one transaction of the account by the ID of its session or by its xRefNum. */
export async function findTransaction(
  { store }: Kernel,
  accountId: string,
  name: string,
): Promise<TransactionRow | null> {
  const column = /^ses_[a-z2-7]{26}$/.test(name)
    ? 'session.id'
    : /^\d{1,20}$/.test(name)
      ? 'charge.ref_num'
      : null
  if (column === null) return null
  const row = await store.db
    .selectFrom('service_session as session')
    .innerJoin('service_device as device', 'device.id', 'session.device_id')
    .leftJoin('service_charge as charge', 'charge.session_id', 'session.id')
    .selectAll('session')
    .select(['device.name as device_name', 'device.serial', 'device.make'])
    .where(column, '=', name)
    .where('session.account_id', '=', accountId)
    .executeTakeFirst()
  return row === undefined ? null : TRANSACTION.toRow(row)
}

/** Number and sum of a period. */
interface PeriodTotals {
  readonly transactions: number
  readonly approved: number
  readonly amountMinor: number
}

/** The sign of an amount in a sum: a credit pays back. */
const SIGNS: Readonly<Record<Command, 1 | -1>> = { 'cc:sale': 1, 'cc:credit': -1 }

/** Counts the rows of a period and adds up the approved ones in the currency of the account. */
export async function readTotals(
  kernel: Kernel,
  accountId: string,
  currency: Currency,
  filters: TransactionFilters,
): Promise<PeriodTotals> {
  const rows = await filtered(kernel, accountId, filters)
    .select(({ fn }) => [
      'session.command',
      'session.currency',
      sql<number>`case when ${CONDITIONS.approved} then 1 else 0 end`.as('approved'),
      fn.countAll<number>().as('rows'),
      sql<number>`cast(sum(session.amount_minor) as ${sql.raw(kernel.store.engine === 'sqlite' ? 'integer' : 'bigint')})`.as(
        'minor',
      ),
    ])
    .groupBy(['session.command', 'session.currency', sql`case when ${CONDITIONS.approved} then 1 else 0 end`])
    .execute()
  let [transactions, approved, amountMinor] = [0, 0, 0]
  for (const row of rows) {
    transactions += Number(row.rows)
    if (Number(row.approved) !== 1) continue
    approved += Number(row.rows)
    if (row.currency === currency) amountMinor += SIGNS[row.command] * Number(row.minor)
  }
  return { transactions, approved, amountMinor }
}
