// The invariants of sale/README.md that one order and one terminal can break. Each returns a sentence when it is broken.
import { isUnpaid, LOCKING_STATES } from '@tapboard/contract'
import { SENDS_MAX, START_DEADLINE_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { isKnown, mayArrive, sessionsOf, type Attempt, type Setup, type World } from './world.ts'

/** States in which the terminal may still ask for a card. */
const HOLDING_STATES: readonly string[] = ['intent', 'sending', 'started']

/** One invariant. Returns `null` when it holds. */
export type Invariant = (world: World, setup: Setup) => string | null

const isLocking = ({ row }: Attempt): boolean => (LOCKING_STATES as readonly string[]).includes(row.state)

const paidOf = ({ sessions }: Attempt): number => sessions.filter(({ status }) => status === 'paid').length

const erred = ({ attempts }: World): boolean => attempts.some(({ word }) => word === 'wrong')

/** Two charges for one order, unless a person settled a charged attempt as unpaid. */
const notChargedTwice: Invariant = (world) => {
  const charges = sessionsOf(world).filter(({ status }) => status === 'paid').length
  return charges > 1 && !erred(world) ? `${charges} charges for one order` : null
}

const committedFirst: Invariant = ({ attempts }) =>
  attempts.some(({ row, sends }) =>
    sends.some(({ number, process }) => process !== 'ready' && number > row.sendCount),
  )
    ? 'bytes are on the way that no committed row tells of'
    : null

/** Only a person's mistake allows a second one. The first one is then open again beside it, for review (rule 22). */
const oneAttemptPerOrder: Invariant = (world) => {
  const open = world.attempts.filter(isLocking)
  if (open.length <= 1 || erred(world)) return null
  return `attempts ${open.map(({ row }) => row.attempt).join(' and ')} are open`
}

/** A session found after the fence is over at the terminal, so its attempt need not hold the device any more. */
const oneAttemptPerDevice: Invariant = ({ attempts, nowMs }) => {
  const missing = attempts.find(
    ({ row }) =>
      HOLDING_STATES.includes(row.state) && !row.deviceHold && nowMs < (row.deviceFreeAtMs ?? Infinity),
  )
  if (missing !== undefined) return `attempt ${missing.row.attempt} is on a terminal it does not hold`
  return attempts.filter(({ row }) => row.deviceHold).length > 1 ? 'two attempts hold the terminal' : null
}

/** A body that was answered with a complete 429 was refused unread and does not count. */
const sentOnce: Invariant = ({ attempts }, { repeat }) => {
  for (const { row, written } of attempts) {
    if (row.sendCount > SENDS_MAX) return `attempt ${row.attempt} was claimed ${row.sendCount} times`
    const most = repeat === 'unknown' ? 1 : SENDS_MAX
    const id = written.find((one) => written.filter((other) => other === one).length > most)
    if (id !== undefined) return `${id} was written more than ${most} times`
  }
  return null
}

const approvedIsProved: Invariant = ({ attempts }) => {
  for (const { row, sessions } of attempts) {
    if (row.state !== 'approved') continue
    const named = row.byWhom === 'person' && (row.person ?? '') !== ''
    const paid = sessions.some(({ id, status }) => id === row.sessionId && status === 'paid')
    if (!named && !(row.byWhom === 'upstream' && paid && (row.reference ?? '') !== ''))
      return `attempt ${row.attempt} is approved without a charge or a person's word`
  }
  return null
}

/** An unpaid end frees the order. No charge may exist or follow, except after a person's mistake. */
const unpaidIsUnpaid: Invariant = (world, setup) => {
  for (const { row, sends, sessions, word } of world.attempts) {
    if (!isUnpaid(row.state) || word === 'wrong') continue
    if (sessions.some(({ status, endsMs }) => status === 'live' && world.nowMs < endsMs))
      return `attempt ${row.attempt} is ${row.state} and its session may still be paid`
    if (sends.some((send) => mayArrive(send, world, setup) && !isKnown(send, sessions, setup)))
      return `attempt ${row.attempt} is ${row.state} and its request may still arrive`
  }
  return null
}

const noChargeForgotten: Invariant = (world) => {
  for (const attempt of world.attempts)
    if (paidOf(attempt) > 0 && isUnpaid(attempt.row.state) && attempt.word !== 'wrong')
      return `attempt ${attempt.row.attempt} was paid and is ${attempt.row.state}`
  return null
}

/** Every invariant by its number. */
export const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'INV-1': committedFirst,
  'INV-2': oneAttemptPerOrder,
  'INV-3': oneAttemptPerDevice,
  'INV-4': sentOnce,
  'INV-5': notChargedTwice,
  'INV-6': noChargeForgotten,
  'INV-7': approvedIsProved,
  'unpaid is unpaid': unpaidIsUnpaid,
}

/** INV-9 over one step: events are numbered without a gap; an end is never overwritten, only moved to review. */
export function wrongMove(before: World, after: World): string | null {
  for (const [at, { row }] of after.attempts.entries()) {
    const was = before.attempts[at]?.row
    if (was === undefined) continue
    if (row.version < was.version || row.version > was.version + 1)
      return `event ${row.version} follows event ${was.version}`
    if (row.state === was.state) continue
    if (row.version === was.version) return `${was.state} became ${row.state} without an event`
    const final = isUnpaid(was.state) || was.state === 'approved'
    const contested = !(was.state === 'approved' && was.byWhom === 'upstream')
    if (final && !(contested && row.state === 'review')) return `${was.state} became ${row.state}`
  }
  return null
}

/** INV-21 over one step: no byte is written 15 s after the press, or later. */
export function lateByte(before: World, after: World): string | null {
  for (const [at, { pressedMs, sends }] of after.attempts.entries()) {
    if (pressedMs === null || after.nowMs < pressedMs + START_DEADLINE_MS) continue
    const was = before.attempts[at]?.sends ?? []
    const isNew = (number: number): boolean =>
      was.some((send) => send.number === number && send.process === 'ready')
    const written = sends.find(({ number, underWay }) => underWay && isNew(number))
    if (written !== undefined)
      return `attempt ${at + 1} is sent ${(after.nowMs - pressedMs) / 1000} s after the press`
  }
  return null
}
