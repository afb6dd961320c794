// A cache of devices, at most 2 s old. Concurrent pages share one upstream request (P82). If the upstream does not answer, a
// known device keeps its name and is shown as UNKNOWN.
import type { Clock } from '../ports.ts'
import type { UpstreamDevice } from '../upstream/terminal/client.ts'
import type { DeviceResult, DeviceSource, DevicesResult } from './source.ts'

/** Maximum age of a status; an older one is shown as UNKNOWN. */
export const DEVICE_FRESH_MS = 2_000
/** Maximum number of cached devices and lists; the least recently read is evicted first. */
const MAX_ENTRIES = 5_000

/** A device and the time of its read. */
export interface SeenDevice {
  readonly device: UpstreamDevice
  readonly readAtMs: number
}

/** The source's answer, with the time of reading. */
export type SeenResult = ({ readonly ok: true } & SeenDevice) | Exclude<DeviceResult, { ok: true }>

/** The source's answer to a list, with the time of reading. */
export type SeenListResult =
  | { readonly ok: true; readonly devices: readonly SeenDevice[] }
  | Exclude<DevicesResult, { ok: true }>

/** A cache of the devices of all merchants. */
export interface DeviceCache {
  /** Returns one device, at most 2 s old. */
  read(merchant: string, deviceId: string): Promise<SeenResult>
  /** Returns all devices of a merchant, at most 2 s old. */
  list(merchant: string): Promise<SeenListResult>
  /** Returns the device as last read, of any age; `null` if never. */
  recall(merchant: string, deviceId: string): SeenDevice | null
  /** Stores a device that was read elsewhere, for example on registration; the next list is read again. */
  learn(merchant: string, device: UpstreamDevice): void
  /** Marks the device as stale: the next request reads its status and the list again. */
  invalidate(merchant: string, deviceId: string): void
}

/** Creates a cache in front of `source`. */
export function createDeviceCache(source: DeviceSource, clock: Clock): DeviceCache {
  const seen = new Map<string, SeenDevice>()
  const lists = new Map<string, { readonly ids: readonly string[]; readonly readAtMs: number }>()
  const reading = new Map<string, Promise<SeenResult>>()
  const listing = new Map<string, Promise<SeenListResult>>()
  const keyOf = (merchant: string, deviceId: string): string => `${merchant}\n${deviceId}`

  const remember = <Value>(map: Map<string, Value>, key: string, value: Value): void => {
    map.delete(key)
    map.set(key, value)
    const oldest = map.size > MAX_ENTRIES ? map.keys().next().value : undefined
    if (oldest !== undefined) map.delete(oldest)
  }
  const isFresh = (readAtMs: number): boolean => clock.now() - readAtMs <= DEVICE_FRESH_MS

  /** Joins or starts a read of the source. */
  const single = <Value>(
    map: Map<string, Promise<Value>>,
    key: string,
    ask: () => Promise<Value>,
  ): Promise<Value> => {
    const running = map.get(key)
    if (running !== undefined) return running
    const started = ask().finally(() => map.delete(key))
    map.set(key, started)
    return started
  }

  const readNow = async (merchant: string, deviceId: string): Promise<SeenResult> => {
    const result = await source.read(merchant, deviceId)
    if (!result.ok) {
      if (result.code === 'device-not-found') seen.delete(keyOf(merchant, deviceId))
      return result
    }
    const entry = { device: result.device, readAtMs: clock.now() }
    remember(seen, keyOf(merchant, deviceId), entry)
    return { ok: true, ...entry }
  }

  const listNow = async (merchant: string): Promise<SeenListResult> => {
    const result = await source.list(merchant)
    if (!result.ok) return result
    const readAtMs = clock.now()
    const devices = result.devices.map((device) => ({ device, readAtMs }))
    for (const entry of devices) remember(seen, keyOf(merchant, entry.device.id), entry)
    remember(lists, merchant, { ids: devices.map(({ device }) => device.id), readAtMs })
    return { ok: true, devices }
  }

  const recall = (merchant: string, deviceId: string): SeenDevice | null =>
    seen.get(keyOf(merchant, deviceId)) ?? null

  return {
    recall,
    async read(merchant, deviceId) {
      const known = recall(merchant, deviceId)
      if (known !== null && isFresh(known.readAtMs)) return { ok: true, ...known }
      return single(reading, keyOf(merchant, deviceId), () => readNow(merchant, deviceId))
    },
    async list(merchant) {
      const list = lists.get(merchant)
      const devices = list?.ids.map((id) => recall(merchant, id)).filter((entry) => entry !== null) ?? []
      const whole = list !== undefined && isFresh(list.readAtMs) && devices.length === list.ids.length
      return whole ? { ok: true, devices } : single(listing, merchant, () => listNow(merchant))
    },
    learn(merchant, device) {
      remember(seen, keyOf(merchant, device.id), { device, readAtMs: clock.now() })
      lists.delete(merchant)
    },
    invalidate(merchant, deviceId) {
      const known = recall(merchant, deviceId)
      if (known !== null)
        remember(seen, keyOf(merchant, deviceId), { ...known, readAtMs: clock.now() - DEVICE_FRESH_MS - 1 })
      lists.delete(merchant)
    },
  }
}
