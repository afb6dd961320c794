// The table of merchant applications as TypeScript sees it, and the snapshot of a row for a page. Times are integer ms
// since 1970 on the store's clock; JSON is opaque text. The SQL is in `schema.ts`.
import type { ApplicationSnapshot, ApplicationStatus } from '@tapboard/contract'

/** One applicant's application. No column ever holds a secret of the applicant. */
export interface ApplicationRow {
  readonly id: string
  readonly merchant: string
  /** The host's own reference of the applicant; one application for each. */
  readonly applicant: string
  readonly state: ApplicationStatus
  /** Counts the changes that a snapshot shows; compared by every write. */
  readonly version: number
  /** AppId of §4.6. */
  readonly app_id: string | null
  /** Refnum of the submission. */
  readonly reference: string | null
  readonly tier_name: string | null
  readonly submitted_at_ms: number | null
  /** When the state was last heard of upstream. */
  readonly checked_at_ms: number | null
  /** `Issue[]` as JSON. */
  readonly issues: string
  /** The agreement, as JSON of the snapshot's `agreed`. */
  readonly agreed: string | null
  /** The typed values without secrets, sealed with the row's ID as additional data. */
  readonly draft: Uint8Array | null
  readonly draft_step: string | null
  /** Counts the saves; it goes on after a draft was discarded, so that an old page notices. */
  readonly draft_version: number
  readonly draft_saved_at_ms: number | null
  readonly created_at_ms: number
}

/** The tables of migration set `application`. */
export interface ApplicationTables {
  application: ApplicationRow
}

/** The snapshot of a row for a page and the host. */
export const snapshotOf = (row: ApplicationRow): ApplicationSnapshot => ({
  id: row.id,
  state: row.state,
  version: row.version,
  appId: row.app_id,
  reference: row.reference,
  tierName: row.tier_name,
  submittedAtMs: row.submitted_at_ms,
  checkedAtMs: row.checked_at_ms,
  issues: JSON.parse(row.issues) as ApplicationSnapshot['issues'],
  agreed: row.agreed === null ? null : (JSON.parse(row.agreed) as ApplicationSnapshot['agreed']),
})
