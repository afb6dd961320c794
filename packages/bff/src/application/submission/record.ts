// Writes one event of an application in the caller's transaction: the event in its chain, the outbox rows, and the watch.
// `machine.ts` decides the event; the caller writes the application's row.
import type { ApplicationStatus, Issue } from '@tapboard/contract'
import type { Transaction } from '@tapboard/store'
import { NO_LEASE_COLUMNS } from '../../durable/lease.ts'
import { insertOutbox } from '../../durable/outbox/insert-outbox.ts'
import type { Target } from '../../durable/outbox/outbox-row.ts'
import { CHAIN_START } from '../../durable/chain.ts'
import type { ApplicationChanges } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import { announceApplication } from './announce.ts'
import { hashApplicationEvent } from './chain.ts'
import type { ApplicationEventType } from './machine.ts'
import {
  APPLICATION_EVENT,
  type ApplicationEventRow,
  type EventDetail,
  type SubmissionTables,
  type WatchRow,
} from './rows.ts'

/** One event to write. */
export interface Recording {
  readonly type: ApplicationEventType
  readonly to: ApplicationStatus
  readonly submission: number
  readonly person: string | null
  readonly consent: string | null
  readonly atMs: number
  /** Changes of the application except its state. */
  readonly set: ApplicationChanges
  /** Changes of the watch except its head. */
  readonly watch: Partial<WatchRow>
  readonly targets: readonly Target[]
}

const codesOf = (issues: string): EventDetail['issues'] =>
  (JSON.parse(issues) as Issue[]).map(({ path, code }) => ({ path, code }))

/** Returns the watch of an application without events. */
export const newWatch = (applicationId: string, atMs: number): WatchRow => ({
  application_id: applicationId,
  submission: 0,
  event_count: 0,
  event_hash: CHAIN_START,
  status_at_ms: null,
  changed_at_ms: atMs,
  doubted_at_ms: null,
  misses: 0,
  missed_first_ms: null,
  next_at_ms: null,
  ...NO_LEASE_COLUMNS,
  fence: 0,
})

/** Inserts the event, updates its watch and fills the outbox; returns the changes for the application's row. */
export async function record(
  trx: Transaction<SubmissionTables>,
  row: ApplicationRow,
  watch: WatchRow | null,
  recording: Recording,
): Promise<ApplicationChanges> {
  const { type, to, submission, person, consent, atMs, targets } = recording
  const before = watch ?? newWatch(row.id, atMs)
  const set = { ...recording.set, state: to }
  const after: ApplicationRow = { ...row, ...set, version: row.version + 1 }
  const detail: EventDetail = {
    submission,
    version: after.version,
    appId: after.app_id,
    reference: after.reference,
    tierName: after.tier_name,
    issues: codesOf(after.issues),
    consent,
  }
  const event: Omit<ApplicationEventRow, 'hash'> = {
    applicationId: row.id,
    number: before.event_count + 1,
    type,
    fromState: row.state,
    toState: to,
    atMs,
    person,
    detail: JSON.stringify(detail),
    prevHash: before.event_hash,
  }
  const hash = hashApplicationEvent(event)
  await trx
    .insertInto('application_event')
    .values(APPLICATION_EVENT.toColumns({ ...event, hash }))
    .execute()
  const head = { ...recording.watch, submission, event_count: event.number, event_hash: hash }
  if (watch === null)
    await trx
      .insertInto('application_watch')
      .values({ ...before, ...head })
      .execute()
  else await trx.updateTable('application_watch').set(head).where('application_id', '=', row.id).execute()
  await insertOutbox(trx, announceApplication({ type, number: event.number, atMs }, after, targets))
  return set
}
