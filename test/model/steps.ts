// All possible next steps. Each is one commit, one message, one crash, one statement of a person, or the clock moving to the next
// moment at which something changes. The explorer takes every one of them.
import type { Happening } from '../../packages/bff/src/sale/machine/happening.ts'
import { ON_THE_WAY_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { commit, insertNext, looksFree, withAttempt } from './ledger.ts'
import { nextMoment } from './moments.ts'
import { fresh, happeningOf, hasLasted, idleHappening, lasting, readingsOf } from './readings.ts'
import { sendSteps } from './send-steps.ts'
import type { Attempt, Send, Session, Setup, World } from './world.ts'
import { isKnown, mayArrive, sessionsOf } from './world.ts'

/** The actor of a step. Only the BFF, a person and the clock can be relied on. */
export type Actor = 'page' | 'bff' | 'person' | 'clock' | 'network' | 'upstream' | 'customer' | 'fault'

/** One thing that happens. */
export interface Step {
  readonly by: Actor
  readonly what: string
  readonly world: World
}

/** Is the process that holds the sale in the middle of something? */
const isBusy = ({ row, missedLookUp, idleDevice, sends }: Attempt): boolean =>
  missedLookUp ||
  idleDevice !== null ||
  sends.some(({ fence, process }) => fence === row.fence && isSending(process))

const isSending = (process: string): boolean =>
  process === 'ready' || process === 'waiting' || process === 'naming'

/** The page starts the first attempt, and the next one whenever the order is free. Two pages may do so at once. */
function pageSteps(world: World, setup: Setup): Step[] {
  if (world.pressedMs !== null)
    return [{ by: 'page', what: 'its request is committed', world: insertNext(world, setup) }]
  if (world.attempts.length >= setup.attempts || !looksFree(world, setup)) return []
  return [{ by: 'page', what: 'finds the order free', world: { ...world, pressedMs: world.nowMs } }]
}

/** Steps that the owner takes without a request, when the rules allow them. */
const TIMERS = ['intent_expired', 'send_lost', 'soft_passed', 'hard_passed', 'device_free_passed'] as const

/** The owner of the lease applies a happening; no step when the rules refuse it. */
function owner(world: World, setup: Setup, at: number, happening: Happening): Step[] {
  const fence = world.attempts[at]?.row.fence ?? 0
  const done = commit(world, setup, at, happening, fence)
  return done.kind === 'moved' ? [{ by: 'bff', what: happening.type, world: done.world }] : []
}

/** Claims a send. The send is independent of the claim from then on. */
function claim(world: World, setup: Setup, at: number, type: 'send_claimed' | 'resend_claimed'): Step[] {
  const before = world.attempts[at]
  const done = commit(world, setup, at, { type }, before?.row.fence ?? 0)
  const attempt = done.world.attempts[at]
  if (done.kind !== 'moved' || before === undefined || attempt === undefined) return []
  const { row } = attempt
  const send = {
    externalId: setup.rules.externalId(row, row.sendCount),
    number: row.sendCount,
    fence: row.fence,
    answer: null,
    deadlineMs: row.sendDeadlineMs ?? 0,
  }
  if (setup.rules.commitsFirst) {
    const sends = [...attempt.sends, { ...send, process: 'ready' as const, underWay: false }]
    return [{ by: 'bff', what: type, world: withAttempt(done.world, at, { sends }) }]
  }
  // Weakened: the bytes leave before the row changes.
  const sends = [...attempt.sends, { ...send, process: 'waiting' as const, underWay: true }]
  const written = [...attempt.written, send.externalId]
  return [{ by: 'bff', what: 'writes before any commit', world: withAttempt(world, at, { sends, written }) }]
}

/** Weakened rules only: the commit that should have been first. */
function lateClaim(world: World, setup: Setup, at: number, attempt: Attempt): Step[] {
  const { row, sends } = attempt
  const early = sends.find(
    ({ number, fence, process }) => number > row.sendCount && fence === row.fence && process === 'waiting',
  )
  return early === undefined ? [] : owner(world, setup, at, { type: 'send_claimed' })
}

/** The owner asks the upstream and gets an answer. */
function readSteps(world: World, setup: Setup, at: number, attempt: Attempt): Step[] {
  return readingsOf(world, setup, attempt).flatMap((seen): Step[] => {
    if (seen === 'look-up missed')
      return [{ by: 'bff', what: seen, world: withAttempt(world, at, { missedLookUp: true }) }]
    if (seen === 'the device is idle') {
      const provesFromMs = (attempt.row.sendDeadlineMs ?? 0) + ON_THE_WAY_MS
      const idleDevice = world.nowMs < provesFromMs ? 'early' : 'late'
      return [{ by: 'bff', what: `${seen}, ${idleDevice}`, world: withAttempt(world, at, { idleDevice }) }]
    }
    const done = commit(world, setup, at, happeningOf(seen), attempt.row.fence)
    return done.kind === 'refused' ? [] : [{ by: 'bff', what: `reads: ${seen}`, world: done.world }]
  })
}

/**
 * The owner dies or hangs, and another process takes over. A hung process may resume: it may still send a claimed send, and may
 * still receive a late answer. A dead one does neither; that needs no step of its own.
 */
function takeOver(world: World, at: number, { row, sends }: Attempt): Step {
  const left = sends.map((send): Send => {
    if (send.process === 'waiting') return { ...send, process: 'listening' }
    return send.process === 'naming' ? { ...send, process: 'gone' } : send
  })
  const changes = {
    row: { ...row, fence: row.fence + 1 },
    sends: left,
    missedLookUp: false,
    idleDevice: null,
  }
  return { by: 'bff', what: 'another process takes over', world: withAttempt(world, at, changes) }
}

/** Steps of the BFF for one attempt, apart from a send under way. */
function bffSteps(world: World, setup: Setup, at: number, attempt: Attempt): Step[] {
  const { row, missedLookUp, idleDevice } = attempt
  if (idleDevice !== null) {
    const free = withAttempt(world, at, { idleDevice: null })
    const done = commit(free, setup, at, idleHappening(row, idleDevice, world.nowMs), row.fence)
    const what = 'writes down that the device is idle'
    return [{ by: 'bff', what, world: done.world }, takeOver(world, at, attempt)]
  }
  if (missedLookUp) {
    const free = withAttempt(world, at, { missedLookUp: false })
    const done = commit(free, setup, at, happeningOf('look-up missed'), row.fence)
    const what = 'writes down that the look-up missed'
    return [{ by: 'bff', what, world: done.world }, takeOver(world, at, attempt)]
  }
  if (isBusy(attempt)) return [takeOver(world, at, attempt), ...lateClaim(world, setup, at, attempt)]
  return [
    ...readSteps(world, setup, at, attempt),
    ...claim(world, setup, at, 'send_claimed'),
    ...claim(world, setup, at, 'resend_claimed'),
    ...TIMERS.flatMap((type) => owner(world, setup, at, { type })),
  ]
}

/** A person decides where the rules allow it: according to the terminal's books, or against them. */
function personSteps(world: World, setup: Setup, at: number, attempt: Attempt): Step[] {
  const paid = attempt.sessions.some(({ status }) => status === 'paid')
  const words: readonly [Happening, boolean][] = [
    [{ type: 'attested_paid', person: 'ann', reference: 'R', approvalCode: null }, paid],
    [{ type: 'attested_unpaid', person: 'ann' }, !paid],
  ]
  return words.flatMap(([happening, right]) => {
    if (!right && !setup.peopleErr) return []
    const done = commit(world, setup, at, happening, null)
    if (done.kind !== 'moved') return []
    const told = withAttempt(done.world, at, { word: right && attempt.word !== 'wrong' ? 'right' : 'wrong' })
    return [{ by: 'person', what: `${happening.type}${right ? '' : ', which is not so'}`, world: told }]
  })
}

/** The customer pays or does not, at any moment of a session. At its end the session is over unpaid. */
function customerSteps(world: World, at: number, attempt: Attempt): Step[] {
  return attempt.sessions.flatMap((session, index) => {
    if (session.status !== 'live') return []
    const ends = (status: Session['status']): World =>
      withAttempt(world, at, {
        sessions: attempt.sessions.map((one, other) => (other === index ? { ...one, status } : one)),
      })
    const over = world.nowMs >= session.endsMs
    return [
      { by: over ? 'clock' : 'customer', what: 'the session ends unpaid', world: ends('unpaid') } as const,
      ...(over ? [] : [{ by: 'customer', what: 'the customer pays', world: ends('paid') } as const]),
    ]
  })
}

/** The clock moves on, but never past the end of a session that the upstream still has to end. */
function clockSteps(world: World, setup: Setup): Step[] {
  if (sessionsOf(world).some(({ status, endsMs }) => status === 'live' && endsMs <= world.nowMs)) return []
  const nextMs = nextMoment(world, setup)
  if (nextMs === null) return []
  const what = `${(nextMs - world.nowMs) / 1000} s pass`
  const attempts = world.attempts.map((one) =>
    one.row.seen === null || hasLasted(one.row, world.nowMs) ? one : { ...one, row: fresh(one.row, nextMs) },
  )
  return [{ by: 'clock', what, world: { ...world, attempts, nowMs: nextMs } }]
}

/** The last observation has now lasted long enough to count. */
function lastingSteps(world: World, at: number, { row }: Attempt): Step[] {
  if (row.seen === null || hasLasted(row, world.nowMs)) return []
  const lasted = withAttempt(world, at, { row: lasting(row, world.nowMs) })
  return [{ by: 'upstream', what: 'says the same for long enough', world: lasted }]
}

/** Can a request still have an effect: a body that arrives, an answer that is received? */
function matters(send: Send, { row, sessions }: Attempt, world: World, setup: Setup): boolean {
  // Its session is followed, and the upstream recognizes it as a repeat.
  if (row.sessionId !== null && isKnown(send, sessions, setup)) return false
  if (mayArrive(send, world, setup) || send.process === 'ready' || send.process === 'waiting') return true
  if (send.process === 'naming') return true
  return send.process === 'listening' && send.answer?.kind === 'accepted'
}

/** Removes requests that can have no effect any more. */
function tidy(world: World, setup: Setup): World {
  const attempts = world.attempts.map((one) => {
    const sends = one.sends.filter((send) => matters(send, one, world, setup))
    return sends.length === one.sends.length ? one : { ...one, sends }
  })
  return { ...world, attempts }
}

/** All steps that can be taken from here. */
export function stepsFrom(world: World, setup: Setup): Step[] {
  const steps = [...pageSteps(world, setup), ...clockSteps(world, setup)]
  for (const [at, attempt] of world.attempts.entries()) {
    const name = (step: Step): Step => ({ ...step, what: `attempt ${at + 1}: ${step.what}` })
    const own = [
      ...bffSteps(world, setup, at, attempt),
      ...sendSteps(world, setup, at, attempt),
      ...personSteps(world, setup, at, attempt),
      ...customerSteps(world, at, attempt),
      ...lastingSteps(world, at, attempt),
    ]
    for (const step of own) steps.push(name(step))
  }
  return steps.map((step) => ({ ...step, world: tidy(step.world, setup) }))
}
