// Compares the charges that the upstream reports with the ledger: after a fail-over or a restore the ledger can lack a charge, or hold
// an older state of it. Lost charges are recorded, which holds their orders (D-175). Merchants can share an account: a report then has
// the charges of all of them (D-221).
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
  /**
   * The ledger has no row; the attempt is held. `known`: an earlier run found it. `others`: further merchants of the account, one of which
   * may have charged it; it is held for each of them.
   */
  | ({ readonly type: 'lost'; readonly known: boolean; readonly others?: readonly string[] } & LostCharge)
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

/** A charge without a row, and the merchants whose keys report it. */
interface Missing {
  readonly charge: ReportedCharge
  readonly merchants: Set<string>
}

/** The owner of a lost charge, as far as the ledger leads to it. */
type Owner = Pick<LostCharge, 'merchant' | 'order' | 'attempt'>

/** The report of one key: the merchants that have it, and pages of its charges. */
export interface Report {
  readonly merchants: readonly string[]
  readonly charges: AsyncIterable<readonly ReportedCharge[]>
}

/** Compares the reports of all keys with the ledger, then holds what is lost. */
export class Comparison {
  readonly #store: Store<LedgerTables>
  readonly #caller: AuditCaller
  readonly #lost = new Map<string, Missing>()
  /** External IDs of charges that are named as unpaid: the keys of one account report the same ones. */
  readonly #unpaid = new Set<string>()

  constructor(store: Store<LedgerTables>, caller: AuditCaller) {
    this.#store = store
    this.#caller = caller
  }

  /** Reads a report; yields the unpaid ones. `compared` is called with the number of charges of each page. */
  async *read({ merchants, charges }: Report, compared: (count: number) => void): AsyncGenerator<Difference> {
    for await (const page of charges) {
      const ours = page.filter(({ externalId }) => OURS.test(externalId))
      compared(ours.length)
      const known = await statesOf(
        this.#store,
        ours.map(({ externalId }) => externalId),
      )
      for (const charge of ours) {
        const { externalId, reference, amount } = charge
        const row = known.get(externalId)
        if (row === undefined) this.#miss(charge, merchants)
        else if (isUnpaid(row.state) && !this.#unpaid.has(externalId)) {
          this.#unpaid.add(externalId)
          const { id: sale, state, order, merchant } = row
          yield { type: 'unpaid', merchant, externalId, reference, amount, order, sale, state }
        }
      }
    }
  }

  #miss(charge: ReportedCharge, merchants: readonly string[]): void {
    const known = this.#lost.get(charge.externalId)
    if (known === undefined) this.#lost.set(charge.externalId, { charge, merchants: new Set(merchants) })
    else for (const merchant of merchants) known.merchants.add(merchant)
  }

  /** Holds the lost charges of all reports that were read; yields them. */
  async *hold(): AsyncGenerator<Difference> {
    const owners = await this.#owners()
    for (const { charge, merchants } of this.#lost.values()) {
      const owner = owners.get(charge.externalId)
      const [merchant = '', ...others] = owner === undefined ? merchants : [owner.merchant]
      const row = { merchant, ...charge, order: owner?.order ?? null, attempt: owner?.attempt ?? null }
      let known = true
      for (const name of [merchant, ...others])
        if (await holdLostCharge(this.#store, { ...row, merchant: name }, this.#caller)) known = false
      yield { type: 'lost', known, ...row, ...(others.length > 0 ? { others } : {}) }
    }
  }

  /** Finds merchant, order and attempt of lost charges by the grants that are left, and those of refunds by their sales. */
  async #owners(): Promise<ReadonlyMap<string, Owner>> {
    const found = new Map<string, Owner>()
    const lost = [...this.#lost.values()]
    if (lost.length === 0) return found
    const key = await sqlLedgerStore(this.#store).externalIdKey()
    const credited = lost.flatMap(({ charge }) => charge.creditOf ?? [])
    for (const merchant of new Set(lost.flatMap(({ merchants }) => [...merchants]))) {
      const refunded = await ordersOf(this.#store, merchant, credited)
      for (const { charge, merchants } of lost) {
        const order = merchants.has(merchant) ? refunded.get(charge.creditOf ?? '') : undefined
        if (order !== undefined) found.set(charge.externalId, { merchant, order, attempt: null })
      }
      for await (const order of grantedOrders(this.#store, merchant))
        for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
          const id = externalIdOf(key, {
            merchant,
            orderRef: order,
            refundOf: null,
            refundRef: null,
            attempt,
          })
          if (this.#lost.has(id)) found.set(id, { merchant, order, attempt })
        }
    }
    return found
  }
}
