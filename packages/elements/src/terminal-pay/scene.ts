// The input of every view of <terminal-pay>: the state, the row of the truth table, the texts, the actions.
import type { Later } from '../shared/later.ts'
import type { Phrasing, Spoken } from './choice.phrases.ts'
import type { Who } from './choice.situation.ts'
import type { MachineEvent, Step } from './choice.machine.ts'
import type { Registrar } from './register.part.ts'
import type { Resolver } from './resolve.part.ts'
import type { ResultStrings } from './result.strings.ts'
import type { SalePart } from './sale.part.ts'
import type { TerminalList } from './terminals.part.ts'
import type { SaleStrings } from './sale.strings.ts'
import type { TerminalPayController } from './terminal-pay.controller.ts'
import type { BaseStrings } from './terminal-pay.strings.ts'
import type { Action, Row } from './truth-row.ts'
import type { Situation } from './truth-table.ts'
import type { View } from './view.ts'

/** The row of a view. */
export interface Shown {
  readonly situation: Situation
  readonly row: Row
  /** The actions of the row that are available now. */
  readonly offered: readonly Action[]
}

/** The rules of the page: those of the choice until the sale part is loaded, which has all of them. */
export interface Rules {
  readonly english: BaseStrings
  readonly phrasing: Phrasing
  /** One step of the state. */
  reduce(this: void, view: View, event: MachineEvent, nowMs: number): Step
  /** The row of the view. */
  shownOf(this: void, view: View, nowMs: number, who: Who): Shown
}

/** The input of every view of `<terminal-pay>`. */
export interface Scene extends Spoken, Shown {
  readonly view: View
  readonly who: Who
  readonly text: BaseStrings & Readonly<Record<string, unknown>>
  /** The host has its own pay button. */
  readonly headless: boolean
  /** The page permits the registration of a terminal. */
  readonly setup: boolean
  readonly actions: TerminalPayController
  readonly register: Later<Registrar>
  readonly list: Later<TerminalList>
  /** `null` until it is loaded: before that no sale is shown and none starts. */
  readonly sale: SalePart | null
  /** The page permits a decision about an unknown sale. */
  readonly resolve: Later<Resolver> | null
}

/** The input of the views of the sale part. */
export interface SaleScene extends Scene {
  readonly sale: SalePart
  readonly text: Scene['text'] & SaleStrings & ResultStrings
}
