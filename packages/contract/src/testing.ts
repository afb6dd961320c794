// An application that every judge accepts, for the tests of all packages to bend.
import {
  emptyAddress,
  emptySigner,
  emptyValues,
  type ApplicationValues,
  type SignerValues,
} from './application/values.ts'
import type { RuleContext } from './application/rule.ts'

/** A Tuesday on which the samples of the tests were judged. */
export const CONTEXT: RuleContext = { today: '2026-03-10', sandbox: false, tiers: ['Standard'], wire: false }

/** A person with nothing wrong. */
export const goodSigner = (bent: Partial<SignerValues> = {}): SignerValues => ({
  ...emptySigner(true),
  firstName: 'Ana',
  lastName: 'Lindqvist',
  title: 'Managing member',
  ownershipPercentage: '100',
  dateOfBirth: '1980-02-29',
  ssn: '123456788',
  ownerCellPhone: '7325550188',
  address: { ...emptyAddress(), streetAddress: '1 Main St', city: 'Newark', state: 'NJ', zip: '07102' },
  isControlPerson: true,
  ...bent,
})

/** An application with nothing wrong. */
export const goodValues = (bent: Partial<ApplicationValues> = {}): ApplicationValues => ({
  ...emptyValues(),
  tierName: 'Standard',
  ownershipType: 'llc',
  corporateName: 'Harbor Cycle Works LLC',
  productSold: 'Bicycle repairs and parts',
  website: 'https://www.harborcycle.com',
  businessStartDate: '2019-02-28',
  annualCreditCardSales: '250000',
  taxIdType: 'EIN',
  taxId: '123456780',
  businessPhone: '7325550123',
  businessEmail: 'till@harborcycle.com',
  businessAddress: {
    ...emptyAddress(),
    streetAddress: '12 Boxwood Ave',
    city: 'Newark',
    state: 'NJ',
    zip: '07102',
  },
  signers: [goodSigner()],
  allOwnersListed: true,
  banking: { bankName: 'First Bank', routingNumber: '021000021', accountNumber: '12345678901' },
  ...bent,
})
