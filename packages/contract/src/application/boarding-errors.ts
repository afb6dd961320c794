// Errors of the boarding API (§7.4, D-23): one code, and a list of messages, each beginning with the path of its field.
// Paths on the wire and paths of the application are translated here and nowhere else.

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

/** Wire name by internal member, where they differ by more than a capital. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  signers: 'SignerInformationList',
  banking: 'BankingInformation',
  dbaName: 'DBAName',
  termsToken: 'Token',
  consent: 'Acceptance',
  accepted: 'Consents',
}

const OUR_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  Object.entries(WIRE_NAMES).map(([ours, wire]) => [wire.toLowerCase(), ours]),
)

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** `signers[0].dateOfBirth` → `SignerInformationList[0].DateOfBirth`. */
export const wirePath = (path: string): string =>
  path.replace(/\w*[A-Za-z]\w*/g, (name) => WIRE_NAMES[name] ?? capital(name))

/** Members of an application by their names in small letters: readers take any case. */
const MEMBERS =
  'tierName corporateName dbaName annualCreditCardSales ownershipType businessStartDate agentName agentEmail website taxId businessEmail businessPhone businessAddress mailingAddress productSold streetAddress city state zip country bankName routingNumber accountNumber firstName lastName title ssn dateOfBirth ownershipPercentage ownerCellPhone address signerName documents evidence'

const known: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  MEMBERS.split(' ').map((name) => [name.toLowerCase(), name]),
)

/** `SignerInformationList[0].DateOfBirth`, in any case → `signers[0].dateOfBirth`; `null` for a path that is not ours. */
export function ownPath(wire: string): string | null {
  const parts: string[] = []
  for (const part of wire.trim().split('.')) {
    const [, name = '', index = ''] = /^([A-Za-z]{1,40})(\[\d{1,2}\])?$/.exec(part) ?? []
    const ours = OUR_NAMES.get(name.toLowerCase()) ?? known.get(name.toLowerCase())
    if (ours === undefined) return null
    parts.push(ours + index)
  }
  return parts.join('.')
}

/** A message of the service: path and words. Without a path that is ours the whole is words. */
export function readBoardingMessage(message: string): { readonly path: string; readonly words: string } {
  const [, wire = '', words = ''] = /^\s*([A-Za-z][\w.[\]]{0,120})\s*:\s*(.*)$/s.exec(message) ?? []
  const path = wire === '' ? null : ownPath(wire)
  return path === null ? { path: '', words: message.trim() } : { path, words: words.trim() }
}

/** Writes a message of the service. */
export const writeBoardingMessage = (path: string, words: string): string =>
  path === '' ? words : `${wirePath(path)}: ${words}`
