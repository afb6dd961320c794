// The state of <merchant-apply>: all data that selects the screen.
import type { ApplicationPage, Step } from '@tapboard/contract'
import type { FaultCode } from '../shared/fault.ts'
import type { DraftState } from './draft-state.ts'
import type { Judging } from './field-errors.ts'
import type { Delivery, People } from './step.ts'

/** All data that selects the screen. */
export interface View extends Judging {
  readonly page: ApplicationPage | null
  /** Why the read of the application failed. */
  readonly fault: FaultCode | null
  /** Plan that the page chose. */
  readonly tier: string | null
  readonly readonly: boolean
  /** Isolated fields hold the secrets. */
  readonly isolated: boolean
  /** The shown step; `entered` once it is rendered. */
  readonly step: Step
  readonly entered: boolean
  /** The furthest step that the person has seen, in this page or earlier. */
  readonly furthest: Step
  readonly visited: ReadonlySet<Step>
  /** The page has a prefill: complete steps are skipped. */
  readonly prefilled: boolean
  /** The person has typed or chosen a value in this page. */
  readonly touched: boolean
  /** Target of Continue and Back that overrides the order of the steps. */
  readonly returnTo: Step | null
  readonly missingSecrets: ReadonlySet<string>
  readonly draft: DraftState
  /** A draft was found, and the person has not gone to another step yet. */
  readonly resumed: boolean
  readonly people: People
  /** The person is asked whether to start over. */
  readonly discarding: boolean
  /** A step is loading. */
  readonly going: boolean
  /** The step that failed to load. */
  readonly failedStep: Step | null
  readonly sending: boolean
  readonly delivery: Delivery
  /** Why the last submission was rejected, if no field is the cause. */
  readonly refusal: FaultCode | null
}

/** The settings of the page that the machine reads. */
export interface PageSettings {
  readonly tier: string | null
  readonly prefill: unknown
  readonly readonly: boolean
  readonly isolate: boolean
}
