// createBff: validates the configuration, opens and assembles the parts, and closes them in order: no new sales,
// streams ended, sends finished, then the upstream and the store.
import { createLog, openMetrics, OUTBOUND } from '#runtime'
import { randomId, systemClock, systemRandom, untilNoticed } from '@tapboard/server'
import { openStore, type Store } from '@tapboard/store'
import { createApplications, type ApplicationParts, type SignUp } from '../application/create-applications.ts'
import type { ApplicationTables } from '../application/tables.ts'
import type { Bff } from './bff.ts'
import { warnOfCommitLoss } from './commit-loss.ts'
import { watchProbe } from './watched-probe.ts'
import { readConfig, type BffConfig } from './config.ts'
import { createCore, type Core } from './core.ts'
import { createDeviceSource } from '../device/upstream-source.ts'
import type { Failpoint } from '../sale/failpoint.ts'
import type { Meters } from '../observe/meters.ts'
import { openHeads } from './heads.ts'
import { meterBoarding } from './metrics/metered-boarding.ts'
import { exposeSales, meterSales } from './metrics/metered-sales.ts'
import { meterUpstream } from './metrics/metered-upstream.ts'
import { meteredObserver } from '../observe/observer.ts'
import { createLiveUpstreams, type CurrentKey, type LiveUpstreams } from './merchants/live-upstreams.ts'
import { createMerchantList, withCount, withMerchants, type MerchantList } from './merchants/merchant-list.ts'
import { countOpenWork, type WorkTables } from './merchants/open-work.ts'
import { createRetirement, type Retirement } from './merchants/retirement.ts'
import { createSetMerchants } from './merchants/set-merchants.ts'
import type { BffOptions, Merchant } from './options.ts'
import { AUDIT_MIGRATIONS } from '../durable/audit-log.ts'
import type { BatchLoop } from '../durable/batch-loop.ts'
import { createOutbox, type Outbox } from '../durable/outbox/create-outbox.ts'
import type { OutboxTables } from '../durable/outbox/outbox-row.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { fetchOutbound } from './runtime/fetch-outbound.ts'
import type { Metrics, Outbound } from './runtime/runtime.ts'
import { openTelemetry, type Telemetry } from './telemetry/telemetry.ts'
import { createDesk, type Desk } from '../sale/desk/desk.ts'
import { createSales, EMBEDDED_INSTANCE, type RunningSales } from '../sale/sales.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import { createArchiveLoop } from '../sale/ledger/archive-loop.ts'
import { withCommitted } from '../sale/ledger/committed-events.ts'
import type { Heads } from '../sale/ledger/heads.ts'
import { sqlGrants } from '../sale/ledger/sql-grants.ts'
import { readHolds } from '../sale/ledger/recovery-hold.ts'
import { LEDGER_MIGRATIONS } from '../sale/ledger/schema.ts'
import { KEY_MIGRATIONS, type KeyTables } from '../token/key-table.ts'
import { openKeySet, type KeySet } from '../token/key-set.ts'
import { deriveKeys } from '../token/secret.ts'
import { sqlUsedProofs } from '../token/used-proofs.ts'
import {
  createUpstream,
  type RunningUpstream,
  type UpstreamPorts,
} from '../upstream/terminal/create-upstream.ts'
import type { MerchantUpstream } from '../upstream/terminal/merchant.ts'

type Tables = KeyTables & LedgerTables & ApplicationTables

async function openLedger(
  options: BffOptions,
  { storeConnections: maxConnections }: BffConfig,
  log: Log,
  clock: Clock,
): Promise<{ store: Store<Tables>; own: boolean }> {
  if (typeof options.store !== 'string') return { store: options.store as Store<Tables>, own: false }
  const warn = (_fields: unknown, message: string): void => log.warn({ code: 'store' }, message)
  return {
    store: await openStore<Tables>(options.store, {
      log: { warn },
      clock: () => clock.now(),
      maxConnections,
      ...(options.notices === undefined ? {} : { notices: options.notices }),
    }),
    own: true,
  }
}

/** One upstream per merchant, each with the merchant's own key. */
function openUpstreams(
  config: BffConfig,
  list: MerchantList,
  ports: UpstreamPorts,
  meters: Meters,
  closed: (upstream: MerchantUpstream) => void,
): LiveUpstreams {
  const { terminalUrl: baseUrl, reportingUrl, start, invoice, dialect, features, readsPerSecond } = config
  const shared = { baseUrl, reportingUrl, start, invoice, dialect, features, readsPerSecond }
  const open = (key: CurrentKey): RunningUpstream =>
    meterUpstream(createUpstream(Object.assign(key, shared), ports), meters)
  return createLiveUpstreams(list, open, closed)
}

/** Ports for tests only: the package exports none of them, and no option leads to them. */
export interface BffPorts {
  /** Called at the failpoints of the ledger. */
  readonly failpoint?: Failpoint
  /** Ports of every merchant's upstream. */
  readonly upstream?: Partial<UpstreamPorts>
  /** Ports to the boarding API. */
  readonly boarding?: NonNullable<ApplicationParts['ports']>
}

/**
 * Creates a BFF. Throws a {@link ConfigError} for invalid options, and a fault of the store if it cannot be opened.
 * `fetch` answers at once; `start` starts the loops of the sales.
 */
export function createBff(options: BffOptions): Promise<Bff> {
  return createBffWith(options, {})
}

/** {@link createBff} with the ports of a test. */
export async function createBffWith(options: BffOptions, ports: BffPorts): Promise<Bff> {
  const config = readConfig(options)
  const telemetry = openTelemetry(options.openTelemetry ?? null, config.traceparent)
  const { clock = systemClock, random = systemRandom } = options
  const log = telemetry.log(options.log ?? createLog())
  const opened = await openLedger(options, config, log, clock)
  const { own } = opened
  const store = telemetry.store(opened.store)
  const closeStore = async (): Promise<void> => {
    if (own) await store.close()
  }
  try {
    const parts = await openParts({
      options,
      ports,
      config,
      telemetry,
      store,
      log,
      clock,
      random,
      closeStore,
    })
    const { core, keys } = parts
    return {
      publicUrl: config.publicUrl,
      fetch: core.fetch,
      mintToken: core.mintToken,
      withdraw: core.withdraw,
      ...lifecycleOf(parts),
      setMerchants: parts.setMerchants,
      metrics: () => parts.metrics.read(),
      rotateKeys: () => keys.rotate(),
      revokeKey: (keyId) => keys.revoke(keyId),
    }
  } catch (error) {
    await closeStore()
    throw error
  }
}

/** Shared dependencies of the parts of a BFF. */
interface Foundation {
  readonly options: BffOptions
  readonly ports: BffPorts
  readonly config: BffConfig
  readonly telemetry: Telemetry
  readonly store: Store<Tables>
  readonly log: Log
  readonly clock: Clock
  readonly random: Random
  closeStore(): Promise<void>
}

/** The parts of a BFF that start, drain or close. */
interface Parts extends Pick<Foundation, 'closeStore' | 'log' | 'telemetry' | 'config' | 'clock'> {
  readonly keys: KeySet
  readonly upstreams: LiveUpstreams
  readonly retirement: Retirement
  readonly setMerchants: Bff['setMerchants']
  readonly outbox: Outbox
  readonly sales: RunningSales
  readonly heads: Heads | null
  readonly desk: Desk
  readonly archive: BatchLoop
  readonly signUp: SignUp
  readonly core: Core
  readonly metrics: Metrics
}

/** Tells the operator why starts are refused after a restore. */
async function warnOfHolds(store: Store<Tables>, log: Log): Promise<void> {
  const holds = await readHolds(store as unknown as Store<LedgerTables>)
  if (holds.length > 0)
    log.warn(
      { code: 'store-restored' },
      'starts are refused until "tapboard reconcile --release": the ledger was restored',
    )
}

/** Runs the migrations and opens all parts. */
async function openParts(foundation: Foundation): Promise<Parts> {
  const { options, ports, telemetry, store, log, clock, random, closeStore } = foundation
  const list = createMerchantList(foundation.config.merchants)
  const config = withMerchants(foundation.config, list)
  await store.migrate(AUDIT_MIGRATIONS)
  await store.migrate(KEY_MIGRATIONS)
  await store.migrate(LEDGER_MIGRATIONS)
  await warnOfHolds(store, log)
  await warnOfCommitLoss(store, log)
  const derived = deriveKeys(config.secret)
  const { nonceRing, sealRing } = derived
  const { rotateEveryDays } = config
  const keyStore = store as unknown as Store<KeyTables>
  const keys = await openKeySet({ store: keyStore, sealRing, clock, random, log, rotateEveryDays })
  const outbound = telemetry.outbound(options.fetch === undefined ? OUTBOUND : fetchOutbound(options.fetch))
  const metered = store as unknown as Parameters<typeof openMetrics>[1]
  const metrics = openMetrics(clock, metered, telemetry.meter)
  const { meters } = metrics
  const upstreams = openUpstreams(config, list, { clock, outbound, ...ports.upstream }, meters, (upstream) =>
    sales.forget(upstream),
  )
  const changing = openChanges(foundation, meters, list, upstreams)
  const outbox = openOutbox(foundation, meters, list, outbound)
  const heads = await openHeads(config, { outbound, clock, random, log })
  const sales = openSales(foundation, meters, list, { upstreams, outbox, heads })
  const signUp = await createApplications({
    config,
    takesApplications: (merchant) => list.isConfigured(merchant),
    store: store as unknown as Store<ApplicationTables>,
    derived,
    clock,
    random,
    log,
    wrapClient: (client) => meterBoarding(client, meters),
    announcing: outbox.announcing,
    outbound,
    ...(ports.boarding === undefined ? {} : { ports: ports.boarding }),
  })
  const desk = createDesk({
    store: store as unknown as Store<LedgerTables>,
    clock,
    log,
    limits: { perProcess: config.limits.streams },
  })
  const core = createCore({
    config,
    merchants: list,
    keys,
    nonceRing,
    usedProofs: sqlUsedProofs(keyStore, log),
    sales,
    desk,
    grants: sqlGrants(store as unknown as Store<LedgerTables>),
    devices: createDeviceSource((id) => (list.isConfigured(id) ? upstreams.find(id) : null)),
    signUp,
    probe: watchProbe(() => store.probe(), log),
    clock,
    random,
    log,
    meters,
    tracing: telemetry.tracing,
  })
  const archive = createArchiveLoop({
    store: store as unknown as Store<LedgerTables>,
    merchants: () => list.known.map(({ id }) => id),
    afterDays: config.archiveAfterDays,
    clock,
    log,
  })
  metrics.begin()
  const own = { sales, heads, desk, archive, signUp, ...changing }
  return { log, config, clock, closeStore, telemetry, keys, upstreams, outbox, ...own, core, metrics }
}

/** The parts that change the merchants. */
function openChanges(
  { options, store, clock, log }: Foundation,
  meters: Meters,
  list: MerchantList,
  upstreams: LiveUpstreams,
): Pick<Parts, 'retirement' | 'setMerchants'> {
  const retirement = createRetirement({
    list,
    countWork: () => countOpenWork(store as unknown as Store<WorkTables>),
    forgotten: (merchant) => upstreams.close(merchant),
    clock,
    log,
  })
  const validate = (merchants: readonly Merchant[]): readonly Merchant[] =>
    readConfig({ ...options, merchants }).merchants
  return { retirement, setMerchants: createSetMerchants({ list, validate, retirement, meters, clock, log }) }
}

function openOutbox(
  { options, config, store, clock, random, log }: Foundation,
  meters: Meters,
  list: MerchantList,
  outbound: Outbound,
): Outbox {
  return createOutbox({
    store: store as unknown as Store<OutboxTables>,
    merchants: () => list.known,
    onSettled: options.onSettled ?? null,
    clock,
    random,
    log,
    observer: meteredObserver(meters),
    webhooks: outbound.webhooks(clock),
    instance: `outbox_${config.instance ?? (store.engine === 'sqlite' ? EMBEDDED_INSTANCE : randomId(random))}`,
  })
}

function openSales(
  { ports, config, telemetry, store, clock, random, log }: Foundation,
  meters: Meters,
  list: MerchantList,
  { upstreams, outbox, heads }: Pick<Parts, 'upstreams' | 'outbox' | 'heads'>,
): RunningSales {
  const { openLedger: openMetered, ...metered } = meterSales(meters)
  const { instance, limits, readsPerSecond } = config
  const sales = createSales({
    store: store as unknown as Store<LedgerTables>,
    merchants: upstreams.find,
    takesSales: (merchant) => list.isConfigured(merchant),
    clock,
    random,
    log,
    limits: withCount({ perProcess: limits.streams, sales: limits.sales, starts: limits.starts }, list),
    ...(instance === null ? {} : { instance }),
    ...(ports.failpoint === undefined ? {} : { failpoint: ports.failpoint }),
    ...metered,
    tracer: telemetry.sales,
    openLedger: (ledger, announcing) =>
      openMetered(heads === null ? ledger : withCommitted(ledger, (head) => heads.write(head)), announcing),
    observer: meteredObserver(meters),
    announcing: outbox.announcing,
  })
  exposeSales(meters, () => sales.figures())
  meters.expose('poll_budget_reads_per_second', () => readsPerSecond)
  return sales
}

/** Starts, drains and closes the parts; each at most once. */
function lifecycleOf(parts: Parts): Pick<Bff, 'start' | 'drain' | 'close'> {
  const { log, config, clock, closeStore, telemetry, keys, upstreams, outbox, core, metrics } = parts
  const { sales, heads, desk, archive, signUp, retirement } = parts
  let started: Promise<void> | null = null
  let closed: Promise<void> | null = null
  let drained: Promise<void> | null = null
  const begin = async (): Promise<void> => {
    await sales.begin()
    await desk.begin()
    outbox.begin()
    signUp.begin()
    archive.begin()
    retirement.begin()
  }
  const drain = async (): Promise<void> => {
    core.leave()
    if (started !== null && config.proxies > 0) await untilNoticed(clock)
    core.drain()
    await started?.catch(() => log.warn({ code: 'start-failed' }, 'draining after a failed start'))
    // Concurrently: the longer of the two bounds a stop.
    await Promise.all([
      core.idle(),
      sales.drain(),
      desk.close(),
      outbox.drain(),
      signUp.drain(),
      archive.end(),
      retirement.end(),
    ])
  }
  const close = async (): Promise<void> => {
    await (drained ??= drain())
    metrics.end()
    keys.close()
    await signUp.close()
    await heads?.close()
    await upstreams.closeAll()
    await closeStore()
  }
  return {
    start: () => {
      started ??= telemetry.detach(() => {
        keys.begin()
        return begin()
      })
      return started
    },
    drain: () => (drained ??= drain()),
    close: () => (closed ??= close()),
  }
}
