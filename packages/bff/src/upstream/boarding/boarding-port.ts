// The calls that a submission makes to the boarding API. An implementation never retries. The state machine of a submission
// decides the meaning of a result.
import type { ApplicationValues, boarding } from '@tapboard/contract'

/** The agreement of a person, with its evidence. */
export interface Acceptance {
  readonly tierName: string
  readonly corporateName: string
  readonly signerName: string
  readonly locale: string
  readonly documents: readonly { readonly id: string; readonly version: string; readonly sha256: string }[]
  /** IDs of the accepted statements. */
  readonly consents: readonly string[]
  /** Time, address, user agent, origin, locale, hash of the application; no secret. */
  readonly evidence: Readonly<Record<string, string>>
}

/** A call without a usable answer. */
export interface BoardingFault {
  readonly kind: 'fault'
  /** The key has no permission, or the operation does not exist: a person of the partner must act. */
  readonly refused: boolean
  /** The upstream's `Retry-After` in ms. */
  readonly retryAfterMs: number | null
}

/** A refusal by the upstream, with its messages unchanged. */
export interface BoardingRefusal {
  readonly kind: 'refused'
  /** The `ErrorCode` of the boarding API. */
  readonly code: string
  readonly reference: string | null
  readonly messages: readonly string[]
}

/** The result of an acceptance. A retry after a fault is safe: a lost token has no effect. */
export type AcceptResult =
  | { readonly kind: 'accepted'; readonly token: string }
  | BoardingRefusal
  | BoardingFault

export type SubmitResult =
  /** No byte of the request has left: the service has not received it. */
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'accepted'; readonly appId: string; readonly reference: string | null }
  | BoardingRefusal
  /** The application may have been received; also for `InternalError` and unreadable answers. */
  | { readonly kind: 'unknown' }

export type FindResult =
  | {
      readonly kind: 'found'
      readonly appId: string
      readonly status: boarding.BoardingStatus
      /** Time of the status according to the service. */
      readonly updatedAtMs: number
    }
  | { readonly kind: 'missing' }
  | BoardingFault

/** The content of a submission. */
export interface SubmissionContent {
  readonly values: ApplicationValues
  readonly agent: { readonly name: string; readonly email?: string | undefined } | null
  /** Terms token; `null` until the acceptance gave one. */
  readonly token: string | null
}

/** One merchant's boarding API. No method retries or rejects. */
export interface BoardingUpstream {
  /** Sends `Agreement` with an acceptance; returns the terms token. */
  accept(acceptance: Acceptance): Promise<AcceptResult>
  /** `SubmitGoApp`, once: a connection of its own, no retry, no redirect. */
  submit(content: SubmissionContent): Promise<SubmitResult>
  /** `GetApplication` by AppId, or by the token that it was submitted with. */
  find(by: { readonly appId: string } | { readonly token: string }): Promise<FindResult>
}
