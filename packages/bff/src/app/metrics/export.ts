// Offers the counters and gauges of the registry to OpenTelemetry, which reads them at each export. `meters.ts` records the histograms
// in both. The names are those of Prometheus without unit and `_total`, which a collector adds, so dashboards and alerts fit both ways.
import type { InstrumentOptions, TelemetryMeter, TelemetryObservable } from '@tapboard/server'
import { Counter, Gauge, type Registry } from 'prom-client'
import { exportedName } from '../../observe/meters.ts'

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

/** Creates an instrument for each counter and gauge that the registry has now. Once `isOver`, they have no values. */
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
