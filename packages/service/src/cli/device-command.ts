// Parses the commands about devices. Pure: options in, a command or a failure out.
import type { HelpRow } from '@tapboard/server'
import { isAccountName } from '../account/accounts.ts'
import { commandGroup } from './command-group.ts'
import { argumentFailure, type CommandFailure } from './command-failure.ts'
import { readDeviceText, spellDevice, type NewDevice } from '../cloud/device/new-device.ts'

/** Part of `--help` about devices. */
export const DEVICE_HELP: readonly HelpRow[] = [
  [
    'devices add --account NAME --serial SERIAL [--make A920] [--name TEXT] [--sandbox]',
    'register a terminal; prints its ID and a pairing code',
  ],
  ['devices pair DEVICE_ID', 'print a new pairing code, for example for a replaced terminal'],
]

/** The make of a device without `--make`. */
const DEFAULT_MAKE = 'A920'

export type DeviceCommand =
  | {
      readonly name: 'devices add'
      readonly store: string
      /** Name or ID of the account. */
      readonly account: string
      readonly device: NewDevice
      /** The account must be a test account. */
      readonly sandbox: boolean
    }
  | { readonly name: 'devices pair'; readonly store: string; readonly id: string }

export const DEVICE_OPTIONS = {
  serial: { type: 'string' },
  make: { type: 'string' },
  name: { type: 'string' },
} as const

/** The commands that register and pair devices. */
export const DEVICE_COMMANDS = commandGroup<DeviceCommand>({
  'devices add': ['account', 'serial', 'make', 'name', 'sandbox'],
  'devices pair': [],
})

/** Values of the command line. */
interface DeviceValues {
  readonly store: string
  /** The third word of the command. */
  readonly word: string
  readonly account?: string | undefined
  readonly serial?: string | undefined
  readonly make?: string | undefined
  readonly name?: string | undefined
  readonly sandbox?: boolean | undefined
}

/** Reads a command about devices, or returns the failure. */
export function readDeviceCommand(
  name: DeviceCommand['name'],
  values: DeviceValues,
): DeviceCommand | CommandFailure {
  const { store, word } = values
  if (name === 'devices pair')
    return word ? { name, store, id: word } : argumentFailure(`"${name}" needs an ID. See --help.`)
  const account = values.account?.trim() ?? ''
  if (!isAccountName(account))
    return argumentFailure('--account must name the account with 1 to 64 printable characters.')
  const serial = readDeviceText('serial', values.serial, '--serial')
  if (!serial.ok) return argumentFailure(serial.message)
  const make = readDeviceText('make', values.make ?? DEFAULT_MAKE, '--make')
  if (!make.ok) return argumentFailure(make.message)
  const friendly = readDeviceText('name', values.name ?? serial.text, '--name')
  if (!friendly.ok) return argumentFailure(friendly.message)
  const device = spellDevice({ serial: serial.text, make: make.text, name: friendly.text })
  return { name, store, account, device, sandbox: values.sandbox ?? false }
}
