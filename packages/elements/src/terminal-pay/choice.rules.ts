// The rules of <terminal-pay> until its sale part is loaded.
import { refuse } from '../shared/fault.ts'
import { reduceChoice } from './choice.machine.ts'
import { CHOICE_PHRASING } from './choice.phrases.ts'
import { CHOICE_ROWS } from './choice.rows.ts'
import { choiceOf } from './choice.situation.ts'
import type { Rules } from './scene.ts'
import { ENGLISH } from './terminal-pay.strings.ts'

/** The refusal of a read that needs a part that did not load. */
export const NO_PART = /* @__PURE__ */ refuse('network', 'a file of <terminal-pay> did not load')

/** The rules of the choice. */
export const CHOICE_RULES: Rules = {
  english: ENGLISH,
  phrasing: CHOICE_PHRASING,
  reduce: reduceChoice,
  shownOf(view, nowMs) {
    const situation = choiceOf(view, nowMs)
    const row = CHOICE_ROWS[situation]
    return { situation, row, offered: row.actions }
  },
}
