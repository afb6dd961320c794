// Rules of a new device (§4.1, D-03), the same for the API, the command line and a program.
import {
  DEVICE_MAKES,
  DeviceMake,
  DeviceName,
  DeviceSerial,
  pathTextRule,
  spellMake,
} from '@tapboard/contract'

export interface NewDevice {
  /** Serial number of the terminal: 1 to 32 characters that fit into a path. */
  readonly serial: string
  /** One of the supported makes, such as `A920`. */
  readonly make: string
  /** A name for people: 1 to 64 characters. */
  readonly name: string
}

const RULES = {
  serial: [DeviceSerial, pathTextRule(32)],
  make: [DeviceMake, `one of ${DEVICE_MAKES.join(', ')}`],
  name: [DeviceName, '1 to 64 printable characters'],
} as const

/** Reads a member of a device. `label` is the caller's name of the member in the sentence that explains the error. */
export function readDeviceText(
  member: keyof NewDevice,
  value: unknown,
  label: string,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const [schema, rule] = RULES[member]
  if (value === undefined) return { ok: false, message: `${label} is missing. Give ${rule}.` }
  const checked = schema.safeParse(value)
  return checked.success
    ? { ok: true, text: checked.data }
    : { ok: false, message: `${label} is not valid. Give ${rule}.` }
}

/** The stored spelling of a valid device. */
export const spellDevice = ({ serial, make, name }: NewDevice): NewDevice => ({
  serial,
  make: spellMake(make),
  name: name.trim(),
})

/** Refusal of a serial number that the account has registered already. */
export const serialInUse = (deviceId: string): string =>
  `A device with this serial number is registered as ${deviceId}. Use that one, or remove it first.`
