// The texts of the step "Bank account", in English. A page replaces any of them under `strings.bank`.
import type { FieldWords } from '../fields/words.ts'

export interface BankStrings {
  readonly fields: {
    readonly bankingLater: FieldWords<never>
    readonly 'banking.bankName': FieldWords<'required' | 'too-short' | 'too-long' | 'text-characters'>
    readonly 'banking.routingNumber': FieldWords<'required' | 'nine-digits' | 'routing-invalid'>
    readonly 'banking.accountNumber': FieldWords<
      'required' | 'account-digits' | 'account-invalid' | 'account-is-routing'
    >
  }
  readonly now: string
  readonly later: readonly [name: string, about: string]
  /** Text alternative of the drawing. */
  readonly drawing: string
  readonly where: string
  /** Below the two numbers of the drawing. */
  readonly routing: string
  readonly account: string
}

export const BANK: BankStrings = {
  fields: {
    bankingLater: { label: 'Where should we send your payouts?', errors: {} },
    'banking.bankName': {
      label: 'Name of the bank',
      errors: {
        required: 'Enter the name of the bank',
        'too-short': 'Enter the name of the bank',
        'too-long': 'Use at most 60 characters for the name of the bank',
        'text-characters': 'Enter the name of the bank',
      },
    },
    'banking.routingNumber': {
      label: 'Routing number',
      hint: 'Nine digits',
      errors: {
        required: 'Enter the routing number',
        'nine-digits': 'Enter a routing number of nine digits',
        'routing-invalid': 'Check the routing number: one of its digits is not right',
      },
    },
    'banking.accountNumber': {
      label: 'Account number',
      hint: 'Of a checking account of the business, 4 to 17 digits',
      errors: {
        required: 'Enter the account number',
        'account-digits': 'Enter an account number of 4 to 17 digits',
        'account-invalid': 'Check the account number: it is not valid',
        'account-is-routing': 'Enter the account number: this is the routing number',
      },
    },
  },
  now: 'Enter the account now',
  later: ['Add it later', 'You can send the application without it.'],
  drawing: 'A paper check: the routing number comes first along the bottom, then the account number.',
  where: 'Both numbers are at the bottom of a paper check, and in your bank’s app.',
  routing: 'Routing',
  account: 'Account',
}
