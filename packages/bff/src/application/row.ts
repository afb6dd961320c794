// The row type of applications, and the snapshot of a row for pages and hosts. Times are integer ms since 1970 on the store's
// clock; JSON is opaque text. The SQL is in `schema.ts`.
import type { ApplicationSnapshot, ApplicationStatus } from '@tapboard/contract'

/** One applicant's application. No column contains a secret of the applicant. */
export interface ApplicationRow {
  readonly id: string
  readonly merchant: string
  /** The host's ID of the applicant, who has one application. */
  readonly applicant: string
  readonly state: ApplicationStatus
  /** Counts the changes of the snapshot; used as the ETag. */
  readonly version: number
  /** The `AppId` of the boarding API. */
  readonly appId: string | null
  /** The Refnum of the newest submission; `null` before the first answer. */
  readonly reference: string | null
  readonly tierName: string | null
  readonly submittedAtMs: number | null
  /** Time of the last status from the upstream. */
  readonly checkedAtMs: number | null
  /** JSON of an array of `Issue`. */
  readonly issues: string
  /** `agreed` of the snapshot as JSON. */
  readonly agreed: string | null
  /** The entered values without secrets, encrypted with the row's ID as additional data. */
  readonly draft: Uint8Array | null
  readonly draftStep: string | null
  /** Counts the saves. It continues after a draft was discarded, so that the save of an outdated page is rejected. */
  readonly draftVersion: number
  readonly draftSavedAtMs: number | null
  readonly createdAtMs: number
}

/** Returns the snapshot of a row. */
export const snapshotOf = (row: ApplicationRow): ApplicationSnapshot => ({
  id: row.id,
  state: row.state,
  version: row.version,
  appId: row.appId,
  reference: row.reference,
  tierName: row.tierName,
  submittedAtMs: row.submittedAtMs,
  checkedAtMs: row.checkedAtMs,
  issues: JSON.parse(row.issues) as ApplicationSnapshot['issues'],
  agreed: row.agreed === null ? null : (JSON.parse(row.agreed) as ApplicationSnapshot['agreed']),
})
