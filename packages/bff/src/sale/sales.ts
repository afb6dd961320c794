// The operations on sales, assembled from their parts: start, ledger, runner, watchers. Expected refusals are values; exceptions are
// faults (store unreachable).
import type {
  Attestation,
  DeviceView,
  OrderFrame,
  RefundedSale,
  Sale,
  StartSale,
  TransactionDetails,
} from '@tapboard/contract'
import type { Unlisten } from '@tapboard/store'
import { noFailpoint } from './failpoint.ts'
import { silentObserver } from '../observe/observer.ts'
import type { MerchantUpstream } from '../upstream/terminal/merchant.ts'
import { decidingAttempt } from './machine/check-start.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { SaleStarter } from './start/create.ts'
import { randomId } from '@tapboard/server'
import { readDetails } from './details.ts'
import { judgeGrant, readRefundedSale } from './start/cover.ts'
import { shownHolds } from './start/device-hold.ts'
import { cancelSale } from './runner/cancel.ts'
import { createFollowUps } from './runner/follow-up.ts'
import { FreshDevices } from './start/fresh-device.ts'
import { Gate } from './runner/gate.ts'
import { sqlGrants } from './ledger/sql-grants.ts'
import { grantRefusal, NO_GRANTS } from '../token/order-grant.ts'
import { withCommitted } from './ledger/committed-events.ts'
import { Ledger, RUN } from './ledger/ledger.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger/ledger-store.ts'
import { groupOf, type SaleRow } from './machine/row.ts'
import { readNotice } from './ledger/notice.ts'
import { EarlierAttempts } from './runner/reread.ts'
import { resolveSale, type SaleResolveDeps } from './runner/resolve.ts'
import { SaleRunner } from './runner/runner.ts'
import { SaleViews } from './runner/sale-views.ts'
import { limitsOf, startShares, type SalesFigures, type SalesLimits } from './limits.ts'
import type { LastNews, SaleResult } from './sale-result.ts'
import type { SalesDeps } from './sales-deps.ts'
import {
  isSameGroup,
  type AttemptGroup,
  type HoldReader,
  type ResolveAccess,
  type SaleAccess,
} from '../token/access.ts'
import type { RefundRequest } from '../token/refund-grant.ts'
import { createShares, isWithinShare } from '../token/shares.ts'
import { createStoreTime, type StoreTime } from './ledger/store-time.ts'
import { nextLookMs } from './machine/view.ts'
import { OrderWatchers, type WatchedOrder } from './watch/watch-order.ts'
import { SaleWatchers, type Show, type WatchedFrame } from './watch/watch.ts'

/** Default instance name on an embedded store. Only one process uses such a store, so the name is unique. */
export const EMBEDDED_INSTANCE = 'embedded'

const NO_SALE = 'There is no such sale for this order; load the checkout again.'

const REMOVED = refuse(
  'forbidden',
  'This merchant was removed from the configuration and takes no new sales; its open sales are followed to their end.',
)

/** The sales of a process, with their metrics. */
export type RunningSales = Pick<LedgerSales, keyof LedgerSales>

/** The operations on sales that the routes call. */
export type Sales = Omit<RunningSales, 'forget' | 'figures'>

/** Creates the sales on a database. The loops start in `begin`. */
export const createSales = (deps: SalesDeps): RunningSales =>
  createSalesOn(sqlLedgerStore(deps.store), { grants: sqlGrants(deps.store), ...deps })

/** Creates the sales on any {@link LedgerStore}. The loops start in `begin`. */
export const createSalesOn = (store: LedgerStore, deps: Omit<SalesDeps, 'store'>): RunningSales =>
  new LedgerSales(store, deps)

/** The sales over one ledger. */
class LedgerSales {
  readonly #deps: Omit<SalesDeps, 'store'>
  readonly #limits: SalesLimits
  readonly #storeTime: StoreTime
  readonly #ledger: Ledger
  readonly #gate: Gate
  readonly #runner: SaleRunner
  readonly #followUps: ReturnType<typeof createFollowUps>
  readonly #watchers: SaleWatchers
  readonly #orderWatchers: OrderWatchers
  readonly #starter: SaleStarter
  readonly #views: SaleViews
  readonly #resolveDeps: SaleResolveDeps
  #draining = false
  #unlisten: Unlisten | null = null

  constructor(plainStore: LedgerStore, deps: Omit<SalesDeps, 'store'>) {
    const { announcing, clock, log, merchants, openLedger, random, loopFailed = () => {} } = deps
    this.#deps = deps
    this.#limits = limitsOf(deps.limits)
    this.#storeTime = createStoreTime(plainStore, clock, () => {
      this.#watchers.nudge()
      this.#orderWatchers.nudge()
    })
    const { awaySinceMs } = this.#storeTime
    const store = withCommitted(this.#storeTime.store, (event) => this.#watchers.committed(event))
    const ledger = openLedger?.(store, announcing) ?? new Ledger(store, announcing)
    this.#ledger = ledger
    const observer = deps.observer ?? silentObserver
    const failpoint = deps.failpoint ?? noFailpoint
    const grants = deps.grants ?? NO_GRANTS
    const instance = deps.instance ?? (store.embedded ? EMBEDDED_INSTANCE : null)
    // No instance name is empty. No restarted instance takes the leases of an unnamed process.
    const owner = `${instance ?? ''}${RUN}${randomId(random)}`
    this.#gate = new Gate(clock)
    const shared = { ledger, merchants, clock, random, log, observer, gate: this.#gate, owner, instance }
    const limits = this.#limits
    this.#runner = new SaleRunner({
      ...shared,
      maxSales: limits.sales,
      failpoint,
      tracer: deps.tracer,
      loopFailed,
    })
    this.#followUps = createFollowUps(shared)
    this.#views = new SaleViews({
      clock,
      merchants,
      storeTime: this.#storeTime,
      isRenewed: (saleId) => this.#runner.isRenewed(saleId),
    })
    const staleSince = (row: SaleRow): Promise<number | null> => this.#views.staleSince(row)
    const watching = { ledger, clock, log, limits, staleSince, awaySinceMs }
    this.#watchers = new SaleWatchers(watching)
    this.#orderWatchers = new OrderWatchers({ ...watching, grants })
    const view = (row: SaleRow): Sale => this.#views.of(row)
    this.#starter = new SaleStarter({
      ledger,
      merchants,
      clock,
      random,
      freshDevices: new FreshDevices(clock),
      grants,
      earlier: new EarlierAttempts({ ...shared, view }),
      isFull: (upstream) => {
        const { sales: total, merchants: count } = this.#limits
        return !isWithinShare(this.#runner.openOf(upstream), this.#runner.size(), { total, merchants: count })
      },
      shares: createShares(startShares(limits)),
      failpoint,
      view,
    })
    this.#resolveDeps = { ledger, merchants, log, observer, view }
  }

  /** Starts the recovery and follow-up loops. */
  async begin(): Promise<void> {
    const { store } = this.#storeTime
    await store.prepare()
    this.#unlisten = await store.listen((wakeup) => {
      if (wakeup.type === 'notice') {
        const notice = readNotice(wakeup.payload)
        this.#watchers.notice(notice)
        this.#orderWatchers.notice(notice)
      } else {
        this.#watchers.resync()
        this.#orderWatchers.resync()
      }
    })
    this.#runner.begin()
    this.#followUps.begin()
  }

  /** Rejects new sales, waits for sends in progress (bounded), releases leases. */
  async drain(): Promise<void> {
    this.#draining = true
    await Promise.all([this.#runner.drain(), this.#followUps.drain()])
    this.#storeTime.close()
    await this.#unlisten?.()
    this.#unlisten = null
  }

  /**
   * Starts a sale, or returns the sale of this key. Returns after the commit, before the send. `admit` is called once
   * nothing in the ledger blocks the start, before the terminal is read; it can refuse the start.
   */
  async start(
    access: SaleAccess,
    request: StartSale,
    idempotencyKey: string,
    admit?: () => Refusal | null,
  ): Promise<SaleResult> {
    if (this.#draining)
      return refuse('draining', 'The server is being restarted; send the same request again.', {
        retryAfterSeconds: 2,
      })
    const { takesSales = () => true } = this.#deps
    // After the retry of a committed start, which gets its sale.
    const judge = (): Refusal | null => (takesSales(access.merchant) ? (admit?.() ?? null) : REMOVED)
    const result = await this.#starter.start(access, request, idempotencyKey, judge)
    if (result.ok && result.created) this.#runner.wakeCreated(result.sale.id)
    return result
  }

  /** The last committed snapshot of a sale or refund of this token's order or refund. */
  async read(access: SaleAccess, saleId: string): Promise<SaleResult> {
    const row = await this.#granted(access, saleId)
    return 'ok' in row ? row : { ok: true, sale: await this.#views.now(row), created: false }
  }

  /** All attempts of an order, newest first, without its refunds. */
  async attempts({ merchant, order }: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]> {
    const attempts = await this.#ledger.attempts({ merchant, order })
    return Promise.all(attempts.map((row) => this.#views.now(row)))
  }

  /** All refunds of an order, newest first. */
  async refunds({ merchant, order }: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]> {
    const refunds = await this.#ledger.refunds(merchant, order)
    return Promise.all(refunds.map((row) => this.#views.now(row)))
  }

  /** The deciding attempt of a group, or `null`: the newest, unless that is unpaid and an older one is not. */
  async newest(group: AttemptGroup): Promise<Sale | null> {
    const row = decidingAttempt(await this.#ledger.attempts(group))
    return row === null ? null : this.#views.now(row)
  }

  /** Whether payments of the order may be missing, because the ledger was restored from a copy. */
  isOnHold({ merchant, order }: Pick<SaleAccess, 'merchant' | 'order'>): Promise<boolean> {
    return this.#ledger.held(merchant, order)
  }

  /** Returns a refusal if the amount of a sale cannot be paid back under the reference of this grant, else `null`. */
  judgeRefund(refund: RefundRequest): Promise<Refusal | null> {
    return judgeGrant(this.#ledger, refund)
  }

  /** The sale that a refund pays back, with the sum of its approved refunds; `null` if it does not exist. */
  refundedSale(group: AttemptGroup): Promise<RefundedSale | null> {
    return readRefundedSale(this.#ledger, group)
  }

  /**
   * Returns the devices that a sale of another order or refund holds, with the remaining time.
   */
  async holds(
    access: HoldReader,
    deviceIds: readonly string[],
  ): Promise<ReadonlyMap<string, NonNullable<DeviceView['hold']>>> {
    const upstream = this.#deps.merchants(access.merchant)
    if (upstream === null) return new Map()
    const holds = await this.#ledger.deviceHolds(upstream.id, deviceIds)
    return shownHolds(holds, access, this.#deps.clock.now())
  }

  /**
   * Yields all events after the one with the number `after`, then each new one after its commit. Ends in a settled state or on abort.
   * Watchers share one read of the rows, on a notice and every 5 s. Also yields each change of
   * `staleSinceMs` and `nextAskAtMs`; `last` has those of the reader.
   */
  watch(
    access: SaleAccess,
    saleId: string,
    after: number,
    signal: AbortSignal,
    last?: LastNews,
  ): AsyncIterable<WatchedFrame> {
    const show: Show = (snapshot, shown) => this.#views.show(access.merchant, snapshot, shown)
    const frames = this.#watchers.watch(saleId, { after, last, show }, signal)
    return this.#framesOf(access, saleId, frames)
  }

  /** Checks at the first frame that the sale belongs to the token's order. */
  async *#framesOf(
    access: SaleAccess,
    saleId: string,
    frames: AsyncIterable<WatchedFrame>,
  ): AsyncGenerator<WatchedFrame, void, undefined> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) {
      await frames[Symbol.asyncIterator]().return?.()
      return
    }
    this.#watchers.learn(saleId, await this.#views.staleSince(row), nextLookMs(row))
    yield* frames
  }

  /**
   * Yields the deciding attempt of the token's order or refund, first immediately and then on each change. Ends only on abort. The
   * delay after the commit is at most 3 s, also in another process.
   */
  watchOrder(access: SaleAccess, signal: AbortSignal): AsyncIterable<OrderFrame> {
    const watched: WatchedOrder = {
      group: access,
      show: (row, since) => this.#views.of(row, since),
      isSuperseded: (newest) => grantRefusal(access, newest) !== null,
    }
    return this.#orderWatchers.watch(watched, signal)
  }

  /** Asks the upstream to cancel; the outcome still comes from reading. */
  async cancel(access: SaleAccess, saleId: string): Promise<SaleResult> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) return row
    return cancelSale(this.#resolveDeps, row, () => this.#runner.wakeSale(saleId))
  }

  /** Records a person's attestation of the result. Idempotent. */
  resolve(access: ResolveAccess, attestation: Attestation): Promise<SaleResult> {
    return resolveSale(this.#resolveDeps, access, attestation)
  }

  /**
   * Schedules an immediate look at a sale with an unknown result. `looking` is false if the upstream cannot be asked: the
   * sale is over, or a person must decide.
   */
  async check(
    access: SaleAccess,
    saleId: string,
  ): Promise<{ readonly ok: true; readonly sale: Sale; readonly looking: boolean } | Refusal> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) return row
    await this.#ledger.hasten(saleId)
    this.#runner.wakeSale(saleId)
    this.#runner.wake()
    const sale = this.#views.of(row)
    return { ok: true, sale, looking: sale.checkable }
  }

  /** The reporting row of a settled transaction. */
  async details(
    access: SaleAccess,
    saleId: string,
  ): Promise<{ readonly ok: true; readonly details: TransactionDetails } | Refusal> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) return row
    return readDetails(row, this.#deps.merchants(row.merchant))
  }

  /** Drops the read budget of an upstream whose merchant is forgotten. */
  forget(upstream: MerchantUpstream): void {
    this.#gate.forget(upstream)
  }

  figures(): SalesFigures {
    const runner = this.#runner
    return {
      ...this.#gate.usage(),
      followed: runner.size(),
      followedMax: this.#limits.sales,
      missing: runner.missing(),
      watched: this.#watchers.size(),
      failing: { claim: runner.failing('claim'), renew: runner.failing('renew') },
    }
  }

  /** Returns the loop that fails repeatedly, or `null`. A new sale would then not be sent in time. */
  failing(): 'claim' | 'renew' | null {
    return (['claim', 'renew'] as const).find((loop) => this.#runner.failing(loop)) ?? null
  }

  /** Returns the sale if it belongs to the token's order, or the refund if it belongs to the token's refund. */
  async #granted(access: SaleAccess, saleId: string): Promise<SaleRow | Refusal> {
    const row = await this.#ledger.find(saleId)
    return row !== null && isSameGroup(groupOf(row), access) ? row : refuse('sale-not-found', NO_SALE)
  }
}
