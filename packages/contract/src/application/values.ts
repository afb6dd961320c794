// An application as it is typed: every member is there, empty until it is filled. Secrets (tax ID, SSN, account number)
// stand in their places in the browser alone; on the wire to the BFF those places are empty and the secrets are sealed.
import * as z from 'zod/mini'

/** An address as it is typed (D-24). */
export const AddressValues = z.object({
  streetAddress: z.string(),
  streetAddress2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
})

/** Shape of {@link AddressValues}. */
export type AddressValues = z.infer<typeof AddressValues>

/** A person who owns, controls or signs (D-24). */
export const SignerValues = z.object({
  firstName: z.string(),
  lastName: z.string(),
  title: z.string(),
  ownershipPercentage: z.string(),
  dateOfBirth: z.string(),
  /** Secret. */
  ssn: z.string(),
  ownerCellPhone: z.string(),
  address: AddressValues,
  isControlPerson: z.boolean(),
  isPrimary: z.boolean(),
})

/** Shape of {@link SignerValues}. */
export type SignerValues = z.infer<typeof SignerValues>

/** A bank account, all of it or nothing (D-24). */
export const BankingValues = z.object({
  bankName: z.string(),
  routingNumber: z.string(),
  /** Secret. */
  accountNumber: z.string(),
})

/** Shape of {@link BankingValues}. */
export type BankingValues = z.infer<typeof BankingValues>

/** Everything that a person fills in. */
export const ApplicationValues = z.object({
  tierName: z.string(),
  ownershipType: z.string(),
  corporateName: z.string(),
  /** The trading name is the legal name. */
  dbaSame: z.boolean(),
  dbaName: z.string(),
  productSold: z.string(),
  website: z.string(),
  /** `YYYY-MM-DD`, parts may be missing. */
  businessStartDate: z.string(),
  annualCreditCardSales: z.string(),
  taxIdType: z.string(),
  /** Secret. Empty where it is the SSN or ITIN of the sole proprietor. */
  taxId: z.string(),
  businessPhone: z.string(),
  businessEmail: z.string(),
  businessAddress: AddressValues,
  mailingSame: z.boolean(),
  mailingAddress: AddressValues,
  signers: z.array(SignerValues),
  allOwnersListed: z.boolean(),
  /** The bank account follows later. */
  bankingLater: z.boolean(),
  banking: BankingValues,
})

/** Shape of {@link ApplicationValues}. */
export type ApplicationValues = z.infer<typeof ApplicationValues>

/** The secrets of an application, sealed on their way to the BFF. */
export const ApplicationSecrets = z.object({
  taxId: z.string(),
  accountNumber: z.string(),
  /** One for each person, in the order of the list. */
  ssns: z.array(z.string()),
})

/** Shape of {@link ApplicationSecrets}. */
export type ApplicationSecrets = z.infer<typeof ApplicationSecrets>

/** Kinds of business (D-24). */
export const OWNERSHIP_TYPES = [
  'soleProprietorship',
  'partnership',
  'llc',
  'corporation',
  'nonProfit',
  'government',
] as const

/** A kind of business. */
export type OwnershipType = (typeof OWNERSHIP_TYPES)[number]

/** Kinds of tax ID. */
export const TAX_ID_TYPES = ['EIN', 'SSN', 'ITIN'] as const

/** A kind of tax ID. */
export type TaxIdType = (typeof TAX_ID_TYPES)[number]

/** The most persons of an application. */
export const MAX_SIGNERS = 5

/** An address with nothing in it but its country. */
export const emptyAddress = (country = 'US'): AddressValues => ({
  streetAddress: '',
  streetAddress2: '',
  city: '',
  state: '',
  zip: '',
  country,
})

/** A person of whom nothing is known; the first one is the main contact. */
export const emptySigner = (isPrimary: boolean, country?: string): SignerValues => ({
  firstName: '',
  lastName: '',
  title: '',
  ownershipPercentage: '',
  dateOfBirth: '',
  ssn: '',
  ownerCellPhone: '',
  address: emptyAddress(country),
  isControlPerson: false,
  isPrimary,
})

/** An application with nothing in it. */
export const emptyValues = (country?: string): ApplicationValues => ({
  tierName: '',
  ownershipType: '',
  corporateName: '',
  dbaSame: true,
  dbaName: '',
  productSold: '',
  website: '',
  businessStartDate: '',
  annualCreditCardSales: '',
  taxIdType: '',
  taxId: '',
  businessPhone: '',
  businessEmail: '',
  businessAddress: emptyAddress(country),
  mailingSame: true,
  mailingAddress: emptyAddress(country),
  signers: [],
  allOwnersListed: false,
  bankingLater: false,
  banking: { bankName: '', routingNumber: '', accountNumber: '' },
})

/** Is the tax ID the SSN or ITIN of the one person who owns the business? Then it is asked once, with the person. */
export const isOwnersTaxId = ({ ownershipType, taxIdType }: ApplicationValues): boolean =>
  ownershipType === 'soleProprietorship' && (taxIdType === 'SSN' || taxIdType === 'ITIN')

/** The secrets of the values. */
export const secretsOf = (values: ApplicationValues): ApplicationSecrets => ({
  taxId: isOwnersTaxId(values) ? '' : values.taxId,
  accountNumber: values.bankingLater ? '' : values.banking.accountNumber,
  ssns: values.signers.map(({ ssn }) => ssn),
})

/** The values with empty places where secrets were. */
export const withoutSecrets = (values: ApplicationValues): ApplicationValues => ({
  ...values,
  taxId: '',
  banking: { ...values.banking, accountNumber: '' },
  signers: values.signers.map((signer) => ({ ...signer, ssn: '' })),
})

/** The values with the secrets in their places. */
export const withSecrets = (values: ApplicationValues, secrets: ApplicationSecrets): ApplicationValues => ({
  ...values,
  taxId: secrets.taxId,
  banking: { ...values.banking, accountNumber: secrets.accountNumber },
  signers: values.signers.map((signer, index) => ({ ...signer, ssn: secrets.ssns[index] ?? '' })),
})
