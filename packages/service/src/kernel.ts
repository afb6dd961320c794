// What every part of the service depends on. `app/open-kernel.ts` creates it from the options.
import type { TraceOrigins, Tracing } from '@tapboard/server'
import type { Store } from '@tapboard/store'
import type { Clock, Log, Random, Timings } from './ports.ts'
import type { Tables } from './schema/schema.ts'
import type { Vault } from './vault/vault.ts'

/** The traces of a service with OpenTelemetry. */
export interface ServiceTraces {
  readonly tracing: Tracing
  /** Where each session began, by `sessionOrigin`. */
  readonly origins: TraceOrigins
}

/** Shared dependencies and settings of the service. */
export interface Kernel {
  readonly store: Store<Tables>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The traces of the service; `null` without OpenTelemetry. */
  readonly traces: ServiceTraces | null
  readonly timings: Timings
  /** Whether additions to the specification are off. */
  readonly strict: boolean
  /** Reaction to a repeated `xExternalRequestID`. */
  readonly repeat: 'refuse' | 'replay'
  /** Connections of one network address that may wait for the terminal's hello. */
  readonly terminalsWaitingPerAddress: number
  /** Name of this process in leases of sessions and terminals. */
  readonly instance: string
  /** Opens the vault for regulated values; rejects with a DataKeyError if no data key is configured. */
  readonly vault: () => Promise<Vault>
}
