// Charges that the upstream reports and the ledger does not know: their rows were lost in a fail-over or a restore. A start is refused
// if one of them is this or a later attempt of its order, because the order is paid already (D-175, D-217). The ID is derived from the
// attempt (D-174), so the order need not be known. A lost refund refuses all refunds of its sale.
import { sql, type Kysely, type Store } from '@tapboard/store'
import { appendAudit, type AuditCaller } from '../../durable/audit-log.ts'
import { externalIdOf } from '../machine/external-id.ts'
import type { SaleRow } from '../machine/row.ts'
import type { LedgerTables } from './tables.ts'

/** A charge without a row in the ledger. */
export interface LostCharge {
  readonly merchant: string
  readonly externalId: string
  /** Reference, amount, kind and time as the upstream wrote them. */
  readonly reference: string
  readonly amount: string
  readonly command: string
  /** Reference of the sale that a refund pays back; `null` if the upstream does not say it, and for a sale. */
  readonly creditOf: string | null
  readonly chargedAt: string
  /** The order, if the ledger still has its grant; `null` if no grant leads to the ID. */
  readonly order: string | null
  readonly attempt: number | null
}

/** An attempt that would start, or the first attempt of an order that is read. */
export type LostAttempt = Pick<SaleRow, 'merchant' | 'orderRef' | 'refundOf' | 'refundRef' | 'attempt'> &
  Partial<Pick<SaleRow, 'externalId' | 'creditReference'>>

/** Attempts from the asked one on that are compared: an earlier lost attempt need not have reached the upstream. */
const ATTEMPTS_COMPARED = 50

/** The external IDs of an attempt and of those after it; `key` is that of the store. */
export function externalIdsFrom(key: string, from: LostAttempt): readonly string[] {
  const derived = Array.from({ length: ATTEMPTS_COMPARED }, (_, later) =>
    externalIdOf(key, { ...from, attempt: from.attempt + later }),
  )
  return from.externalId === undefined ? derived : [from.externalId, ...derived]
}

/**
 * Whether this or a later attempt of the order or of the refund's reference is a lost charge. For a refund also whether a lost one may
 * have paid its sale back: the reference of that one is the host's, so its external ID cannot be derived.
 */
export async function isLostCharge(db: Kysely<LedgerTables>, attempt: LostAttempt): Promise<boolean> {
  const held = db
    .selectFrom('lost_charge')
    .select('merchant')
    .where('merchant', '=', attempt.merchant)
    .where(sql<boolean>`released_at_ms is null`)
    .limit(1)
  if ((await held.executeTakeFirst()) === undefined) return false
  const { value: key } = await db.selectFrom('external_id_key').select('value').executeTakeFirstOrThrow()
  const own = await held.where('external_id', 'in', externalIdsFrom(key, attempt)).executeTakeFirst()
  if (own !== undefined || attempt.refundOf === null) return own !== undefined
  const { creditReference = null } = attempt
  const credit = await held
    .where(
      sql<boolean>`lower(command) <> 'cc:sale' and (credit_of is null or credit_of = ${creditReference})`,
    )
    .executeTakeFirst()
  return credit !== undefined
}

/** The lost charges whose orders do not start. */
export interface HeldCharges {
  readonly count: number
  /** The first of them, the newest first. */
  readonly charges: readonly Pick<LostCharge, 'merchant' | 'externalId' | 'order'>[]
}

/** Counts the lost charges that are not released, and reads at most `limit` of them. */
export async function readHeldCharges(
  { db }: Pick<Store<LedgerTables>, 'db'>,
  limit: number,
): Promise<HeldCharges> {
  const held = db.selectFrom('lost_charge').where(sql<boolean>`released_at_ms is null`)
  const { count } = await held.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const charges = await held
    .select(['merchant', 'external_id as externalId', 'order_ref as order'])
    .orderBy('found_at_ms', 'desc')
    .limit(limit)
    .execute()
  return { count: Number(count), charges }
}

/** Records a lost charge, so that its attempt is refused. Returns whether it is new; a released one stays released. */
export function holdLostCharge(
  store: Store<LedgerTables>,
  charge: LostCharge,
  caller: AuditCaller,
): Promise<boolean> {
  return store.transaction(async (trx) => {
    const atMs = await store.now()
    const { merchant, externalId, reference, amount, command, creditOf, chargedAt, order, attempt } = charge
    const written = await trx
      .insertInto('lost_charge')
      .values({
        merchant,
        external_id: externalId,
        reference,
        amount,
        command,
        credit_of: creditOf,
        charged_at: chargedAt,
        order_ref: order,
        attempt,
        found_at_ms: atMs,
        released_at_ms: null,
      })
      .onConflict((conflict) => conflict.columns(['merchant', 'external_id']).doNothing())
      .returning('merchant')
      .executeTakeFirst()
    if (written === undefined) return false
    await appendAudit(trx, { action: 'charge-held', merchant, externalId, ...caller }, atMs)
    return true
  })
}

/** Ends the refusal of a lost charge after a person settled its order; returns whether it was refused. */
export function releaseLostCharge(
  store: Store<LedgerTables>,
  externalId: string,
  caller: AuditCaller,
): Promise<boolean> {
  return store.transaction(async (trx) => {
    const atMs = await store.now()
    const released = await trx
      .updateTable('lost_charge')
      .set({ released_at_ms: atMs })
      .where('external_id', '=', externalId)
      .where(sql<boolean>`released_at_ms is null`)
      .returning('merchant')
      .execute()
    for (const { merchant } of released)
      await appendAudit(trx, { action: 'charge-released', merchant, externalId, ...caller }, atMs)
    return released.length > 0
  })
}

/** A sale with an external ID that was asked for. */
type KnownSale = Pick<SaleRow, 'id' | 'merchant' | 'state'> & { readonly order: string }

/** The states of the sales with these external IDs, of any merchant: those of one account share a report. */
export async function statesOf(
  { db }: Pick<Store<LedgerTables>, 'db'>,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, KnownSale>> {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sale')
    .select(['id', 'merchant', 'state', 'order_ref as order', 'external_id as externalId'])
    .where('external_id', 'in', externalIds)
    .execute()
  return new Map(rows.map(({ externalId, ...row }) => [externalId, row]))
}

/** The orders of the sales with these references of a merchant. */
export async function ordersOf(
  { db }: Pick<Store<LedgerTables>, 'db'>,
  merchant: string,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map()
  const rows = await db
    .selectFrom('sale')
    .select(['reference', 'order_ref as order'])
    .where('merchant', '=', merchant)
    .where('reference', 'in', references)
    .where(sql<boolean>`kind = 'sale'`)
    .execute()
  return new Map(rows.map(({ reference, order }) => [reference ?? '', order]))
}

/** Yields the orders of a merchant whose grants are left, with the number of their attempts. */
export async function* grantedOrders(
  { db }: Pick<Store<LedgerTables>, 'db'>,
  merchant: string,
): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('order_grant')
      .select('order_ref')
      .where('merchant', '=', merchant)
      .where('order_ref', '>', after)
      .orderBy('order_ref')
      .limit(1_000)
      .execute()
    for (const { order_ref: order } of rows) yield order
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.order_ref
  }
}
