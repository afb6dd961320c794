// Replaces the merchants of a running BFF. A list that `createBff` would refuse changes nothing.
import type { Meters } from '../../observe/meters.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Merchant } from '../options.ts'
import { isUnchanged, type MerchantList, type MerchantsChange } from './merchant-list.ts'
import type { Retirement } from './retirement.ts'

interface SetMerchantsParts {
  readonly list: MerchantList
  /** Validates a list as `createBff` does; throws a `ConfigError`. */
  readonly validate: (merchants: readonly Merchant[]) => readonly Merchant[]
  readonly retirement: Retirement
  readonly meters: Meters
  readonly clock: Clock
  readonly log: Log
}

/** The new merchants, or a function that reads them. */
export type NewMerchants = readonly Merchant[] | (() => readonly Merchant[])

/** Writes one line for each merchant of a change. */
function logChange({ added, changed, removed }: MerchantsChange, log: Log): void {
  for (const merchant of added) log.info({ code: 'merchant-added', merchant }, 'a merchant was added')
  for (const merchant of changed)
    log.info({ code: 'merchant-changed', merchant }, 'a merchant was changed; new requests use it')
  for (const merchant of removed)
    log.warn(
      { code: 'merchant-removed', merchant },
      'a merchant was removed; its open sales are followed to their end with its last key',
    )
}

/** Creates the function that replaces the merchants, and exposes its gauges. */
export function createSetMerchants({
  list,
  validate,
  retirement,
  meters,
  clock,
  log,
}: SetMerchantsParts): (merchants: NewMerchants) => MerchantsChange {
  let succeeded = true
  let succeededAtMs = clock.now()
  meters.expose('merchants_configured', () => list.configured.length)
  meters.expose('merchants_removed', () => list.removed.length)
  meters.expose('merchants_removed_open_sales', () => retirement.openSales())
  meters.expose('config_last_reload_successful', () => (succeeded ? 1 : 0))
  meters.expose('config_last_reload_success_timestamp_seconds', () => succeededAtMs / 1000)
  return (merchants) => {
    succeeded = false
    const change = list.replace(
      validate(typeof merchants === 'function' ? merchants() : merchants),
      clock.now(),
    )
    succeeded = true
    succeededAtMs = clock.now()
    if (isUnchanged(change)) return change
    logChange(change, log)
    retirement.plan()
    return change
  }
}
