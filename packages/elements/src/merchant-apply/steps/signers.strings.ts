// The texts of the step "Owners and signers", in English. A page replaces any of them under `strings.signers`.
import type { FieldWords } from '../fields/words.ts'

type NameCode = 'required' | 'name-characters' | 'too-long'
type NumberCode =
  | 'required'
  | 'nine-digits'
  | 'ssn-invalid'
  | 'ssn-sample'
  | 'ssn-expected'
  | 'itin-expected'
  | 'ssn-repeated'

export interface SignersStrings {
  readonly fields: {
    readonly signers: FieldWords<
      | 'signers-none'
      | 'signers-many'
      | 'signers-sole'
      | 'percent-sum'
      | 'owners-many'
      | 'control-person'
      | 'primary-one'
    >
    readonly allOwnersListed: FieldWords<'owners-unconfirmed'>
    readonly isPrimary: FieldWords<never>
    readonly isControlPerson: FieldWords<never>
    readonly firstName: FieldWords<NameCode>
    readonly lastName: FieldWords<NameCode>
    readonly title: FieldWords<'required' | 'ampersand' | 'too-long' | 'text-characters' | 'too-short'>
    readonly ownershipPercentage: FieldWords<'required' | 'percent' | 'percent-sole'>
    readonly dateOfBirth: FieldWords<
      'required' | 'date-incomplete' | 'date-not-real' | 'date-future' | 'under-18' | 'over-120'
    >
    readonly ssn: FieldWords<NumberCode>
    readonly ownerCellPhone: FieldWords<'required' | 'phone' | 'phone-toll-free'>
  }
  readonly who: string
  readonly onlyYou: string
  readonly nobodyElse: string
  readonly add: string
  readonly addYou: string
  /** Heading of the first person without a name. */
  readonly startYou: string
  readonly addMore: string
  readonly change: string
  readonly remove: string
  readonly undo: string
  readonly removed: (name: string) => string
  readonly person: (number: number) => string
  readonly of: (word: string, name: string) => string
  readonly shares: (percent: string, all: string) => string
  readonly missing: (count: number) => string
  readonly control: string
  readonly primary: string
  readonly address: string
  readonly copy: string
  readonly save: string
  readonly back: string
  readonly cancel: string
  /** Roles to choose from, in English, because the service reads English. */
  readonly titles: readonly string[]
  /** Display names of the same roles, in order. */
  readonly titleNames: readonly string[]
}

const TITLES = [
  'Owner',
  'Co-owner',
  'President',
  'Chief executive officer',
  'Chief financial officer',
  'Managing member',
  'Member',
  'Partner',
  'Director',
  'Treasurer',
  'Secretary',
  'Manager',
]

export const SIGNERS: SignersStrings = {
  fields: {
    signers: {
      label: 'People',
      errors: {
        'signers-none': 'Add at least one person',
        'signers-many': 'Remove people: at most ten can be listed',
        'signers-sole': 'Remove people: a sole proprietor is one person',
        'percent-sum': 'Change the shares: together they are more than 100%',
        'owners-many': 'Change the shares: at most four people can own 25% or more',
        'control-person': 'Choose “Change” for the person who runs the business, and check that box there',
        'primary-one': 'Choose the person we should contact',
      },
    },
    allOwnersListed: {
      label: 'Everyone who owns 25% or more is listed',
      errors: { 'owners-unconfirmed': 'Confirm that all owners are listed' },
    },
    isPrimary: {
      label: 'Who should we contact about this application?',
      errors: {},
    },
    isControlPerson: {
      label: 'This person runs the business',
      hint: 'Someone who makes the daily decisions, such as the president or a manager. One is enough. Banks call this the control person.',
      errors: {},
    },
    firstName: {
      label: 'First name',
      errors: {
        required: 'Enter the first name',
        'name-characters': 'Use letters, spaces, hyphens and apostrophes for the first name',
        'too-long': 'Use at most 35 characters for the first name',
      },
    },
    lastName: {
      label: 'Last name',
      errors: {
        required: 'Enter the last name',
        'name-characters': 'Use letters, spaces, hyphens and apostrophes for the last name',
        'too-long': 'Use at most 35 characters for the last name',
      },
    },
    title: {
      label: 'Role in the business',
      hint: 'Choose from the list or type another.',
      errors: {
        required: 'Enter the role in the business',
        ampersand: 'Write “and” in place of & in the role',
        'too-short': 'Enter the role in the business',
        'too-long': 'Use at most 60 characters for the role',
        'text-characters': 'Enter the role in the business',
      },
    },
    ownershipPercentage: {
      label: 'Share of the business',
      hint: 'In percent, without decimals. Enter 0 if the person owns nothing.',
      errors: {
        required: 'Enter the share, or 0',
        percent: 'Enter the share as a whole number from 0 to 100',
        'percent-sole': 'Enter 100: a sole proprietor owns all of the business',
      },
    },
    dateOfBirth: {
      label: 'Date of birth',
      errors: {
        required: 'Enter the date of birth',
        'date-incomplete': 'Enter month, day and year (four digits) of birth',
        'date-not-real': 'Check the date of birth: that date does not exist',
        'date-future': 'Enter a date of birth that is not in the future',
        'under-18': 'Check the date of birth: the person must be at least 18',
        'over-120': 'Check the date of birth: it is more than 120 years ago',
      },
    },
    ssn: {
      label: 'Social Security number or ITIN',
      hint: 'Nine digits, such as 123-45-6789. Needed to confirm who owns and runs the business.',
      errors: {
        required: 'Enter the Social Security number or ITIN',
        'nine-digits': 'Enter a Social Security number or ITIN of nine digits',
        'ssn-invalid': 'Check the number: it is not a valid Social Security number or ITIN',
        'ssn-sample': 'Enter the real number: this one is for tests only',
        'ssn-expected':
          'Enter the Social Security number: you chose it under “Tax details”, and this is an ITIN',
        'itin-expected': 'Enter the ITIN: you chose it under “Tax details”, and this is not an ITIN',
        'ssn-repeated': 'Check the number: another person of the list has the same',
      },
    },
    ownerCellPhone: {
      label: 'Cell phone',
      errors: {
        required: 'Enter the cell phone number',
        phone: 'Enter a cell phone number of ten digits, such as (732) 555-0123',
        'phone-toll-free': 'Enter a cell phone number, not a toll-free one',
      },
    },
  },
  who: 'List everyone who owns 25% or more, and one person who runs the business. At most ten people.',
  onlyYou: 'As a sole proprietor you are the only one: list yourself.',
  nobodyElse: 'No one else owns a part of the business',
  add: 'Add a person',
  addYou: 'Add yourself',
  startYou: 'Start with yourself',
  addMore: 'Add another person',
  change: 'Change',
  remove: 'Remove',
  undo: 'Undo',
  removed: (name) => `${name} was removed`,
  person: (number) => `Person ${number}`,
  of: (word, name) => `${word} ${name}`,
  shares: (percent, all) => `Shares so far: ${percent} of ${all}`,
  missing: (count) => (count === 1 ? 'Check one answer' : `Check ${count} answers`),
  control: 'Runs the business',
  primary: 'Main contact',
  address: 'Home address',
  copy: 'Use the business address',
  save: 'Save person',
  back: 'Back',
  cancel: 'Cancel',
  titles: TITLES,
  titleNames: TITLES,
}
