// The row types of submissions. Times are integer ms since 1970 on the store's clock; JSON is opaque text. No column contains
// a secret of an applicant. The SQL is in `schema.ts`.
import type { ApplicationStatus } from '@tapboard/contract'
import { columnMapper, type Columns } from '../../durable/columns.ts'
import type { LeaseColumns } from '../../durable/lease.ts'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { ApplicationTables } from '../row.ts'
import type { ApplicationEventType } from './machine.ts'

/** One event of an application; chained by hash. */
export interface ApplicationEventRow {
  readonly applicationId: string
  /** 1, 2, 3… */
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
  /** Number of the submission. */
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
export type SubmissionPhase = 'written' | 'sent'

/** One submission. A row that was not sent is deleted, so that a retry starts again. */
export interface SubmissionRow {
  readonly application_id: string
  /** 1, 2, 3…, never reused. */
  readonly number: number
  readonly idempotency_key: string
  /** SHA-256 of the request: detects the same key with another request. */
  readonly request_hash: string
  /** SHA-256 of the sealed secrets, which are valid for one submission. */
  readonly secrets_hash: string
  readonly phase: SubmissionPhase
  /** 1 while the upstream has it or may have it: a unique index then rejects a second submission. */
  readonly holds: 0 | 1
  /** Encrypted terms token for the look-up; deleted when the result is known. */
  readonly sealed_token: Uint8Array | null
  readonly created_at_ms: number
  /** Time just before the send. */
  readonly sent_at_ms: number | null
}

/** A consent and its evidence; insert-only. */
export interface ConsentRow {
  readonly application_id: string
  /** Number of the submission. */
  readonly number: number
  readonly at_ms: number
  readonly tier_name: string
  readonly signer_name: string
  /** Index of the signer in the application's list. */
  readonly signer_index: number | null
  readonly terms_mode: string
  /** `[{id, version, sha256}]` as JSON. */
  readonly documents: string
  /** IDs of the statements as JSON. */
  readonly consents: string
  readonly locale: string
  readonly origin: string
  readonly address: string | null
  readonly user_agent: string | null
  /** SHA-256 over the canonical JSON of the values, without the secrets. */
  readonly values_hash: string
}

/** The watch of an application: the next look, the lease, and the head of its event chain. */
export interface WatchRow extends LeaseColumns {
  readonly application_id: string
  readonly submission: number
  readonly event_count: number
  readonly event_hash: string
  /** Time of the known status, by the service. */
  readonly status_at_ms: number | null
  /** Time of the last change or of the submission; determines the interval of looks. */
  readonly changed_at_ms: number
  readonly doubted_at_ms: number | null
  /** Consecutive look-ups without a result; the time of the first is in `missed_first_ms`. */
  readonly misses: number
  readonly missed_first_ms: number | null
}

/** Maps events of applications. */
export const APPLICATION_EVENT = columnMapper<ApplicationEventRow>({})

/** The tables of migration set `submission`, and those of the same transactions. */
export interface SubmissionTables extends ApplicationTables, OutboxTables {
  application_event: Columns<ApplicationEventRow>
  application_submission: SubmissionRow
  application_consent: ConsentRow
  application_watch: WatchRow
}
