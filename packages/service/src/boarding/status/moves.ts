// Allowed status changes of an application (D-26). Pure: a table. `applications.ts` stores a change.
import type { boarding } from '@tapboard/contract'

type Status = boarding.BoardingStatus

/** Allowed next statuses. A final status has none; no status leads back to `received`. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  received: ['in_review', 'action_required', 'approved', 'declined', 'withdrawn'],
  in_review: ['action_required', 'approved', 'declined', 'withdrawn'],
  // The requested information arrived: the review continues.
  action_required: ['in_review', 'approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
}

/** Whether a status is final. */
export const isFinal = (status: Status): boolean => NEXT[status].length === 0

/** Whether a status change is allowed. The same status is no change. */
export const isAllowedMove = (from: Status, to: Status): boolean => NEXT[from].includes(to)
