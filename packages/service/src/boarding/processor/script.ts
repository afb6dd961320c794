// Script of the sandbox processor: the suffix of the legal name selects the sequence of statuses. Pure data.
// The submission handles `(refused)`.
import type { boarding } from '@tapboard/contract'

type Status = boarding.BoardingStatus

/** Suffix of a legal name → statuses after `received`. */
export const SCRIPTS: Readonly<Record<string, readonly Status[]>> = {
  '(more information)': ['in_review', 'action_required'],
  '(declined)': ['in_review', 'declined'],
  '(review)': ['in_review'],
}

/** Statuses after `received` for a legal name. */
export function scriptOf(corporateName: string): readonly Status[] {
  const name = corporateName.trim().toLowerCase()
  const found = Object.entries(SCRIPTS).find(([end]) => name.endsWith(end))
  return found?.[1] ?? ['in_review', 'approved']
}

/** The due step of a script; `null` status: nothing is due. `askInMs` is `null` when the script has ended. */
interface Due {
  readonly status: Status | null
  readonly askInMs: number | null
}

/**
 * The next step of an application; step n is due n × `stepMs` after acceptance. One step at a time, so that
 * none is skipped after a pause. A status outside of the script was set by an operator and ends it.
 */
export function dueOf(corporateName: string, status: Status, takenForMs: number, stepMs: number): Due {
  const script = scriptOf(corporateName)
  const place = script.indexOf(status)
  if (place === -1 && status !== 'received') return { status: null, askInMs: null }
  const next = script[place + 1]
  if (next === undefined) return { status: null, askInMs: null }
  const waitMs = (place + 2) * stepMs - takenForMs
  if (waitMs > 0) return { status: null, askInMs: waitMs }
  return { status: next, askInMs: place + 2 < script.length ? Math.max(0, waitMs + stepMs) : null }
}
