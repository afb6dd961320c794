// A device as a page sees it: never its whole serial number, and UNKNOWN rather than an old status.
import { serialEnding, type DeviceView } from '@tapboard/contract'
import type { HoldReader } from '../token/access.ts'
import { DEVICE_FRESH_MS, type SeenDevice } from './cache.ts'

/** Returns a device as read, or as UNKNOWN if its status is too old. */
export function viewDevice({ device, readAtMs }: SeenDevice, nowMs: number): DeviceView {
  const ageMs = Math.max(0, nowMs - readAtMs)
  return {
    id: device.id,
    name: device.name,
    make: device.make,
    serialEnding: serialEnding(device.serial),
    // The answer itself takes a moment: a status that was fresh when it was taken is shown.
    status: ageMs <= 2 * DEVICE_FRESH_MS ? device.status : 'UNKNOWN',
    ageMs,
    hold: null,
  }
}

/** Looks up the terminals that a sale holds. */
export interface DeviceHolds {
  /**
   * The holds of these devices; a hold by the token's own order or refund does not count.
   */
  holds(
    access: HoldReader,
    deviceIds: readonly string[],
  ): Promise<ReadonlyMap<string, NonNullable<DeviceView['hold']>>>
}

/** Returns the devices with their holds, read in one statement. */
export async function withHolds(
  sales: DeviceHolds,
  access: HoldReader,
  devices: readonly DeviceView[],
): Promise<DeviceView[]> {
  const ids = devices.map(({ id }) => id)
  const holds = await sales.holds(access, ids)
  return devices.map((device) => ({ ...device, hold: holds.get(device.id) ?? null }))
}

/** Returns the view of a device that the token allows and that was never read. */
export const unseenDevice = (id: string): DeviceView => ({
  id,
  name: id,
  make: '',
  serialEnding: '',
  status: 'UNKNOWN',
  ageMs: 0,
  hold: null,
})
