// Breadth-first search over every interleaving. Each world is visited once, so the first violation has the shortest trace. A
// backward pass over all steps then finds the worlds from which no end is reachable by steps that can be relied on.
import { isUnpaid, LOCKING_STATES } from '@tapboard/contract'
import { isOpenRefund, mayHaveMoved, sumMinor } from '../../packages/bff/src/sale/machine/check-refund.ts'
import { SENDS_MAX, START_DEADLINE_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { stepsFrom, type Step } from './steps.ts'
import {
  beginning,
  isKnown,
  isSameGroup,
  keyOf,
  mayArrive,
  rowsOf,
  type Attempt,
  type Setup,
  type World,
} from './world.ts'

// The invariants of sale/README.md that one order, or the refunds of one sale, can break. Each returns a sentence when it is broken.

/** States in which the terminal may still ask for a card. */
const HOLDING_STATES: readonly string[] = ['intent', 'sending', 'started']

/** One invariant. Returns `null` when it holds. */
type Invariant = (world: World, setup: Setup) => string | null

const isLocking = ({ row }: Attempt): boolean => (LOCKING_STATES as readonly string[]).includes(row.state)

const paidOf = ({ sessions }: Attempt): number => sessions.filter(({ status }) => status === 'paid').length

const erred = (attempts: readonly Attempt[]): boolean => attempts.some(({ word }) => word === 'wrong')

/** The attempts of each order or reference. */
function groupsOf({ attempts }: World): (readonly Attempt[])[] {
  const firsts = attempts.filter(({ row }) => row.attempt === 1)
  return firsts.map((first) => attempts.filter(({ row }) => isSameGroup(row, first.row)))
}

/** Two charges for one order, or two credits for one reference, unless a person settled a charged attempt as unpaid. */
const notChargedTwice: Invariant = (world, { refunded }) => {
  for (const attempts of groupsOf(world)) {
    const charges = attempts.reduce((sum, attempt) => sum + paidOf(attempt), 0)
    if (charges > 1 && !erred(attempts))
      return refunded === null ? `${charges} charges for one order` : `${charges} credits for one reference`
  }
  return null
}

/** INV-22 in the ledger. */
const coveredBySale: Invariant = (world, { refunded }) => {
  if (refunded === null || erred(world.attempts)) return null
  const moved = rowsOf(world).filter(mayHaveMoved)
  const open = moved.filter(isOpenRefund).length
  if (open > 1) return `${open} refunds are open`
  const sum = sumMinor(moved)
  return sum > refunded.amountMinor ? `refunds of ${sum} for a sale of ${refunded.amountMinor}` : null
}

/** INV-22 at the upstream, which itself compares nothing. */
const creditsWithinSale: Invariant = ({ attempts }, { refunded }) => {
  if (refunded === null || erred(attempts)) return null
  const credits = attempts.reduce((sum, one) => sum + paidOf(one) * one.row.amountMinor, 0)
  return credits > refunded.amountMinor ? `credits of ${credits} for a sale of ${refunded.amountMinor}` : null
}

const committedFirst: Invariant = ({ attempts }) =>
  attempts.some(({ row, sends }) =>
    sends.some(({ number, process }) => process !== 'ready' && number > row.sendCount),
  )
    ? 'bytes are on the way that no committed row tells of'
    : null

/** Only a person's mistake allows a second one. The first one is then open again beside it, for review (rule 22). */
const oneAttemptPerOrder: Invariant = (world) => {
  for (const attempts of groupsOf(world)) {
    const open = attempts.filter(isLocking)
    if (open.length > 1 && !erred(attempts))
      return `attempts ${open.map(({ row }) => row.attempt).join(' and ')} are open`
  }
  return null
}

/** A session found after the fence is over at the terminal, so its attempt need not hold the device any more. */
const oneAttemptPerDevice: Invariant = ({ attempts, nowMs }) => {
  const missing = attempts.find(
    ({ row }) =>
      HOLDING_STATES.includes(row.state) && !row.deviceHold && nowMs < (row.deviceFreeAtMs ?? Infinity),
  )
  if (missing !== undefined) return `attempt ${missing.row.attempt} is on a terminal it does not hold`
  const held = attempts.flatMap(({ row }) => (row.deviceHold ? [row.deviceId] : []))
  return new Set(held).size < held.length ? 'two attempts hold the terminal' : null
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
const INVARIANTS: Readonly<Record<string, Invariant>> = {
  'INV-1': committedFirst,
  'INV-2': oneAttemptPerOrder,
  'INV-3': oneAttemptPerDevice,
  'INV-4': sentOnce,
  'INV-5': notChargedTwice,
  'INV-6': noChargeForgotten,
  'INV-7': approvedIsProved,
  'unpaid is unpaid': unpaidIsUnpaid,
  'INV-22': coveredBySale,
  'credits of the sale': creditsWithinSale,
}

/** INV-9 over one step: events are numbered without a gap; an end is never overwritten, only moved to review. */
function wrongMove(before: World, after: World): string | null {
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
function lateByte(before: World, after: World): string | null {
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

/** D-37 over one step: no attempt is claimed when the ledger has evidence that the money moved before. */
function claimedInSpite(before: World, after: World, { refunded }: Setup): string | null {
  for (const [at, { row }] of after.attempts.entries()) {
    if (row.sendCount <= (before.attempts[at]?.row.sendCount ?? row.sendCount)) continue
    const moved = rowsOf(before).filter(mayHaveMoved)
    const earlier = moved.find((other) => isSameGroup(other, row) && other.attempt < row.attempt)
    if (earlier !== undefined) return `${row.id} is claimed, and ${earlier.id} is ${earlier.state}`
    const sum = sumMinor(moved)
    if (refunded !== null && sum > refunded.amountMinor)
      return `${row.id} is claimed, and refunds of ${sum} are for a sale of ${refunded.amountMinor}`
  }
  return null
}

/** D-87 and D-143 over one step: no sale starts from a withdrawn or superseded grant. */
function startedWithoutGrant({ attempts, grant }: World, after: World): string | null {
  const begun = after.attempts[attempts.length]
  if (grant === null || begun === undefined || begun.row.state !== 'intent') return null
  if (grant.withdrawn) return `attempt ${begun.row.attempt} starts from a withdrawn grant`
  return begun.generation === grant.generation
    ? null
    : `attempt ${begun.row.attempt} starts from a superseded grant`
}

/** The rules over one step, by their names. */
const STEP_RULES: Readonly<Record<string, (before: World, after: World, setup: Setup) => string | null>> = {
  'INV-9': wrongMove,
  'INV-21': lateByte,
  'D-37': claimedInSpite,
  'D-143': startedWithoutGrant,
}

/** A violation: the broken invariant and the trace that leads to it. */
interface Violation {
  readonly invariant: string
  readonly what: string
  readonly trace: readonly string[]
}

/** The result of an exploration. */
interface Explored {
  readonly states: number
  readonly transitions: number
  readonly violation: Violation | null
  /** Transitions seen, `from → to`, with their counts. */
  readonly moves: ReadonlyMap<string, number>
  /** Trace to a world from which no reliable steps lead to an end; `null` when there is none. */
  readonly stuck: readonly string[] | null
  /** Pairs of worlds with equal keys whose futures were compared and are the same. */
  readonly compared: number
}

/** The setup to explore and the limits of the search. */
export interface Search {
  readonly setup: Setup
  /** Names of the invariants to check; default all. */
  readonly invariants?: readonly string[]
  /** Gives up above this number of worlds. */
  readonly statesMax?: number
}

const COUNTED_ON = new Set<Step['by']>(['bff', 'person', 'clock'])

/** Each 97th time a known world is met again, its future is compared with the future of the first one. */
const COMPARE_EVERY = 97

/** Is every attempt at an end, or at a state that a person may end? */
const isResolved = (world: World, steps: readonly Step[]): boolean =>
  world.attempts.every(({ row }, at) => {
    if (row.state !== 'in_doubt' && row.state !== 'review') return row.settledAtMs !== null
    return steps.some(({ by, what }) => by === 'person' && what.startsWith(`attempt ${at + 1}:`))
  })

function countMoves(moves: Map<string, number>, before: World, after: World): void {
  for (const [at, { row }] of after.attempts.entries()) {
    const was = before.attempts[at]?.row
    if (was?.version === row.version) continue
    const move = `${was?.state ?? '–'} → ${row.state}${row.reason === null ? '' : ` (${row.reason})`}`
    moves.set(move, (moves.get(move) ?? 0) + 1)
  }
}

/** Explores every possible step of a setup. Stops at the first violation. */
export function explore({
  setup,
  invariants = [...Object.keys(INVARIANTS), ...Object.keys(STEP_RULES)],
  statesMax = 5_000_000,
}: Search): Explored {
  const checks = Object.entries(INVARIANTS).filter(([name]) => invariants.includes(name))
  const stepChecks = Object.entries(STEP_RULES).filter(([name]) => invariants.includes(name))
  const numbers = new Map<string, number>()
  const parents: number[] = []
  const names: string[] = []
  const froms: number[] = []
  const tos: number[] = []
  const resolved: number[] = []
  const moves = new Map<string, number>()
  const first = new Map<number, string>()
  let queue: [number, World][] = []
  let transitions = 0
  let again = 0
  let compared = 0

  const add = (key: string, parent: number, name: string): number => {
    const number = numbers.size
    numbers.set(key, number)
    parents.push(parent)
    names.push(name)
    return number
  }
  const traceTo = (number: number): string[] => {
    const trace: string[] = []
    for (let at = number; at > 0; at = parents[at] ?? 0) trace.unshift(names[at] ?? '')
    return trace
  }
  const done = (violation: Violation | null, stuck: readonly string[] | null): Explored => ({
    states: numbers.size,
    transitions,
    violation,
    moves,
    stuck,
    compared,
  })
  const futureOf = (world: World, own: string): string => {
    const keys = new Set(stepsFrom(world, setup).map((step) => keyOf(step.world, setup)))
    keys.delete(own)
    return [...keys].toSorted().join('\n')
  }

  queue.push([add(keyOf(beginning(setup), setup), 0, ''), beginning(setup)])
  while (queue.length > 0) {
    const next: [number, World][] = []
    for (const [number, world] of queue) {
      const steps = stepsFrom(world, setup)
      if (isResolved(world, steps)) resolved.push(number)
      for (const step of steps) {
        transitions += 1
        countMoves(moves, world, step.world)
        for (const [invariant, wrongly] of stepChecks) {
          const what = wrongly(world, step.world, setup)
          if (what !== null) return done({ invariant, what, trace: [...traceTo(number), step.what] }, null)
        }
        const key = keyOf(step.world, setup)
        let to = numbers.get(key)
        if (to === undefined) {
          to = add(key, number, step.what)
          for (const [invariant, holds] of checks) {
            const what = holds(step.world, setup)
            if (what !== null) return done({ invariant, what, trace: traceTo(to) }, null)
          }
          if (numbers.size > statesMax) throw new Error(`more than ${statesMax} states`)
          if (to % COMPARE_EVERY === 0) first.set(to, futureOf(step.world, key))
          next.push([to, step.world])
        } else if (first.has(to) && (again += 1) % 3 === 0) {
          if (futureOf(step.world, key) !== first.get(to))
            throw new Error(
              `two worlds that count as one differ: ${[...traceTo(number), step.what].join(', ')} / ${traceTo(to).join(', ')}`,
            )
          compared += 1
        }
        if (COUNTED_ON.has(step.by)) {
          froms.push(number)
          tos.push(to)
        }
      }
    }
    queue = next
  }
  const lost = firstWithoutWay(numbers.size, froms, tos, resolved)
  return done(null, lost === null ? null : traceTo(lost))
}

/** The first world from which none of the ends is reachable, or `null`. */
function firstWithoutWay(
  size: number,
  froms: readonly number[],
  tos: readonly number[],
  ends: readonly number[],
): number | null {
  const heads = new Int32Array(size).fill(-1)
  const rest = new Int32Array(tos.length)
  for (const [edge, to] of tos.entries()) {
    rest[edge] = heads[to] ?? -1
    heads[to] = edge
  }
  const good = new Uint8Array(size)
  const open = [...ends]
  for (const end of ends) good[end] = 1
  for (let world = open.pop(); world !== undefined; world = open.pop())
    for (let edge = heads[world] ?? -1; edge >= 0; edge = rest[edge] ?? -1) {
      const from = froms[edge] ?? 0
      if (good[from] === 1) continue
      good[from] = 1
      open.push(from)
    }
  const lost = good.indexOf(0)
  return lost < 0 ? null : lost
}
