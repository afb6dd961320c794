// The row types of submissions. Times are integer ms since 1970 on the store's clock; JSON is opaque text. No row contains a
// secret of an applicant. `tables.ts` maps them to columns.
import type { ApplicationStatus } from '@tapboard/contract'
import type { Leased } from '../../durable/lease.ts'
import type { ApplicationEventType } from './machine.ts'

/** One event of an application; chained by hash. */
export interface ApplicationEventRow {
  readonly applicationId: string
  /** Counts the submissions of the application, from 1. */
  readonly number: number
  readonly type: ApplicationEventType
  readonly fromState: ApplicationStatus
  readonly toState: ApplicationStatus
  readonly atMs: number
  /** The person who attested, by the host's ID. */
  readonly person: string | null
  /** {@link EventDetail} as JSON; no names, no free text. */
  readonly detail: string
  readonly prevHash: string
  readonly hash: string
}

/** Details of an event in addition to the states. */
export interface EventDetail {
  readonly submission: number
  readonly version: number
  readonly appId: string | null
  readonly reference: string | null
  readonly tierName: string | null
  readonly issues: readonly { readonly path: string; readonly code: string }[]
  /** SHA-256 over the row of the consent, so that the chain covers it. */
  readonly consent: string | null
}

/** `written`: not sent. `sent`: the request may have been received. */
type SubmissionPhase = 'written' | 'sent'

/** One submission. A row that was not sent is deleted, so that a retry starts again. */
export interface SubmissionRow {
  readonly applicationId: string
  /** 1, 2, 3…, never reused. */
  readonly number: number
  readonly idempotencyKey: string
  /** SHA-256 of the request: detects the same key with another request. */
  readonly requestHash: string
  /** SHA-256 of the sealed secrets, which are valid for one submission. */
  readonly secretsHash: string
  readonly phase: SubmissionPhase
  /** Whether the upstream has it or may have it: a unique index then rejects a second submission. */
  readonly holds: boolean
  /** Encrypted terms token for the look-up; deleted when the result is known. */
  readonly sealedToken: Uint8Array | null
  readonly createdAtMs: number
  /** Time just before the send. */
  readonly sentAtMs: number | null
}

/** A consent and its evidence; insert-only. */
export interface ConsentRow {
  readonly applicationId: string
  readonly number: number
  readonly atMs: number
  readonly tierName: string
  readonly signerName: string
  /** Index of the signer in the application's list. */
  readonly signerIndex: number | null
  readonly termsMode: string
  /** `[{id, version, sha256}]` as JSON. */
  readonly documents: string
  /** `[{id, sha256}]` of the statements as JSON; see {@link AcceptedStatement}. */
  readonly consents: string
  readonly locale: string
  readonly origin: string
  readonly address: string | null
  readonly userAgent: string | null
  /** SHA-256 over the canonical JSON of the values, without the secrets. */
  readonly valuesHash: string
}

/** The watch of an application: the next look, the lease, and the head of its event chain. */
export interface WatchRow extends Leased {
  readonly applicationId: string
  readonly submission: number
  readonly eventCount: number
  readonly eventHash: string
  /** Time of the known status, by the service. */
  readonly statusAtMs: number | null
  /** Time of the last change or of the submission; determines the interval of looks. */
  readonly changedAtMs: number
  readonly doubtedAtMs: number | null
  /** Consecutive look-ups without a result; the time of the first is in `missedFirstMs`. */
  readonly misses: number
  readonly missedFirstMs: number | null
}
