// The port to whoever decides about applications (D-26): it takes an application once, however often it is sent, and is
// asked later what became of it. What is done with its words is `forwards.ts`.
import type { ApplicationValues, boarding } from '@tapboard/contract'

/** An application on its way to a processor. */
export interface ForwardedApplication {
  /** AppId: the same however often it is sent, and so the idempotency key. */
  readonly appId: string
  /** Refnum of the submission. */
  readonly reference: string
  readonly tierName: string
  /** Co-brand of the tier. */
  readonly coBrandId: string
  readonly corporateName: string
  /** "Account Boarding Agent Id" (§5.3) as it was at the submission. */
  readonly agentId: string | null
  readonly agentName: string | null
  readonly agentEmail: string | null
  /** Milliseconds since 1970. */
  readonly submittedAtMs: number
  /** Opens the regulated fields: to be called at the moment of sending, and the result to be kept nowhere. */
  values(): Promise<ApplicationValues>
}

/** An application that a processor has taken. */
export interface TakenApplication {
  readonly appId: string
  readonly corporateName: string
  /** The processor's own name for it, `null` if it gave none. */
  readonly processorReference: string | null
  /** Its status here, now. */
  readonly status: boarding.BoardingStatus
  /** Since when the processor has it, milliseconds. */
  readonly takenForMs: number
}

/** What a processor said, or that nothing can be concluded. */
export type ProcessorAnswer =
  | {
      readonly type: 'taken'
      /** The processor's own name for it; `null` if it gives none. */
      readonly processorReference: string | null
      /** Status it should have here; `null`: nothing is said of it. */
      readonly status: boarding.BoardingStatus | null
      /** When to ask again; `null`: it will say nothing more. Not looked at once the status is final. */
      readonly askInMs: number | null
    }
  /** This application is not taken as it is; the processor is well. Tried again, and a person hears of it. */
  | { readonly type: 'refused'; readonly code: string }
  /** Not reached, or an answer that says nothing: perhaps it has it. Sent again with the same key. */
  | { readonly type: 'unknown'; readonly code: string }

/** Takes applications and decides about them. Answers instead of throwing; ends early when the signal aborts. */
export interface OnboardingProcessor {
  /** Takes an application. The same AppId again is the same application, never a second one. */
  submit(application: ForwardedApplication, signal: AbortSignal): Promise<ProcessorAnswer>
  /** What became of an application that it took. */
  read(application: TakenApplication, signal: AbortSignal): Promise<ProcessorAnswer>
}
