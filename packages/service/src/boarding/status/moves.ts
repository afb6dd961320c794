// Which status of an application may follow which (D-26). Pure: a table. Who asks for a move, and how it is written, is
// `applications.ts` and whoever calls it.
import type { boarding } from '@tapboard/contract'

type Status = boarding.BoardingStatus

/** What an application may become. A final status has no successor; nothing is `received` again. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  received: ['in_review', 'action_required', 'approved', 'declined', 'withdrawn'],
  in_review: ['action_required', 'approved', 'declined', 'withdrawn'],
  // What was asked for has come: the review goes on.
  action_required: ['in_review', 'approved', 'declined', 'withdrawn'],
  approved: [],
  declined: [],
  withdrawn: [],
}

/** Does this status never change? */
export const isFinal = (status: Status): boolean => NEXT[status].length === 0

/** May an application go from one status to another? The same again is no move. */
export const mayMove = (from: Status, to: Status): boolean => NEXT[from].includes(to)
