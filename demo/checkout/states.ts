// Position, transitions and description of each state of a sale in the diagram. The contract defines the
// states; a new state does not compile here without a position.
import type { SaleState } from '@tapboard/contract'

/** Position in the diagram: column and row. */
export type Place = readonly [column: number, row: number]

/** Kind of a state: in progress, paid, unpaid, or unknown. */
export type Tone = 'way' | 'paid' | 'unpaid' | 'doubt'

/** Position and texts of a state. */
interface StateInfo {
  readonly label: string
  readonly meaning: string
  readonly tone: Tone
  /** Position in the wide diagram (4 columns). */
  readonly wide: Place
  /** Position in the narrow diagram (2 columns). */
  readonly narrow: Place
}

export const STATES: Readonly<Record<SaleState, StateInfo>> = {
  intent: {
    label: 'intent',
    meaning: 'Written down, nothing sent yet.',
    tone: 'way',
    wide: [0, 0],
    narrow: [0, 0],
  },
  sending: {
    label: 'sending',
    meaning: 'On its way to the terminal.',
    tone: 'way',
    wide: [1, 0],
    narrow: [0, 1],
  },
  started: {
    label: 'started',
    meaning: 'The terminal asks for a card.',
    tone: 'way',
    wide: [2, 0],
    narrow: [0, 2],
  },
  approved: { label: 'approved', meaning: 'Paid.', tone: 'paid', wide: [3, 0], narrow: [0, 4] },
  declined: {
    label: 'declined',
    meaning: 'Not paid: the card was declined.',
    tone: 'unpaid',
    wide: [3, 1],
    narrow: [1, 2],
  },
  timed_out: {
    label: 'timed out',
    meaning: 'Not paid: no card in time.',
    tone: 'unpaid',
    wide: [3, 2],
    narrow: [1, 3],
  },
  failed: {
    label: 'failed',
    meaning: 'Not paid: canceled or an error.',
    tone: 'unpaid',
    wide: [3, 3],
    narrow: [1, 4],
  },
  abandoned: {
    label: 'abandoned',
    meaning: 'Not paid: never sent.',
    tone: 'unpaid',
    wide: [0, 1],
    narrow: [1, 0],
  },
  not_started: {
    label: 'not started',
    meaning: 'Not paid: never reached the terminal.',
    tone: 'unpaid',
    wide: [1, 1],
    narrow: [1, 1],
  },
  in_doubt: {
    label: 'in doubt',
    meaning: 'Unknown: money may have moved. Not charged again.',
    tone: 'doubt',
    wide: [1, 2],
    narrow: [0, 3],
  },
  review: {
    label: 'review',
    meaning: 'The evidence needs a person.',
    tone: 'doubt',
    wide: [2, 2],
    narrow: [0, 5],
  },
  closed_unpaid: {
    label: 'closed unpaid',
    meaning: 'A person saw that it was not paid.',
    tone: 'unpaid',
    wide: [2, 3],
    narrow: [1, 5],
  },
}

/** Transitions that are always drawn: the usual ones of the machine. Others are drawn when a sale takes them. */
export const WAYS: readonly (readonly [SaleState, SaleState])[] = [
  ['intent', 'sending'],
  ['intent', 'abandoned'],
  ['sending', 'started'],
  ['sending', 'not_started'],
  ['sending', 'in_doubt'],
  ['started', 'approved'],
  ['started', 'declined'],
  ['started', 'timed_out'],
  ['started', 'failed'],
  ['started', 'review'],
  ['started', 'in_doubt'],
  ['in_doubt', 'review'],
  ['in_doubt', 'closed_unpaid'],
  ['review', 'closed_unpaid'],
]
