// Applies a person's resolution of an application that the service may have received. The machine decides whether the state
// allows it. Soon after the send, "not submitted" is refused: the request may still arrive.
import type { ApplicationSnapshot, ResolveApplication } from '@tapboard/contract'
import { refuse, type Refusal } from '../../refusal.ts'
import type { Log } from '../../ports.ts'
import type { Applications } from '../applications.ts'
import { snapshotOf, type ApplicationRow } from '../row.ts'
import type { SubmissionLedger } from '../submission/submission-ledger.ts'
import { NOT_RECEIVED } from '../submission/refusal-issues.ts'

interface ResolveDeps {
  readonly applications: Applications
  readonly ledger: SubmissionLedger
  readonly log: Log
}

/** Time after the send in which the request may still arrive. */
const ARRIVES_WITHIN_MS = 15_000

/** Returns whether the application already has the result of this resolution. */
function isResolved(row: ApplicationRow, resolution: ResolveApplication): boolean {
  if (resolution.result === 'submitted') return row.appId === resolution.appId
  return row.state === 'refused' && row.issues === JSON.stringify([NOT_RECEIVED])
}

/** Applies a resolution of an application in doubt; refuses it too soon after the send. */
export async function resolveDoubt(
  { applications, ledger, log }: ResolveDeps,
  row: ApplicationRow,
  resolution: ResolveApplication,
): Promise<{ readonly ok: true; readonly application: ApplicationSnapshot } | Refusal> {
  const no = (detail: string, now: ApplicationRow, more: Partial<Refusal> = {}): Refusal =>
    refuse('not-resolvable', detail, { application: snapshotOf(now), ...more })
  const newest = await ledger.newest(row.id)
  if (resolution.result === 'not_submitted' && row.state === 'in_doubt') {
    const leftMs = (newest?.sentAtMs ?? 0) + ARRIVES_WITHIN_MS - (await ledger.now())
    if (leftMs > 0) {
      const seconds = Math.ceil(leftMs / 1000)
      return no(
        'The application may still arrive; check again in a moment before you state that it was not submitted.',
        row,
        {
          headers: { 'retry-after': String(seconds) },
        },
      )
    }
  }
  if (resolution.result === 'submitted') {
    const other = await ledger.byAppId(row.merchant, resolution.appId)
    if (other !== null && other.id !== row.id)
      return no('This appId belongs to another application; check it.', row)
  }
  const news =
    resolution.result === 'submitted'
      ? ({ type: 'attested_submitted', appId: resolution.appId, person: resolution.person } as const)
      : ({ type: 'attested_not_submitted', person: resolution.person } as const)
  const applied = await ledger.apply(row.id, newest?.number ?? null, news)
  const now = applied?.row ?? (await applications.find(row.id)) ?? row
  if (applied?.decision.kind === 'moved') {
    const line = { merchant: row.merchant, applicationId: row.id, state: now.state, code: news.type }
    log.info(line, 'a person resolved an application')
    return { ok: true, application: snapshotOf(now) }
  }
  return isResolved(now, resolution)
    ? { ok: true, application: snapshotOf(now) }
    : no('The application is not in doubt; its current state is in this answer.', now)
}
