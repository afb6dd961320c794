// The steps of an application in their order.

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
