// Reads what starts a session: the flat body of §4.3 or the wrapped one of D-06, in either spelling. Pure. Every refusal
// names the member and says what to give.
import {
  COMMANDS,
  ExternalId,
  isObject,
  readCustom,
  readMembers,
  readWireAmount,
  SoftwareText,
  type Command,
  type Currency,
} from '@tapboard/contract'
import type { Body } from '../../http/body.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import type { NewSession } from './ledger.ts'

const ASKED = [
  'command',
  'amount',
  'externalId',
  'softwareName',
  'softwareVersion',
  'deviceId',
  'invoice',
  'description',
] as const

type Members = { readonly [K in (typeof ASKED)[number]]?: unknown }

const CUSTOM_TEXT_MAX = 1024

const invalid = (message: string): Refusal => refuse('INVALID_REQUEST', message)
const twice = (name: string): Refusal =>
  invalid(`${name} is given twice with different values. Give it once.`)

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Two spellings of one amount (`42` and `"42.00"`) are the same amount. */
function sameAmount(a: unknown, b: unknown): boolean {
  const [one, other] = [readWireAmount(a), readWireAmount(b)]
  return one.ok && other.ok ? one.minor === other.minor : sameValue(a, b)
}

/** The body and, where there is one, its `xPayload`: the levels on which members may stand (D-06). */
function levelsOf(body: Body): readonly Body[] | Refusal {
  const wrappers = Object.entries(body).filter(([name]) => name.toLowerCase() === 'xpayload')
  if (wrappers.length > 1) return twice('xPayload')
  const [wrapper] = wrappers
  if (wrapper === undefined || wrapper[1] === null) return [body]
  return isObject(wrapper[1]) ? [wrapper[1], body] : invalid('xPayload must be a JSON object.')
}

function membersOf(levels: readonly Body[]): Members | Refusal {
  const found: { [K in (typeof ASKED)[number]]?: unknown } = {}
  for (const level of levels) {
    const read = readMembers(level, ASKED)
    if (!read.ok) return twice(read.name)
    for (const member of ASKED) {
      const value = read.members[member]
      if (value === undefined) continue
      const same = member === 'amount' ? sameAmount : sameValue
      if (found[member] !== undefined && !same(found[member], value)) return twice(member)
      found[member] = value
    }
  }
  return found
}

/** Further payload that is kept: scalars as they came (D-06). */
function customOf(levels: readonly Body[], members: Members): Readonly<Record<string, unknown>> | Refusal {
  const custom: Record<string, unknown> = {}
  const add = (name: string, value: unknown): Refusal | null => {
    if (value === undefined || value === null) return null
    if (Object.hasOwn(custom, name) && !sameValue(custom[name], value)) return twice(name)
    const kept =
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value)) ||
      (typeof value === 'string' && value.length <= CUSTOM_TEXT_MAX)
    if (!kept)
      return invalid(`${name} must be a text of at most ${CUSTOM_TEXT_MAX} characters or a plain number.`)
    custom[name] = value
    return null
  }
  const entries: [string, unknown][] = [
    ['xInvoice', members.invoice],
    ['xDescription', members.description],
  ]
  // One entry at a time, so that two spellings of one name with different values are seen.
  for (const level of levels)
    for (const [name, value] of Object.entries(level))
      entries.push(...Object.entries(readCustom({ [name]: value })))
  for (const [name, value] of entries) {
    const refused = add(name, value)
    if (refused) return refused
  }
  return custom
}

const text = (
  value: unknown,
  name: string,
  rule: string,
  fits: (value: string) => boolean,
): string | Refusal => {
  if (value === undefined) return invalid(`${name} is missing. Give ${rule}.`)
  if (typeof value !== 'string') return invalid(`${name} must be a text: ${rule}.`)
  return fits(value) ? value : invalid(`${name} is not valid. Give ${rule}.`)
}

const SOFTWARE = '1 to 64 printable characters'
const isCommand = (value: string): value is Command => COMMANDS.some((command) => command === value)

/** What the body asks for, or the first thing that is wrong with it. `defaultCommand` where it may be left out (D-17). */
export function readNewSession(
  body: Body,
  currency: Currency,
  defaultCommand?: Command,
): NewSession | Refusal {
  const levels = levelsOf(body)
  if (isRefusal(levels)) return levels
  const members = membersOf(levels)
  if (isRefusal(members)) return members
  const rule = `one of ${COMMANDS.join(', ')}`
  const command = text(members.command ?? defaultCommand, 'xCommand', rule, isCommand)
  if (typeof command !== 'string') return command
  if (!isCommand(command)) return invalid(`xCommand is not valid. Give ${rule}.`)
  if (members.amount === undefined) return invalid('xAmount is missing. Give an amount such as "42.00".')
  const amount = readWireAmount(members.amount, currency)
  if (!amount.ok) return invalid(`xAmount ${amount.message}.`)
  const externalId = text(
    members.externalId,
    'xExternalRequestID',
    '1 to 64 letters, digits, "_" or "-", unique per transaction',
    (value) => ExternalId.safeParse(value).success,
  )
  if (typeof externalId !== 'string') return externalId
  const isSoftware = (value: string): boolean => SoftwareText.safeParse(value).success
  const softwareName = text(members.softwareName, 'xSoftwareName', SOFTWARE, isSoftware)
  if (typeof softwareName !== 'string') return softwareName
  const softwareVersion = text(members.softwareVersion, 'xSoftwareVersion', SOFTWARE, isSoftware)
  if (typeof softwareVersion !== 'string') return softwareVersion
  const deviceId = text(
    members.deviceId,
    'xDeviceID',
    'the device ID that POST /v1/Device answered',
    (id) => id !== '',
  )
  if (typeof deviceId !== 'string') return deviceId
  const custom = customOf(levels, members)
  if (isRefusal(custom)) return custom
  return { command, amountMinor: amount.minor, externalId, softwareName, softwareVersion, deviceId, custom }
}
