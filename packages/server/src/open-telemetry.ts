// The part of `@opentelemetry/api` (1.9 or newer) that Tapboard calls, as structural types: the published types then need no
// package that most hosts do not have.

/** Values of an attribute of a span or a measurement. */
export type TelemetryAttributes = Readonly<Record<string, string | number | boolean>>

/** A context of OpenTelemetry; its members are not called here. */
export interface TelemetryContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): TelemetryContext
  deleteValue(key: symbol): TelemetryContext
}

/** The identity of a span (W3C Trace Context). */
export interface SpanIdentity {
  /** The ID of the trace in 32 hexadecimal digits. */
  readonly traceId: string
  /** The ID of the span in 16 hexadecimal digits. */
  readonly spanId: string
  /** Bit 0 is set for a sampled trace. */
  readonly traceFlags: number
  readonly isRemote?: boolean
}

/** A span of the SDK. */
export interface TelemetrySpan {
  spanContext(): SpanIdentity
  isRecording(): boolean
  updateName(name: string): unknown
  setAttributes(attributes: TelemetryAttributes): unknown
  setStatus(status: { readonly code: number }): unknown
  end(): void
}

/** The part of OpenTelemetry's `Tracer` that the servers use. */
export interface TelemetryTracer {
  startSpan(
    name: string,
    options: { readonly kind: number; readonly attributes: TelemetryAttributes },
    context: TelemetryContext,
  ): TelemetrySpan
}

/** Receives the values of an instrument at each collection. */
export interface TelemetryResult {
  observe(value: number, attributes?: TelemetryAttributes): void
}

/** An instrument that is read at each collection. */
export interface TelemetryObservable {
  addCallback(callback: (result: TelemetryResult) => void | Promise<void>): void
}

/** Unit and description of an instrument. */
export interface InstrumentOptions {
  readonly description: string
  readonly unit?: string
  readonly advice?: { readonly explicitBucketBoundaries?: number[] }
}

/** The part of OpenTelemetry's `Meter` that the servers use. */
export interface TelemetryMeter {
  createHistogram(
    name: string,
    options: InstrumentOptions,
  ): { record(value: number, attributes?: TelemetryAttributes): void }
  createObservableCounter(name: string, options: InstrumentOptions): TelemetryObservable
  createObservableGauge(name: string, options: InstrumentOptions): TelemetryObservable
}

/**
 * The module `@opentelemetry/api`, version 1.9 or newer: `import * as api from '@opentelemetry/api'`. Spans and metrics go to the
 * SDK that the program registered there; without one, all calls are no-ops.
 */
export interface OpenTelemetryApi {
  readonly ROOT_CONTEXT: TelemetryContext
  readonly context: {
    active(): TelemetryContext
    with<Result>(context: TelemetryContext, work: () => Result): Result
  }
  readonly trace: {
    getTracer(name: string, version?: string): TelemetryTracer
    getSpanContext(context: TelemetryContext): SpanIdentity | undefined
    setSpan(context: TelemetryContext, span: TelemetrySpan): TelemetryContext
    setSpanContext(context: TelemetryContext, identity: SpanIdentity): TelemetryContext
    isSpanContextValid(identity: SpanIdentity): boolean
  }
  readonly metrics: { getMeter(name: string, version?: string): TelemetryMeter }
}

/** Whether a value has the members of {@link OpenTelemetryApi}. */
export const isOpenTelemetryApi = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ['ROOT_CONTEXT', 'context', 'trace', 'metrics'].every((name) => {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[name]
    return typeof member === 'object' && member !== null
  })
