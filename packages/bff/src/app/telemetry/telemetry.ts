// The parts of a BFF with OpenTelemetry. Without the option `openTelemetry` there is no `Telemetry`, and no part is wrapped.
import {
  createTraceOrigins,
  createTracing,
  traceLog,
  traceStore,
  type OpenTelemetryApi,
  type TelemetryMeter,
  type Tracing,
} from '@tapboard/server'
import type { Store } from '@tapboard/store'
import { NO_SALE_TRACER, type SaleTracer } from '../../observe/sale-tracer.ts'
import type { Log } from '../../ports.ts'
import type { Outbound } from '../runtime/runtime.ts'
import { traceSales } from './sale-traces.ts'
import { traceOutbound } from './traced-outbound.ts'

/** Name of the instrumentation in spans and metrics. */
const SCOPE = '@tapboard/bff'

/** Adds OpenTelemetry to the parts of a BFF, or passes them through. */
export interface Telemetry {
  /** Records spans; `null` without OpenTelemetry. */
  readonly tracing: Tracing | null
  /** Creates instruments; `null` without OpenTelemetry. */
  readonly meter: TelemetryMeter | null
  readonly sales: SaleTracer
  /** Runs `work` outside of the caller's trace. */
  detach<Result>(work: () => Result): Result
  log(log: Log): Log
  store<DB>(store: Store<DB>): Store<DB>
  outbound(outbound: Outbound): Outbound
}

const OFF: Telemetry = {
  tracing: null,
  meter: null,
  sales: NO_SALE_TRACER,
  detach: (work) => work(),
  log: (log) => log,
  store: (store) => store,
  outbound: (outbound) => outbound,
}

/** Opens the telemetry of a BFF. `propagates`: the upstream gets the header `traceparent`. */
export function openTelemetry(api: OpenTelemetryApi | null, propagates: boolean): Telemetry {
  if (api === null) return OFF
  const tracing = createTracing(api, SCOPE)
  const origins = createTraceOrigins(tracing)
  return {
    tracing,
    meter: api.metrics.getMeter(SCOPE),
    sales: traceSales(tracing, origins),
    detach: (work) => tracing.detach(work),
    log: (log) => traceLog(log, tracing),
    store: (store) => traceStore(store, tracing),
    outbound: (outbound) => traceOutbound(outbound, tracing, origins, propagates),
  }
}
