// Numbers for the form of `<merchant-apply>` in test mode. The page "Test data" and its test ask the contract's judge about each.
import type { ApplicationValues } from '@tapboard/contract'
import { SAMPLES } from '../../host/sign-up/samples.ts'

/** A number that a developer types in test mode. */
interface TestNumber {
  readonly typed: string
  readonly what: string
}

/** The numbers of one field. */
export interface TestNumbers {
  /** Path of the field in an application. */
  readonly path: string
  /** An application with the number in this field. */
  readonly put: (typed: string) => ApplicationValues
  /** Accepted in test mode; the first one is the number to remember. */
  readonly accepted: readonly TestNumber[]
  readonly refused: readonly TestNumber[]
}

const [owner] = SAMPLES.llc.signers
if (owner === undefined) throw new Error('The sample has no owner.')

const base: ApplicationValues = {
  ...SAMPLES.llc,
  tierName: 'Standard',
  signers: [{ ...owner, ownershipPercentage: '100' }],
}

const withOwner = (member: 'ssn' | 'dateOfBirth') => (typed: string) => ({
  ...base,
  signers: base.signers.map((signer) => ({ ...signer, [member]: typed })),
})

const withBank = (member: 'routingNumber' | 'accountNumber') => (typed: string) => ({
  ...base,
  banking: { ...base.banking, [member]: typed },
})

/** All numbers by the word with which the page inserts their table. */
export const TEST_NUMBERS: Readonly<Record<'ein' | 'ssn' | 'routing' | 'account' | 'birth', TestNumbers>> = {
  ein: {
    path: 'taxId',
    put: (typed) => ({ ...base, taxId: typed }),
    accepted: [
      { typed: '12-3456780', what: 'a usual number' },
      { typed: '12-3456789', what: 'the example of the hint below the field' },
      { typed: SAMPLES.llc.taxId, what: 'the number of the sample business' },
      { typed: '07-1234567', what: 'a prefix that the IRS does not list' },
    ],
    refused: [
      { typed: '00-1234567', what: 'no prefix' },
      { typed: '99-9999999', what: 'one digit only' },
      { typed: '12-345678', what: 'too short' },
    ],
  },
  ssn: {
    path: 'signers[0].ssn',
    put: withOwner('ssn'),
    accepted: [
      { typed: '987-65-4320', what: 'reserved for advertisements' },
      { typed: '123-45-6789', what: 'the example of the hint below the field' },
      { typed: '987-65-4321', what: 'reserved, for the second person' },
      { typed: '987-65-4329', what: 'the last reserved number' },
      { typed: '111-22-3333', what: 'in the ranges of an SSN' },
      { typed: '900-70-1234', what: 'an ITIN' },
    ],
    refused: [
      { typed: '078-05-1120', what: 'from a specimen card' },
      { typed: '000-12-3456', what: 'outside all ranges' },
      { typed: '666-12-3456', what: 'outside all ranges' },
      { typed: '123-45-678', what: 'too short' },
    ],
  },
  routing: {
    path: 'banking.routingNumber',
    put: withBank('routingNumber'),
    accepted: [
      {
        typed: SAMPLES.llc.banking.routingNumber,
        what: 'the check digit is right',
      },
    ],
    refused: [
      { typed: '123456789', what: 'the check digit is wrong' },
      { typed: '500000005', what: 'no district of the Federal Reserve' },
      { typed: '11000000', what: 'too short' },
    ],
  },
  account: {
    path: 'banking.accountNumber',
    put: withBank('accountNumber'),
    accepted: [
      { typed: SAMPLES.llc.banking.accountNumber, what: 'a usual number' },
      { typed: '1234', what: 'the shortest' },
      { typed: '4242424242424242', what: 'the number of a card' },
    ],
    refused: [
      { typed: '123', what: 'too short' },
      { typed: '00000000', what: 'one digit only' },
      {
        typed: SAMPLES.llc.banking.routingNumber,
        what: 'the routing number again',
      },
    ],
  },
  birth: {
    path: 'signers[0].dateOfBirth',
    put: withOwner('dateOfBirth'),
    accepted: [
      { typed: owner.dateOfBirth, what: 'an adult' },
      { typed: '2000-02-29', what: 'a leap day' },
    ],
    refused: [
      { typed: '2015-06-01', what: 'a child' },
      { typed: '1900-01-01', what: 'too long ago' },
      { typed: '2099-01-01', what: 'in the future' },
      { typed: '2001-02-29', what: 'no such day' },
    ],
  },
}
