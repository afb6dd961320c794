// Reads a device for a start; the read is at most 2 s old (rule 1). Concurrent starts share one read. The read times out
// early enough to answer the clerk within 3 s (P7).
import type { Clock } from '../../ports.ts'
import type { Reading, UpstreamDevice } from '../../upstream/terminal/client.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'

/** Maximum age of a shared read. */
const FRESH_MS = 2_000

const WAIT_MS = 2_800

/** Maximum number of cached devices of a merchant. */
const REMEMBERED_MAX = 1_000

interface Read {
  readonly atMs: number
  readonly reading: Promise<Reading<UpstreamDevice>>
}

/** The devices of one merchant by ID. */
interface Known {
  readonly reads: Map<string, Read>
  readonly found: Map<string, UpstreamDevice>
}

/** Devices as starts read them, per merchant, because another merchant's key may not read them; empty at first. */
export class FreshDevices {
  readonly #clock: Clock
  readonly #known = new WeakMap<MerchantUpstream, Known>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Reads a device; the answer is at most {@link FRESH_MS} old. */
  async read(upstream: MerchantUpstream, deviceId: string): Promise<Reading<UpstreamDevice>> {
    const { reads, found } = this.#knownOf(upstream)
    const known = reads.get(deviceId)
    const ageMs = this.#clock.now() - (known?.atMs ?? 0)
    // A negative age means that the clock was set back. The age of the read is then unknown.
    if (known !== undefined && ageMs >= 0 && ageMs < FRESH_MS) return known.reading
    const entry = { atMs: this.#clock.now(), reading: this.#ask(upstream, deviceId) }
    if (reads.size >= REMEMBERED_MAX) reads.clear()
    reads.set(deviceId, entry)
    const result = await entry.reading
    // Only a read of a connected device is shared: after "not connected" the clerk plugs it in and retries.
    const usable = result.kind === 'found' && result.value.status === 'CONNECTED'
    if (!usable && reads.get(deviceId) === entry) reads.delete(deviceId)
    if (found.size >= REMEMBERED_MAX) found.clear()
    if (result.kind === 'found') found.set(deviceId, result.value)
    return result
  }

  /** Returns the last device found, of any age, or `null`. */
  recall(upstream: MerchantUpstream, deviceId: string): UpstreamDevice | null {
    return this.#knownOf(upstream).found.get(deviceId) ?? null
  }

  #knownOf(upstream: MerchantUpstream): Known {
    const known = this.#known.get(upstream) ?? { reads: new Map(), found: new Map() }
    this.#known.set(upstream, known)
    return known
  }

  async #ask(upstream: MerchantUpstream, deviceId: string): Promise<Reading<UpstreamDevice>> {
    const stop = new AbortController()
    let late = false
    const cancel = this.#clock.after(WAIT_MS, () => {
      late = true
      stop.abort()
    })
    const reading = await upstream.client.readDevice(deviceId, stop.signal)
    cancel()
    return late ? faultOf('broken') : reading
  }
}
