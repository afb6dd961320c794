// Reads a device for a start; the read is at most 2 s old (rule 1). Concurrent starts share one read. The read times out
// early enough to answer the clerk within 3 s (P7).
import type { Clock } from '../../ports.ts'
import type { Reading, UpstreamDevice } from '../../upstream/terminal/client.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'

/** Maximum age of a shared read. */
const FRESH_MS = 2_000

const WAIT_MS = 2_800

/** Maximum number of cached devices. */
const REMEMBERED_MAX = 1_000

const keyOf = (upstream: MerchantUpstream, deviceId: string): string =>
  JSON.stringify([upstream.id, deviceId])

interface Read {
  readonly atMs: number
  readonly reading: Promise<Reading<UpstreamDevice>>
}

/** Devices as starts read them; empty at first. */
export class FreshDevices {
  readonly #clock: Clock
  readonly #reads = new Map<string, Read>()
  readonly #found = new Map<string, UpstreamDevice>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Reads a device; the answer is at most {@link FRESH_MS} old. */
  async read(upstream: MerchantUpstream, deviceId: string): Promise<Reading<UpstreamDevice>> {
    const reads = this.#reads
    const found = this.#found
    const key = keyOf(upstream, deviceId)
    const known = reads.get(key)
    const ageMs = this.#clock.now() - (known?.atMs ?? 0)
    // A negative age means that the clock was set back. The age of the read is then unknown.
    if (known !== undefined && ageMs >= 0 && ageMs < FRESH_MS) return known.reading
    const entry = { atMs: this.#clock.now(), reading: this.#ask(upstream, deviceId) }
    if (reads.size >= REMEMBERED_MAX) reads.clear()
    reads.set(key, entry)
    const result = await entry.reading
    // Only a read of a connected device is shared: after "not connected" the clerk plugs it in and retries.
    const usable = result.kind === 'found' && result.value.status === 'CONNECTED'
    if (!usable && reads.get(key) === entry) reads.delete(key)
    if (found.size >= REMEMBERED_MAX) found.clear()
    if (result.kind === 'found') found.set(key, result.value)
    return result
  }

  /** Returns the last device found, of any age, or `null`. */
  recall(upstream: MerchantUpstream, deviceId: string): UpstreamDevice | null {
    return this.#found.get(keyOf(upstream, deviceId)) ?? null
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
