// Spans over `@opentelemetry/api`. A program without OpenTelemetry has no `Tracing` at all: its parts are not wrapped, so they cost
// nothing. Attributes have the names of the semantic conventions; their values are codes, templates, IDs and numbers, never a body, a
// header, a query, a name or a message of an error.
import type {
  OpenTelemetryApi,
  SpanIdentity,
  TelemetryAttributes,
  TelemetryContext,
  TelemetrySpan,
} from './open-telemetry.ts'
import { writeTraceparent } from './traceparent.ts'

/** The kinds of spans, as `@opentelemetry/api` numbers them. */
const KINDS = { internal: 0, server: 1, client: 2 } as const

/** The value of `SpanStatusCode.ERROR` in `@opentelemetry/api`, an optional package. */
const STATUS_ERROR = 2

/** The name, kind and attributes with which a span begins. */
export interface SpanStart {
  readonly name: string
  readonly kind: keyof typeof KINDS
  readonly attributes: TelemetryAttributes
  /** The span above it where no span is active: that of a caller, or an earlier one. `null`: a new trace. */
  readonly parent?: SpanIdentity | null
}

/** A span that has begun and not ended. */
export interface Span {
  readonly identity: SpanIdentity
  rename(name: string): void
  set(attributes: TelemetryAttributes): void
  /** Marks the span as failed; `type` is a code, a status or the name of a class. */
  fail(type: string): void
}

/** Creates the spans of a program. */
export interface Tracing {
  /** Runs `work` in a span, below the active span or {@link SpanStart.parent}. A rejection passes through and fails the span. */
  run<Result>(start: SpanStart, work: (span: Span) => Promise<Result>): Promise<Result>
  /** The span in which the caller runs, or `null`. */
  active(): SpanIdentity | null
  /** Runs `work` outside of the caller's trace: loops that it starts outlive the caller. */
  detach<Result>(work: () => Result): Result
}

/** Code or class name of a fault: short and from the program, never a message. */
function typeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  const name = typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error
  return /^[\w.-]{1,40}$/.test(name) ? name : '_OTHER'
}

class RunningSpan implements Span {
  readonly #span: TelemetrySpan
  readonly identity: SpanIdentity

  constructor(span: TelemetrySpan) {
    this.#span = span
    this.identity = span.spanContext()
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  set(attributes: TelemetryAttributes): void {
    if (this.#span.isRecording()) this.#span.setAttributes(attributes)
  }

  fail(type: string): void {
    if (!this.#span.isRecording()) return
    this.#span.setAttributes({ 'error.type': type })
    this.#span.setStatus({ code: STATUS_ERROR })
  }
}

/** Creates spans under the name of a package. */
export function createTracing(api: OpenTelemetryApi, name: string): Tracing {
  const { context, trace } = api
  const tracer = trace.getTracer(name)

  const active = (): SpanIdentity | null => {
    const identity = trace.getSpanContext(context.active())
    return identity !== undefined && trace.isSpanContextValid(identity) ? identity : null
  }

  const contextOf = (parent: SpanIdentity | null): TelemetryContext => {
    if (active() !== null) return context.active()
    return parent === null ? api.ROOT_CONTEXT : trace.setSpanContext(api.ROOT_CONTEXT, parent)
  }

  return {
    active,
    detach: (work) => context.with(api.ROOT_CONTEXT, work),
    async run({ name: spanName, kind, attributes, parent = null }, work) {
      const above = contextOf(parent)
      const started = tracer.startSpan(spanName, { kind: KINDS[kind], attributes }, above)
      const span = new RunningSpan(started)
      try {
        return await context.with(trace.setSpan(above, started), () => work(span))
      } catch (error) {
        span.fail(typeOf(error))
        throw error
      } finally {
        started.end()
      }
    },
  }
}

/** The header `traceparent` with the active span; empty without one. */
export function traceHeaders(tracing: Tracing | null): Readonly<Record<string, string>> {
  const identity = tracing?.active() ?? null
  return identity === null ? {} : { traceparent: writeTraceparent(identity) }
}
