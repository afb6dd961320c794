// State that only the shown step needs. It is cleared when another step is entered.
import type { Terms, TermsDocument } from '@tapboard/contract'
import type { DatePart } from './fields/dates.ts'
import type { LookUps } from './look-up.part.ts'

/** The present state of the agreement. */
export interface AgreementState {
  /** The plan, fees and people that were shown. */
  readonly about: string
  /** Language of the newest request for documents. */
  locale: string
  terms: Terms | null
  /** Language of the request for `terms` or for the frame; `null` before either. */
  readIn: string | null
  failed: boolean
  /** IDs of the checked statements. */
  readonly accepted: Set<string>
  name: string
  token: string | undefined
  /** The token request to the page is open. */
  asking: boolean
  /** IDs of the open documents. */
  readonly open: Set<string>
  /** It was submitted: the shown issues are about it. */
  sent: boolean
}

/** Memory of the shown step. */
export class StepMemory {
  /** `null` until the agreement is shown. */
  agreeing: AgreementState | null = null
  /** Paths of the answers that the review asks for, also of those that were given since; `true`: with a control in the list. */
  readonly fixing = new Map<string, boolean>()
  /** Documents that were shown, by their hash. They stay until the element is removed, for the final page. */
  readonly papers = new Map<string, TermsDocument>()
  /** Why a document of the final page is not available: its hash and the text. */
  noPaper: readonly [sha256: string, text: string] | null = null
  /** The ID that was copied. */
  copied = ''
  /** Order of day, month and year by language; computing it takes longer than a render of the step. */
  readonly dateOrders = new Map<string, readonly DatePart[]>()
  /** Dates in words by language and value. */
  readonly dates = new Map<string, string>()
  /** Paths of the known or optional answers whose control was opened. */
  readonly opened = new Set<string>()
  /** Paths of the fields that a look-up filled in and the person has not changed since. */
  readonly filled = new Set<string>()
  /** The look-ups of the page; `null` while they load. */
  lookUps: LookUps | null | undefined
  /** Paths of the secrets that are shown in plain text. */
  readonly revealed = new Set<string>()

  /** Forgets the opened controls of a page within the step, such as that of a person. */
  clearPage(): void {
    this.opened.clear()
    this.revealed.clear()
  }

  clear(): void {
    this.agreeing = null
    this.lookUps?.close()
    this.fixing.clear()
    this.noPaper = null
    this.copied = ''
    this.dateOrders.clear()
    this.dates.clear()
    this.clearPage()
  }
}
