// The texts of the step "Your business", in English. A page replaces any of them under `strings.business`.
import type { OwnershipType } from '@tapboard/contract'
import type { FieldWords } from '../fields/words.ts'

type NameCode = 'required' | 'too-short' | 'too-long' | 'latin'

export interface BusinessStrings {
  readonly fields: {
    readonly ownershipType: FieldWords<'choose'>
    readonly corporateName: FieldWords<NameCode>
    readonly dbaSame: FieldWords<'dba-needed'>
    readonly dbaName: FieldWords<NameCode>
    readonly productSold: FieldWords<'required' | 'too-short' | 'too-long' | 'text-characters'>
    readonly website: FieldWords<'website' | 'website-private' | 'too-long'>
    readonly businessStartDate: FieldWords<
      'required' | 'date-incomplete' | 'date-not-real' | 'date-future' | 'date-too-early'
    >
    readonly annualCreditCardSales: FieldWords<'amount'>
  }
  /** Kind of business → name and description. */
  readonly types: Readonly<Record<OwnershipType, readonly [name: string, about: string]>>
  /** Above the business name on card statements. */
  readonly statement: string
}

export const BUSINESS: BusinessStrings = {
  fields: {
    ownershipType: {
      label: 'What kind of business is it?',
      errors: { choose: 'Choose the kind of business' },
    },
    corporateName: {
      label: 'Legal name of the business',
      hint: 'As on your tax return. For a sole proprietor this is usually your own name.',
      errors: {
        required: 'Enter the legal name of the business',
        'too-short': 'Enter the whole legal name',
        'too-long': 'Use at most 100 characters for the legal name',
        latin: 'Use Latin letters, digits and common signs for the legal name',
      },
    },
    dbaSame: {
      label: 'Customers know us by this name too',
      errors: { 'dba-needed': 'Uncheck this and enter a trading name of at most 60 characters' },
    },
    dbaName: {
      label: 'Trading name',
      hint: 'The name on your sign or website, also called “doing business as”.',
      errors: {
        required: 'Enter the trading name',
        'too-short': 'Enter the whole trading name',
        'too-long': 'Use at most 60 characters for the trading name',
        latin: 'Use Latin letters, digits and common signs for the trading name',
      },
    },
    productSold: {
      label: 'What do you sell?',
      hint: 'Such as “Plumbing repairs and bathroom fittings”.',
      errors: {
        required: 'Enter what you sell',
        'too-short': 'Say a little more about what you sell',
        'too-long': 'Use at most 200 characters for what you sell',
        'text-characters': 'Say a little more about what you sell',
      },
    },
    website: {
      label: 'Website',
      optional: true,
      errors: {
        website: 'Enter a website such as www.example.com, or leave it empty',
        'website-private': 'Enter a website that everyone can open, or leave it empty',
        'too-long': 'Use at most 255 characters for the website',
      },
    },
    businessStartDate: {
      label: 'When did the business start?',
      hint: 'Month and year are enough.',
      errors: {
        required: 'Enter the date on which the business started',
        'date-incomplete': 'Enter the month and the year (four digits) of the start',
        'date-not-real': 'Check the start date: that date does not exist',
        'date-future': 'Enter a start date that is not in the future',
        'date-too-early': 'Enter a start date after 1799',
      },
    },
    annualCreditCardSales: {
      label: 'Annual card sales (USD)',
      hint: 'Your best guess is fine.',
      optional: true,
      errors: { amount: 'Enter card sales in whole dollars, such as $250,000, or leave it empty' },
    },
  },
  types: {
    soleProprietorship: ['Sole proprietorship', 'You own it alone, and it is not registered as a company.'],
    partnership: ['Partnership', 'Two or more people own it together.'],
    llc: ['Limited liability company (LLC)', 'Registered as an LLC, with one owner or more.'],
    corporation: ['Corporation', 'Set up as a corporation, with shareholders.'],
    nonProfit: ['Nonprofit', 'A charity, church, club or other cause, not for profit.'],
    government: ['Government', 'A public body, such as a city or a school district.'],
  },
  statement: 'On your customers’ card statements:',
}
