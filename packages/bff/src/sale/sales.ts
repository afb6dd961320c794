// The interface between the routes and the sales. Expected refusals are values; exceptions are faults (store
// unreachable). `create-sales.ts` implements it.
import type {
  Attestation,
  DeviceView,
  OrderFrame,
  RefundedSale,
  Sale,
  SaleFrame,
  StaleFrame,
  StartSale,
  TransactionDetails,
} from '@tapboard/contract'
import type { Refusal } from '../refusal.ts'
import type { AttemptGroup, HoldReader, ResolveAccess, SaleAccess } from '../token/access.ts'
import type { RefundRequest } from '../token/refund-grant.ts'

/** What a reader of a sale received last that changes without an event. */
export type LastNews = Pick<Sale, 'staleSinceMs' | 'nextAskAtMs'>

/** The news of a reader that has received none. */
export const NO_NEWS: LastNews = { staleSinceMs: null, nextAskAtMs: null }

/** A sale or a refusal. `created` is false for a replay. */
export type SaleResult = { readonly ok: true; readonly sale: Sale; readonly created: boolean } | Refusal

/** The operations on sales that the routes call. */
export interface Sales {
  /**
   * Starts a sale, or returns the sale of this key. Returns after the commit, before the send. `admit` is called once
   * nothing in the ledger blocks the start, before the terminal is read; it can refuse the start.
   */
  start(
    access: SaleAccess,
    request: StartSale,
    idempotencyKey: string,
    admit?: () => Refusal | null,
  ): Promise<SaleResult>
  /** The last committed snapshot of a sale or refund of this token's order or refund. */
  read(access: SaleAccess, saleId: string): Promise<SaleResult>
  /** All attempts of an order, newest first, without its refunds. */
  attempts(order: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]>
  /** All refunds of an order, newest first. */
  refunds(order: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]>
  /** Whether payments of the order may be missing, because the ledger was restored from a copy. */
  isOnHold(order: Pick<SaleAccess, 'merchant' | 'order'>): Promise<boolean>
  /** Returns a refusal if the amount of a sale cannot be paid back under the reference of this grant, else `null`. */
  judgeRefund(refund: RefundRequest): Promise<Refusal | null>
  /** The sale that a refund pays back, with the sum of its approved refunds; `null` if it does not exist. */
  refundedSale(group: AttemptGroup): Promise<RefundedSale | null>
  /**
   * Returns the devices that a sale of another order or refund holds, with the remaining time.
   */
  holds(
    access: HoldReader,
    deviceIds: readonly string[],
  ): Promise<ReadonlyMap<string, NonNullable<DeviceView['hold']>>>
  /** The deciding attempt of a group, or `null`: the newest, unless that is unpaid and an older one is not. */
  newest(group: AttemptGroup): Promise<Sale | null>
  /**
   * Yields all events after `afterNumber`, then each new one after its commit. Ends in a settled state or on abort.
   * Watchers share one read of the rows, on a notice and every 5 s. Also yields each change of
   * `staleSinceMs` and `nextAskAtMs`; `last` has those of the reader.
   */
  watch(
    access: SaleAccess,
    saleId: string,
    afterNumber: number,
    signal: AbortSignal,
    last?: LastNews,
  ): AsyncIterable<SaleFrame | StaleFrame>
  /**
   * Yields the deciding attempt of the token's order or refund, first immediately and then on each change. Ends only on abort. The
   * delay after the commit is at most 3 s, also in another process.
   */
  watchOrder(access: SaleAccess, signal: AbortSignal): AsyncIterable<OrderFrame>
  /** Asks the upstream to cancel; the outcome still comes from reading. */
  cancel(access: SaleAccess, saleId: string): Promise<SaleResult>
  /**
   * Schedules an immediate look at a sale with an unknown result. `looking` is false if the upstream cannot be asked: the
   * sale is over, or a person must decide.
   */
  check(
    access: SaleAccess,
    saleId: string,
  ): Promise<{ readonly ok: true; readonly sale: Sale; readonly looking: boolean } | Refusal>
  /** Returns the loop that fails repeatedly, or `null`. A new sale would then not be sent in time. */
  failing(): 'claim' | 'renew' | null
  /** Records a person's attestation of the result. Idempotent. */
  resolve(access: ResolveAccess, attestation: Attestation): Promise<SaleResult>
  /** The reporting row of a settled transaction. */
  details(
    access: SaleAccess,
    saleId: string,
  ): Promise<{ readonly ok: true; readonly details: TransactionDetails } | Refusal>
  /** Starts the recovery and follow-up loops. */
  begin(): Promise<void>
  /** Rejects new sales, waits for sends in progress (bounded), releases leases. */
  drain(): Promise<void>
}
