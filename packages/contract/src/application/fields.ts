// The fields of an application, each described once: its step, its kind, its name on the wire, its description, a sample. Values, empty values,
// schemas, the body of SubmitGoApp and the lists of secrets derive from these tables; a field without an entry does not compile.
// The rule of a field is in the judge of its step, because the elements load the judges later than the table.

/**
 * Kind of a value that is typed as text. `birthday` and `digits` are regulated: the service encrypts them, the BFF redacts them.
 * A `secret` is regulated too; the page seals it, and the BFF never stores it. The elements choose the advice about a refused
 * value by the kind: `place` is a text of an address.
 */
export type TextKind =
  | 'text'
  | 'choice'
  | 'name'
  | 'place'
  | 'country'
  | 'phone'
  | 'email'
  | 'website'
  | 'money'
  | 'percent'
  | 'date'
  | 'birthday'
  | 'digits'
  | 'secret'

/** A kind of text, the initial value of a flag, the fields of an object, or those of each object of a list. */
export type Kind = TextKind | boolean | Fields | readonly [Fields]

/** The kind of each field, by the name of the field. */
export interface Fields {
  readonly [name: string]: Kind
}

/** An address with its entered texts. */
export const ADDRESS_FIELDS = {
  streetAddress: 'place',
  streetAddress2: 'place',
  city: 'place',
  state: 'place',
  zip: 'place',
  country: 'country',
} as const satisfies Fields

/** A person who owns or controls the business, or signs. */
export const SIGNER_FIELDS = {
  firstName: 'name',
  lastName: 'name',
  title: 'text',
  ownershipPercentage: 'percent',
  dateOfBirth: 'birthday',
  ssn: 'secret',
  ownerCellPhone: 'phone',
  address: ADDRESS_FIELDS,
  isControlPerson: false,
  isPrimary: false,
} as const satisfies Fields

/** A bank account, complete or empty. */
export const BANKING_FIELDS = {
  bankName: 'name',
  routingNumber: 'digits',
  accountNumber: 'secret',
} as const satisfies Fields

/** All values that the applicant enters, by step, in order. */
export const FIELDS = {
  plan: {
    tierName: 'choice',
  },
  business: {
    ownershipType: 'choice',
    corporateName: 'name',
    /** The trading name equals the legal name. */
    dbaSame: true,
    dbaName: 'name',
    productSold: 'text',
    website: 'website',
    /** `YYYY-MM-DD`; parts may be missing. */
    businessStartDate: 'date',
    annualCreditCardSales: 'money',
  },
  tax: {
    taxIdType: 'choice',
    /** Empty if the tax ID is the SSN or ITIN of the sole proprietor. */
    taxId: 'secret',
  },
  contact: {
    businessPhone: 'phone',
    businessEmail: 'email',
    businessAddress: ADDRESS_FIELDS,
    mailingSame: true,
    mailingAddress: ADDRESS_FIELDS,
  },
  signers: {
    signers: [SIGNER_FIELDS],
    allOwnersListed: false,
  },
  bank: {
    /** The applicant adds the bank account later. */
    bankingLater: false,
    banking: BANKING_FIELDS,
  },
} as const satisfies Record<string, Fields>

/** Key of {@link FIELDS}: a step that has fields. */
export type FieldStep = keyof typeof FIELDS

/** The fields of all steps. */
export type ApplicationFields = (typeof FIELDS)['plan'] &
  (typeof FIELDS)['business'] &
  (typeof FIELDS)['tax'] &
  (typeof FIELDS)['contact'] &
  (typeof FIELDS)['signers'] &
  (typeof FIELDS)['bank']

/** The fields of all steps. */
export const APPLICATION_FIELDS = /* @__PURE__ */ Object.assign(
  {},
  .../* @__PURE__ */ Object.values(FIELDS),
) as ApplicationFields

type ValueOf<Each> = Each extends boolean
  ? boolean
  : Each extends string
    ? string
    : Each extends readonly [infer Item]
      ? ValuesOf<Item>[]
      : ValuesOf<Each>

/** The values of fields by name. */
export type ValuesOf<Rows> = { -readonly [Name in keyof Rows]: ValueOf<Rows[Name]> }

/** Names of the fields of a kind. */
export type NamesOf<Rows, Wanted extends Kind> = {
  [Name in keyof Rows]: Rows[Name] extends Wanted ? Name : never
}[keyof Rows]

/** Members of a submission other than the values. */
export const PART_FIELDS = {
  agentName: 'name',
  agentEmail: 'email',
  termsToken: 'text',
} as const satisfies Fields

/**
 * Names on the wire by field, in the order of the body; `null` for a field that is not sent. A name with a question mark is left
 * out while its field is empty.
 */
type WireNames<Rows> = { readonly [Name in keyof Rows]: WireName<Rows[Name]> }

type WireName<Each> = Each extends TextKind | boolean
  ? string | null
  : Each extends readonly [infer Item]
    ? readonly [string, WireNames<Item>]
    : readonly [string, WireNames<Each>]

const ADDRESS_WIRE: WireNames<typeof ADDRESS_FIELDS> = {
  streetAddress: 'streetAddress',
  streetAddress2: null,
  city: 'city',
  state: 'state',
  zip: 'zip',
  country: 'country',
}

const SIGNER_WIRE: WireNames<typeof SIGNER_FIELDS> = {
  firstName: 'firstName',
  lastName: 'lastName',
  title: 'title',
  ssn: 'ssn',
  dateOfBirth: 'dateOfBirth',
  ownershipPercentage: 'ownershipPercentage',
  ownerCellPhone: 'ownerCellPhone',
  address: ['address', ADDRESS_WIRE],
  isControlPerson: null,
  isPrimary: null,
}

const BANKING_WIRE: WireNames<typeof BANKING_FIELDS> = {
  bankName: 'bankName',
  routingNumber: 'routingNumber',
  accountNumber: 'accountNumber',
}

/** The name of each field in the body of SubmitGoApp. */
export const WIRE: WireNames<ApplicationFields & typeof PART_FIELDS> = {
  tierName: 'TierName',
  corporateName: 'CorporateName',
  dbaSame: null,
  dbaName: 'DBAName',
  annualCreditCardSales: 'AnnualCreditCardSales?',
  ownershipType: 'OwnershipType',
  businessStartDate: 'BusinessStartDate',
  agentName: 'AgentName?',
  agentEmail: 'AgentEmail?',
  website: 'Website?',
  taxIdType: null,
  taxId: 'TaxId',
  businessEmail: 'BusinessEmail?',
  businessPhone: 'BusinessPhone',
  businessAddress: ['BusinessAddress', ADDRESS_WIRE],
  mailingSame: null,
  mailingAddress: ['MailingAddress', ADDRESS_WIRE],
  productSold: 'ProductSold',
  bankingLater: null,
  banking: ['BankingInformation?', BANKING_WIRE],
  signers: ['SignerInformationList', SIGNER_WIRE],
  allOwnersListed: null,
  termsToken: 'Token',
}

/** Description of a member of a body, and an example. */
export type MemberDoc = readonly [description: string, example?: unknown]

/** The fields in the OpenAPI documents. */
export const FIELD_DOCS: { readonly [Name in keyof ApplicationFields]: MemberDoc } = {
  tierName: ['Name of the plan; null before it is chosen.', 'Retail'],
  ownershipType: ['Legal form.', 'llc'],
  corporateName: ['Legal name of the business.', 'Harbor Cycle Repair LLC'],
  dbaSame: ['Whether the trading name is the legal name.', false],
  dbaName: ['Trading name.', 'Harbor Cycle Repair'],
  productSold: ['What the business sells.', 'Bicycle repairs'],
  website: ['Address of the website.', 'https://harbor.example'],
  businessStartDate: ['Day on which the business began.', '2019-04-01'],
  annualCreditCardSales: ['Expected card sales of a year in dollars.', '250000'],
  taxIdType: ['Kind of the tax ID.', 'EIN'],
  taxId: ['Tax ID of the business.', '58-1234509'],
  businessPhone: ['Phone number of the business.', '2125550123'],
  businessEmail: ['E-mail address of the business.', 'hello@harbor.example'],
  businessAddress: ['Address of the business.'],
  mailingSame: ['Whether letters go to the address of the business.', true],
  mailingAddress: ['Address for letters.'],
  signers: ['Owners and signers.'],
  allOwnersListed: ['Whether all owners of 25 % or more are listed.', true],
  bankingLater: ['Whether the bank account follows later.', false],
  banking: ['The bank account.'],
}

/** The members of an address in the OpenAPI documents. */
export const ADDRESS_DOCS: { readonly [Name in keyof typeof ADDRESS_FIELDS]: MemberDoc } = {
  streetAddress: ['Street and number.', '12 Dock Street'],
  streetAddress2: ['Apartment or suite.', 'Suite 4'],
  city: ['City.', 'Portland'],
  state: ['State or province.', 'OR'],
  zip: ['ZIP or postal code.', '97201'],
  country: ['Country.', 'US'],
}

/** The members of a person in the OpenAPI documents. */
export const SIGNER_DOCS: { readonly [Name in keyof typeof SIGNER_FIELDS]: MemberDoc } = {
  firstName: ['First name.', 'Ada'],
  lastName: ['Last name.', 'Byron'],
  title: ['Role in the business.', 'Owner'],
  ownershipPercentage: ['Share of the business in percent.', '100'],
  dateOfBirth: ['Date of birth.', '1980-02-29'],
  ssn: ['Social Security number.', '111-22-3333'],
  ownerCellPhone: ['Mobile phone number.', '2125550124'],
  address: ['Home address.'],
  isControlPerson: ['Whether the person controls the business.', true],
  isPrimary: ['Whether the person is the main contact.', true],
}

/** The members of a bank account in the OpenAPI documents. */
export const BANKING_DOCS: { readonly [Name in keyof typeof BANKING_FIELDS]: MemberDoc } = {
  bankName: ['Name of the bank.', 'Harbor Bank'],
  routingNumber: ['Routing number of the bank.', '110000000'],
  accountNumber: ['Account number.', '000123456789'],
}

const sampleAddress = (streetAddress: string): ValuesOf<typeof ADDRESS_FIELDS> => ({
  streetAddress,
  streetAddress2: '',
  city: 'Newark',
  state: 'NJ',
  zip: '07102',
  country: 'US',
})

/** An application that every judge accepts. */
export const SAMPLE: ValuesOf<ApplicationFields> = {
  tierName: 'Standard',
  ownershipType: 'llc',
  corporateName: 'Harbor Cycle Works LLC',
  dbaSame: true,
  dbaName: '',
  productSold: 'Bicycle repairs and parts',
  website: 'https://www.harborcycle.com',
  businessStartDate: '2019-02-28',
  annualCreditCardSales: '250000',
  taxIdType: 'EIN',
  taxId: '123456780',
  businessPhone: '7325550123',
  businessEmail: 'till@harborcycle.com',
  businessAddress: /* @__PURE__ */ sampleAddress('12 Boxwood Ave'),
  mailingSame: true,
  mailingAddress: /* @__PURE__ */ sampleAddress(''),
  signers: [
    {
      firstName: 'Ana',
      lastName: 'Lindqvist',
      title: 'Managing member',
      ownershipPercentage: '100',
      dateOfBirth: '1980-02-29',
      ssn: '123456788',
      ownerCellPhone: '7325550188',
      address: /* @__PURE__ */ sampleAddress('1 Main St'),
      isControlPerson: true,
      isPrimary: true,
    },
  ],
  allOwnersListed: true,
  bankingLater: false,
  banking: { bankName: 'First Bank', routingNumber: '021000021', accountNumber: '12345678901' },
}
