// What the HTTP side may ask of the ledger of sales. Answers are data: expected refusals are values, exceptions are
// faults (store unreachable). Who holds the interface: `ledger.ts` and `runner.ts`; who asks: the routes.
import type {
  Attestation,
  DeviceView,
  OrderFrame,
  ProblemCode,
  Sale,
  SaleFrame,
  StaleFrame,
  StartSale,
  TransactionDetails,
} from '@tapboard/contract'
import type { ResolveAccess, SaleAccess } from '../token/access.ts'

/** A refusal with its registered problem code; `sale` where another sale stands in the way. */
export interface SaleRefusal {
  readonly ok: false
  readonly code: ProblemCode
  readonly detail: string
  readonly sale?: Sale
  readonly retryAfterSeconds?: number
}

/** A snapshot, or why not. `created` is false for a replay. */
export type SaleResult = { readonly ok: true; readonly sale: Sale; readonly created: boolean } | SaleRefusal

/** The ledger of sales, as the routes see it. */
export interface Sales {
  /** Starts a sale or finds the one this key started (INV-1, INV-2, INV-3, INV-11). Returns after the commit, before the send. */
  start(access: SaleAccess, request: StartSale, idempotencyKey: string): Promise<SaleResult>
  /** The last committed snapshot of a sale of this order. */
  read(access: SaleAccess, saleId: string): Promise<SaleResult>
  /** All attempts of an order, newest first. */
  attempts(access: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]>
  /**
   * The terminals of these that a sale of another order holds (INV-3), and for how long; `order` is the token's own, `null`
   * for a token of none.
   */
  holds(
    access: { readonly merchant: string; readonly order: string | null },
    deviceIds: readonly string[],
  ): Promise<ReadonlyMap<string, NonNullable<DeviceView['hold']>>>
  /** The attempt that stands for the order, or `null`: the newest, unless that is unpaid and an older one is not (rule 22). */
  newest(access: Pick<SaleAccess, 'merchant' | 'order'>): Promise<Sale | null>
  /**
   * All events after `afterNumber`, then each new one as it is committed, until a settled state or the signal (INV-8,
   * INV-10). Many watchers share one upstream loop; each re-reads every 5 s even without a notice. In between it says when
   * news of the sale is missing or back, where that is another than `staleSinceMs` (D-91).
   */
  watch(
    access: SaleAccess,
    saleId: string,
    afterNumber: number,
    signal: AbortSignal,
    staleSinceMs?: number | null,
  ): AsyncIterable<SaleFrame | StaleFrame>
  /**
   * The order of the token: the attempt that decides, at once and whenever it changes, until the signal. Never ends by
   * itself; within 3 s of the commit, in another process too.
   */
  watchOrder(access: SaleAccess, signal: AbortSignal): AsyncIterable<OrderFrame>
  /** Asks the upstream to cancel (D-16); the outcome still comes from reading. */
  cancel(access: SaleAccess, saleId: string): Promise<SaleResult>
  /**
   * Has a sale of unknown result looked at now, whoever holds it. `looking` is false where nothing can be looked for: it
   * is over, or a person has to decide.
   */
  check(
    access: SaleAccess,
    saleId: string,
  ): Promise<{ readonly ok: true; readonly sale: Sale; readonly looking: boolean } | SaleRefusal>
  /** The loop that fails again and again, so that a new sale would not be sent in time (D-98); `null` while all is well. */
  failing(): 'claim' | 'renew' | null
  /** A person says what became of the sale (rules 20 and 21); the same attestation again finds it done. */
  resolve(access: ResolveAccess, attestation: Attestation): Promise<SaleResult>
  /** The reporting row of a settled transaction (D-18). */
  details(
    access: SaleAccess,
    saleId: string,
  ): Promise<{ readonly ok: true; readonly details: TransactionDetails } | SaleRefusal>
  /** Begins recovery and follow-up loops. */
  begin(): Promise<void>
  /** Stops taking new sales, lets running sends finish (bounded), releases leases. */
  drain(): Promise<void>
}
