// Assembles the `Sales` interface (`sales.ts`) from its parts: start, ledger, runner, watchers.
import {
  isSettled,
  type Attestation,
  type OrderFrame,
  type RefundedSale,
  type Sale,
  type StartSale,
} from '@tapboard/contract'
import type { Store, Unlisten } from '@tapboard/store'
import { noFailpoint, type Failpoint } from './failpoint.ts'
import { silentObserver, type Observer } from '../observe/observer.ts'
import type { SaleTracer } from '../observe/sale-tracer.ts'
import type { Announcing } from '../durable/outbox/announcing.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { MerchantLookup, MerchantUpstream } from '../upstream/terminal/merchant.ts'
import { decidingAttempt } from './machine/check-start.ts'
import { refuse, upstreamUnavailable, type Refusal } from '../refusal.ts'
import { SaleStarter } from './start/create.ts'
import { randomId } from '@tapboard/server'
import { findDetails } from './details.ts'
import { judgeGrant, readRefundedSale } from './start/cover.ts'
import { shownHolds } from './start/device-hold.ts'
import { createFollowUps } from './runner/follow-up.ts'
import { FreshDevices } from './start/fresh-device.ts'
import { Gate } from './runner/gate.ts'
import { sqlGrants } from './ledger/sql-grants.ts'
import { grantRefusal, NO_GRANTS, type Grants } from '../token/order-grant.ts'
import { Ledger, RUN } from './ledger/ledger.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger/ledger-store.ts'
import type { LedgerTables } from './ledger/tables.ts'
import { groupOf, type SaleRow } from './machine/row.ts'
import { readNotice } from './ledger/notice.ts'
import { EarlierAttempts } from './runner/reread.ts'
import { resolveSale, type SaleResolvePorts } from './runner/resolve.ts'
import { SaleRunner, type LoopName } from './runner/runner.ts'
import { limitsOf, startShares, type SalesLimits } from './limits.ts'
import type { RunningSales, SalesFigures } from './running-sales.ts'
import type { LastNews, SaleResult, Sales } from './sales.ts'
import { isSameGroup, type AttemptGroup, type ResolveAccess, type SaleAccess } from '../token/access.ts'
import type { RefundRequest } from '../token/refund-grant.ts'
import { createShares, isWithinShare } from '../token/shares.ts'
import { isAbandoned, staleSinceMs } from './machine/sight.ts'
import { createStoreTime, type StoreTime } from './ledger/store-time.ts'
import { nextLookMs, saleOf, snapshotOf, viewInputsOf, type Snapshot } from './machine/view.ts'
import { OrderWatchers, type WatchedOrder } from './watch/watch-order.ts'
import { SaleWatchers, type Show, type ViewInputs, type WatchedFrame } from './watch/watch.ts'

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

/** Default instance name on an embedded store. Only one process uses such a store, so the name is unique. */
export const EMBEDDED_INSTANCE = 'embedded'

const NO_SALE = 'There is no such sale for this order; load the checkout again.'

const REMOVED = refuse(
  'forbidden',
  'This merchant was removed from the configuration and takes no new sales; its open sales are followed to their end.',
)

/** Creates the sales on a database. The loops start in `begin`. */
export const createSales = (deps: SalesDeps): RunningSales =>
  createSalesOn(sqlLedgerStore(deps.store), { grants: sqlGrants(deps.store), ...deps })

/** Creates the sales on any {@link LedgerStore}. The loops start in `begin`. */
export const createSalesOn = (store: LedgerStore, deps: Omit<SalesDeps, 'store'>): RunningSales =>
  new LedgerSales(store, deps)

/** The sales over one ledger. */
class LedgerSales implements RunningSales {
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
  readonly #resolvePorts: SaleResolvePorts
  #draining = false
  #unlisten: Unlisten | null = null

  readonly isOnHold: Sales['isOnHold'] = ({ merchant, order }) => this.#ledger.held(merchant, order)

  constructor(plainStore: LedgerStore, deps: Omit<SalesDeps, 'store'>) {
    const { announcing, clock, log, merchants, openLedger, random, loopFailed = () => {} } = deps
    this.#deps = deps
    this.#limits = limitsOf(deps.limits)
    this.#storeTime = createStoreTime(plainStore, clock, () => {
      this.#watchers.nudge()
      this.#orderWatchers.nudge()
    })
    const { awaySinceMs, store } = this.#storeTime
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
    const staleSince = (row: SaleRow): Promise<number | null> => this.#staleSince(row)
    const watching = { ledger, clock, log, limits, staleSince, awaySinceMs }
    this.#watchers = new SaleWatchers(watching)
    this.#orderWatchers = new OrderWatchers({ ...watching, grants })
    const view = (row: SaleRow): Sale => this.#view(row)
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
    this.#resolvePorts = { ledger, merchants, log, observer, view }
  }

  async begin(): Promise<void> {
    const { store } = this.#storeTime
    await store.prepare()
    this.#unlisten = await store.listen((wakeup) => {
      if (wakeup.type === 'notice') {
        const notice = readNotice(wakeup.payload)
        this.#watchers.notice(notice.saleId)
        this.#orderWatchers.notice(notice)
      } else {
        this.#watchers.resync()
        this.#orderWatchers.resync()
      }
    })
    this.#runner.begin()
    this.#followUps.begin()
  }

  async drain(): Promise<void> {
    this.#draining = true
    await Promise.all([this.#runner.drain(), this.#followUps.drain()])
    this.#storeTime.close()
    await this.#unlisten?.()
    this.#unlisten = null
  }

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

  async read(access: SaleAccess, saleId: string): Promise<SaleResult> {
    const row = await this.#granted(access, saleId)
    return 'ok' in row ? row : { ok: true, sale: await this.#viewNow(row), created: false }
  }

  async attempts({ merchant, order }: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]> {
    const attempts = await this.#ledger.attempts({ merchant, order })
    return Promise.all(attempts.map((row) => this.#viewNow(row)))
  }

  async refunds({ merchant, order }: Pick<SaleAccess, 'merchant' | 'order'>): Promise<readonly Sale[]> {
    const refunds = await this.#ledger.refunds(merchant, order)
    return Promise.all(refunds.map((row) => this.#viewNow(row)))
  }

  async newest(group: AttemptGroup): Promise<Sale | null> {
    const row = decidingAttempt(await this.#ledger.attempts(group))
    return row === null ? null : this.#viewNow(row)
  }

  judgeRefund(refund: RefundRequest): Promise<Refusal | null> {
    return judgeGrant(this.#ledger, refund)
  }

  refundedSale(group: AttemptGroup): Promise<RefundedSale | null> {
    return readRefundedSale(this.#ledger, group)
  }

  async holds(
    access: Parameters<Sales['holds']>[0],
    deviceIds: readonly string[],
  ): ReturnType<Sales['holds']> {
    const upstream = this.#deps.merchants(access.merchant)
    if (upstream === null) return new Map()
    const holds = await this.#ledger.deviceHolds(upstream.id, deviceIds)
    return shownHolds(holds, access, this.#deps.clock.now())
  }

  watch(
    access: SaleAccess,
    saleId: string,
    after: number,
    signal: AbortSignal,
    last?: LastNews,
  ): AsyncIterable<WatchedFrame> {
    const show: Show = (snapshot, shown) => this.#show(access.merchant, snapshot, shown)
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
    this.#watchers.learn(saleId, await this.#staleSince(row), nextLookMs(row))
    yield* frames
  }

  watchOrder(access: SaleAccess, signal: AbortSignal): AsyncIterable<OrderFrame> {
    const watched: WatchedOrder = {
      group: access,
      show: (row, since) => this.#view(row, since),
      isSuperseded: (newest) => grantRefusal(access, newest) !== null,
    }
    return this.#orderWatchers.watch(watched, signal)
  }

  async cancel(access: SaleAccess, saleId: string): Promise<SaleResult> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) return row
    const upstream = this.#deps.merchants(row.merchant)
    if (row.state !== 'started' || row.sessionId === null || upstream?.features.cancel !== true)
      return refuse(
        'not-cancelable',
        isSettled(row.state)
          ? 'The sale is over; there is nothing to cancel.'
          : 'This sale cannot be canceled from here; cancel it on the terminal.',
        { sale: this.#view(row) },
      )
    const { repeat, lookup } = upstream.features
    const applied = await this.#ledger.apply(saleId, { type: 'cancel_requested' }, { repeat, lookup })
    const asked = await upstream.client.cancelSession(row.sessionId, row.deviceId)
    const failed =
      asked.kind === 'found'
        ? null
        : await this.#ledger.apply(saleId, { type: 'cancel_failed' }, { repeat, lookup })
    this.#runner.wakeSale(saleId)
    // The refusal carries the sale after `cancel_failed`: that event, when it arrives, does not contradict the refusal.
    const now = failed === null || failed.kind === 'stale' ? {} : { sale: this.#view(failed.row) }
    if (asked.kind === 'missing')
      return refuse('not-cancelable', 'The payment service knows no such session; wait for the result.', now)
    if (asked.kind === 'fault')
      return asked.fault === 'refused'
        ? refuse('not-cancelable', 'The payment can no longer be canceled; wait for the result.', now)
        : asked.fault === 'unauthorized'
          ? refuse('upstream-refused', 'The payment service refused the key of this merchant.', now)
          : { ...upstreamUnavailable(asked.retryAfterMs), ...now }
    return { ok: true, sale: this.#view(applied.kind === 'stale' ? row : applied.row), created: false }
  }

  resolve(access: ResolveAccess, attestation: Attestation): Promise<SaleResult> {
    return resolveSale(this.#resolvePorts, access, attestation)
  }

  async check(access: SaleAccess, saleId: string): ReturnType<Sales['check']> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) return row
    await this.#ledger.hasten(saleId)
    this.#runner.wakeSale(saleId)
    this.#runner.wake()
    const sale = this.#view(row)
    return { ok: true, sale, looking: sale.checkable }
  }

  async details(access: SaleAccess, saleId: string): ReturnType<Sales['details']> {
    const row = await this.#granted(access, saleId)
    if ('ok' in row) return row
    const upstream = this.#deps.merchants(row.merchant)
    if (row.reference === null || !isSettled(row.state) || upstream?.features.details !== true)
      return refuse('not-found', 'There are no more details of this sale.')
    const reading = await upstream.client.report(row.reference)
    if (reading.kind === 'fault')
      return reading.fault === 'unauthorized' || reading.fault === 'refused'
        ? refuse('upstream-refused', 'The payment service refused to report on this sale.')
        : upstreamUnavailable(reading.retryAfterMs)
    const details = findDetails(row.reference, reading.kind === 'found' ? reading.value : [])
    return details === null
      ? refuse('not-found', 'The payment service has no details of this sale yet.')
      : { ok: true, details }
  }

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

  failing(): 'claim' | 'renew' | null {
    return (['claim', 'renew'] as const).find((loop) => this.#runner.failing(loop)) ?? null
  }

  /** Returns the sale if it belongs to the token's order, or the refund if it belongs to the token's refund. */
  async #granted(access: SaleAccess, saleId: string): Promise<SaleRow | Refusal> {
    const row = await this.#ledger.find(saleId)
    return row !== null && isSameGroup(groupOf(row), access) ? row : refuse('sale-not-found', NO_SALE)
  }

  /** Checks an expired lease against the store's clock before it reports the sale as stale. */
  async #staleSince(row: SaleRow): Promise<number | null> {
    const storeTime = this.#storeTime
    if (this.#runner.isRenewed(row.id)) return row.staleSinceMs
    if (row.staleSinceMs === null && isAbandoned(row, storeTime.now())) await storeTime.refresh()
    return staleSinceMs(row, storeTime.now())
  }

  #show(merchant: string, snapshot: Snapshot, inputs: ViewInputs): Sale {
    const { clock, merchants } = this.#deps
    return saleOf(snapshot, {
      features: merchants(merchant)?.features ?? null,
      nowMs: clock.now(),
      ...inputs,
    })
  }

  #view(row: SaleRow, since: number | null = row.staleSinceMs): Sale {
    return this.#show(row.merchant, snapshotOf(row), viewInputsOf(row, since))
  }

  async #viewNow(row: SaleRow): Promise<Sale> {
    return this.#view(row, await this.#staleSince(row))
  }
}
