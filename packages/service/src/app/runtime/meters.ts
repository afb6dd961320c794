// The metrics of `#runtime`: `meters-node.ts` implements them with prom-client; another runtime has the refusals alone.
import type { TelemetryMeter } from '@tapboard/server'
import type { ConnectionCounts } from '@tapboard/store'
import type { TerminalCounts } from '../../terminal/hub.ts'
import type { StoreFigures } from './store-figures.ts'

/** Values that are read at each scrape. */
export interface MeterFigures {
  /** Rejects while the store commits no write. */
  probe(): Promise<void>
  /** `null` for an embedded store. */
  connections(): ConnectionCounts | null
  terminals(): TerminalCounts
  /** `null` while the store does not answer. */
  store(): Promise<StoreFigures | null>
  isDraining(): boolean
}

/** The figures of a request that was answered. */
export interface AnsweredRequest {
  /** Name of the operation, or `unknown`; never the path. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
}

/** Meters of a service, and their values as text in the Prometheus format. */
export interface ServiceMeters {
  answered(request: AnsweredRequest): void
  read(): Promise<string>
  /** Ends the export; call it before the store is closed. */
  end(): void
}

/** Opens the meters; `meter` is that of OpenTelemetry, or `null`. */
export type OpenMeters = (figures: MeterFigures, meter: TelemetryMeter | null) => ServiceMeters
