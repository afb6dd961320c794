// The row changes of an event that the machine allows. Pure: time is a parameter. Draft and token are deleted as soon as they
// are not needed. The lock of INV-19 is released only if the service does not have the application.
import { isDecided, type ApplicationStatus, type boarding, type Issue } from '@tapboard/contract'
import { FIRST_LOOK_MS, UNASKED_MS } from './pace.ts'
import { NO_LEASE } from '../../durable/lease.ts'
import { NO_DRAFT, type ApplicationChanges } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import type { SubmissionInput } from './machine.ts'
import { NOT_RECEIVED } from './refusal-issues.ts'
import type { SubmissionRow, WatchRow } from './rows.ts'

/** New evidence about a submission or an application, with its data. */
export type News =
  | { readonly type: 'not_sent' }
  | { readonly type: 'accepted'; readonly appId: string; readonly reference: string | null }
  | { readonly type: 'refused'; readonly reference: string | null; readonly issues: readonly Issue[] }
  /** `lookup`: whether the upstream supports a conclusive look-up. */
  | { readonly type: 'unknown'; readonly lookup: boolean }
  | {
      readonly type: 'found'
      readonly appId: string
      readonly status: boarding.BoardingStatus
      readonly statusAtMs: number
    }
  | { readonly type: 'not_received' }
  | { readonly type: 'attested_submitted'; readonly appId: string; readonly person: string }
  | { readonly type: 'attested_not_submitted'; readonly person: string }
  | { readonly type: 'status'; readonly status: boarding.BoardingStatus; readonly statusAtMs: number }

/** Changes of the three rows; `remove` deletes the submission. */
interface Consequences {
  readonly set: ApplicationChanges
  readonly watch: Partial<WatchRow>
  readonly submission: Partial<SubmissionRow> | 'remove'
}

/** Converts news to the input of the machine. */
export const inputOf = (news: News, watch: WatchRow | null): SubmissionInput =>
  news.type === 'status'
    ? {
        type: 'status',
        status: news.status,
        older: watch?.statusAtMs != null && news.statusAtMs < watch.statusAtMs,
      }
    : news

const FREE = {
  ...NO_LEASE,
  doubtedAtMs: null,
  misses: 0,
  missedFirstMs: null,
}
const FREED: Partial<SubmissionRow> = { holds: false, sealedToken: null }

/** The changes of an application that the upstream has: the draft is deleted. */
const received = (
  appId: string,
  reference: string | null,
  row: ApplicationRow,
  sentAtMs: number | null,
  nowMs: number,
): ApplicationChanges => ({
  ...NO_DRAFT,
  draftVersion: row.draftVersion + 1,
  appId,
  reference,
  submittedAtMs: sentAtMs ?? nowMs,
  checkedAtMs: nowMs,
  issues: '[]',
})

const editable = (issues: readonly Issue[], more: ApplicationChanges = {}): ApplicationChanges => ({
  issues: JSON.stringify(issues),
  agreed: null,
  ...more,
})

/** The changes that `news` causes in the three rows; the machine has chosen `to`. */
export function consequencesOf(
  news: News,
  to: ApplicationStatus,
  row: ApplicationRow,
  sentAtMs: number | null,
  nowMs: number,
): Consequences {
  const idle = { ...FREE, nextAtMs: null }
  const followed = {
    ...FREE,
    changedAtMs: nowMs,
    nextAtMs: isDecided(to) ? null : nowMs + FIRST_LOOK_MS,
  }
  switch (news.type) {
    case 'not_sent':
      return { set: editable([]), watch: idle, submission: 'remove' }
    case 'accepted':
      return {
        set: received(news.appId, news.reference, row, sentAtMs, nowMs),
        watch: followed,
        // Locks again if a person had attested that it was not received.
        submission: { holds: true, sealedToken: null },
      }
    case 'refused':
      return { set: editable(news.issues, { reference: news.reference }), watch: idle, submission: FREED }
    case 'unknown':
      return {
        set: {},
        watch: {
          ...FREE,
          doubtedAtMs: nowMs,
          nextAtMs: nowMs + (news.lookup ? FIRST_LOOK_MS : UNASKED_MS),
        },
        submission: {},
      }
    case 'found':
      return {
        set: received(news.appId, null, row, sentAtMs, nowMs),
        watch: { ...followed, statusAtMs: news.statusAtMs },
        submission: { sealedToken: null },
      }
    case 'attested_submitted':
      return {
        // An attestation is no status from the upstream.
        set: { ...received(news.appId, null, row, sentAtMs, nowMs), checkedAtMs: null },
        watch: followed,
        submission: { sealedToken: null },
      }
    case 'not_received':
    case 'attested_not_submitted':
      return { set: editable([NOT_RECEIVED]), watch: idle, submission: FREED }
    case 'status':
      return {
        set: { checkedAtMs: nowMs },
        watch: { ...followed, statusAtMs: news.statusAtMs },
        submission: {},
      }
  }
}
