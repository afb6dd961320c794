// From options to what every part of the service works with: the store opened and up to date, ports and timings filled in.
import { openStore, type Store } from '@tapboard/store'
import { newId } from './account/secret.ts'
import { openVault } from './boarding/data-key.ts'
import { holdsSealed } from './boarding/sealed.ts'
import type { FollowUpOptions } from './boarding/follow-up.ts'
import { silentLog, systemClock, systemRandom, TIMINGS } from './ports.ts'
import type { Clock, Kernel, Log, Random, Timings } from './ports.ts'
import { SCHEMA, type Tables } from './schema.ts'

/** How to make a service; only `store` has no default. */
export interface ServiceOptions extends FollowUpOptions {
  /** URL of the store (`file:…`, `postgres://…`), or an open store, which stays the caller's to close. */
  readonly store: string | Store<Tables>
  /** A strict copy of the specification: the additions of D-16 and D-27 are off. Default false. */
  readonly strict?: boolean
  /** What a repeated `xExternalRequestID` gets (D-14). Default `refuse`. */
  readonly repeat?: 'refuse' | 'replay'
  /** Devices whose serial number ends in `-OK`, `-SLOW` … get a terminal without a screen. Default false. */
  readonly scriptedTerminals?: boolean
  /**
   * Name of this process, the same after a restart and no other's at the same time: terminals that an earlier run held
   * when it was killed are DISCONNECTED at once instead of 30 s later. Default: a new name each time.
   */
  readonly instance?: string
  /**
   * Keys that seal the regulated fields of applications: 32 bytes in base64, several separated by commas, the newest first.
   * Default: a key file beside an embedded store; boarding on any other store needs it.
   */
  readonly dataKey?: string
  /** Default: the machine's. */
  readonly clock?: Clock
  /** Default: the machine's. */
  readonly random?: Random
  /** Default: silent. */
  readonly log?: Log
  /** Default: D-04, D-15, D-28. */
  readonly timings?: Partial<Timings>
}

/** Opens what the options name. Throws a fault of the store if it cannot be opened, or a DataKeyError. */
export async function openKernel(options: ServiceOptions): Promise<Kernel> {
  const { clock = systemClock, random = systemRandom, log = silentLog, strict = false } = options
  const storeUrl = typeof options.store === 'string' ? options.store : null
  const vault = openVault(options.dataKey, storeUrl, random, () => holdsSealed(store))
  const store =
    typeof options.store === 'string'
      ? await openStore<Tables>(
          options.store,
          options.clock === undefined ? {} : { testClock: () => clock.now() },
        )
      : options.store
  await store.migrate(SCHEMA)
  return {
    store,
    clock,
    random,
    log,
    strict,
    repeat: options.repeat ?? 'refuse',
    timings: { ...TIMINGS, ...options.timings },
    instance: options.instance ?? newId(random, 'svc'),
    vault,
  }
}
