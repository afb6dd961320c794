// The tables of migration set `submission` as SQL sees them, and the mappers between their rows and columns. The SQL is in
// `schema.ts`.
import { columnMapper, type Columns } from '@tapboard/store'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { ApplicationTables } from '../tables.ts'
import type { ApplicationEventRow, ConsentRow, SubmissionRow, WatchRow } from './rows.ts'

/** A hold on submissions after a restore. */
interface SubmissionHoldRow {
  readonly scope: string
  readonly sinceMs: number
}

/** The tables of migration set `submission`, and those of the same transactions. */
export interface SubmissionTables extends ApplicationTables, OutboxTables {
  application_event: Columns<ApplicationEventRow>
  application_submission: Columns<SubmissionRow>
  application_consent: Columns<ConsentRow>
  application_watch: Columns<WatchRow>
  submission_hold: Columns<SubmissionHoldRow>
}

export const APPLICATION_EVENT = columnMapper<ApplicationEventRow>({})

export const SUBMISSION = columnMapper<SubmissionRow>({ holds: true })

export const CONSENT = columnMapper<ConsentRow>({})

export const WATCH = columnMapper<WatchRow>({})
