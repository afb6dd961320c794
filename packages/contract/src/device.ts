// A device of the cloud terminal API (§2.1): its fields, their rules (D-03) and how it is written in both dialects.
import * as z from 'zod/mini'

/** Values of a device's status (§2.1). */
export const DEVICE_STATUSES = ['CONNECTED', 'DISCONNECTED'] as const

/** CONNECTED or DISCONNECTED (§2.1, D-04). */
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

/** The supported models (§1.3) and the make that clients in the field send (D-03). */
export const DEVICE_MAKES = ['A77', 'A35', 'A80', 'A920', 'A920 Pro', 'pax'] as const

/** Serial number: 1–32 of letters, digits and dashes (D-03). */
export const DeviceSerial = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{1,32}$/, 'must be 1 to 32 letters, digits or dashes'))

/** One of the supported makes, compared without case (D-03). */
export const DeviceMake = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => DEVICE_MAKES.some((make) => make.toLowerCase() === text.trim().toLowerCase()),
      `must be one of ${DEVICE_MAKES.join(', ')}`,
    ),
  )

/** A name people chose for a device: 1–64 characters, none of them control characters or halves of one. */
export const DeviceName = /* @__PURE__ */ z.string().check(
  z.refine((text) => {
    const trimmed = text.trim()
    return trimmed.length >= 1 && trimmed.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(trimmed)
  }, 'must be 1 to 64 characters, not all blank, without control characters'),
)

/** A device as the service keeps it. */
export interface Device {
  readonly deviceId: string
  readonly deviceSerialNumber: string
  readonly deviceMake: string
  readonly deviceFriendlyName: string
  readonly status: DeviceStatus
}

/** Writes a device with both spellings of every member (D-01). */
export const writeDevice = (device: Device): Record<string, unknown> => ({
  ...device,
  xDeviceId: device.deviceId,
  xDeviceSerialNumber: device.deviceSerialNumber,
  xDeviceMake: device.deviceMake,
  xDeviceFriendlyName: device.deviceFriendlyName,
  xDeviceStatus: device.status,
})

/** The make as it is spelled in §1.3, whatever case the caller used. */
export const spellMake = (make: string): string =>
  DEVICE_MAKES.find((known) => known.toLowerCase() === make.trim().toLowerCase()) ?? make

/** A session that a device has now, as a single read of the device names it (an addition, D-16). */
export const LiveSession = z.object({ xSessionId: z.string(), xExternalRequestID: z.string() })

/** A Device object as it is answered (§2.1): the specification's members, the x-names beside them. */
export const DeviceAnswer = z.looseObject({
  deviceId: z.string(),
  deviceSerialNumber: z.string(),
  deviceMake: z.string(),
  deviceFriendlyName: z.string(),
  status: z.enum(DEVICE_STATUSES),
  /** The session that the device has now; absent from a list and from a strict service (D-16). */
  xLiveSession: z.optional(z.nullable(LiveSession)),
})
