// Ports for everything that is not pure, so that a test can replace clock, randomness and log.
import type { Logger, TraceFields } from '@tapboard/server'

export type { Clock, Random } from '@tapboard/server'

/** Structured log. Fields are an allow-list of codes, IDs and numbers; never a body, header, token or key. */
export type Log = Logger<LogFields>

/** The allowed fields of a log line. */
export interface LogFields extends TraceFields {
  readonly requestId?: string
  readonly method?: string
  readonly route?: string
  readonly status?: number
  readonly durationMs?: number
  readonly code?: string
  /** Address of the code in the catalogue of errors. */
  readonly help?: string
  readonly merchant?: string
  readonly saleId?: string
  readonly deviceId?: string
  readonly applicationId?: string
  readonly state?: string
  readonly reason?: string
  readonly fence?: number
  readonly attempts?: number
  /** Number of open sales; `others` counts other work. */
  readonly sales?: number
  /** Number of other unfinished things. */
  readonly others?: number
  /** Number of heads of the ledger. */
  readonly heads?: number
  readonly keyId?: string
  /** Address of the caller of a refused or an audited request. */
  readonly source?: string
  /** The action that an audit line records. */
  readonly action?:
    | 'token-minted'
    | 'grants-withdrawn'
    | 'sale-resolved'
    | 'application-resolved'
    | 'key-rotated'
    | 'key-revoked'
    | 'values-resealed'
  readonly by?: string
  readonly user?: string
  readonly kind?: string
  readonly order?: string
  readonly person?: string
  readonly amount?: string
  readonly currency?: string
}
