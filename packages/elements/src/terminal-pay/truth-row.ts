// The form of a row of the truth table (D-101), and its words: phases, claims and actions.

/** The coarse state of the element: its `phase` and its custom state. */
export type Phase =
  | 'loading'
  | 'fault'
  | 'choosing'
  | 'queued'
  | 'contacting'
  | 'waiting'
  | 'unwatched'
  | 'doubt'
  | 'review'
  | 'approved'
  | 'unpaid'
  | 'done'
  | 'closed'

/**
 * The page's claim about money. `paid`: the payment service approved a charge for this order. `not-charged`: the attempt shown
 * charged nothing and never will. `unknown`: the page says that it does not know. A person's attestation is not a claim.
 */
export type Claim = 'paid' | 'not-charged' | 'unknown' | 'none'

/** The actions of the page, in render order; each is shown only if it is available (`actionsOf`). */
const ACTIONS = [
  'charge',
  'charge-again',
  'charge-when-free',
  'unqueue',
  'give-up',
  'show',
  'done',
  'reopen',
  'resolve',
  'check',
  'reload',
  'other-terminal',
  'close',
  'cancel',
  'hide',
  'copy',
  'print',
  'share',
  'details',
] as const

/** A value of {@link ACTIONS}. */
export type Action = (typeof ACTIONS)[number]

/** Kind of a notice. */
export type Notice = 'good' | 'warn'

/** One row. Texts are keys of the dictionary; their values are in `phrases.ts`. */
export interface Row {
  readonly phase: Phase
  readonly claims: Claim
  readonly title: string
  /** A sentence with a condition is omitted if the condition is false (`phrases.ts`). */
  readonly sentences: readonly string[]
  readonly actions: readonly Action[]
  /** Text of the live region. */
  readonly spoken: readonly string[]
  /** The sentences are in a notice. `warn`: a manager settles the result, and the facts are copied for the manager. */
  readonly notice?: Notice
}
