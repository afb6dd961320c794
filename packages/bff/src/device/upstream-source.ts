// Reads devices through the merchant's client. Faults become refusals with our own texts; no text of the upstream passes.
import { spellMake } from '@tapboard/contract'
import { refuse, type Refusal } from '../refusal.ts'
import type { UpstreamFault } from '../upstream/transport/fault.ts'
import type { MerchantLookup } from '../upstream/terminal/merchant.ts'
import type { DeviceSource } from './source.ts'

const notFound = (): Refusal => refuse('device-not-found', 'Register the terminal first, or use another one.')

const REFUSED: Readonly<Record<'unauthorized' | 'refused', string>> = {
  unauthorized: "The merchant's API key is not accepted; put a valid one into the BFF's configuration.",
  refused: 'The payment service does not accept this; check serial, make and name.',
}

/** Returns the refusal for a fault of the upstream. */
function refusalOf({ fault, retryAfterMs }: UpstreamFault): Refusal {
  if (fault === 'unauthorized' || fault === 'refused') return refuse('upstream-refused', REFUSED[fault])
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAfterMs ?? 3_000) / 1000))
  return refuse('upstream-unavailable', 'The payment service does not answer; try again in a moment.', {
    retryAfterSeconds,
  })
}

const unconfigured = (): Refusal =>
  refuse('upstream-refused', "Put the merchant into the BFF's configuration.")

/** The devices of all configured merchants. */
export function createDeviceSource(lookup: MerchantLookup): DeviceSource {
  return {
    async list(merchant) {
      const found = await lookup(merchant)?.client.listDevices()
      if (found === undefined) return unconfigured()
      if (found.kind === 'missing') return notFound()
      return found.kind === 'fault' ? refusalOf(found) : { ok: true, devices: found.value }
    },
    async read(merchant, deviceId) {
      const found = await lookup(merchant)?.client.readDevice(deviceId)
      if (found === undefined) return unconfigured()
      if (found.kind === 'missing') return notFound()
      return found.kind === 'fault' ? refusalOf(found) : { ok: true, device: found.value }
    },
    async register(merchant, { serial, make, name }) {
      const device = { serial, make: spellMake(make), name: name.trim() }
      const made = await lookup(merchant)?.client.createDevice(device)
      if (made === undefined) return unconfigured()
      if (made.kind === 'fault') return refusalOf(made)
      if (made.kind === 'created') return { ok: true, device: made.device, pairingCode: made.pairingCode }
      return refuse(
        'device-exists',
        'A terminal with this serial number is registered already; choose it in the list.',
      )
    },
  }
}
