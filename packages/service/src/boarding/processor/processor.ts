// Port to an onboarding processor (D-26): `submit` is idempotent, `read` polls the status. `forwards.ts`
// applies the answers.
import type { ApplicationValues, boarding } from '@tapboard/contract'

/** An application that is sent to a processor. */
export interface ForwardedApplication {
  /** The AppId, which is also the idempotency key. */
  readonly appId: string
  /** The Refnum of the answer to the submission. */
  readonly reference: string
  readonly tierName: string
  /** Whether the application is a test, which must reach no live co-brand. */
  readonly sandbox: boolean
  /** ID of the tier's co-brand; the test co-brand in the sandbox. */
  readonly coBrandId: string
  readonly corporateName: string
  /** The account's agent ID at the submission. */
  readonly agentId: string | null
  readonly agentName: string | null
  readonly agentEmail: string | null
  readonly submittedAtMs: number
  /** Decrypts the regulated fields: call it only when sending, and do not store the result. */
  values(): Promise<ApplicationValues>
}

/** An application that a processor has accepted. */
export interface TakenApplication {
  readonly appId: string
  readonly corporateName: string
  /** The processor's reference; `null` if it gave none. */
  readonly processorReference: string | null
  /** The current status in this service. */
  readonly status: boarding.BoardingStatus
  /** Time since the acceptance, in ms. */
  readonly takenForMs: number
}

/** Result of a request to a processor. */
export type ProcessorAnswer =
  | {
      readonly type: 'taken'
      /** The processor's reference; `null` if it gives none. */
      readonly processorReference: string | null
      /** The reported status; `null`: not reported. */
      readonly status: boarding.BoardingStatus | null
      /** Delay of the next poll; `null`: no further polls. Ignored once the status is final. */
      readonly askInMs: number | null
    }
  /** The processor works but rejects this application. It is retried, and the log reports it. */
  | { readonly type: 'refused'; readonly code: string }
  /** Unreachable or an unusable answer: the processor may have accepted it. Sent again with the same key. */
  | { readonly type: 'unknown'; readonly code: string }

/** Decides about applications. Methods resolve instead of throwing, and end early when the signal aborts. */
export interface OnboardingProcessor {
  /** Submits an application. Idempotent by AppId. */
  submit(application: ForwardedApplication, signal: AbortSignal): Promise<ProcessorAnswer>
  /** Reads the status of an accepted application. */
  read(application: TakenApplication, signal: AbortSignal): Promise<ProcessorAnswer>
}
