// Possible answers to a read or a look-up, and the happening that the machine gets for each. The upstream is honest about
// charges. At any moment it may contradict itself, use an unknown word, or not know a session for a while.
import type { Outcome } from '@tapboard/contract'
import type { Happening } from '../../packages/bff/src/sale/machine/happening.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { ON_THE_WAY_MS, STRANGE_MS } from '../../packages/bff/src/sale/machine/states.ts'
import type { Attempt, Session, Setup, World } from './world.ts'
import { sessionsOf } from './world.ts'

/** An answer that the owner of a sale receives. */
export type Reading =
  | 'pending'
  | 'paid'
  | 'unpaid'
  | 'missing'
  | 'contradiction'
  | 'strange word'
  | 'look-up missed'
  | 'the device is idle'
  | `found ${string}`

const readOf = (outcome: Outcome): Happening => ({ type: 'session_read', outcome })

/** The happening that an answer is. */
export function happeningOf(reading: Reading): Happening {
  switch (reading) {
    case 'pending':
      return readOf({ kind: 'pending', phase: 'contacting' })
    case 'paid':
      return readOf({ kind: 'approved', reference: 'R', approvalCode: 'A', completedAt: null, card: null })
    case 'unpaid':
      return readOf({ kind: 'declined', code: '51', message: null, reference: null })
    case 'contradiction':
      return readOf({ kind: 'contradiction', reason: 'contradiction', detail: '' })
    case 'strange word':
      return readOf({ kind: 'unknown', detail: '' })
    case 'missing':
      return { type: 'session_missed' }
    case 'look-up missed':
      return { type: 'look_up_missed' }
    case 'the device is idle':
      throw new Error('when it was asked must be known')
    default:
      return { type: 'session_found', sessionId: reading.slice('found '.length), taken: false }
  }
}

const truth = ({ status }: Session): Reading => (status === 'live' ? 'pending' : status)

/** Answers that the owner of the attempt may get if it asks now; empty when it has nothing to ask. */
export function readingsOf(world: World, setup: Setup, { row, sends, sessions }: Attempt): Reading[] {
  const open = row.state === 'started' || row.state === 'in_doubt'
  if (row.sessionId !== null) {
    const session = sessionsOf(world).find(({ id }) => id === row.sessionId)
    if (session === undefined) return []
    return open && setup.isOdd
      ? [truth(session), 'missing', 'contradiction', 'strange word']
      : [truth(session)]
  }
  if (setup.lookup === 'none') {
    if (!setup.deviceSession || row.state !== 'in_doubt' || !row.deviceHold) return []
    const live = sessions.find(({ status }) => status === 'live')
    return [live === undefined ? 'the device is idle' : `found ${live.id}`]
  }
  const ids = [row.externalId, ...sends.map(({ externalId }) => externalId)]
  const hit = sessions.find(({ externalId }) => ids.includes(externalId))
  if (hit !== undefined) return [`found ${hit.id}`]
  return row.state === 'in_doubt' ? ['look-up missed'] : []
}

// The durations of rules 10, 11, 12 and 17 are left free: any of them may be over at any moment, independent of the other timers.
// This allows more than can happen, never less. The limits are tested beside the machine.

/** Has the last observation lasted long enough to count? */
export const hasLasted = ({ seenFirstMs: firstMs }: SaleRow, nowMs: number): boolean =>
  firstMs !== null && nowMs - firstMs >= STRANGE_MS

/** The happening for an idle device, asked too early or late enough to prove something. */
export const idleHappening = (
  { sendDeadlineMs: deadlineMs }: SaleRow,
  asked: 'early' | 'late',
  nowMs: number,
): Happening => ({
  type: 'device_idle',
  begunAtMs: asked === 'late' ? nowMs : Math.min(nowMs, (deadlineMs ?? 0) + ON_THE_WAY_MS - 1),
})

/** The row with its observation lasting long enough. */
export const lasting = (row: SaleRow, nowMs: number): SaleRow => ({
  ...row,
  seenFirstMs: nowMs - STRANGE_MS,
})

/** The row with its observation still too young. */
export const fresh = (row: SaleRow, nowMs: number): SaleRow => ({ ...row, seenFirstMs: nowMs })
