// All possible next steps. Each is one commit, one message, one crash, one statement of a person, or the clock moving to the next
// moment at which something changes. The explorer takes every one of them.
import type { Outcome } from '@tapboard/contract'
import type { SaleInput } from '../../packages/bff/src/sale/machine/sale-input.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { HARD_MS, ON_THE_WAY_MS } from '../../packages/bff/src/sale/machine/states.ts'
import {
  commit,
  fresh,
  hasLasted,
  insertNext,
  isKnown,
  lasting,
  looksFree,
  mayArrive,
  nextMoment,
  sessionsOf,
  withAttempt,
  type Answer,
  type Attempt,
  type Send,
  type Session,
  type Setup,
  type World,
} from './world.ts'

/** The actor of a step. Only the BFF, a person and the clock can be relied on. */
type Actor = 'page' | 'host' | 'bff' | 'person' | 'clock' | 'network' | 'upstream' | 'customer' | 'fault'

export interface Step {
  readonly by: Actor
  readonly what: string
  readonly world: World
}

/** Whether the process that holds the sale is busy. */
const isBusy = ({ row, missedLookUp, idleDevice, sends }: Attempt): boolean =>
  missedLookUp ||
  idleDevice !== null ||
  sends.some(({ fence, process }) => fence === row.fence && isSending(process))

const isSending = (process: string): boolean =>
  process === 'ready' || process === 'waiting' || process === 'naming'

/** Pages start each wish whenever that looks possible, several of them at once. */
const pageSteps = (world: World, setup: Setup): Step[] =>
  setup.wishes.flatMap((wish): Step[] => {
    const name = wish.reference === null ? '' : `refund ${wish.reference} of ${wish.amountMinor}: `
    const press = world.presses.find((one) => one.wish === wish)
    if (press !== undefined)
      return [{ by: 'page', what: `${name}its request is committed`, world: insertNext(world, setup, press) }]
    if (world.attempts.length >= setup.attempts || !looksFree(world, setup, wish)) return []
    // The host mints no token of a withdrawn grant.
    if (world.grant?.withdrawn === true) return []
    const presses = [
      ...world.presses,
      { wish, atMs: world.nowMs, generation: world.grant?.generation ?? null },
    ]
    return [{ by: 'page', what: `${name}finds the order free`, world: { ...world, presses } }]
  })

/** The host ends all tokens of the order: it withdraws them, or grants other terms, also after a withdrawal. */
function hostSteps(world: World, { grantChanges }: Setup): Step[] {
  const { grant } = world
  if (grant === null || grant.generation > grantChanges) return []
  const generation = grant.generation + 1
  const change = (what: string, withdrawn: boolean): Step => ({
    by: 'host',
    what,
    world: { ...world, grant: { generation, withdrawn } },
  })
  const granted = change('the host grants other terms', false)
  return grant.withdrawn ? [granted] : [granted, change('the host withdraws the order', true)]
}

/** Steps that the owner takes without a request, when the rules allow them. */
const TIMERS = ['intent_expired', 'send_lost', 'soft_passed', 'hard_passed', 'device_free_passed'] as const

/** The owner of the lease applies an input; no step when the rules refuse it. */
function owner(world: World, setup: Setup, at: number, input: SaleInput): Step[] {
  const fence = world.attempts[at]?.row.fence ?? 0
  const done = commit(world, setup, at, input, fence)
  return done.kind === 'moved' ? [{ by: 'bff', what: input.type, world: done.world }] : []
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
    const done = commit(world, setup, at, inputOf(seen), attempt.row.fence)
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
    const done = commit(free, setup, at, idleInput(row, idleDevice, world.nowMs), row.fence)
    const what = 'writes down that the device is idle'
    return [{ by: 'bff', what, world: done.world }, takeOver(world, at, attempt)]
  }
  if (missedLookUp) {
    const free = withAttempt(world, at, { missedLookUp: false })
    const done = commit(free, setup, at, inputOf('look-up missed'), row.fence)
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
  const words: readonly [SaleInput, boolean][] = [
    [{ type: 'attested_paid', person: 'ann', reference: 'R', approvalCode: null }, paid],
    [{ type: 'attested_unpaid', person: 'ann' }, !paid],
  ]
  return words.flatMap(([input, right]) => {
    if (!right && !setup.peopleErr) return []
    const done = commit(world, setup, at, input, null)
    if (done.kind !== 'moved') return []
    const told = withAttempt(done.world, at, { word: right && attempt.word !== 'wrong' ? 'right' : 'wrong' })
    return [{ by: 'person', what: `${input.type}${right ? '' : ', which is not so'}`, world: told }]
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
  const steps = [...pageSteps(world, setup), ...hostSteps(world, setup), ...clockSteps(world, setup)]
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

// The life of one request to start a session: written or not, delivered or not, answered or not, with the answer in time, late or
// lost. The upstream's side of it is here too.

/** The world with one send changed. */
function withSend(world: World, at: number, send: Send, changes: Partial<Send>): World {
  const sends = (world.attempts[at]?.sends ?? []).map((one) => (one === send ? { ...one, ...changes } : one))
  return withAttempt(world, at, { sends })
}

/** Writes the answer down under the fence of the send. */
function hear(world: World, setup: Setup, at: number, send: Send, answer: Answer): World {
  const gone = (after: World): World => withSend(after, at, send, { process: 'gone', answer: null })
  const write = (input: SaleInput): ReturnType<typeof commit> => commit(world, setup, at, input, send.fence)
  switch (answer.kind) {
    case 'accepted': {
      const done = write({ type: 'accepted', sessionId: answer.sessionId, taken: false })
      // Another process owns the sale by now: the answer is offered as a late one.
      return done.kind === 'stale' ? withSend(world, at, send, { process: 'listening' }) : gone(done.world)
    }
    case 'used before': {
      const done = write({ type: 'send_lost' })
      if (done.kind !== 'moved' || setup.repeat !== 'refuses') return gone(done.world)
      return withSend(done.world, at, send, { process: 'naming' })
    }
    case 'rejected':
      return gone(write({ type: 'rejected', reason: 'upstream-refused' }).world)
    case 'busy':
      return gone(write({ type: 'not_sent', reason: 'upstream-busy', retryAfterMs: 0 }).world)
  }
}

/** Steps of the sending process, if it is still active. */
function processSteps(world: World, setup: Setup, at: number, attempt: Attempt, send: Send): Step[] {
  const name = `send ${send.number}`
  switch (send.process) {
    case 'ready': {
      const unsent: SaleInput = { type: 'not_sent', reason: 'upstream-unreachable', retryAfterMs: 0 }
      const cannot = commit(world, setup, at, unsent, send.fence).world
      const gone = withSend(cannot, at, send, { process: 'gone' })
      const steps: Step[] = [{ by: 'bff', what: `${name} finds no connection`, world: gone }]
      if (world.nowMs >= send.deadlineMs) return steps
      // A process that has lost its lease can only write down a late answer.
      const process = send.fence === attempt.row.fence ? 'waiting' : 'listening'
      const sent = withSend(world, at, send, { process, underWay: true })
      const written = [...attempt.written, send.externalId]
      return [...steps, { by: 'bff', what: `${name} is written`, world: withAttempt(sent, at, { written }) }]
    }
    case 'waiting': {
      const lost = commit(world, setup, at, { type: 'send_lost' }, send.fence).world
      const late = withSend(lost, at, send, { process: 'listening' })
      const steps: Step[] = [{ by: 'bff', what: `${name} gives up waiting`, world: late }]
      if (send.answer === null) return steps
      const what = `${name} hears: ${send.answer.kind}`
      return [...steps, { by: 'network', what, world: hear(world, setup, at, send, send.answer) }]
    }
    case 'naming':
    case 'listening': {
      const { answer } = send
      if (answer === null || !('sessionId' in answer)) return []
      const isNaming = send.process === 'naming'
      const found: SaleInput = { type: 'session_found', sessionId: answer.sessionId, taken: false }
      const done = commit(world, setup, at, found, isNaming ? send.fence : null)
      // Not in doubt yet: the process offers its answer again later.
      if (done.kind === 'refused' && attempt.row.state === 'sending') return []
      const heard = withSend(done.world, at, send, { process: 'gone', answer: null })
      const what = `${name} names the session${isNaming ? '' : ', late'}`
      return [{ by: isNaming ? 'bff' : 'network', what, world: heard }]
    }
    case 'gone':
      return []
  }
}

/** The request arrives and the upstream answers it. */
function arrivalSteps(world: World, setup: Setup, at: number, attempt: Attempt, send: Send): Step[] {
  if (!send.underWay || !mayArrive(send, world, setup)) return []
  const step = (what: string, answer: Answer, more: Partial<Attempt> = {}): Step => {
    const after = withSend(world, at, send, { underWay: false, answer })
    return {
      by: 'upstream',
      what: `send ${send.number} arrives, ${what}`,
      world: withAttempt(after, at, more),
    }
  }
  const known = attempt.sessions.find(({ externalId }) => externalId === send.externalId)
  if (known !== undefined && setup.onRepeat !== 'starts another session') {
    const kind = setup.onRepeat === 'replays' ? 'accepted' : 'used before'
    return [step(`${kind}: ${known.id}`, { kind, sessionId: known.id })]
  }
  const refused = step('is refused', { kind: 'rejected' })
  const { deviceId } = attempt.row
  const there = world.attempts.filter(({ row }) => row.deviceId === deviceId)
  if (there.some(({ sessions }) => sessions.some(({ status }) => status === 'live'))) return [refused]
  const id = `${send.externalId}/${attempt.sessions.length + 1}`
  const session = { id, externalId: send.externalId, status: 'live', endsMs: world.nowMs + HARD_MS } as const
  const at429 = attempt.written.indexOf(send.externalId)
  return [
    refused,
    step(
      'starts a session',
      { kind: 'accepted', sessionId: id },
      { sessions: [...attempt.sessions, session] },
    ),
    step('429', { kind: 'busy' }, { written: attempt.written.filter((_, index) => index !== at429) }),
  ]
}

/** All steps of the sends of an attempt. */
function sendSteps(world: World, setup: Setup, at: number, attempt: Attempt): Step[] {
  return attempt.sends.flatMap((send) => [
    ...processSteps(world, setup, at, attempt, send),
    ...arrivalSteps(world, setup, at, attempt, send),
  ])
}

// Possible answers to a read or a look-up, and the input that the machine gets for each. The upstream is honest about charges. At
// any moment it may contradict itself, use an unknown word, or not know a session for a while.

/** An answer that the owner of a sale receives. */
type Reading =
  | 'pending'
  | 'paid'
  | 'unpaid'
  | 'missing'
  | 'contradiction'
  | 'strange word'
  | 'look-up missed'
  | 'the device is idle'
  | `found ${string}`

const readOf = (outcome: Outcome): SaleInput => ({ type: 'session_read', outcome })

/** The input that an answer is. */
function inputOf(reading: Reading): SaleInput {
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
function readingsOf(world: World, setup: Setup, { row, sends, sessions }: Attempt): Reading[] {
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

/** The input for an idle device, asked too early or late enough to prove something. */
const idleInput = (
  { sendDeadlineMs: deadlineMs }: SaleRow,
  asked: 'early' | 'late',
  nowMs: number,
): SaleInput => ({
  type: 'device_idle',
  begunAtMs: asked === 'late' ? nowMs : Math.min(nowMs, (deadlineMs ?? 0) + ON_THE_WAY_MS - 1),
})
