// A log whose lines name the span in which they were written.
import type { Logger } from './ports.ts'
import type { Tracing } from './tracing.ts'

/** Members of a line in a trace, by the names that OpenTelemetry gives to logs in other formats. */
export interface TraceFields {
  /** ID of the trace, 32 hexadecimal digits; only with OpenTelemetry. */
  readonly trace_id?: string
  /** ID of the span in which the line was written, 16 hexadecimal digits; only with OpenTelemetry. */
  readonly span_id?: string
}

/** Adds `trace_id` and `span_id` to each line that is written in a span. */
export function traceLog<Fields extends TraceFields>(log: Logger<Fields>, tracing: Tracing): Logger<Fields> {
  const placed = (fields: Fields): Fields => {
    const active = tracing.active()
    return active === null ? fields : { ...fields, trace_id: active.traceId, span_id: active.spanId }
  }
  return {
    info: (fields, message) => log.info(placed(fields), message),
    warn: (fields, message) => log.warn(placed(fields), message),
    error: (fields, message) => log.error(placed(fields), message),
  }
}
