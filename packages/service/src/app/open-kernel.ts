// Creates the kernel from the options: opens and migrates the store, applies defaults for ports and timings.
import { keyOfFile } from '#runtime'
import {
  createTraceOrigins,
  createTracing,
  isOpenTelemetryApi,
  silentLog,
  systemClock,
  systemRandom,
  traceLog,
  traceStore,
  type OpenTelemetryApi,
} from '@tapboard/server'
import { openStore, type NoticePort, type Store } from '@tapboard/store'
import { newId } from '../account/secret.ts'
import { openVault } from '../vault/open-vault.ts'
import { holdsSealed } from '../vault/sealed.ts'
import type { DashboardOptions } from '../dashboard/dashboard.ts'
import type { FollowUpOptions } from '../boarding/follow-up.ts'
import type { Authorizer } from '../cloud/session/authorizer.ts'
import type { SignedAddress } from '../http/signed-address.ts'
import { TIMINGS } from '../ports.ts'
import type { Kernel, ServiceTraces } from '../kernel.ts'
import type { Clock, Log, Random, Timings } from '../ports.ts'
import { SCHEMA, type Tables } from '../schema/schema.ts'

/** Options of a service; only `store` is required. */
export interface ServiceOptions extends FollowUpOptions, DashboardOptions {
  /** URL of the store (`file:…`, `postgres://…`), or an open store, which the caller closes. */
  readonly store: string | Store<Tables>
  /** Connections to a PostgreSQL store opened by its URL, 1–200, without those for notices and readiness. Default 10. */
  readonly storeConnections?: number
  /** Carries the notices between processes, such as a topic of Redis or NATS. Default: PostgreSQL does. */
  readonly notices?: NoticePort
  /** Follows the specification strictly, without Tapboard's additional routes and fields. Default false. */
  readonly strict?: boolean
  /** Reaction to a repeated `xExternalRequestID`: an error, or the existing session. Default `refuse`. */
  readonly repeat?: 'refuse' | 'replay'
  /** Simulates terminals for devices whose serial number ends in `-OK`, `-SLOW` …. Default false. */
  readonly scriptedTerminals?: boolean
  /** Shortens the reboot of a simulated terminal from a minute to three seconds. Default false. */
  readonly fastTerminals?: boolean
  /**
   * The payment processor behind the terminals: its address, or a custom implementation. Default: a built-in one, whose
   * answer depends on the cents of the amount.
   */
  readonly authorizer?: SignedAddress | Authorizer
  /**
   * Connections of one network address that may be open without the terminal's hello, at least 1; further ones are closed with 1013,
   * and terminals try again later. Behind proxies, set `proxies`, or all terminals count as one address. Default 1,000.
   */
  readonly terminalsWaitingPerAddress?: number
  /**
   * Unique name of this process, stable across restarts: terminals of a killed run become DISCONNECTED at
   * once instead of after 30 s. Default: a new name at each start.
   */
  readonly instance?: string
  /**
   * Keys that encrypt the regulated fields of applications: 32 bytes in base64, several separated by commas,
   * the newest first. Default: a key file beside an embedded store; boarding on any other store requires a
   * key.
   */
  readonly dataKey?: string
  /** A clock for tests; default: the system clock. */
  readonly clock?: Clock
  /** A source of random bytes for tests; default: Web Crypto. */
  readonly random?: Random
  /** Receives each log line; default: no log. */
  readonly log?: Log
  /**
   * The module `@opentelemetry/api`, 1.9 or newer: spans and metrics then go to the SDK that the program has registered. Default: no
   * telemetry.
   */
  readonly openTelemetry?: OpenTelemetryApi
  /** Overrides single timings, for tests. */
  readonly timings?: Partial<Timings>
}

/** Default number of connections to PostgreSQL. */
const STORE_CONNECTIONS = 10

/**
 * Default number of connections without a hello per address: a tenth of the channels. A hello takes milliseconds, so a shop with
 * hundreds of terminals behind one address stays far below it.
 */
const TERMINALS_WAITING = 1_000

/** Name of the instrumentation in spans and metrics. */
export const SCOPE = '@tapboard/service'

/** The traces of the service; `null` without OpenTelemetry. Throws a RangeError for another value than the module. */
function openTraces(api: OpenTelemetryApi | undefined): ServiceTraces | null {
  if (api === undefined) return null
  if (!isOpenTelemetryApi(api))
    throw new RangeError('openTelemetry must be the module @opentelemetry/api, 1.9 or newer.')
  const tracing = createTracing(api, SCOPE)
  return { tracing, origins: createTraceOrigins(tracing) }
}

/** Creates the kernel. Rejects with a RangeError for an invalid option, a store error if the store cannot be opened, or a DataKeyError. */
export async function openKernel(options: ServiceOptions): Promise<Kernel> {
  const { clock = systemClock, random = systemRandom, log = silentLog, strict = false } = options
  const { terminalsWaitingPerAddress = TERMINALS_WAITING } = options
  if (!Number.isSafeInteger(terminalsWaitingPerAddress) || terminalsWaitingPerAddress < 1)
    throw new RangeError('terminalsWaitingPerAddress must be a whole number from 1.')
  const traces = openTraces(options.openTelemetry)
  const storeUrl = typeof options.store === 'string' ? options.store : null
  const vault = openVault(options.dataKey, storeUrl, random, keyOfFile, () => holdsSealed(store))
  const store =
    typeof options.store === 'string'
      ? await openStore<Tables>(options.store, {
          maxConnections: options.storeConnections ?? STORE_CONNECTIONS,
          ...(options.notices === undefined ? {} : { notices: options.notices }),
          ...(options.clock === undefined ? {} : { testClock: () => clock.now() }),
        })
      : options.store
  await store.migrate(SCHEMA)
  return {
    store: traces === null ? store : traceStore(store, traces.tracing),
    clock,
    random,
    log: traces === null ? log : traceLog(log, traces.tracing),
    traces,
    strict,
    repeat: options.repeat ?? 'refuse',
    terminalsWaitingPerAddress,
    // An external processor has its own delay.
    timings: {
      ...TIMINGS,
      ...(options.authorizer === undefined ? {} : { authorizeMs: 0 }),
      ...options.timings,
    },
    instance: options.instance ?? newId(random, 'svc'),
    vault,
  }
}
