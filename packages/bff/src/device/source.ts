// The interface of the device routes to the upstream (§4.1, §4.2, D-05), without dialects and transport faults.
import type { RegisterDevice } from '@tapboard/contract'
import type { Refusal } from '../refusal.ts'
import type { UpstreamDevice } from '../upstream/terminal/client.ts'

/** One device, or a refusal: `device-not-found`, `upstream-unavailable`, `upstream-refused`. */
export type DeviceResult = { readonly ok: true; readonly device: UpstreamDevice } | Refusal

/** All devices of a merchant, or a refusal. */
export type DevicesResult = { readonly ok: true; readonly devices: readonly UpstreamDevice[] } | Refusal

/** A registered device with its one-time pairing code, if the upstream provides one, or a refusal (`device-exists`, …). */
export type RegisterResult =
  | { readonly ok: true; readonly device: UpstreamDevice; readonly pairingCode: string | null }
  | Refusal

/** The upstream's devices, by merchant. */
export interface DeviceSource {
  list(merchant: string): Promise<DevicesResult>
  read(merchant: string, deviceId: string): Promise<DeviceResult>
  register(merchant: string, request: RegisterDevice): Promise<RegisterResult>
}
