// The metrics as one text. The first read starts the default metrics of the process (memory, event loop, collections):
// a BFF without a scraper does not pay for them.
import { collectDefaultMetrics } from 'prom-client'
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
}

/** Creates a reader in the Prometheus text format; `figures` query the store. */
export function createMetricsReader(
  meters: KeptMeters,
  clock: Clock,
  figures: StoreFigures,
): () => Promise<string> {
  const { registry } = meters
  let first = true
  return () => {
    if (first) {
      first = false
      meterOpenSales(
        registry,
        clock,
        () => figures.openSales(),
        () => figures.probe(),
      )
      meterOutbox(registry, clock, () => figures.outbox())
      meterOpenApplications(registry, clock, () => figures.openApplications())
      collectDefaultMetrics({ register: registry })
    }
    return registry.metrics()
  }
}
