// States and kinds of a sale. In a file of their own, because the first load of `<terminal-pay>` has them without the schema of a sale.

/** All states of a sale. */
export const SALE_STATES = [
  'intent',
  'sending',
  'started',
  'in_doubt',
  'review',
  'approved',
  'declined',
  'timed_out',
  'failed',
  'not_started',
  'abandoned',
  'closed_unpaid',
] as const

/** The state of a sale, one of {@link SALE_STATES}. */
export type SaleState = (typeof SALE_STATES)[number]

/** States that lock the order: no other attempt may exist beside one of these. */
export const LOCKING_STATES = ['intent', 'sending', 'started', 'in_doubt', 'review', 'approved'] as const

/** Final states without a payment: the order is free for the next attempt. */
export const UNPAID_STATES = [
  'declined',
  'timed_out',
  'failed',
  'not_started',
  'abandoned',
  'closed_unpaid',
] as const

/** States with an open outcome: the element follows the sale. */
export const OPEN_STATES = ['intent', 'sending', 'started', 'in_doubt', 'review'] as const

/** Whether the order is free for another attempt after this state. */
export const isUnpaid = (state: SaleState): boolean => (UNPAID_STATES as readonly string[]).includes(state)

/** Whether the upstream's part of the sale has ended (approved or unpaid). */
export const isSettled = (state: SaleState): boolean => state === 'approved' || isUnpaid(state)

/** Kinds of payments: a refund pays a sale back, wholly or in part. */
export const SALE_KINDS = ['sale', 'refund'] as const

/** The kind of a payment, one of {@link SALE_KINDS}. */
export type SaleKind = (typeof SALE_KINDS)[number]
