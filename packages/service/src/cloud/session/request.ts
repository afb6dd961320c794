// Parses a start request: the flat body of §4.3 or the wrapped body of D-06, in either spelling. Pure. Every
// refusal names the member and the expected value.
import {
  COMMANDS,
  ExternalId,
  isObject,
  pathTextRule,
  readMembers,
  readWireAmount,
  SoftwareText,
  SPELLINGS,
  type Command,
  type Currency,
} from '@tapboard/contract'
import type { Body } from '../../http/body.ts'
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts'
import { readFurther } from './further.ts'
import type { NewSession } from './session-repository.ts'

const MEMBERS = [
  'command',
  'amount',
  'externalId',
  'softwareName',
  'softwareVersion',
  'deviceId',
  'refNum',
] as const

type Members = { readonly [K in (typeof MEMBERS)[number]]?: unknown }

/** Names of the members in lower case, and of the wrapper. */
const KNOWN: ReadonlySet<string> = new Set([
  'xpayload',
  ...MEMBERS.flatMap((member) => SPELLINGS[member].map((name) => name.toLowerCase())),
])

const invalid = (message: string): Refusal => refuse('INVALID_REQUEST', message)
const givenTwice = (name: string): Refusal =>
  invalid(`${name} is given twice with different values. Give it once.`)

const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether two wire forms (`42` and `"42.00"`) are the same amount. */
function sameAmount(a: unknown, b: unknown): boolean {
  const [one, other] = [readWireAmount(a), readWireAmount(b)]
  return one.ok && other.ok ? one.minor === other.minor : sameValue(a, b)
}

// The objects that may contain members: the body and its `xPayload` (D-06).
function levelsOf(body: Body): readonly Body[] | Refusal {
  const wrappers = Object.entries(body).filter(([name]) => name.toLowerCase() === 'xpayload')
  if (wrappers.length > 1) return givenTwice('xPayload')
  const [wrapper] = wrappers
  if (wrapper === undefined || wrapper[1] === null) return [body]
  return isObject(wrapper[1]) ? [wrapper[1], body] : invalid('xPayload must be a JSON object.')
}

function membersOf(levels: readonly Body[]): Members | Refusal {
  const found: { [K in (typeof MEMBERS)[number]]?: unknown } = {}
  for (const level of levels) {
    const read = readMembers(level, MEMBERS)
    if (!read.ok) return givenTwice(read.name)
    for (const member of MEMBERS) {
      const value = read.members[member]
      if (value === undefined) continue
      const same = member === 'amount' ? sameAmount : sameValue
      if (found[member] !== undefined && !same(found[member], value)) return givenTwice(member)
      found[member] = value
    }
  }
  return found
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

// The reference of the credited sale: only a credit refers to one (D-118).
function readCreditOf(command: Command, refNum: unknown): string | null | Refusal {
  if (refNum === undefined) return null
  if (command !== 'cc:credit')
    return invalid(`xRefNum belongs to cc:credit only. Leave it out of ${command}.`)
  const rule = 'the xRefNum of the approved sale, digits only'
  return text(refNum, 'xRefNum', rule, (value) => /^\d{1,20}$/.test(value))
}

const SOFTWARE = '1 to 64 printable characters'
const isCommand = (value: string): value is Command => COMMANDS.some((command) => command === value)

/** Parses a start request or returns the first error. `defaultCommand` applies where the command is optional. */
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
  const creditOf = readCreditOf(command, members.refNum)
  if (creditOf !== null && typeof creditOf !== 'string') return creditOf
  if (members.amount === undefined) return invalid('xAmount is missing. Give an amount such as "42.00".')
  const amount = readWireAmount(members.amount, currency)
  if (!amount.ok) return invalid(`xAmount ${amount.message}.`)
  const externalId = text(
    members.externalId,
    'xExternalRequestID',
    `${pathTextRule(64)}, unique per transaction`,
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
  const custom = readFurther(levels, KNOWN, currency)
  if (isRefusal(custom)) return custom
  return {
    command,
    amountMinor: amount.minor,
    creditOf,
    externalId,
    softwareName,
    softwareVersion,
    deviceId,
    custom,
  }
}
