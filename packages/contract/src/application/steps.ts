// The steps of an application in their order, and which step a path belongs to: an error that comes from the BFF or from the
// service leads back to the step that asks for the field.

/** Steps in their order; `start`, `review`, `agreement` and `done` have no fields of their own. */
export const STEPS = [
  'start',
  'plan',
  'business',
  'tax',
  'contact',
  'signers',
  'bank',
  'review',
  'agreement',
  'done',
] as const

/** A step. */
export type Step = (typeof STEPS)[number]

/** Steps that can be saved in a draft. */
export const DRAFT_STEPS = ['plan', 'business', 'tax', 'contact', 'signers', 'bank', 'review'] as const

/** First part of a path → step. */
const STEP_OF: Readonly<Record<string, Step>> = {
  tierName: 'plan',
  ownershipType: 'business',
  corporateName: 'business',
  dbaSame: 'business',
  dbaName: 'business',
  productSold: 'business',
  website: 'business',
  businessStartDate: 'business',
  annualCreditCardSales: 'business',
  taxIdType: 'tax',
  taxId: 'tax',
  businessPhone: 'contact',
  businessEmail: 'contact',
  businessAddress: 'contact',
  mailingSame: 'contact',
  mailingAddress: 'contact',
  signers: 'signers',
  allOwnersListed: 'signers',
  bankingLater: 'bank',
  banking: 'bank',
}

/** The step that asks for the field at `path`; `agreement` for everything else (consents, signature, token). */
export const stepOf = (path: string): Step => STEP_OF[/^\w+/.exec(path)?.[0] ?? ''] ?? 'agreement'
