// Everything that the sales of a process need from outside.
import type { Store } from '@tapboard/store'
import type { Announcing } from '../durable/outbox/announcing.ts'
import type { Observer } from '../observe/observer.ts'
import type { SaleTracer } from '../observe/sale-tracer.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { Grants } from '../token/order-grant.ts'
import type { MerchantLookup } from '../upstream/terminal/merchant.ts'
import type { Failpoint } from './failpoint.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { LedgerStore } from './ledger/ledger-store.ts'
import type { LedgerTables } from './ledger/tables.ts'
import type { SalesLimits } from './limits.ts'
import type { LoopName } from './runner/runner.ts'

/** Dependencies of the sales; optional ones have the defaults named here. */
export interface SalesDeps {
  /** `begin` runs its migrations (set `ledger`). */
  readonly store: Store<LedgerTables>
  readonly merchants: MerchantLookup
  /** Whether new sales of a merchant may start; its open sales are followed in any case. Default: yes. */
  readonly takesSales?: (merchant: string) => boolean
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Name of this process, stable across restarts. Without it, leases of an earlier run must expire. */
  readonly instance?: string
  readonly limits?: Partial<SalesLimits>
  /** The newest grant of each order. Default: the grants in the store; without a database, no grants. */
  readonly grants?: Pick<Grants, 'newest'>
  /** Receives an alert for each sale that needs a person. */
  readonly observer?: Observer
  /** Creates spans of the work on sales. Default: none. */
  readonly tracer?: SaleTracer
  /** Called when an iteration of a loop fails. */
  readonly loopFailed?: (name: LoopName) => void
  /** Creates the ledger over its store, for example an instrumented one. */
  readonly openLedger?: (store: LedgerStore, announcing?: Announcing) => Ledger
  /** The notification targets of each merchant. Default: no targets. */
  readonly announcing?: Announcing
  /** Named points at which a test can pause execution. */
  readonly failpoint?: Failpoint
}
