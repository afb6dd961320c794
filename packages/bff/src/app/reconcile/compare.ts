// Compares the charges that the upstream reports with the ledger: after a fail-over or a restore the ledger can lack a charge, or hold
// an older state of it. Lost charges are recorded, which holds their orders (D-175).
import { isUnpaid } from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import type { AuditCaller } from '../../durable/audit-log.ts'
import {
  grantedOrders,
  holdLostCharge,
  ordersOf,
  statesOf,
  type LostCharge,
} from '../../sale/ledger/lost-charge.ts'
import { sqlLedgerStore } from '../../sale/ledger/ledger-store.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import { externalIdOf } from '../../sale/machine/external-id.ts'
import type { ReportedCharge } from '../../upstream/terminal/charges.ts'

/** A finding about one charge. */
export type Difference =
  /** The ledger has no row; the attempt is held. `known`: an earlier run found it. */
  | ({ readonly type: 'lost'; readonly known: boolean } & LostCharge)
  /** The ledger has a row that calls the charge unpaid. The follow-up reads settle it; until then a person should look. */
  | {
      readonly type: 'unpaid'
      readonly merchant: string
      readonly externalId: string
      readonly reference: string
      readonly amount: string
      readonly order: string
      readonly sale: string
      readonly state: string
    }

/** External IDs of this package begin with it; others belong to other programs with the same key. */
const OURS = /^tb-/

/** Attempts of an order that are compared with a lost charge. */
const ATTEMPTS = 10

/** Finds the order and attempt of lost charges by the grants that are left. */
async function nameOrders(
  store: Store<LedgerTables>,
  merchant: string,
  lost: ReadonlySet<string>,
): Promise<ReadonlyMap<string, { readonly order: string; readonly attempt: number }>> {
  const found = new Map<string, { readonly order: string; readonly attempt: number }>()
  if (lost.size === 0) return found
  const key = await sqlLedgerStore(store).externalIdKey()
  for await (const order of grantedOrders(store, merchant))
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const id = externalIdOf(key, { merchant, orderRef: order, refundOf: null, refundRef: null, attempt })
      if (lost.has(id)) found.set(id, { order, attempt })
    }
  return found
}

/** The subject of a comparison. */
interface Comparison {
  readonly store: Store<LedgerTables>
  readonly merchant: string
  /** Pages of the reported charges. */
  readonly charges: AsyncIterable<readonly ReportedCharge[]>
  readonly caller: AuditCaller
}

/** Compares the charges of a merchant; `compared` is called with the number of charges of each page. */
export async function* compareCharges(
  { store, merchant, charges, caller }: Comparison,
  compared: (count: number) => void,
): AsyncGenerator<Difference> {
  const lost = new Map<string, ReportedCharge>()
  for await (const page of charges) {
    const ours = page.filter(({ externalId }) => OURS.test(externalId))
    compared(ours.length)
    const known = await statesOf(
      store,
      merchant,
      ours.map(({ externalId }) => externalId),
    )
    for (const charge of ours) {
      const row = known.get(charge.externalId)
      if (row === undefined) lost.set(charge.externalId, charge)
      else if (isUnpaid(row.state)) {
        const { externalId, reference, amount } = charge
        const { id: sale, state, order } = row
        yield { type: 'unpaid', merchant, externalId, reference, amount, order, sale, state }
      }
    }
  }
  const orders = await nameOrders(store, merchant, new Set(lost.keys()))
  const credited = [...lost.values()].flatMap(({ creditOf }) => creditOf ?? [])
  const refunded = await ordersOf(store, merchant, credited)
  for (const charge of lost.values()) {
    const named = orders.get(charge.externalId)
    const order = named?.order ?? refunded.get(charge.creditOf ?? '') ?? null
    const row = { merchant, ...charge, order, attempt: named?.attempt ?? null }
    yield { type: 'lost', known: !(await holdLostCharge(store, row, caller)), ...row }
  }
}
