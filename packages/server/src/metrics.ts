// Metrics that the BFF and the service share, as parts of a registry of prom-client: connections of the store, the build, the process. The
// same values go to OpenTelemetry. A label has a value of a fixed list.
import { readFileSync } from 'node:fs'
import type { ConnectionCounts } from '@tapboard/store'
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { InstrumentOptions, TelemetryMeter, TelemetryObservable } from './open-telemetry.ts'

/** From half a millisecond (a read of the embedded store) to the 30 s of a held read. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Name and unit of a metric in OpenTelemetry: a collector adds `_seconds` and `_total` for Prometheus. */
export function exportedName(name: string): { readonly name: string; readonly unit: string | null } {
  const bare = name.replace(/_total$/, '')
  return bare.endsWith('_seconds')
    ? { name: bare.replace(/_seconds$/, ''), unit: 's' }
    : { name: bare, unit: null }
}

/** Records durations with their labels. */
export interface Durations<Label extends string> {
  observe(labels: Readonly<Record<Label, string | number>>, seconds: number): void
}

/** Creates a histogram of durations; those that are observed go to `meter`, too, if there is one. */
export function createDurations<Label extends string>(
  registry: Registry,
  meter: TelemetryMeter | null,
  described: { readonly name: string; readonly help: string; readonly labelNames: readonly Label[] },
): Durations<Label> {
  const { name, help, labelNames } = described
  const registers = [registry]
  const histogram = new Histogram({ name, help, labelNames: [...labelNames], buckets: SECONDS, registers })
  if (meter === null) return histogram
  const exported = meter.createHistogram(exportedName(name).name, {
    description: help,
    unit: 's',
    advice: { explicitBucketBoundaries: SECONDS },
  })
  return {
    observe(labels, seconds) {
      histogram.observe(labels, seconds)
      exported.record(seconds, labels)
    },
  }
}

/** A gauge that is read at each scrape. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

/** Adds `tapboard_store_up`; `probe` rejects while the store commits no write. */
export function addStoreUp(registry: Registry, probe: () => Promise<void>): void {
  const help = '1 while the store commits writes, else 0. Probed at most once per second.'
  addGauge(registry, 'tapboard_store_up', help, () =>
    probe().then(
      () => 1,
      () => 0,
    ),
  )
}

/** Adds the connections to the database server, and the one for notices; an embedded store has none, and the values are then NaN. */
export function addConnections(registry: Registry, read: () => ConnectionCounts | null): void {
  new Gauge({
    name: 'tapboard_store_connections',
    help: 'Connections of this process to the database, in use or idle, without those for notices and readiness.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const counts = read()
      if (counts === null) return
      this.set({ state: 'in_use' }, counts.inUse)
      this.set({ state: 'idle' }, counts.idle)
    },
  })
  const gauge = (name: string, help: string, value: (counts: ConnectionCounts) => number): void =>
    addGauge(registry, `tapboard_${name}`, help, () => {
      const counts = read()
      return counts === null ? Number.NaN : value(counts)
    })
  gauge('store_connections_limit', 'Largest number of these connections.', ({ limit }) => limit)
  gauge(
    'store_connections_waiting',
    'Statements and transactions that wait for a connection.',
    ({ waiting }) => waiting,
  )
  gauge(
    'notices_connected',
    '1 while notices of other processes arrive, else 0; pages then see a change up to 5 s later.',
    ({ noticesConnected }) => Number(noticesConnected),
  )
  new Counter({
    name: 'tapboard_notices_reconnects_total',
    help: 'How often the connection for notices was opened again after a loss.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read()?.noticeReconnects ?? 0)
    },
  })
}

/** The version in a `package.json`; `unknown` where a bundler left the file out. */
export function versionIn(packageFile: URL): string {
  try {
    const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version?: unknown }
    return typeof version === 'string' ? version : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Adds `tapboard_build_info`: always 1, with the version of the package and of Node. */
export function addBuildInfo(registry: Registry, version: string): void {
  new Gauge({
    name: 'tapboard_build_info',
    help: 'Version of the package and of Node; the value is always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1)
}

/** Adds memory, event loop and garbage collection of the process. They cost time even without a scrape: add them with the first one. */
export const addProcess = (registry: Registry): void => collectDefaultMetrics({ register: registry })

/** Creates the instrument of a metric; `null` for a histogram. */
function instrumentOf(
  meter: TelemetryMeter,
  metric: unknown,
  name: string,
  options: InstrumentOptions,
): TelemetryObservable | null {
  if (metric instanceof Counter) return meter.createObservableCounter(name, options)
  return metric instanceof Gauge ? meter.createObservableGauge(name, options) : null
}

/**
 * Offers each counter and gauge that the registry has now to OpenTelemetry, which reads them at each export; {@link createDurations}
 * records the histograms in both. The names are those of Prometheus without unit and `_total`, which a collector adds, so dashboards and
 * alerts fit both ways. Once `isOver`, they have no values.
 */
export function exportRegistry(registry: Registry, meter: TelemetryMeter, isOver: () => boolean): void {
  for (const { name, help: description } of registry.getMetricsAsArray()) {
    const metric = registry.getSingleMetric(name)
    const exported = exportedName(name)
    const options = { description, ...(exported.unit === null ? {} : { unit: exported.unit }) }
    instrumentOf(meter, metric, exported.name, options)?.addCallback(async (result) => {
      if (isOver()) return
      const read = await (metric as Counter | Gauge).get()
      for (const { value, labels } of read.values)
        // A figure of a store that does not answer is NaN.
        if (!Number.isNaN(value)) result.observe(value, labels as Readonly<Record<string, string | number>>)
    })
  }
}
