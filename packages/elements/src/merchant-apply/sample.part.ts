// The sample application of test mode: a business that does not exist. Loaded when the person asks for it. Without imports, which would
// move code of later files into the first one.
import type { Prefill } from './paths.ts'

const PLACES = {
  US: { city: 'Portland', state: 'OR', zip: '97209', country: 'US' },
  CA: { city: 'Halifax', state: 'NS', zip: 'B3H 1A1', country: 'CA' },
}

/** The sample with its addresses in a country. Production refuses its personal number. */
export const sampleIn = (country: string): Prefill => ({
  ownershipType: 'llc',
  corporateName: 'Lantern Street Coffee LLC',
  productSold: 'Coffee and pastries',
  businessStartDate: '2019-05-01',
  annualCreditCardSales: '250000',
  taxIdType: 'EIN',
  taxId: '12-3456780',
  businessPhone: '503-555-0123',
  businessEmail: 'hello@lantern-coffee.example.com',
  businessAddress: { ...PLACES[country as 'US'], streetAddress: '410 Ferry Street' },
  signers: [
    {
      firstName: 'Mara',
      lastName: 'Lindqvist',
      title: 'Owner',
      ownershipPercentage: '100',
      dateOfBirth: '1984-03-09',
      ssn: '987-65-4320',
      ownerCellPhone: '503-555-0142',
      address: { ...PLACES[country as 'US'], streetAddress: '78 Alder Court' },
    },
  ],
  banking: { bankName: 'Cascade Community Bank', routingNumber: '110000000', accountNumber: '000123456789' },
})
