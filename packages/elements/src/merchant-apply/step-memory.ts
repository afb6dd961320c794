// State that only the shown step needs. It is cleared when another step is entered.
import type { Terms } from '@tapboard/contract'
import type { DatePart } from './fields/dates.ts'

/** The agreement as far as it is filled in. */
export interface Agreeing {
  /** Plan, fees and people that were shown. */
  readonly about: string
  /** Language of the newest request for documents. */
  locale: string
  terms: Terms | null
  /** Language of the request for `terms` or for the frame; `null` before either. */
  readIn: string | null
  failed: boolean
  /** IDs of the statements that are ticked. */
  readonly accepted: Set<string>
  name: string
  token: string | undefined
  /** The page is asked for the token. */
  asking: boolean
  /** IDs of the documents that are shown large. */
  readonly large: Set<string>
  /** It was submitted: the issues that are shown now are about it. */
  sent: boolean
}

/** Memory of the shown step. */
export class StepMemory {
  /** `null` until the agreement is shown. */
  agreeing: Agreeing | null = null
  /** Order of day, month and year by language: to compute it takes longer than to draw the step. */
  readonly dateOrders = new Map<string, readonly DatePart[]>()
  /** Dates in words by language and value. */
  readonly dates = new Map<string, string>()

  /** Forgets everything. */
  clear(): void {
    this.agreeing = null
    this.dateOrders.clear()
    this.dates.clear()
  }
}
