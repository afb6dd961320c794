// The metrics as one text, and as instruments of OpenTelemetry. The first read starts the default metrics of the process (memory, event
// loop, collections): a BFF without a scraper does not pay for them.
import type { TelemetryMeter } from '@tapboard/server'
import { addBuildInfo, addConnections, addProcess, exportRegistry } from '@tapboard/server/node'
import type { ConnectionCounts } from '@tapboard/store'
import type { Clock } from '../../ports.ts'
import type { KeptMeters } from '../../observe/meters.ts'
import { meterOpenApplications, type OpenApplications } from './open-applications.ts'
import { meterOpenSales, type OpenSales } from './open-sales.ts'
import { meterOutbox, type OutboxFigures } from './outbox-gauges.ts'

/** Gauges that are read from the store. */
interface StoreFigures {
  openSales(): Promise<OpenSales>
  outbox(): Promise<OutboxFigures>
  openApplications(): Promise<OpenApplications>
  /** Rejects while the store commits no write. */
  probe(): Promise<void>
  /** `null` for an embedded store. */
  connections(): ConnectionCounts | null
}

/** Reads the metrics of a BFF. */
interface MetricsReader {
  /** The text in the Prometheus format. */
  read(): Promise<string>
  /** Offers counters and gauges to OpenTelemetry; call it once all of them exist. */
  export(meter: TelemetryMeter): void
  /** Ends the export: the last one of the SDK comes after the store is closed. */
  endExport(): void
}

interface MetricsReaderDeps {
  readonly meters: KeptMeters
  readonly clock: Clock
  /** The figures that are read from the store at each scrape. */
  readonly figures: StoreFigures
  /** Version of the package, for the build information. */
  readonly version: string
}

/** Creates the reader of all metrics in the text format of Prometheus. */
export function createMetricsReader({ meters, clock, figures, version }: MetricsReaderDeps): MetricsReader {
  const { registry } = meters
  let hasFigures = false
  let hasDefaults = false
  let isOver = false
  const addFigures = (): void => {
    if (hasFigures) return
    hasFigures = true
    meterOpenSales(
      registry,
      clock,
      () => figures.openSales(),
      () => figures.probe(),
    )
    meterOutbox(registry, clock, () => figures.outbox())
    addConnections(registry, () => figures.connections())
    addBuildInfo(registry, version)
    meterOpenApplications(registry, clock, () => figures.openApplications())
  }
  return {
    read() {
      addFigures()
      if (!hasDefaults) addProcess(registry)
      hasDefaults = true
      return registry.metrics()
    },
    export(meter) {
      addFigures()
      exportRegistry(registry, meter, () => isOver)
    },
    endExport() {
      isOver = true
    },
  }
}
