// What the sandbox's processor decides: the end of the legal name names the statuses, each some time after the one before.
// Pure data; what `(refused)` does is the submission's part.
import type { boarding } from '@tapboard/contract'

type Status = boarding.BoardingStatus

const SCRIPTS: Readonly<Record<string, readonly Status[]>> = {
  '(more information)': ['in_review', 'action_required'],
  '(declined)': ['in_review', 'declined'],
  '(review)': ['in_review'],
}

/** The statuses that an application of this name goes through after `received`. */
export function scriptOf(corporateName: string): readonly Status[] {
  const name = corporateName.trim().toLowerCase()
  const found = Object.entries(SCRIPTS).find(([end]) => name.endsWith(end))
  return found?.[1] ?? ['in_review', 'approved']
}

/** What is due of a script; `null` status: nothing yet. `askInMs` is `null` when the script has no more to say. */
export interface Due {
  readonly status: Status | null
  readonly askInMs: number | null
}

/**
 * The next step of an application that has a status and was taken so long ago; step n is due after n × `stepMs`. One step at
 * a time, so that none is left out after a pause. A status that the script does not know was set by hand: the script is over.
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
