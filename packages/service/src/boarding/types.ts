// Checks the JSON types of members (§4.6, D-24). Names are case-insensitive (D-21); a member in two spellings is rejected,
// because two parsers could use different values. Pure.
import {
  isObject,
  isWireNumber,
  memberOf,
  ownPath,
  SUBMISSION_MEMBERS,
  type WireMember,
} from '@tapboard/contract'
import type { FieldFault } from './refusal.ts'

/** Name on the wire → a type, the members of an object, or in a list the members of each object. */
interface Shape {
  readonly [name: string]: 'text' | 'number' | 'texts' | Shape | readonly [Shape]
}

const shapeOf = (members: readonly WireMember[]): Shape =>
  Object.fromEntries(
    members.map((member) => {
      const { name, kind, members: inner } = member
      const single = isWireNumber(member) ? 'number' : 'text'
      const group = shapeOf(inner)
      return [name, inner.length === 0 ? single : Array.isArray(kind) ? [group] : group]
    }),
  )

/** Members of a SubmitGoApp request. */
export const SUBMISSION: Shape = { ...shapeOf(SUBMISSION_MEMBERS), Signature: { token: 'text' } }

/** Members of an Agreement request. */
export const AGREEMENT: Shape = {
  TierName: 'text',
  Locale: 'text',
  Acceptance: {
    CorporateName: 'text',
    SignerName: 'text',
    Documents: [{ Id: 'text', Version: 'text', Sha256: 'text' }],
    Consents: 'texts',
    Evidence: {},
  },
}

/** Members of a GetApplication request. */
export const LOOK_UP: Shape = { AppId: 'text', Token: 'text' }

/** Items of a list that are checked; the rules of the list decide about a longer one. */
const ITEMS_MAX = 20

const WORDS = {
  text: 'Send text.',
  number: 'Send a number.',
  texts: 'Send a list of texts.',
  object: 'Send an object.',
  list: 'Send a list of objects.',
  twice: 'Send this member once, in one spelling.',
} as const

const isGood = {
  text: (value: unknown): boolean => typeof value === 'string',
  number: (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value),
  texts: (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string'),
}

function judgeObject(body: unknown, shape: Shape, at: string): FieldFault[] {
  if (!isObject(body)) return []
  const given = Object.keys(body).map((name) => name.toLowerCase())
  return Object.entries(shape).flatMap(([name, wanted]): FieldFault[] => {
    const path = `${at}${ownPath(name) ?? name}`
    const fault = (what: keyof typeof WORDS): FieldFault[] => [
      { path, words: WORDS[what], code: 'ValidationError' },
    ]
    if (given.filter((each) => each === name.toLowerCase()).length > 1) return fault('twice')
    const value = memberOf(body, name)
    if (value === undefined) return []
    if (typeof wanted === 'string') return isGood[wanted](value) ? [] : fault(wanted)
    const item = Array.isArray(wanted) ? (wanted as readonly [Shape])[0] : undefined
    if (item === undefined)
      return isObject(value) ? judgeObject(value, wanted as Shape, `${path}.`) : fault('object')
    if (!Array.isArray(value)) return fault('list')
    const items = value.slice(0, ITEMS_MAX)
    if (!items.every(isObject)) return fault('list')
    return items.flatMap((each, index) => judgeObject(each, item, `${path}[${index}].`))
  })
}

/** Members of the wrong type, each with its path. */
export const judgeTypes = (body: unknown, shape: Shape): readonly FieldFault[] => judgeObject(body, shape, '')

/** Whether the member at `path`, or one that contains it, has the wrong type. */
export const isCovered = (path: string, faults: readonly FieldFault[]): boolean =>
  faults.some(
    (fault) => path === fault.path || path.startsWith(`${fault.path}.`) || path.startsWith(`${fault.path}[`),
  )
