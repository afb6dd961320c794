// The device routes: list and registration with a `setup` token, and the status of one device (§4.1, §4.2).
import type { HandlersOf } from '../http/call.ts'
import { refuse } from '../refusal.ts'
import type { Clock } from '../ports.ts'
import type { Access, HoldReader, SaleAccess, SetupAccess } from '../token/access.ts'
import type { DeviceCache } from './cache.ts'
import type { DeviceSource } from './source.ts'
import { viewDevice, withHolds, type DeviceHolds } from './view.ts'

interface DeviceDeps {
  readonly source: DeviceSource
  readonly cache: DeviceCache
  readonly sales: DeviceHolds
  readonly clock: Clock
}

type DeviceAccess = Extract<Access, { readonly kind: 'sale' | 'refund' | 'setup' }>

/** The grant of a token that may read devices. */
function grantOf(access: DeviceAccess): SaleAccess | SetupAccess {
  switch (access.kind) {
    case 'sale':
      return access.sale
    case 'refund':
      return access.refund
    case 'setup':
      return access.setup
  }
}

const mayUse = (grant: SaleAccess | SetupAccess, deviceId: string): boolean =>
  !('devices' in grant) || grant.devices === null || grant.devices.includes(deviceId)

const readerOf = (grant: SaleAccess | SetupAccess): HoldReader =>
  'order' in grant ? grant : { merchant: grant.merchant, order: null }

/** Handlers of the device routes. */
export function deviceHandlers(deps: DeviceDeps): HandlersOf<'listDevices' | 'registerDevice' | 'getDevice'> {
  const { source, cache, sales, clock } = deps
  return {
    async listDevices({ access }) {
      const list = await cache.list(access.merchant)
      if (!list.ok) return list
      const nowMs = clock.now()
      const views = list.devices.map((seen) => viewDevice(seen, nowMs))
      const devices = await withHolds(sales, { merchant: access.merchant, order: null }, views)
      return { ok: true, status: 200, body: { devices } }
    },
    async registerDevice({ access, body }) {
      const made = await source.register(access.merchant, body)
      if (!made.ok) return made
      cache.learn(access.merchant, made.device)
      const nowMs = clock.now()
      const device = viewDevice({ device: made.device, readAtMs: nowMs }, nowMs)
      return { ok: true, status: 201, body: { device, pairingCode: made.pairingCode } }
    },
    async getDevice({ access, params }) {
      const id = params['id'] ?? ''
      // A device outside of the token is answered like one that does not exist (D-19).
      const grant = grantOf(access)
      if (!mayUse(grant, id)) return refuse('device-not-found', 'Use a device that the token names.')
      const read = await cache.read(grant.merchant, id)
      if (!read.ok) return read
      const [device] = await withHolds(sales, readerOf(grant), [viewDevice(read, clock.now())])
      return device === undefined
        ? refuse('device-not-found', 'Use a device that the token names.')
        : { ok: true, status: 200, body: device }
    },
  }
}
