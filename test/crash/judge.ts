// The conditions for an order after a crash, as a pure function over the rows on disk on both sides and the frames of the page.
// Returns one sentence per breach; an empty list means that the run passed.
import { isSettled, isUnpaid, type SaleEventType, type SaleFrame, type SaleState } from '@tapboard/contract'
import { firstBroken } from '../../packages/bff/src/sale/ledger/chain.ts'
import type { SaleEventRow, SaleRow } from '../../packages/bff/src/sale/machine/row.ts'

/** A session of the service, as far as it matters. */
export interface SessionFact {
  readonly id: string
  readonly externalId: string
  readonly createdAtMs: number
}

/** A charge that the processor approved. */
export interface ChargeFact {
  readonly reference: string
  readonly sessionId: string
  readonly externalId: string
  readonly command: string
  /** Reference of the sale that a credit pays back. */
  readonly creditOf: string | null
  readonly amountMinor: number
}

/** An attempt with its events. */
export interface AttemptFact {
  readonly row: SaleRow
  readonly events: readonly SaleEventRow[]
}

/** All evidence about one order. */
export interface Evidence {
  readonly attempts: readonly AttemptFact[]
  readonly sessions: readonly SessionFact[]
  /** The charges that the processor approved. */
  readonly charges: readonly ChargeFact[]
  /** IDs of sales whose start was acknowledged with 200 or 201. */
  readonly acknowledged: readonly string[]
  /** The frames of the first attempt, over all connections of its watchers. */
  readonly frames: readonly SaleFrame[]
}

type Step = `${SaleState | '-'} ${SaleEventType} ${SaleState}`

const FROM_OPEN = (['approved', 'declined', 'timed_out', 'failed'] as const).flatMap((end): Step[] => [
  `started ${end} ${end}`,
  `in_doubt ${end} ${end}`,
])

/** The transitions of the table, one line each (INV-9). Reads after the end and attestations do not occur in a crash run. */
const STEPS: ReadonlySet<string> = new Set<Step>([
  '- created intent',
  // A start that reached the ledger after its deadline (D-84).
  '- abandoned abandoned',
  'intent claimed sending',
  'in_doubt claimed sending',
  'intent abandoned abandoned',
  'sending released intent',
  'sending refused not_started',
  'in_doubt refused not_started',
  'sending started started',
  'in_doubt started started',
  'sending doubted in_doubt',
  'started doubted in_doubt',
  'started reviewed review',
  'in_doubt reviewed review',
  'started still_waiting started',
  'started progressed started',
  'in_doubt device_released in_doubt',
  ...FROM_OPEN,
])

function judgeHistory({ row, events }: AttemptFact): string[] {
  const breaches: string[] = []
  const broken = firstBroken(events, row.eventHash)
  if (broken !== null) breaches.push(`INV-20: the chain of ${row.id} is broken at event ${broken}`)
  let state: SaleState | '-' = '-'
  for (const [index, event] of events.entries()) {
    if (event.number !== index + 1) breaches.push(`INV-9: ${row.id} has no event ${index + 1}`)
    if ((event.fromState ?? '-') !== state)
      breaches.push(
        `INV-9: event ${event.number} of ${row.id} leaves ${event.fromState}, but it was ${state}`,
      )
    const step = `${event.fromState ?? '-'} ${event.type} ${event.toState}`
    if (!STEPS.has(step)) breaches.push(`INV-9: ${row.id} made the step "${step}"`)
    state = event.toState
  }
  if (state !== row.state) breaches.push(`INV-9: ${row.id} is ${row.state}, its last event says ${state}`)
  if (row.version !== events.length) breaches.push(`INV-16: ${row.id} has version ${row.version}`)
  return breaches
}

function judgeMoney({ row, events }: AttemptFact, { sessions, charges }: Evidence): string[] {
  const breaches: string[] = []
  const ours = sessions.filter(({ externalId }) => externalId === row.externalId)
  const paid = charges.filter(({ externalId }) => externalId === row.externalId)
  const claimedAtMs = events.find(({ type }) => type === 'claimed')?.atMs
  for (const session of ours) {
    if (claimedAtMs === undefined || session.createdAtMs < claimedAtMs)
      breaches.push(`INV-1: ${session.id} was asked for before ${row.id} was committed as sending`)
    if (isUnpaid(row.state) && session.id !== row.sessionId)
      breaches.push(`P2: ${row.id} ended as ${row.state} without its session ${session.id}`)
  }
  if (ours.length > 1) breaches.push(`INV-4: ${row.externalId} has ${ours.length} sessions`)
  const command = row.kind === 'refund' ? 'cc:credit' : 'cc:sale'
  if (paid.some((charge) => charge.command !== command || charge.creditOf !== row.creditReference))
    breaches.push(`P10: ${row.id} was charged as another kind of transaction`)
  if (row.state === 'approved') {
    const [charge] = paid
    if (charge === undefined) breaches.push(`INV-7: ${row.id} is approved, and nothing was charged`)
    else if (
      charge.reference !== row.reference ||
      charge.amountMinor !== row.amountMinor ||
      charge.sessionId !== row.sessionId
    )
      breaches.push(`INV-7: ${row.id} is approved with another reference, amount or session than the charge`)
  }
  if (isUnpaid(row.state) && paid.length > 0)
    breaches.push(`INV-6: ${row.id} is ${row.state}, and it was charged`)
  if (row.state === 'review')
    breaches.push(`${row.id} is in review (${row.reason}): nothing contradicts itself`)
  return breaches
}

function judgeFrames({ attempts, frames }: Evidence): string[] {
  const [first] = attempts
  const breaches: string[] = []
  for (const [index, frame] of frames.entries()) {
    const event = first?.events[index]
    if (frame.number !== index + 1)
      breaches.push(`INV-10: the page saw event ${frame.number} as its number ${index + 1}`)
    else if (event === undefined)
      breaches.push(`INV-8: the page saw event ${frame.number}, which is not on disk`)
    else if (event.type !== frame.type || event.toState !== frame.sale.state)
      breaches.push(`INV-8: the page saw event ${frame.number} as ${frame.type}; on disk it is ${event.type}`)
  }
  return breaches
}

/** Every breach of one order, in sentences. */
export function judge(evidence: Evidence): string[] {
  const { attempts, acknowledged, charges } = evidence
  const breaches: string[] = []
  if (charges.length > 1) breaches.push(`INV-5: the order was charged ${charges.length} times`)
  const locking = attempts.filter(({ row }) => !isUnpaid(row.state))
  if (locking.length > 1) breaches.push(`INV-2: ${locking.length} attempts hold the order`)
  const known = new Set(attempts.map(({ row }) => row.id))
  for (const id of acknowledged)
    if (!known.has(id)) breaches.push(`P12: ${id} was acknowledged, and is not on disk`)
  for (const attempt of attempts) breaches.push(...judgeHistory(attempt), ...judgeMoney(attempt, evidence))
  breaches.push(...judgeFrames(evidence))
  return breaches
}

/** The upstream capabilities that an instance knows beyond the specification, as far as a crash depends on them. */
export interface Knowledge {
  readonly lookup: 'none' | 'authoritative'
  readonly repeat: 'unknown' | 'refuses'
}

/** Rule 18: the time after the first send in which a known upstream may be asked again. */
const RESEND_MS = 15_000

/**
 * Is the sale in its correct state, for good or until a person acts? Without a session ID that state is in doubt. Where the
 * upstream can be asked, this holds only if there is no session.
 */
export function isRight(
  row: Pick<SaleRow, 'state' | 'reason' | 'firstSentAtMs'>,
  hasSession: boolean,
  { lookup, repeat }: Knowledge,
  nowMs: number,
): boolean {
  if (isSettled(row.state)) return true
  if (row.state !== 'in_doubt' || row.reason !== 'no_session') return false
  if (lookup === 'authoritative') return !hasSession
  if (repeat === 'refuses') return nowMs - (row.firstSentAtMs ?? nowMs) > RESEND_MS
  return true
}
