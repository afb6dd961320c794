// Assembles the `Sales` interface (`sales.ts`) from its parts: start, ledger, runner, watchers.
import { isSettled, type Sale } from '@tapboard/contract'
import type { Store, Unlisten } from '@tapboard/store'
import { noFailpoint, type Failpoint } from './failpoint.ts'
import { silentObserver, type Observer } from '../observe/observer.ts'
import type { Announcing } from '../durable/outbox/announcing.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { MerchantLookup } from '../upstream/terminal/merchant.ts'
import { standing } from './machine/check-start.ts'
import { refuse } from '../refusal.ts'
import { SaleStarter } from './start/create.ts'
import { randomId } from '@tapboard/server'
import { detailsOf } from './details.ts'
import { shownHolds } from './start/device-hold.ts'
import { createFollowUps } from './runner/follow-up.ts'
import { createFreshDevice } from './start/fresh-device.ts'
import { createGate, type GateUsage } from './runner/gate.ts'
import { sqlGrants } from './ledger/sql-grants.ts'
import { isSuperseded, NO_GRANTS, type Grants } from '../token/order-grant.ts'
import { Ledger, RUN } from './ledger/ledger.ts'
import type { LedgerStore } from './ledger/ledger-store.ts'
import type { LedgerTables } from './ledger/tables.ts'
import type { SaleRow } from './machine/row.ts'
import { readNotice } from './ledger/notice.ts'
import { createReread } from './runner/reread.ts'
import { createResolve } from './runner/resolve.ts'
import { createRunner } from './runner/runner.ts'
import { DEFAULT_SALES_LIMITS, type SalesLimits } from './limits.ts'
import type { SaleRefusal, SaleResult, Sales } from './sales.ts'
import type { SaleAccess } from '../token/access.ts'
import { isAbandoned, staleSinceMs } from './machine/sight.ts'
import { sqlLedgerStore } from './ledger/sql-store.ts'
import { createStoreTime } from './ledger/store-time.ts'
import type { LoopName } from '../durable/watched-loop.ts'
import { saleOf, snapshotOf, type Snapshot } from './machine/view.ts'
import { createOrderWatchers } from './watch/watch-order.ts'
import { createWatchers, type Show, type ShownWith } from './watch/watch.ts'

/** Dependencies of the sales; optional ones have the defaults named here. */
export interface SalesDeps {
  /** `begin` runs its migrations (set `ledger`). */
  readonly store: Store<LedgerTables>
  readonly merchants: MerchantLookup
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
  /** Called when an iteration of a loop fails. */
  readonly loopFailed?: (name: LoopName) => void
  /** Creates the ledger over its store, for example an instrumented one. */
  readonly openLedger?: (store: LedgerStore, announcing?: Announcing) => Ledger
  /** The notification targets of each merchant. Default: no targets. */
  readonly announcing?: Announcing
  /** Named points at which a test can pause execution. */
  readonly failpoint?: Failpoint
}

/** Metrics of this process, for the operator. */
export interface SalesFigures extends GateUsage {
  /** Sales whose lease this process holds. */
  readonly followed: number
  /** The limit of `followed`. */
  readonly followedMax: number
  /** Sales with at least one watcher. */
  readonly watched: number
  /** Loops that fail repeatedly. */
  readonly failing: Readonly<Record<'claim' | 'renew', boolean>>
}

/** {@link Sales} with metrics. */
export interface RunningSales extends Sales {
  /** Returns the current metrics. */
  figures(): SalesFigures
}

/** Default instance name on an embedded store. Only one process uses such a store, so the name is unique. */
const EMBEDDED_INSTANCE = 'embedded'

const NO_SALE = 'There is no such sale for this order; load the checkout again.'

/** Creates the sales on a database. The loops start in `begin`. */
export const createSales = (deps: SalesDeps): RunningSales =>
  createSalesOn(sqlLedgerStore(deps.store), { grants: sqlGrants(deps.store), ...deps })

/** Creates the sales on any {@link LedgerStore}. The loops start in `begin`. */
export function createSalesOn(plainStore: LedgerStore, deps: Omit<SalesDeps, 'store'>): RunningSales {
  const { clock, log, merchants, random } = deps
  const storeTime = createStoreTime(plainStore, clock, () => {
    watchers.nudge()
    orderWatchers.nudge()
  })
  const { store } = storeTime
  const limits: SalesLimits = { ...DEFAULT_SALES_LIMITS, ...deps.limits }
  const failpoint = deps.failpoint ?? noFailpoint
  const { announcing, openLedger, loopFailed = () => {} } = deps
  const ledger = openLedger?.(store, announcing) ?? new Ledger(store, announcing)
  const instance = deps.instance ?? (store.embedded ? EMBEDDED_INSTANCE : null)
  const shared = {
    ledger,
    merchants,
    clock,
    random,
    log,
    observer: deps.observer ?? silentObserver,
    gate: createGate(clock),
    // No instance name is empty. No restarted instance takes the leases of an unnamed process.
    owner: `${instance ?? ''}${RUN}${randomId(random)}`,
    instance,
  }
  const runner = createRunner({ ...shared, maxSales: limits.sales, failpoint, loopFailed })
  const followUps = createFollowUps(shared)
  /** Checks an expired lease against the store's clock before it reports the sale as stale. */
  const staleSince = async (row: SaleRow): Promise<number | null> => {
    if (row.staleSinceMs === null && isAbandoned(row, storeTime.now())) await storeTime.refresh()
    return staleSinceMs(row, storeTime.now())
  }
  const { awaySinceMs } = storeTime
  const watchers = createWatchers({ ledger, clock, log, limits, staleSince, awaySinceMs })
  const grants = deps.grants ?? NO_GRANTS
  const orderWatchers = createOrderWatchers({ ledger, grants, clock, log, limits, staleSince, awaySinceMs })
  let draining = false
  let unlisten: Unlisten | null = null

  const show = (merchant: string, snapshot: Snapshot, shown: ShownWith): Sale =>
    saleOf(snapshot, { features: merchants(merchant)?.features ?? null, nowMs: clock.now(), ...shown })
  const viewSince = (row: SaleRow, since: number | null): Sale =>
    show(row.merchant, snapshotOf(row), { cancelRequested: row.cancelRequested, staleSinceMs: since })
  const view = (row: SaleRow): Sale => viewSince(row, row.staleSinceMs)
  const viewNow = async (row: SaleRow): Promise<Sale> => viewSince(row, await staleSince(row))
  const starter = new SaleStarter({
    ledger,
    merchants,
    clock,
    random,
    freshDevice: createFreshDevice(clock),
    grants,
    reread: createReread({ ...shared, view }),
    isFull: () => runner.size() >= limits.sales,
    maxStarts: limits.starts,
    failpoint,
    view,
  })

  /** Returns the sale if it belongs to the token's order. */
  const granted = async (access: SaleAccess, saleId: string): Promise<SaleRow | SaleRefusal> => {
    const row = await ledger.find(saleId)
    const ours = row !== null && row.merchant === access.merchant && row.orderRef === access.order
    return ours ? row : refuse('sale-not-found', NO_SALE)
  }
  const unavailable = (retryAfterMs: number | null): SaleRefusal =>
    refuse('upstream-unavailable', 'The payment service does not answer; try again soon.', {
      retryAfterSeconds: Math.ceil((retryAfterMs ?? 3_000) / 1000),
    })

  return {
    async start(access, request, idempotencyKey): Promise<SaleResult> {
      if (draining)
        return refuse('draining', 'The server is being restarted; send the same request again.', {
          retryAfterSeconds: 2,
        })
      const result = await starter.start(access, request, idempotencyKey)
      if (result.ok && result.created) runner.wake()
      return result
    },
    async read(access, saleId) {
      const row = await granted(access, saleId)
      return 'ok' in row ? row : { ok: true, sale: await viewNow(row), created: false }
    },
    attempts: async (access) =>
      Promise.all((await ledger.attempts(access.merchant, access.order)).map(viewNow)),
    async newest(access) {
      const row = standing(await ledger.attempts(access.merchant, access.order))
      return row === null ? null : viewNow(row)
    },
    async holds(access, deviceIds) {
      const upstream = merchants(access.merchant)
      if (upstream === null) return new Map()
      return shownHolds(await ledger.deviceHolds(upstream.id, deviceIds), access, clock.now())
    },
    watch(access, saleId, after, signal, since = null) {
      const ours: Show = (snapshot, shown) => show(access.merchant, snapshot, shown)
      const frames = watchers.watch(saleId, { after, staleSinceMs: since, show: ours }, signal)
      return {
        async *[Symbol.asyncIterator]() {
          const row = await granted(access, saleId)
          if ('ok' in row) {
            await frames[Symbol.asyncIterator]().return?.()
            return
          }
          watchers.learn(saleId, await staleSince(row))
          yield* frames
        },
      }
    },
    watchOrder: (access, signal) =>
      orderWatchers.watch(
        {
          merchant: access.merchant,
          order: access.order,
          show: viewSince,
          isSuperseded: (newest) => isSuperseded(access, newest),
        },
        signal,
      ),
    async cancel(access, saleId) {
      const row = await granted(access, saleId)
      if ('ok' in row) return row
      const upstream = merchants(row.merchant)
      if (row.state !== 'started' || row.sessionId === null || upstream?.features.cancel !== true)
        return refuse(
          'not-cancelable',
          isSettled(row.state)
            ? 'The sale is over; there is nothing to cancel.'
            : 'This sale cannot be cancelled from here; cancel it on the terminal.',
          { sale: view(row) },
        )
      const { repeat, lookup } = upstream.features
      const applied = await ledger.apply(saleId, { type: 'cancel_requested' }, { repeat, lookup })
      const asked = await upstream.client.cancelSession(row.sessionId, row.deviceId)
      const failed =
        asked.kind === 'found'
          ? null
          : await ledger.apply(saleId, { type: 'cancel_failed' }, { repeat, lookup })
      runner.wakeSale(saleId)
      // The refusal carries the sale after `cancel_failed`: that event, when it arrives, does not contradict the refusal.
      const now = failed === null || failed.kind === 'stale' ? {} : { sale: view(failed.row) }
      if (asked.kind === 'missing')
        return refuse(
          'not-cancelable',
          'The payment service knows no such session; wait for the result.',
          now,
        )
      if (asked.kind === 'fault')
        return asked.fault === 'refused'
          ? refuse('not-cancelable', 'The payment can no longer be cancelled; wait for the result.', now)
          : asked.fault === 'unauthorized'
            ? refuse('upstream-refused', 'The payment service refused the key of this merchant.', now)
            : { ...unavailable(asked.retryAfterMs), ...now }
      return { ok: true, sale: view(applied.kind === 'stale' ? row : applied.row), created: false }
    },
    async check(access, saleId) {
      const row = await granted(access, saleId)
      if ('ok' in row) return row
      await ledger.hasten(saleId)
      runner.wakeSale(saleId)
      runner.wake()
      const sale = view(row)
      return { ok: true, sale, looking: sale.checkable }
    },
    resolve: createResolve({ ledger, merchants, log, observer: shared.observer, view }),
    async details(access, saleId) {
      const row = await granted(access, saleId)
      if ('ok' in row) return row
      const upstream = merchants(row.merchant)
      if (row.reference === null || !isSettled(row.state) || upstream?.features.details !== true)
        return refuse('not-found', 'There are no more details of this sale.')
      const reading = await upstream.client.report(row.reference)
      if (reading.kind === 'fault')
        return reading.fault === 'unauthorized' || reading.fault === 'refused'
          ? refuse('upstream-refused', 'The payment service refused to report on this sale.')
          : unavailable(reading.retryAfterMs)
      const rows = reading.kind === 'found' ? reading.value : []
      const match = rows.find((one) => one['xRefNum'] === row.reference)
      if (match === undefined)
        return refuse('not-found', 'The payment service has no details of this sale yet.')
      return { ok: true, details: detailsOf(row.reference, match) }
    },
    figures: () => ({
      ...runner.usage(),
      followed: runner.size(),
      followedMax: limits.sales,
      watched: watchers.size(),
      failing: { claim: runner.failing('claim'), renew: runner.failing('renew') },
    }),
    failing: () => (['claim', 'renew'] as const).find((loop) => runner.failing(loop)) ?? null,
    async begin() {
      await store.prepare()
      unlisten = await store.listen((wakeup) => {
        if (wakeup.type === 'notice') {
          const notice = readNotice(wakeup.payload)
          watchers.notice(notice.saleId)
          orderWatchers.notice(notice)
        } else {
          watchers.resync()
          orderWatchers.resync()
        }
      })
      runner.begin()
      followUps.begin()
    },
    async drain() {
      draining = true
      await Promise.all([runner.drain(), followUps.drain()])
      storeTime.close()
      await unlisten?.()
      unlisten = null
    },
  }
}
