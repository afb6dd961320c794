// A device read that is at most 2 s old, as a start needs it (rule 1). Starts of the same moment share one read; a read
// that hangs is given up in time to answer the clerk within 3 s (P7).
import type { Clock } from '../../ports.ts'
import type { Reading, UpstreamDevice } from '../../upstream/terminal/client.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import type { MerchantUpstream } from '../../upstream/terminal/merchant.ts'

/** A read older than this is read again. */
const FRESH_MS = 2_000

/** Longest wait for the read. */
const WAIT_MS = 2_800

/** Devices remembered at once; only for a moment each (INV-17). */
const REMEMBERED_MAX = 1_000

/** Reads a device, at most {@link FRESH_MS} old. */
export interface FreshDevice {
  (upstream: MerchantUpstream, deviceId: string): Promise<Reading<UpstreamDevice>>
  /** The device as it was last found, however long ago. */
  recall(upstream: MerchantUpstream, deviceId: string): UpstreamDevice | null
}

/** Makes a reader on a clock. */
export function createFreshDevice(clock: Clock): FreshDevice {
  const reads = new Map<
    string,
    { readonly atMs: number; readonly reading: Promise<Reading<UpstreamDevice>> }
  >()
  const ask = async (upstream: MerchantUpstream, deviceId: string): Promise<Reading<UpstreamDevice>> => {
    const stop = new AbortController()
    let late = false
    const cancel = clock.after(WAIT_MS, () => {
      late = true
      stop.abort()
    })
    const reading = await upstream.client.readDevice(deviceId, stop.signal)
    cancel()
    return late ? faultOf('broken') : reading
  }
  const found = new Map<string, UpstreamDevice>()
  const keyOf = (upstream: MerchantUpstream, deviceId: string): string =>
    JSON.stringify([upstream.id, deviceId])
  const read = async (upstream: MerchantUpstream, deviceId: string): Promise<Reading<UpstreamDevice>> => {
    const key = keyOf(upstream, deviceId)
    const known = reads.get(key)
    const ageMs = clock.now() - (known?.atMs ?? 0)
    // Of before its own reading: the clock was set back, nothing is known about its age.
    if (known !== undefined && ageMs >= 0 && ageMs < FRESH_MS) return known.reading
    const entry = { atMs: clock.now(), reading: ask(upstream, deviceId) }
    if (reads.size >= REMEMBERED_MAX) reads.clear()
    reads.set(key, entry)
    const result = await entry.reading
    // Only a connected device is worth remembering: whoever is told "not connected" plugs it in and tries again.
    const usable = result.kind === 'found' && result.value.status === 'CONNECTED'
    if (!usable && reads.get(key) === entry) reads.delete(key)
    if (found.size >= REMEMBERED_MAX) found.clear()
    if (result.kind === 'found') found.set(key, result.value)
    return result
  }
  return Object.assign(read, {
    recall: (upstream: MerchantUpstream, deviceId: string) => found.get(keyOf(upstream, deviceId)) ?? null,
  })
}
