// An application in the format of the boarding API (§4.6, D-21, D-24, D-25): written by the BFF, read by the service. Names are
// compared without case; the two lines of a street are joined; amounts and shares are numbers.
import { APPLICATION_FIELDS } from './fields.ts'
import { isList, mapFields } from './paths.ts'
import { isOwnersTaxId, type AddressValues, type ApplicationValues } from './values.ts'
import { readWireText } from './wire-text.ts'
import { isWireNumber, SUBMISSION_MEMBERS, type WireMember } from './wire.ts'
import { isItin } from './identity.ts'
import { cleanDigits } from './clean.ts'

/** Spelling of names on the wire: that of the specification, or camelCase as existing integrations use it. */
export type NameCase = 'pascal' | 'camel'

/** Member with the terms token: `Token`, or `signature.token`. */
export type TokenPlace = 'top' | 'signature'

/** Members of a submission other than the values. */
export interface SubmissionParts {
  readonly agentName?: string | undefined
  readonly agentEmail?: string | undefined
  readonly token?: string | undefined
}

type Json = Readonly<Record<string, unknown>>

/** The case of names in a request, detected by its spelling of `ApiKey`. */
export const caseOf = (body: Json): NameCase => (Object.keys(body).includes('apiKey') ? 'camel' : 'pascal')

/** Spells a name of the specification in a case. */
export const spellName = (name: string, nameCase: NameCase): string =>
  nameCase === 'pascal'
    ? name.charAt(0).toUpperCase() + name.slice(1)
    : name === 'DBAName'
      ? 'dbaName'
      : name.charAt(0).toLowerCase() + name.slice(1)

/** Spells the names of an object and of all nested objects in a case. */
export function spellNames(value: unknown, nameCase: NameCase): unknown {
  if (Array.isArray(value)) return value.map((each) => spellNames(each, nameCase))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [spellName(name, nameCase), spellNames(each, nameCase)]),
  )
}

/** Reads a member by its name in any case; `undefined` if it is absent or null. */
export function memberOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const found = Object.entries(body).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
  return found ?? undefined
}

const writeValue = (member: WireMember, value: unknown): unknown =>
  isWireNumber(member)
    ? Number(value)
    : member.members.length === 0
      ? value
      : Array.isArray(value)
        ? value.map((each) => writeMembers(member.members, each as Json))
        : writeMembers(member.members, value as Json)

const writeMembers = (members: readonly WireMember[], values: Json): Json =>
  Object.fromEntries(
    members.flatMap((member) => {
      const value = values[member.field]
      if (value === undefined || (member.isOptional && value === '')) return []
      return [[member.name, writeValue(member, value)]]
    }),
  )

const oneLine = (address: AddressValues): AddressValues => ({
  ...address,
  streetAddress: [address.streetAddress, address.streetAddress2].filter(Boolean).join(', '),
})

/** Writes the body of SubmitGoApp without `ApiKey` from cleaned values. The names are those of `wire.ts`. */
export function writeSubmission(
  values: ApplicationValues,
  parts: SubmissionParts,
  { nameCase, tokenPlace }: { readonly nameCase: NameCase; readonly tokenPlace: TokenPlace },
): Json {
  const { agentName, agentEmail, token } = parts
  const { businessAddress, mailingAddress } = values
  const members = writeMembers(SUBMISSION_MEMBERS, {
    ...values,
    dbaName: values.dbaSame ? values.corporateName : values.dbaName,
    taxId: isOwnersTaxId(values) ? (values.signers[0]?.ssn ?? '') : values.taxId,
    businessAddress: oneLine(businessAddress),
    mailingAddress: oneLine(values.mailingSame ? businessAddress : mailingAddress),
    banking: values.bankingLater ? undefined : values.banking,
    signers: values.signers.map((signer) => ({ ...signer, address: oneLine(signer.address) })),
    agentName,
    agentEmail,
    termsToken: tokenPlace === 'signature' ? undefined : token,
  })
  const spelled = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [spellName(name, nameCase), value]),
  )
  return token !== undefined && tokenPlace === 'signature' ? { ...spelled, signature: { token } } : spelled
}

const textOf = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Limit of the items read from a list; the judge rejects a longer list. */
const ITEMS_MAX = 20

const readMembers = (members: readonly WireMember[], body: unknown): Json =>
  Object.fromEntries(
    members.map(({ field, name, kind, members: inner }) => {
      const value = memberOf(body, name)
      if (inner.length === 0) return [field, readWireText(field, kind, textOf(body, name))]
      if (!isList(kind)) return [field, readMembers(inner, value)]
      const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, ITEMS_MAX) : []
      return [field, items.map((each) => readMembers(inner, each))]
    }),
  )

/** Reads the body of SubmitGoApp into values for the judge (`wire: true`) and the other members. Missing values are empty. */
export function readSubmission(body: Json): {
  readonly values: ApplicationValues
  readonly parts: SubmissionParts
} {
  const read = readMembers(SUBMISSION_MEMBERS, body)
  const values = mapFields(
    APPLICATION_FIELDS,
    read,
    (kind, value) => value ?? (typeof kind === 'string' ? '' : false),
  )
  const { taxId, ownershipType, signers } = values
  const digits = cleanDigits(taxId)
  const owners =
    ownershipType === 'soleProprietorship' && digits !== '' && digits === cleanDigits(signers[0]?.ssn ?? '')
  const optionalText = (text: unknown): string | undefined => (text as string) || undefined
  return {
    values: {
      ...values,
      taxIdType: owners ? (isItin(digits) ? 'ITIN' : 'SSN') : 'EIN',
      taxId: owners ? '' : taxId,
      bankingLater: memberOf(body, 'BankingInformation') === undefined,
    },
    parts: {
      agentName: optionalText(read['agentName']),
      agentEmail: optionalText(read['agentEmail']),
      token: optionalText(read['termsToken'] || textOf(memberOf(body, 'signature'), 'token')),
    },
  }
}
