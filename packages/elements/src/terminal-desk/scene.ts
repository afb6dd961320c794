// The input of every view of <terminal-desk>: the state, the texts, the formats, the actions.
import type { PayRefundDictionary } from '../languages/dictionary.ts'
import type { Later } from '../shared/later.ts'
import type { Formats } from './desk.format.ts'
import type { Details } from './details.part.ts'
import type { Exporter } from './export.part.ts'
import type { Settler } from './settle.part.ts'
import type { TerminalDeskController } from './terminal-desk.controller.ts'
import type { DeskView } from './terminal-desk.machine.ts'
import type { BaseStrings } from './terminal-desk.strings.ts'

/** The input of every view. */
export interface Scene {
  readonly view: DeskView
  readonly text: BaseStrings
  /** The texts of <terminal-pay> in the language of the page, for the form to settle a sale or refund. */
  readonly payTexts: Partial<PayRefundDictionary>
  readonly lang: string
  readonly formats: Formats
  /** The estimate of the BFF's time. */
  readonly nowMs: number
  readonly actions: TerminalDeskController
  /** Reads a changed search after a pause in typing, or at once. */
  readonly search: (typed: string, atOnce?: boolean) => void
  readonly settler: Later<Settler>
  readonly exporter: Later<Exporter>
  readonly details: Later<Details>
}
