// The states of a sale with what each one locks, and every time limit, as data. SQL and
// TypeScript read the same lists. Which event leads where, `machine.ts` decides.
import { LOCKING_STATES, UNPAID_STATES, type SaleState } from '@tapboard/contract'
import type { SaleRow } from './row.ts'

/** States that the claim loop looks for. */
export const FOLLOWED_STATES = ['intent', 'sending', 'started', 'in_doubt'] as const

/** Does an attempt in this state keep the order from a further one (INV-2)? */
export const locksOrder = (state: SaleState): boolean => (LOCKING_STATES as readonly string[]).includes(state)

/** Is money known not to have moved? */
export const isUnpaidState = (state: SaleState): boolean =>
  (UNPAID_STATES as readonly string[]).includes(state)

/** Rule 3: an intent older than this is abandoned; later, the customer may be gone. */
export const INTENT_LIFE_MS = 60_000

/** INV-21, D-83: time from the press until no byte of the initiate leaves any more. */
export const START_DEADLINE_MS = 15_000

/** Rule 4: no send is tried again after this age. */
export const RESEND_AGE_MS = 15_000

/** Rules 4 and 18: sends of one external ID, all told. */
export const SENDS_MAX = 3

/** Rule 2: after this no byte of the request is written any more. */
export const SEND_DEADLINE_MS = 10_000

/** A body that was written may still be on its way for so long: the sender's socket is kept that long, then reset. */
export const ON_THE_WAY_MS = 60_000

/**
 * Rule 2: send deadline, a body on its way, and the longest session (300 s, D-15): then the terminal cannot ask for this
 * card any more. Sooner, a person could truthfully say "unpaid" of a prompt that is still to come.
 */
export const DEVICE_FREE_MS = 370_000

/** Rule 6: the moment to say "still waiting". */
export const SOFT_MS = 150_000

/** Rule 6: the longest session; after it the result is unknown. */
export const HARD_MS = 300_000

/** First read after `started`. */
export const FIRST_READ_MS = 1_000

/** Rule 10: two equal unpaid reads, at least so far apart. */
export const CONFIRM_MS = 3_000

/** Rules 11 and 12: an unknown word or a missing session counts after so many reads … */
export const STRANGE_READS = 3

/** … over so long. */
export const STRANGE_MS = 30_000

/** Rule 17: a look-up that finds nothing counts only so long after the send deadline … */
export const LOOKUP_AFTER_MS = ON_THE_WAY_MS

/** … and twice, so far apart. */
export const LOOKUP_GAP_MS = 10_000

/**
 * A lease on a sale, renewed every third of it. A sale whose owner is dead waits for it, for the next look (1 s) and, where
 * it was not paid, for the second read (3 s): all of that within the 20 s of P4 and P86, on a busy machine too.
 */
export const LEASE_MS = 12_000

/** A lease on an ended sale: longer than one look takes, so that none is renewed. */
export const FOLLOW_UP_LEASE_MS = 60_000

/** So long an ended sale is looked at, and one in doubt often (P9). */
export const FOLLOWED_FOR_MS = 72 * 3_600_000

/** How often leases are renewed. */
export const RENEW_MS = 4_000

/** Most `progressed` events of a sale: an upstream that flaps must not fill the ledger. */
export const PROGRESS_EVENTS_MAX = 40

/** Rule 3: the moment at which an intent that was not sent is abandoned. */
export const intentEndsMs = (row: Pick<SaleRow, 'created_at_ms' | 'deadline_at_ms'>): number =>
  Math.min(row.created_at_ms + INTENT_LIFE_MS, row.deadline_at_ms ?? Infinity)
