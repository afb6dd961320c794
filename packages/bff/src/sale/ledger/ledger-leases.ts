// The leases of the ledger in SQL: of sales that are followed, and of the follow-ups of ended ones.
import type { AgedLease, Store } from '@tapboard/store'
import type { HeldLeases, LeaseClaim } from '../../durable/lease.ts'
import { sqlLeases } from '../../durable/sql-leases.ts'
import type { FollowUpRow, SaleRow } from '../machine/row.ts'
import { agedLeases, type AgedLeases } from './aged-leases.ts'
import { SALE_CHANNEL, writeNotice } from './notice.ts'
import { FOLLOW_UP, SALE, type LedgerTables } from './tables.ts'
import { takeBack, type TakeBack } from './take-back.ts'

/** A sale and the fence of its owner. */
export type Marked = Pick<SaleRow, 'id' | 'merchant' | 'orderRef' | 'refundOf' | 'refundRef' | 'fence'>

/** The leases on the rows of the ledger. */
export interface LedgerLeases {
  /**
   * The leases that were not renewed in time, or end in too far a future, by the clock of the server that answers; also sales
   * without a lease whose next look lies farther ahead than any plan. At most 5,000, earliest look first.
   */
  agedLeases(wanted: AgedLeases): Promise<readonly AgedLease[]>
  /** Claims up to `limit` due sales in these states without a lease, fence + 1, earliest first. */
  claimDue(claim: LeaseClaim & { readonly states: readonly string[] }): Promise<SaleRow[]>
  /** Renews the leases that the owner still has; at most 500 IDs. */
  renew(
    owner: string,
    ids: readonly string[],
    untilMs: number,
  ): Promise<readonly Pick<SaleRow, 'id' | 'fence'>[]>
  /**
   * Ends the leases of an earlier run, fence + 1, so that its later writes fail. In an embedded store it also
   * resets each lease and next look too far in the future for the current clock: the clock was set back.
   */
  takeBack(wanted: TakeBack): Promise<void>
  /** Ends the leases of an owner on due sales in these states, except these; they stay due. */
  releaseOthers(owner: string, except: readonly string[], states: readonly string[]): Promise<void>
  /** Ends a lease if the fence is unchanged and the state is one of these. */
  release(id: string, fence: number, states: readonly string[], nextAtMs: number): Promise<void>
  /** Writes `staleSinceMs` if the fence is unchanged, and notifies watchers; writes no event. */
  mark(sale: Marked, staleSinceMs: number | null): Promise<void>
  /** The leases on due follow-ups. */
  readonly heldFollowUps: HeldLeases
  /** Claims up to `limit` due follow-ups, fence + 1, earliest first. */
  claimFollowUps(claim: LeaseClaim): Promise<FollowUpRow[]>
  /** Ends the leases of an owner on due follow-ups, except of these sales. */
  releaseOtherFollowUps(owner: string, except: readonly string[]): Promise<void>
  /** Ends the lease of a follow-up if the fence is unchanged. Due again at `nextAtMs`; `null` deletes it. */
  releaseFollowUp(saleId: string, fence: number, nextAtMs: number | null): Promise<void>
}

type FollowUps = 'heldFollowUps' | 'claimFollowUps' | 'releaseOtherFollowUps' | 'releaseFollowUp'

function saleLeases(store: Store<LedgerTables>): Omit<LedgerLeases, FollowUps> {
  const { db } = store
  const columns = { key: 'id', state: 'state', merchant: 'merchant' } as const
  const leases = sqlLeases(store, { table: 'sale', ...columns, mapper: SALE })
  return {
    agedLeases: (wanted) => agedLeases(store, wanted),
    claimDue: ({ states, ...claim }) => leases.claim(claim, states),
    renew: (owner, ids, untilMs) =>
      db
        .updateTable('sale')
        .set({ lease_until_ms: untilMs })
        .where('id', 'in', ids)
        .where('lease_owner', '=', owner)
        .returning(['id', 'fence'])
        .execute(),
    takeBack: (wanted) => takeBack(store, wanted),
    releaseOthers: leases.releaseOthers,
    release: (id, fence, states, nextAtMs) => leases.release({ id, fence, set: { nextAtMs } }, states),
    mark: (sale, staleSinceMs) =>
      store.transaction(async (trx) => {
        await trx
          .updateTable('sale')
          .set({ stale_since_ms: staleSinceMs })
          .where('id', '=', sale.id)
          .where('fence', '=', sale.fence)
          .execute()
        await store.notify(SALE_CHANNEL, writeNotice(sale))
      }),
  }
}

function followUpLeases(store: Store<LedgerTables>): Pick<LedgerLeases, FollowUps> {
  const { db } = store
  const leases = sqlLeases(store, { table: 'sale_follow_up', key: 'sale_id', mapper: FOLLOW_UP })
  return {
    heldFollowUps: leases.held,
    claimFollowUps: (claim) => leases.claim(claim),
    releaseOtherFollowUps: (owner, except) => leases.releaseOthers(owner, except),
    async releaseFollowUp(saleId, fence, nextAtMs) {
      if (nextAtMs !== null) return leases.release({ id: saleId, fence, set: { nextAtMs } })
      await db.deleteFrom('sale_follow_up').where('sale_id', '=', saleId).where('fence', '=', fence).execute()
    },
  }
}

/** The leases of a ledger in this database. */
export const ledgerLeases = (store: Store<LedgerTables>): LedgerLeases => ({
  ...saleLeases(store),
  ...followUpLeases(store),
})
