// The rows of one event of an application: the event in its chain, the watch, the outbox, and the changes of the application.
// Pure. `machine.ts` decides the event, `sql-store.ts` writes the rows.
import type { ApplicationStatus, Issue } from '@tapboard/contract'
import { NO_LEASE } from '../../durable/lease.ts'
import type { OutboxRow, Target } from '../../durable/outbox/outbox-row.ts'
import { CHAIN_START } from '../../durable/chain.ts'
import type { ApplicationChanges } from '../applications.ts'
import type { ApplicationRow } from '../row.ts'
import { announceApplication } from './announce.ts'
import { hashApplicationEvent } from './chain.ts'
import type { ApplicationEventType } from './machine.ts'
import type { ApplicationEventRow, EventDetail, WatchRow } from './rows.ts'

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
const newWatch = (applicationId: string, atMs: number): WatchRow => ({
  applicationId,
  submission: 0,
  eventCount: 0,
  eventHash: CHAIN_START,
  statusAtMs: null,
  changedAtMs: atMs,
  doubtedAtMs: null,
  misses: 0,
  missedFirstMs: null,
  nextAtMs: null,
  ...NO_LEASE,
  fence: 0,
})

/** The rows of an event, to be written in one transaction. */
export interface Recorded {
  readonly set: ApplicationChanges
  readonly event: ApplicationEventRow
  /** The watch before the event, and whether it is in the store. */
  readonly watch: WatchRow
  readonly isNewWatch: boolean
  readonly watchSet: Partial<WatchRow>
  readonly outbox: readonly OutboxRow[]
}

/** Returns the rows of an event; `watch` is `null` for the first event of an application. */
export function record(row: ApplicationRow, watch: WatchRow | null, recording: Recording): Recorded {
  const { type, to, submission, person, consent, atMs, targets } = recording
  const before = watch ?? newWatch(row.id, atMs)
  const set = { ...recording.set, state: to }
  const after: ApplicationRow = { ...row, ...set, version: row.version + 1 }
  const detail: EventDetail = {
    submission,
    version: after.version,
    appId: after.appId,
    reference: after.reference,
    tierName: after.tierName,
    issues: codesOf(after.issues),
    consent,
  }
  const event: Omit<ApplicationEventRow, 'hash'> = {
    applicationId: row.id,
    number: before.eventCount + 1,
    type,
    fromState: row.state,
    toState: to,
    atMs,
    person,
    detail: JSON.stringify(detail),
    prevHash: before.eventHash,
  }
  const hash = hashApplicationEvent(event)
  return {
    set,
    event: { ...event, hash },
    watch: before,
    isNewWatch: watch === null,
    watchSet: { ...recording.watch, submission, eventCount: event.number, eventHash: hash },
    outbox: announceApplication({ type, number: event.number, atMs }, after, targets),
  }
}
