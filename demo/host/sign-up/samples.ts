// Fictional businesses for the sandbox button that fills the form. Pure. Official numbers are sample values:
// accepted in the sandbox, rejected in production.
import {
  emptyAddress,
  emptySigner,
  type AddressValues,
  type ApplicationValues,
  type SignerValues,
} from '@tapboard/contract'
import { goodValues } from '@tapboard/contract/testing'

const place = (
  streetAddress: string,
  city: string,
  state: string,
  zip: string,
  country = 'US',
): AddressValues => ({ streetAddress, streetAddress2: '', city, state, zip, country })

const portland = place('410 Ferry Street', 'Portland', 'OR', '97209')
const halifax = place('120 Harbour Road', 'Halifax', 'NS', 'B3H 1A1', 'CA')
const montreal = place('455 rue Saint-Paul Ouest', 'Montréal', 'QC', 'H2Y 2A1', 'CA')

const mara: SignerValues = {
  ...emptySigner(true),
  firstName: 'Mara',
  lastName: 'Lindqvist',
  title: 'Owner',
  ownershipPercentage: '60',
  dateOfBirth: '1984-03-09',
  ssn: '987-65-4320',
  ownerCellPhone: '503-555-0142',
  address: place('78 Alder Court', 'Portland', 'OR', '97214'),
  isControlPerson: true,
}
const joao: SignerValues = {
  ...emptySigner(false),
  firstName: 'João',
  lastName: 'Serrano',
  title: 'Owner',
  ownershipPercentage: '40',
  dateOfBirth: '1979-11-30',
  ssn: '987-65-4321',
  ownerCellPhone: '503-555-0177',
  address: place('9 Quay Lane', 'Astoria', 'OR', '97103'),
}

const llc: ApplicationValues = {
  ...goodValues(),
  tierName: '',
  ownershipType: 'llc',
  corporateName: 'Lantern Street Coffee LLC',
  dbaSame: false,
  dbaName: 'Lantern Coffee',
  productSold: 'Coffee, pastries and beans by the bag',
  website: 'lantern-coffee.example.com',
  businessStartDate: '2019-05-02',
  annualCreditCardSales: '250000',
  taxIdType: 'EIN',
  taxId: '36-4567890',
  businessPhone: '503-555-0123',
  businessEmail: 'hello@lantern-coffee.example.com',
  businessAddress: portland,
  mailingAddress: emptyAddress(),
  signers: [mara, joao],
  allOwnersListed: true,
  banking: { bankName: 'Cascade Community Bank', routingNumber: '110000000', accountNumber: '000123456789' },
}

const sole: ApplicationValues = {
  ...llc,
  ownershipType: 'soleProprietorship',
  corporateName: 'Mara Lindqvist',
  dbaSame: false,
  dbaName: 'Lindqvist Letterpress',
  productSold: 'Printed cards and posters',
  taxIdType: 'SSN',
  taxId: '',
  signers: [{ ...mara, ownershipPercentage: '100' }],
}

const canada: ApplicationValues = {
  ...llc,
  ownershipType: 'corporation',
  corporateName: 'Fundy Kayak Rentals Inc.',
  dbaName: 'Fundy Kayak',
  productSold: 'Kayak hire and guided tours',
  businessPhone: '902-555-0118',
  businessAddress: halifax,
  signers: [
    {
      ...mara,
      title: 'President',
      ownershipPercentage: '100',
      ownerCellPhone: '902-555-0161',
      address: place('31 Tidal Way', 'Dartmouth', 'NS', 'B2Y 1A1', 'CA'),
    },
  ],
}

const charity: ApplicationValues = {
  ...llc,
  ownershipType: 'nonProfit',
  corporateName: 'Riverbend Food Pantry',
  dbaSame: true,
  dbaName: '',
  productSold: 'Donations and tickets for events',
  annualCreditCardSales: '',
  bankingLater: true,
  banking: { bankName: '', routingNumber: '', accountNumber: '' },
  signers: [{ ...mara, title: 'Director', ownershipPercentage: '0' }],
}

/** Complete applications without a plan, which the user chooses. */
export const SAMPLES = { llc, sole, canada, charity } as const satisfies Record<string, ApplicationValues>

/** The sample business in Quebec, with its people. An LLC is a kind of business of the United States. */
export const inQuebec = (values: ApplicationValues): ApplicationValues => ({
  ...values,
  ownershipType: values.ownershipType === 'llc' ? 'corporation' : values.ownershipType,
  corporateName: values.corporateName.replace(/ LLC\b/, ' inc.'),
  businessPhone: '514-555-0133',
  businessAddress: montreal,
  signers: values.signers.map((signer, index) => ({
    ...signer,
    ownerCellPhone: `438-555-01${40 + index}`,
    address: { ...montreal, streetAddress: `${78 + index} avenue des Pins` },
  })),
})

/** Data that a partner has about its customer: no official number, no account, no date of birth. */
export const knownOf = (values: ApplicationValues): Partial<ApplicationValues> => {
  const { ownershipType, corporateName, dbaSame, dbaName, productSold, website } = values
  const { businessPhone, businessEmail, businessAddress } = values
  return {
    ownershipType,
    corporateName,
    dbaSame,
    dbaName,
    productSold,
    website,
    businessPhone,
    businessEmail,
    businessAddress,
  }
}
