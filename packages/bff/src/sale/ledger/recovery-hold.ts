// Holds on new sales and refunds after a restore (D-171): a restored ledger does not know what was charged after its copy, so its
// orders look unpaid. A start reads the holds in its transaction. A hold is set by `restore`, and ended when the
// charges of the gap were compared with the ledger.
import { sql, type Kysely, type Store, type Transaction } from '@tapboard/store'
import { appendAudit, type AuditCaller } from '../../durable/audit-log.ts'
import type { SaleRow } from '../machine/row.ts'
import { DEVICE_FREE_MS } from '../machine/states.ts'
import type { LedgerTables } from './tables.ts'

/** Matches every merchant or every order. */
const ALL = ''

/** The orders that a hold concerns. */
interface HoldScope {
  /** `null`: those of all merchants. */
  readonly merchant: string | null
  /** `null`: all orders of the merchant. */
  readonly order: string | null
}

/** All orders of all merchants. */
export const EVERY_ORDER: HoldScope = { merchant: null, order: null }

/** A hold: it refuses starts of sales and refunds. */
export interface RecoveryHold extends HoldScope {
  /** Time since which it refuses. */
  readonly sinceMs: number
  /** The ledger has everything until this time; later charges can be missing. `null`: unknown. */
  readonly knownUntilMs: number | null
}

/** Time from which a comparison shows every charge that the ledger lost: a sale that was sent before the hold can be charged until then. */
export const comparableFromMs = ({ sinceMs }: Pick<RecoveryHold, 'sinceMs'>): number =>
  sinceMs + DEVICE_FREE_MS

const keyOf = ({ merchant, order }: HoldScope) => ({ merchant: merchant ?? ALL, order_ref: order ?? ALL })

/** Whether a hold refuses a new attempt of the order. */
export async function isHeld(
  db: Kysely<LedgerTables>,
  { merchant, orderRef }: Pick<SaleRow, 'merchant' | 'orderRef'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from recovery_hold where (merchant, order_ref) in
    ((${ALL}, ${ALL}), (${merchant}, ${ALL}), (${merchant}, ${orderRef})) limit 1`.execute(db)
  return rows.length > 0
}

/** Time of the last write that readiness checked: a table of at most 1,024 rows, written each second. */
async function lastProbeMs(trx: Transaction<LedgerTables>): Promise<number | null> {
  const probes = sql<{ at_ms: number | null }>`select max(at_ms) as at_ms from tapboard_probe`
  return (await probes.execute(trx)).rows[0]?.at_ms ?? null
}

/**
 * Sets a hold; one that exists for the same orders is kept. With `restarts` it begins now, after another loss of sales: what was known
 * before stays the beginning of the comparison. Returns the hold.
 */
export function setHold(
  store: Store<LedgerTables>,
  scope: HoldScope,
  caller: AuditCaller,
  restarts = false,
): Promise<RecoveryHold> {
  return store.transaction(async (trx) => {
    const sinceMs = await store.now()
    const known = await lastProbeMs(trx)
    const key = keyOf(scope)
    const written = await trx
      .insertInto('recovery_hold')
      .values({ ...key, since_ms: sinceMs, known_until_ms: known })
      .onConflict((conflict) => {
        const same = conflict.columns(['merchant', 'order_ref'])
        return restarts ? same.doUpdateSet({ since_ms: sinceMs }) : same.doNothing()
      })
      .returning('since_ms')
      .executeTakeFirst()
    if (written !== undefined) await appendAudit(trx, { action: 'starts-held', ...scope, ...caller }, sinceMs)
    const row = await trx
      .selectFrom('recovery_hold')
      .selectAll()
      .where('merchant', '=', key.merchant)
      .where('order_ref', '=', key.order_ref)
      .executeTakeFirstOrThrow()
    return { ...scope, sinceMs: row.since_ms, knownUntilMs: row.known_until_ms }
  })
}

/** Ends a hold; returns whether there was one. Holds of other scopes remain. */
export function releaseHold(
  store: Store<LedgerTables>,
  scope: HoldScope,
  caller: AuditCaller,
): Promise<boolean> {
  return store.transaction(async (trx) => {
    const { merchant, order_ref: order } = keyOf(scope)
    const { numDeletedRows } = await trx
      .deleteFrom('recovery_hold')
      .where('merchant', '=', merchant)
      .where('order_ref', '=', order)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await appendAudit(trx, { action: 'starts-released', ...scope, ...caller }, await store.now())
    return true
  })
}

/** All holds, the oldest first. */
export async function readHolds({ db }: Pick<Store<LedgerTables>, 'db'>): Promise<RecoveryHold[]> {
  const rows = await db.selectFrom('recovery_hold').selectAll().orderBy('since_ms').execute()
  return rows.map((row) => ({
    merchant: row.merchant === ALL ? null : row.merchant,
    order: row.order_ref === ALL ? null : row.order_ref,
    sinceMs: row.since_ms,
    knownUntilMs: row.known_until_ms,
  }))
}
