// Error keys of the fields of an application, each with one English sentence for readers of an API answer. The elements have
// their own texts for each key and field, in the user's language.

/** Key → instruction that fits any field. */
export const FIELD_MESSAGES = {
  required: 'Enter a value.',
  choose: 'Choose one of the options.',
  'too-short': 'Enter more characters.',
  'too-long': 'Enter fewer characters.',
  'dba-needed': 'Enter a trading name of at most 60 characters: the legal name is longer.',
  latin: 'Use Latin letters, digits and usual punctuation.',
  'name-characters': 'Use letters, spaces, apostrophes, hyphens and periods.',
  'text-characters': 'Use letters, digits and usual punctuation.',
  ampersand: 'Remove the & character.',
  'po-box': 'Enter a street address, not a post office box or private mailbox.',
  'state-unknown': 'Choose a state, province or territory of the country.',
  'state-military': 'Choose a state or territory: a place of business cannot have a military address.',
  'zip-format': 'Enter a ZIP code of five or nine digits.',
  'postal-format': 'Enter a postal code such as K1A 0B1.',
  country: 'Choose the United States or Canada.',
  'date-incomplete': 'Enter a day, a month and a year.',
  'date-not-real': 'Enter a date that exists.',
  'date-future': 'Enter a date that is not in the future.',
  'date-too-early': 'Enter a date after 1799.',
  'under-18': 'The person must be at least 18 years old.',
  'over-120': 'Enter a date of birth of the last 120 years.',
  'nine-digits': 'Enter nine digits.',
  'ssn-invalid': 'Enter a Social Security number or ITIN that can have been issued.',
  'ssn-sample': 'Enter a real number: this one is for tests only.',
  'ssn-expected': 'Enter a Social Security number, or choose ITIN as the kind of tax ID.',
  'itin-expected': 'Enter an ITIN, or choose Social Security number as the kind of tax ID.',
  'ssn-repeated': 'This number is used twice. Enter the number of this person.',
  'ein-invalid': 'Enter an employer identification number that can have been issued.',
  'ein-needed': 'This kind of business needs an employer identification number.',
  percent: 'Enter a whole number from 0 to 100.',
  'percent-sum': 'The shares of all persons together are more than 100 %.',
  'percent-sole': 'A sole proprietor owns 100 %.',
  'owners-many': 'At most four persons can own 25 % or more.',
  phone: 'Enter a phone number of ten digits of the United States or Canada.',
  'phone-toll-free': 'Enter a mobile phone number, not a toll-free one.',
  email: 'Enter an e-mail address such as name@example.com.',
  website: 'Enter the address of a website such as https://www.example.com.',
  'website-private': 'Enter the address of a public website.',
  amount: 'Enter a whole amount in dollars from 0 to 999,999,999.',
  'routing-invalid': 'Enter the nine-digit routing number as printed on a check.',
  'account-digits': 'Enter the 4 to 17 digits of the account number.',
  'account-invalid': 'Enter the real account number.',
  'account-is-routing': 'This is the routing number: enter the account number.',
  'signers-none': 'Add at least one person.',
  'signers-many': 'At most ten persons can sign.',
  'signers-sole': 'A sole proprietor is one person.',
  'control-person': 'Name one person who controls the business.',
  'primary-one': 'Name exactly one person as the main contact.',
  'owners-unconfirmed': 'Confirm that every person who owns 25 % or more is listed.',
  'tier-unavailable': 'Choose a plan that is offered.',
  'consent-missing': 'Agree to each statement.',
  'signature-name': 'Type the name of a person who signs, as it is in the application.',
  'documents-changed': 'Read the new version of the documents and agree again.',
  'terms-token': 'Agree to the terms again.',
  upstream: 'This answer was not accepted. Check it and enter it again.',
} as const

/** The code of an issue, a key of {@link FIELD_MESSAGES}. */
export type FieldCode = keyof typeof FIELD_MESSAGES

/** Key → warning text. A warning never blocks. */
export const FIELD_WARNINGS = {
  'statement-cut': 'Card statements show the first 22 characters.',
  'ein-prefix': 'Numbers that begin like this are rare.',
  'account-card': 'This looks like the number of a card, not of an account.',
  'zip-state': 'This ZIP or postal code does not fit the state or province.',
  'sole-name': "The legal name of a sole proprietor is usually the person's own name.",
} as const

/** The code of a warning, a key of {@link FIELD_WARNINGS}. */
export type WarningCode = keyof typeof FIELD_WARNINGS

const byMessage: ReadonlyMap<string, FieldCode> = /* @__PURE__ */ new Map(
  Object.entries(FIELD_MESSAGES).map(([code, message]) => [message, code as FieldCode]),
)

/** The key of a sentence that the service wrote; `null` for any other text. */
export const codeOfMessage = (message: string): FieldCode | null => byMessage.get(message.trim()) ?? null
