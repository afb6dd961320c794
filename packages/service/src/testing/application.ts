/** Normalized applications, valid in production and sandbox. The numbers are plausible but fictional. */
import { emptySigner, type ApplicationValues } from '@tapboard/contract'
import { goodValues } from '@tapboard/contract/testing'

/** Data key for tests only. */
export const TEST_DATA_KEY = Buffer.alloc(32, 'tests only').toString('base64')

const home = {
  streetAddress: '31 Marine Parade',
  streetAddress2: '',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
  country: 'US',
}

/** A limited liability company with two owners and a bank account. */
export const llcValues = (changes: Partial<ApplicationValues> = {}): ApplicationValues => ({
  ...goodValues(),
  tierName: 'Standard',
  ownershipType: 'llc',
  corporateName: 'Harbor Cycle Repair LLC',
  dbaSame: false,
  dbaName: 'Harbor Cycles',
  productSold: 'Bicycle repair and parts',
  website: 'https://www.harbor-cycles.com',
  businessStartDate: '2015-04-01',
  annualCreditCardSales: '250000',
  taxIdType: 'EIN',
  taxId: '581234509',
  businessPhone: '2075550123',
  businessEmail: 'desk@harbor-cycles.com',
  businessAddress: { ...home, streetAddress: '12 Commercial Street' },
  mailingSame: false,
  mailingAddress: { ...home, streetAddress: 'PO Box 12' },
  allOwnersListed: true,
  banking: { bankName: 'Casco Savings', routingNumber: '021000021', accountNumber: '70012345678' },
  signers: [
    {
      ...emptySigner(true, 'US'),
      firstName: 'Ada',
      lastName: 'Byron',
      title: 'Owner',
      ownershipPercentage: '60',
      dateOfBirth: '1980-02-29',
      ssn: '219098765',
      ownerCellPhone: '2075550188',
      address: home,
      isControlPerson: true,
    },
    {
      ...emptySigner(false, 'US'),
      firstName: 'José',
      lastName: "O'Neil",
      title: 'Member',
      ownershipPercentage: '40',
      dateOfBirth: '1975-12-31',
      ssn: '900701234',
      ownerCellPhone: '2075550199',
      address: home,
    },
  ],
  ...changes,
})

/** A sole proprietor whose SSN is the tax ID, without a bank account. */
export const soleValues = (changes: Partial<ApplicationValues> = {}): ApplicationValues => {
  const values = llcValues()
  const [first] = values.signers
  return {
    ...values,
    ownershipType: 'soleProprietorship',
    corporateName: 'Ada Byron',
    taxIdType: 'SSN',
    taxId: '',
    bankingLater: true,
    banking: { bankName: '', routingNumber: '', accountNumber: '' },
    signers: first === undefined ? [] : [{ ...first, ownershipPercentage: '100' }],
    ...changes,
  }
}
