// The boarding API as a submission sees it: three questions. An implementation answers each once and never retries.
// `machine.ts` decides the meaning of an answer for an application.
import type { ApplicationValues, boarding } from '@tapboard/contract'

/** The agreement of a person, with its evidence. */
export interface Acceptance {
  readonly tierName: string
  readonly corporateName: string
  readonly signerName: string
  readonly locale: string
  readonly documents: readonly { readonly id: string; readonly version: string; readonly sha256: string }[]
  /** IDs of the statements that were agreed to. */
  readonly consents: readonly string[]
  /** Time, address, user agent, origin, locale, hash of the application; no secret. */
  readonly evidence: Readonly<Record<string, string>>
}

/** Why nothing came back that can be used. */
export interface BoardingFault {
  readonly kind: 'fault'
  /** The key may not board, or the operation is not there: a person of the partner must look. */
  readonly refused: boolean
  /** How long the upstream asks to be left alone, milliseconds. */
  readonly retryAfterMs: number | null
}

/** A refusal by the upstream, with its messages unchanged. */
export interface BoardingRefusal {
  readonly kind: 'refused'
  /** ErrorCode of §7.4. */
  readonly code: string
  readonly reference: string | null
  readonly messages: readonly string[]
}

/** The result of an acceptance. A retry after a fault is safe: a lost token has no effect. */
export type AcceptEnd =
  | { readonly kind: 'accepted'; readonly token: string }
  | BoardingRefusal
  | BoardingFault

/** The result of SubmitGoApp. */
export type SubmitEnd =
  /** No byte of the request has left: the service has not received it. */
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'accepted'; readonly appId: string; readonly reference: string | null }
  | BoardingRefusal
  /** It may have been received; `InternalError` and everything unreadable belong here. */
  | { readonly kind: 'unknown' }

/** The result of GetApplication. */
export type FindEnd =
  | {
      readonly kind: 'found'
      readonly appId: string
      readonly status: boarding.BoardingStatus
      /** When it became so, as the service says. */
      readonly updatedAtMs: number
    }
  | { readonly kind: 'missing' }
  | BoardingFault

/** The content of a submission. */
export interface SubmissionParcel {
  readonly values: ApplicationValues
  readonly agent: { readonly name: string; readonly email?: string | undefined } | null
  /** Token of the terms; `null` without one (a sandbox, a host without terms). */
  readonly token: string | null
}

/** One merchant's boarding API. Nothing here is repeated by itself, and nothing rejects. */
export interface BoardingUpstream {
  /** Sends `Agreement` with an acceptance; returns the terms token. */
  accept(acceptance: Acceptance): Promise<AcceptEnd>
  /** `SubmitGoApp`, once: a connection of its own, no retry, no redirect. */
  submit(parcel: SubmissionParcel): Promise<SubmitEnd>
  /** `GetApplication` by AppId, or by the token that it was submitted with. */
  find(by: { readonly appId: string } | { readonly token: string }): Promise<FindEnd>
}
