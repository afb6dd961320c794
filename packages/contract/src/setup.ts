// Terminal registration through the BFF with a `setup` token (§1.4 steps 2 and 3).
import * as z from 'zod/mini'
import { DeviceView } from './device-view.ts'
import { DeviceMake, DeviceName, DeviceSerial } from './device.ts'

/** The body of `POST /v1/devices`, which registers a terminal. */
export const RegisterDevice = z.strictObject({ serial: DeviceSerial, make: DeviceMake, name: DeviceName })

export type RegisterDevice = z.infer<typeof RegisterDevice>

/** A registered device, with its one-time pairing code if the upstream provides one. */
export const RegisteredDevice = z.object({ device: DeviceView, pairingCode: z.nullable(z.string()) })

export type RegisteredDevice = z.infer<typeof RegisteredDevice>

/** Answer of `GET /v1/devices`: the devices of the token. */
export const DeviceList = z.object({ devices: z.array(DeviceView) })
