// The step that the page shows of an open sale. States that last a moment only would flash: the page shows the step before until
// the new one has lasted. Ends are shown at once.
import type { Sale } from '@tapboard/contract'
import { SETTLE_MS } from './choice.situation.ts'
import type { Course, Step, View } from './view.ts'

/** Checks whether a state has lasted long enough to be shown. A clock that was set back since delays nothing. */
export const hasLasted = (sinceMs: number, nowMs: number): boolean => Math.abs(nowMs - sinceMs) >= SETTLE_MS

const PHASES = { contacting: 'follow', present_card: 'present-card', authorizing: 'authorizing' } as const

/** The step of a sale; a send after an unknown result repeats it, so the result is still unknown. */
function stepOf({ state, phase }: Sale, last?: Step): Step | null {
  if (state === 'intent' || state === 'sending') return last === 'doubt' ? last : 'contacting'
  if (state === 'started') return PHASES[phase]
  return state === 'in_doubt' ? 'doubt' : null
}

const shownOf = ({ at, sinceMs, before }: Course, nowMs: number): Step =>
  before && !hasLasted(sinceMs, nowMs) ? before : at

/** The course of a sale after this news of it. */
export function courseOf({ course, press, sale: old }: View, sale: Sale, nowMs: number): Course | null {
  const pressed: Course | null = press && {
    at: 'contacting',
    sinceMs: nowMs,
    before: null,
    checkable: false,
    nextAskAtMs: null,
  }
  const last = old?.id === sale.id ? course : pressed
  const at = stepOf(sale, last?.at)
  if (!at) return null
  const { checkable, nextAskAtMs } =
    sale.state === 'in_doubt' ? sale : (last ?? { checkable: false, nextAskAtMs: null })
  if (last?.at === at) return { ...last, checkable, nextAskAtMs }
  return { at, sinceMs: nowMs, before: last && shownOf(last, nowMs), checkable, nextAskAtMs }
}

/** The step that the page shows of its sale; `null` for one that has ended or needs a manager. */
export const shownStep = ({ course }: View, sale: Sale, nowMs: number): Step | null =>
  course ? shownOf(course, nowMs) : stepOf(sale)
