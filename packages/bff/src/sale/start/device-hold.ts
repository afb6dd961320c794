// Device holds (INV-3, rule 19): the hold that a page shows, and the refusal of a start on a held terminal.
import type { DeviceView } from '@tapboard/contract'
import type { DeviceHold } from '../ledger/ledger-store.ts'
import { refuse, type Refusal } from '../../refusal.ts'
import { isSameGroup, type HoldReader } from '../../token/access.ts'
import { groupOf } from '../machine/row.ts'

/** Returns the time until the fence of a sale in doubt ends. `null`: the sale is in progress and its end frees the terminal. */
const freeInMs = ({ state, deviceFreeAtMs: freeAtMs }: DeviceHold, nowMs: number): number | null =>
  state === 'in_doubt' && freeAtMs !== null ? Math.max(0, freeAtMs - nowMs) : null

/** Returns the holds of other orders and refunds by device; `order` is `null` for a page without one. */
export const shownHolds = (
  holds: readonly DeviceHold[],
  { order, ...page }: HoldReader,
  nowMs: number,
): ReadonlyMap<string, NonNullable<DeviceView['hold']>> =>
  new Map(
    holds
      .filter((hold) => order === null || !isSameGroup(groupOf(hold), { ...page, order }))
      .map((hold) => [hold.deviceId, { freeInMs: freeInMs(hold, nowMs) }]),
  )

/** Retry-After for a terminal whose current sale is in progress. */
const BUSY_SECONDS = 5

/** Refuses a start on a terminal that another sale holds. Includes the remaining time if it is known. */
export function deviceBusy(hold: DeviceHold, nowMs: number): Refusal {
  const leftMs = freeInMs(hold, nowMs)
  if (leftMs === null)
    return refuse(
      'device-busy',
      'The terminal is in use for another sale; wait for it to end or choose another terminal.',
      { retryAfterSeconds: BUSY_SECONDS },
    )
  const retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000))
  return refuse(
    'device-busy',
    `The terminal is held for ${retryAfterSeconds} more seconds, because the result of another sale on it is not known; choose another terminal.`,
    { retryAfterSeconds },
  )
}
