// The rules of <terminal-pay> until its sale part is loaded.
import { reduceChoice } from './choice.machine.ts'
import { CHOICE_PHRASING } from './choice.phrases.ts'
import { CHOICE_ROWS } from './choice.rows.ts'
import { choiceOf } from './choice.situation.ts'
import type { Rules } from './scene.ts'
import { ENGLISH } from './terminal-pay.strings.ts'

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
