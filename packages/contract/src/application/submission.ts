// An application as the boarding API takes it (§4.6, D-21, D-24, D-25): written by the BFF, read by the service. Names are
// compared without case; the two lines of a street are one; amounts and shares are numbers.
import { emptyAddress, emptySigner, emptyValues, isOwnersTaxId } from './values.ts'
import type { AddressValues, ApplicationValues, BankingValues, SignerValues } from './values.ts'
import { isItin } from './identity.ts'
import { cleanDigits } from './clean.ts'

/** How names are spelled on the wire: as the specification, or as in the field (D-21). */
export type NameCase = 'pascal' | 'camel'

/** Where the token of the terms stands: `Token`, or `signature.token` (D-25). */
export type TokenPlace = 'top' | 'signature'

/** What a submission carries beside the values. */
export interface SubmissionParts {
  readonly agentName?: string | undefined
  readonly agentEmail?: string | undefined
  readonly token?: string | undefined
}

type Json = Readonly<Record<string, unknown>>

/** The case of names that a request chose by how it spelled `ApiKey` (D-21). */
export const caseOf = (body: Json): NameCase => (Object.keys(body).includes('apiKey') ? 'camel' : 'pascal')

/** A name of the specification in a case. */
export const spellName = (name: string, nameCase: NameCase): string =>
  nameCase === 'pascal'
    ? name.charAt(0).toUpperCase() + name.slice(1)
    : name === 'DBAName'
      ? 'dbaName'
      : name.charAt(0).toLowerCase() + name.slice(1)

/** Spells the names of an object, and of all in it, in a case. */
export function spellNames(value: unknown, nameCase: NameCase): unknown {
  if (Array.isArray(value)) return value.map((each) => spellNames(each, nameCase))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [spellName(name, nameCase), spellNames(each, nameCase)]),
  )
}

/** A member by its name in any case; `undefined` for none and for null. */
export function memberOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const found = Object.entries(body).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
  return found ?? undefined
}

const writeAddress = ({ streetAddress, streetAddress2, ...rest }: AddressValues): Json => ({
  streetAddress: [streetAddress, streetAddress2].filter(Boolean).join(', '),
  ...rest,
})

const writeSigner = (signer: SignerValues): Json => ({
  firstName: signer.firstName,
  lastName: signer.lastName,
  title: signer.title,
  ssn: signer.ssn,
  dateOfBirth: signer.dateOfBirth,
  ownershipPercentage: Number(signer.ownershipPercentage),
  ownerCellPhone: signer.ownerCellPhone,
  address: writeAddress(signer.address),
})

/** The body of SubmitGoApp, but for `ApiKey`, from values that the judge has cleaned. Inner names are those of D-24. */
export function writeSubmission(
  values: ApplicationValues,
  parts: SubmissionParts,
  { nameCase, tokenPlace }: { readonly nameCase: NameCase; readonly tokenPlace: TokenPlace },
): Json {
  const taxId = isOwnersTaxId(values) ? (values.signers[0]?.ssn ?? '') : values.taxId
  const { agentName, agentEmail, token } = parts
  const members: Json = {
    TierName: values.tierName,
    CorporateName: values.corporateName,
    DBAName: values.dbaSame ? values.corporateName : values.dbaName,
    ...(values.annualCreditCardSales === ''
      ? {}
      : { AnnualCreditCardSales: Number(values.annualCreditCardSales) }),
    OwnershipType: values.ownershipType,
    BusinessStartDate: values.businessStartDate,
    ...(agentName === undefined ? {} : { AgentName: agentName }),
    ...(agentEmail === undefined ? {} : { AgentEmail: agentEmail }),
    ...(values.website === '' ? {} : { Website: values.website }),
    TaxId: taxId,
    ...(values.businessEmail === '' ? {} : { BusinessEmail: values.businessEmail }),
    BusinessPhone: values.businessPhone,
    BusinessAddress: writeAddress(values.businessAddress),
    MailingAddress: writeAddress(values.mailingSame ? values.businessAddress : values.mailingAddress),
    ProductSold: values.productSold,
    ...(values.bankingLater ? {} : { BankingInformation: values.banking }),
    SignerInformationList: values.signers.map(writeSigner),
    ...(token === undefined || tokenPlace === 'signature' ? {} : { Token: token }),
  }
  const spelled = Object.fromEntries(
    Object.entries(members).map(([name, value]) => [spellName(name, nameCase), value]),
  )
  return token !== undefined && tokenPlace === 'signature' ? { ...spelled, signature: { token } } : spelled
}

const textOf = (body: unknown, name: string): string => {
  const value = memberOf(body, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const readAddress = (body: unknown): AddressValues => {
  const empty = emptyAddress('')
  const members = Object.fromEntries(Object.keys(empty).map((name) => [name, textOf(body, name)]))
  return { ...empty, ...members, streetAddress2: '' }
}

const readSigner = (body: unknown): SignerValues => {
  const { address: _, isControlPerson, isPrimary, ...texts } = emptySigner(false)
  const members = Object.fromEntries(Object.keys(texts).map((name) => [name, textOf(body, name)]))
  const signer: SignerValues = {
    ...texts,
    ...members,
    address: readAddress(memberOf(body, 'address')),
    isControlPerson,
    isPrimary,
  }
  return signer
}

const readBanking = (body: unknown): BankingValues => ({
  bankName: textOf(body, 'bankName'),
  routingNumber: textOf(body, 'routingNumber'),
  accountNumber: textOf(body, 'accountNumber'),
})

/** What SubmitGoApp was sent, as values for the judge (`wire: true`), and what it carries beside. Anything missing is empty. */
export function readSubmission(body: Json): {
  readonly values: ApplicationValues
  readonly parts: SubmissionParts
} {
  const list = memberOf(body, 'SignerInformationList')
  const signers = Array.isArray(list) ? list.slice(0, 20).map(readSigner) : []
  const banking = memberOf(body, 'BankingInformation')
  const taxId = textOf(body, 'TaxId')
  const ownershipType = textOf(body, 'OwnershipType')
  const digits = cleanDigits(taxId)
  const owners =
    ownershipType === 'soleProprietorship' && digits !== '' && digits === cleanDigits(signers[0]?.ssn ?? '')
  const optionalText = (name: string): string | undefined => textOf(body, name) || undefined
  const token = textOf(body, 'Token') || textOf(memberOf(body, 'signature'), 'token')
  return {
    values: {
      ...emptyValues(),
      tierName: textOf(body, 'TierName'),
      ownershipType,
      corporateName: textOf(body, 'CorporateName'),
      dbaSame: false,
      dbaName: textOf(body, 'DBAName'),
      productSold: textOf(body, 'ProductSold'),
      website: textOf(body, 'Website'),
      businessStartDate: textOf(body, 'BusinessStartDate'),
      annualCreditCardSales: textOf(body, 'AnnualCreditCardSales'),
      taxIdType: owners ? (isItin(digits) ? 'ITIN' : 'SSN') : 'EIN',
      taxId: owners ? '' : taxId,
      businessPhone: textOf(body, 'BusinessPhone'),
      businessEmail: textOf(body, 'BusinessEmail'),
      businessAddress: readAddress(memberOf(body, 'BusinessAddress')),
      mailingSame: false,
      mailingAddress: readAddress(memberOf(body, 'MailingAddress')),
      signers,
      bankingLater: banking === undefined,
      banking: readBanking(banking),
    },
    parts: {
      agentName: optionalText('AgentName'),
      agentEmail: optionalText('AgentEmail'),
      token: token || undefined,
    },
  }
}
