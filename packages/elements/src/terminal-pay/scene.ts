// The input of every view of <terminal-pay>: the state, the row of the truth table, the texts, the actions.
import type { Later } from '../shared/later.ts'
import type { Spoken } from './phrases.ts'
import type { Registrar } from './register.part.ts'
import type { Resolver } from './resolve.part.ts'
import type { Results } from './result.part.ts'
import type { Who } from './situation.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import type { View } from './terminal-pay.machine.ts'
import type { BaseStrings } from './terminal-pay.strings.ts'
import type { Action, Row, Situation } from './truth-table.ts'

/** The input of every view of `<terminal-pay>`. */
export interface Scene extends Spoken {
  readonly view: View
  readonly situation: Situation
  readonly row: Row
  /** The actions of the row that are available now. */
  readonly offered: readonly Action[]
  readonly who: Who
  readonly text: BaseStrings & Readonly<Record<string, unknown>>
  /** The host has its own pay button. */
  readonly headless: boolean
  /** The page permits the registration of a terminal. */
  readonly setup: boolean
  readonly actions: TerminalPayController
  readonly register: Later<Registrar>
  readonly results: Later<Results>
  /** The page permits a decision about an unknown sale. */
  readonly resolve: Later<Resolver> | null
}
