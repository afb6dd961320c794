// An application with all values filled in, for tests of the later steps. Its numbers are samples.
import {
  emptyAddress,
  emptySigner,
  withoutSecrets,
  type ApplicationDraft,
  type ApplicationValues,
} from '@tapboard/contract'
import { goodValues } from '@tapboard/contract/testing'
import { APPLY_NOW_MS } from './scripted-boarding.ts'

const ADDRESS = {
  streetAddress: '500 Commerce Way',
  streetAddress2: 'Suite 4',
  city: 'Edison',
  state: 'NJ',
  zip: '08817',
  country: 'US',
}

/** No part of the page may contain these after the application was received (P45). */
export const SECRETS = ['824417365', '987654321', '536908841', '000246813579']

/** With its secrets. */
export const FILLED: ApplicationValues = goodValues({
  tierName: 'Plus',
  ownershipType: 'llc',
  corporateName: 'Corner Repair LLC',
  dbaSame: false,
  dbaName: 'Corner Phone & Tablet Repair',
  productSold: 'Repairs of phones and tablets',
  website: 'https://corner-repair.example.com',
  businessStartDate: '2019-04-01',
  annualCreditCardSales: '250000',
  taxIdType: 'EIN',
  taxId: SECRETS[0]!,
  businessPhone: '7325550123',
  businessEmail: 'hello@corner-repair.example.com',
  businessAddress: ADDRESS,
  mailingAddress: emptyAddress(),
  signers: [
    {
      ...emptySigner(true),
      firstName: 'Dana',
      lastName: 'Whitfield',
      title: 'Managing member',
      ownershipPercentage: '60',
      dateOfBirth: '1984-02-29',
      ssn: SECRETS[2]!,
      ownerCellPhone: '7325550188',
      address: { ...ADDRESS, streetAddress: '12 Boxwood Ave', streetAddress2: '' },
      isControlPerson: true,
    },
    {
      ...emptySigner(false),
      firstName: 'Luis',
      lastName: 'Ortega',
      title: 'Member',
      ownershipPercentage: '40',
      dateOfBirth: '1979-11-05',
      ssn: SECRETS[1]!,
      ownerCellPhone: '7325550199',
      address: { ...ADDRESS, streetAddress: '7 Elm Street', streetAddress2: '' },
    },
  ],
  allOwnersListed: true,
  banking: { bankName: 'First Harbor Bank', routingNumber: '021000021', accountNumber: SECRETS[3]! },
})

/** The stored draft of it, at the review. */
export const FILLED_DRAFT: ApplicationDraft = {
  step: 'review',
  values: withoutSecrets(FILLED),
  version: 6,
  savedAtMs: APPLY_NOW_MS - 3_600_000,
  expiresAtMs: APPLY_NOW_MS + 59 * 86_400_000,
}
