// The newest grants of the orders of an in-memory ledger.
import { sameTerms, type Grants, type OrderGrant } from '../../token/order-grant.ts'
import type { Turns } from './memory-turns.testing.ts'

/** Grants that can be read at once, without a connection. */
export interface KnownGrants extends Grants {
  known(merchant: string, order: string): OrderGrant | null
}

const grantKey = (merchant: string, order: string): string => `${merchant}\n${order}`

/** Creates the grants of a ledger. A change waits for the transaction that is open. */
export function createGrants(turns: Turns): KnownGrants {
  const kept = new Map<string, OrderGrant>()
  const grants: KnownGrants = {
    known: (merchant, order) => kept.get(grantKey(merchant, order)) ?? null,
    newest: async (merchant, order) => grants.known(merchant, order),
    record: (merchant, order, { amountMinor, currency }) =>
      turns.take(async () => {
        const known = grants.known(merchant, order)
        if (known?.withdrawn === false && sameTerms(known, { amountMinor, currency })) return known.generation
        const generation = (known?.generation ?? 0) + 1
        kept.set(grantKey(merchant, order), { amountMinor, currency, generation, withdrawn: false })
        return generation
      }),
    withdraw: (merchant, order) =>
      turns.take(async () => {
        const known = grants.known(merchant, order)
        if (known === null || known.withdrawn) return false
        kept.set(grantKey(merchant, order), {
          ...known,
          generation: known.generation + 1,
          withdrawn: true,
        })
        return true
      }),
  }
  return grants
}
