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
type SeenResult = ({ readonly ok: true } & SeenDevice) | Exclude<DeviceResult, { ok: true }>

/** The source's answer to a list, with the time of reading. */
type SeenListResult =
  | { readonly ok: true; readonly devices: readonly SeenDevice[] }
  | Exclude<DevicesResult, { ok: true }>

const keyOf = (merchant: string, deviceId: string): string => `${merchant}\n${deviceId}`

/** Stores a value; evicts the least recently stored one above the limit. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > MAX_ENTRIES ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
}

/** Joins or starts a read of the source. */
function single<Value>(
  map: Map<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const running = map.get(key)
  if (running !== undefined) return running
  const started = ask().finally(() => map.delete(key))
  map.set(key, started)
  return started
}

/** A cache of the devices of all merchants in front of a source. */
export class DeviceCache {
  readonly #source: DeviceSource
  readonly #clock: Clock
  readonly #seen = new Map<string, SeenDevice>()
  readonly #lists = new Map<string, { readonly ids: readonly string[]; readonly readAtMs: number }>()
  readonly #reading = new Map<string, Promise<SeenResult>>()
  readonly #listing = new Map<string, Promise<SeenListResult>>()

  constructor(source: DeviceSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  /** Returns one device, at most 2 s old. */
  async read(merchant: string, deviceId: string): Promise<SeenResult> {
    const known = this.recall(merchant, deviceId)
    if (known !== null && this.#isFresh(known.readAtMs)) return { ok: true, ...known }
    return single(this.#reading, keyOf(merchant, deviceId), () => this.#readNow(merchant, deviceId))
  }

  /** Returns all devices of a merchant, at most 2 s old. */
  async list(merchant: string): Promise<SeenListResult> {
    const list = this.#lists.get(merchant)
    const devices = list?.ids.map((id) => this.recall(merchant, id)).filter((entry) => entry !== null) ?? []
    const whole = list !== undefined && this.#isFresh(list.readAtMs) && devices.length === list.ids.length
    return whole ? { ok: true, devices } : single(this.#listing, merchant, () => this.#listNow(merchant))
  }

  /** Returns the device as last read, of any age; `null` if never. */
  recall(merchant: string, deviceId: string): SeenDevice | null {
    return this.#seen.get(keyOf(merchant, deviceId)) ?? null
  }

  /** Stores a device that was read elsewhere, for example on registration; the next list is read again. */
  learn(merchant: string, device: UpstreamDevice): void {
    remember(this.#seen, keyOf(merchant, device.id), { device, readAtMs: this.#clock.now() })
    this.#lists.delete(merchant)
  }

  /** Marks the device as stale: the next request reads its status and the list again. */
  invalidate(merchant: string, deviceId: string): void {
    const known = this.recall(merchant, deviceId)
    const readAtMs = this.#clock.now() - DEVICE_FRESH_MS - 1
    if (known !== null) remember(this.#seen, keyOf(merchant, deviceId), { ...known, readAtMs })
    this.#lists.delete(merchant)
  }

  #isFresh(readAtMs: number): boolean {
    return this.#clock.now() - readAtMs <= DEVICE_FRESH_MS
  }

  async #readNow(merchant: string, deviceId: string): Promise<SeenResult> {
    const key = keyOf(merchant, deviceId)
    const result = await this.#source.read(merchant, deviceId)
    if (!result.ok) {
      if (result.code === 'device-not-found') this.#seen.delete(key)
      return result
    }
    const entry = { device: result.device, readAtMs: this.#clock.now() }
    remember(this.#seen, key, entry)
    return { ok: true, ...entry }
  }

  async #listNow(merchant: string): Promise<SeenListResult> {
    const result = await this.#source.list(merchant)
    if (!result.ok) return result
    const readAtMs = this.#clock.now()
    const devices = result.devices.map((device) => ({ device, readAtMs }))
    for (const entry of devices) remember(this.#seen, keyOf(merchant, entry.device.id), entry)
    remember(this.#lists, merchant, { ids: devices.map(({ device }) => device.id), readAtMs })
    return { ok: true, devices }
  }
}
