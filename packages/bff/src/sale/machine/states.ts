// The states of a sale with their locks, and every time limit, as data. SQL and TypeScript read the same lists.
// `machine.ts` decides the transitions.
import { LOCKING_STATES, UNPAID_STATES, type SaleState } from '@tapboard/contract'
import type { SaleRow } from './row.ts'

/** States that the claim loop selects. */
export const FOLLOWED_STATES = ['intent', 'sending', 'started', 'in_doubt'] as const

/** Returns true if an attempt in this state blocks a further attempt of the order. */
export const locksOrder = (state: SaleState): boolean => (LOCKING_STATES as readonly string[]).includes(state)

/** Returns true if the state means that no money moved. */
export const isUnpaidState = (state: SaleState): boolean =>
  (UNPAID_STATES as readonly string[]).includes(state)

/** An older intent is abandoned, because the customer may be gone. */
export const INTENT_LIFE_MS = 60_000

/** After this time from the press no byte of the initiate is written. */
export const START_DEADLINE_MS = 15_000

/** No send is retried after this age. */
export const RESEND_AGE_MS = 15_000

/** Maximum number of sends of one external ID. */
export const SENDS_MAX = 3

/** After this time from the start of a send no byte of the request is written. */
export const SEND_DEADLINE_MS = 10_000

/** Maximum transit time of a written body: the sender's socket stays open this long and is then reset. */
export const ON_THE_WAY_MS = 60_000

/**
 * Send deadline + transit of the body + longest session (300 s). After it the terminal cannot prompt for
 * this card. Before it a person could attest "unpaid" while the prompt is still to come.
 */
export const DEVICE_FREE_MS = 370_000

/** Time in `started` until the event `still_waiting`. */
export const SOFT_MS = 150_000

/** The longest session. After it the result is unknown. */
export const HARD_MS = 300_000

/** Delay of the first read after `started`. */
export const FIRST_READ_MS = 1_000

/** Minimum time between two equal unpaid reads. */
export const CONFIRM_MS = 3_000

/** An unknown outcome or a missing session counts after this many equal reads. */
export const STRANGE_READS = 3

/** Minimum time between the first and the last of these reads. */
export const STRANGE_MS = 30_000

/** A look-up without a result counts only this long after the send deadline. */
export const LOOKUP_AFTER_MS = ON_THE_WAY_MS

/** Two look-ups without a result are necessary, at least this far apart. */
export const LOOKUP_GAP_MS = 10_000

/**
 * Duration of a lease on a sale, renewed after a third of it. After the owner dies, the sale waits for the lease, the next
 * look (1 s) and, if it is unpaid, the second read (3 s). The sum stays within 20 s, the longest
 * time that a page may wait after a crash, on a busy machine too.
 */
export const LEASE_MS = 12_000

/**
 * Duration of a lease on an ended sale: longer than one look, so it needs no renewal. If the process dies during the look, a
 * late approval is found when the lease ends, within the promised 60 s.
 */
export const FOLLOW_UP_LEASE_MS = 30_000

/** An ended sale is followed for this time, and a sale in doubt is read often. */
export const FOLLOWED_FOR_MS = 72 * 3_600_000

export const RENEW_MS = 4_000

/** A lease that another process sees unchanged for this time has ended: one interval of renewal, and 3 s for a slow one. */
export const UNRENEWED_MS = 7_000

/** `progressed` events stop at this version: a flapping upstream must not fill the ledger. */
export const PROGRESS_EVENTS_MAX = 40

/** Returns the time at which an unsent intent is abandoned. */
export const intentEndsMs = (row: Pick<SaleRow, 'createdAtMs' | 'deadlineAtMs'>): number =>
  Math.min(row.createdAtMs + INTENT_LIFE_MS, row.deadlineAtMs ?? Infinity)
