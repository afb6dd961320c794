// A device of the cloud terminal API (§2.1): fields, rules (D-03) and the written form in both dialects.
import * as z from 'zod/mini'
import { pathText } from './path-text.ts'

/** Possible statuses of a device. */
export const DEVICE_STATUSES = ['CONNECTED', 'DISCONNECTED'] as const

/** The status of a device, one of {@link DEVICE_STATUSES}. */
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

/** The supported models, and the make `pax` that existing clients send. */
export const DEVICE_MAKES = ['A77', 'A35', 'A80', 'A920', 'A920 Pro', 'pax'] as const

/** Serial number: 1–32 printable characters that fit into a path. */
export const DeviceSerial = /* @__PURE__ */ pathText(32)

/** Endings of a serial number, after a dash, with which the service plays the terminal in tests, such as `COUNTER-4471-OK`. */
export const SCRIPTED_ENDINGS = ['OK', 'SLOW', 'NEVER', 'OFF', 'FLAP', 'REBOOT'] as const

/** An ending of a serial number, one of {@link SCRIPTED_ENDINGS}. */
export type ScriptedEnding = (typeof SCRIPTED_ENDINGS)[number]

/** Number of characters that tell two terminals on one counter apart. */
const ENDING_LENGTH = 4

/** The last four characters of a serial number as a clerk reads them: without the ending of a scripted terminal. */
export function serialEnding(serial: string): string {
  const word = SCRIPTED_ENDINGS.find((each) => serial.length > each.length + 1 && serial.endsWith(`-${each}`))
  const rest = word === undefined ? serial : serial.slice(0, -word.length - 1)
  return Array.from(rest).slice(-ENDING_LENGTH).join('')
}

/** Letters and digits of a make in lower case, without the name of the maker. */
const makeKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replace(/^pax(technology)?(?=.)/, '')

/** One of the supported makes: in any case, with or without the maker, blanks and dashes, such as `PAX A920 Pro`. */
export const DeviceMake = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => DEVICE_MAKES.some((make) => makeKey(make) === makeKey(text)),
      `must be one of ${DEVICE_MAKES.join(', ')}`,
    ),
  )

/** Display name of a device: 1–64 characters without control characters and lone surrogates. */
export const DeviceName = /* @__PURE__ */ z.string().check(
  z.refine((text) => {
    const trimmed = text.trim()
    return trimmed.length >= 1 && trimmed.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(trimmed)
  }, 'must be 1 to 64 characters, not all blank, without control characters'),
)

/** A device in the service's internal form. */
export interface Device {
  readonly deviceId: string
  readonly deviceSerialNumber: string
  readonly deviceMake: string
  readonly deviceFriendlyName: string
  readonly status: DeviceStatus
}

/** Formats a device with both spellings of every member. */
export const writeDevice = (device: Device): Record<string, unknown> => ({
  ...device,
  xDeviceId: device.deviceId,
  xDeviceSerialNumber: device.deviceSerialNumber,
  xDeviceMake: device.deviceMake,
  xDeviceFriendlyName: device.deviceFriendlyName,
  xDeviceStatus: device.status,
})

/** The listed spelling of a make: `PAX a920pro` is `A920 Pro`. Any other text is unchanged. */
export const spellMake = (make: string): string =>
  DEVICE_MAKES.find((known) => makeKey(known) === makeKey(make)) ?? make

/** The live session of a device in a single read (an addition to the specification). */
export const LiveSession = z.object({ xSessionId: z.string(), xExternalRequestID: z.string() })

export type LiveSession = z.infer<typeof LiveSession>

/** A Device object in an answer: the specification's members and the x-names. */
export const DeviceAnswer = z.looseObject({
  deviceId: z.string(),
  deviceSerialNumber: z.string(),
  deviceMake: z.string(),
  deviceFriendlyName: z.string(),
  status: z.enum(DEVICE_STATUSES),
  /** The live session; absent from a list and from a strict service. */
  xLiveSession: z.optional(z.nullable(LiveSession)),
})
