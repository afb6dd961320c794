// Errors of the boarding API (§7.4, D-23): one code, and a list of messages, each beginning with the path of its field.
// Only this file translates between paths on the wire and paths of the application.
import { SUBMISSION_MEMBERS, type WireMember } from './wire.ts'

/** HTTP status by error code. */
export const BOARDING_ERRORS = {
  AccessDenied: 403,
  ValidationError: 400,
  InvalidTier: 400,
  InvalidToken: 400,
  DuplicateApplication: 409,
  NotFound: 404,
  InternalError: 500,
} as const

/** A code of the boarding API. */
export type BoardingErrorCode = keyof typeof BOARDING_ERRORS

/** Members of the acceptance of an agreement. */
const ACCEPTANCE = {
  consent: 'Acceptance',
  accepted: 'Consents',
  signerName: 'SignerName',
  documents: 'Documents',
  evidence: 'Evidence',
}

const namesOf = (members: readonly WireMember[]): (readonly [field: string, name: string])[] =>
  members.flatMap(({ field, name, members: inner }) => [[field, name] as const, ...namesOf(inner)])

/** Field → name on the wire. */
const WIRE_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ...namesOf(SUBMISSION_MEMBERS),
  ...Object.entries(ACCEPTANCE),
])

/** Name on the wire in lower case → field. Readers ignore case. */
const OUR_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Array.from(WIRE_NAMES, ([field, name]) => [name.toLowerCase(), field]),
)

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Translates the path of a field for the wire: `signers[0].dateOfBirth` → `SignerInformationList[0].DateOfBirth`. */
export const wirePath = (path: string): string =>
  path.replace(/\w*[A-Za-z]\w*/g, (name) => capital(WIRE_NAMES.get(name) ?? name))

/** `SignerInformationList[0].DateOfBirth`, in any case → `signers[0].dateOfBirth`; `null` for an unknown path. */
export function ownPath(wire: string): string | null {
  const parts: string[] = []
  for (const part of wire.trim().split('.')) {
    const [, name = '', index = ''] = /^([A-Za-z]{1,40})(\[\d{1,2}\])?$/.exec(part) ?? []
    const ours = OUR_NAMES.get(name.toLowerCase())
    if (ours === undefined) return null
    parts.push(ours + index)
  }
  return parts.join('.')
}

/** Parses a message of the service into path and text. Without a known path the whole message is the text. */
export function readBoardingMessage(message: string): { readonly path: string; readonly words: string } {
  const [, wire = '', words = ''] = /^\s*([A-Za-z][\w.[\]]{0,120})\s*:\s*(.*)$/s.exec(message) ?? []
  const path = wire === '' ? null : ownPath(wire)
  return path === null ? { path: '', words: message.trim() } : { path, words: words.trim() }
}

/** Writes a message of the service. */
export const writeBoardingMessage = (path: string, words: string): string =>
  path === '' ? words : `${wirePath(path)}: ${words}`
