// One attempt against an honest upstream: its row, the bodies on the wire, the sessions, and every step that may come next. Only `reduce`
// moves the row. Lost leases, several attempts and the locks between them belong to the simulation (`test/sim`).
import { isUnpaid, type Outcome } from '@tapboard/contract'
import { base } from './machine.testing.ts'
import type { reduce } from './machine.ts'
import type { Effect, Facts, SaleInput } from './sale-input.ts'
import type { SaleRow } from './row.ts'
import * as limits from './states.ts'

/** A send that a process has claimed, until its end. */
interface Send {
  /** Whether its process is alive and waits. A process that lost the sale may still write the body. */
  readonly owned: boolean
  /** `written`: the body may still arrive. `over`: it arrived or never will. */
  readonly body: 'ready' | 'written' | 'over'
  /** The answer on its way; it may be late or lost. */
  readonly answer: 'accepted' | 'used before' | 'rejected' | 'busy' | null
  /** No byte is written from this moment on. */
  readonly deadlineMs: number
}

/** A session at the upstream; `paid` is a charge, or a credit for a refund. */
interface Session {
  readonly status: 'live' | 'paid' | 'unpaid'
  readonly endsMs: number
}

/** All that decides what may happen next. */
export interface World {
  readonly nowMs: number
  readonly row: SaleRow
  readonly sends: readonly Send[]
  readonly sessions: readonly Session[]
  /** Bodies written and not answered with a complete 429. */
  readonly written: number
  /** A look-up missed, or the device had no session of ours; not applied yet. `early`: a request could still arrive. */
  readonly seenIdle: 'look-up missed' | 'early' | 'late' | null
  /** Whether a person attested, and was right each time. */
  readonly word: 'right' | 'wrong' | null
}

/** The upstream, the people and the rules of an exploration. */
export interface Setup {
  readonly repeat: Facts['repeat']
  readonly lookup: Facts['lookup']
  readonly deviceSession?: boolean
  /** Whether the upstream starts another session for a known external ID, against its promise. */
  readonly forgetsIds?: boolean
  /** Whether the upstream may contradict itself, use unknown words and forget sessions for a while. */
  readonly isOdd?: boolean
  readonly peopleErr?: boolean
  /** Whether an earlier attempt may turn out to be paid. */
  readonly isFlagged?: boolean
  /** Age of the press at the commit of the start; default: the row has no deadline. */
  readonly pressedAgoMs?: number
  /** The deadline of the row after its commit; default: 15 s after the press. */
  readonly deadlineMs?: number
  readonly kind?: SaleRow['kind']
  /** Transit of a written body, at most. */
  readonly slackMs?: number
  readonly reduce: typeof reduce
}

/** The actor of a step. Only the BFF, a person and the clock can be relied on. */
type Actor = 'bff' | 'person' | 'clock' | 'network' | 'upstream' | 'customer' | 'host'

/** A possible step of a world: its name and the world after it. */
export interface Step {
  readonly by: Actor
  readonly what: string
  readonly world: World
  readonly effects: readonly Effect[]
}

/** The world after the start was committed. */
export function beginning({ pressedAgoMs, deadlineMs, kind = 'sale' }: Setup): World {
  const deadlineAtMs =
    pressedAgoMs === undefined ? null : (deadlineMs ?? limits.START_DEADLINE_MS - pressedAgoMs)
  const row = { ...base, kind, createdAtMs: 0, nextAtMs: 0, deadlineAtMs }
  return { nowMs: 0, row, sends: [], sessions: [], written: 0, seenIdle: null, word: null }
}

const idOf = (index: number): string => `ses_${index}`

const slackOf = ({ slackMs = limits.ON_THE_WAY_MS - 1 }: Setup): number => slackMs

const knows = ({ repeat, forgetsIds = false }: Setup): boolean => repeat !== 'unknown' && !forgetsIds

/** Whether this send may still reach the upstream. */
export const mayArrive = ({ body, deadlineMs }: Send, { nowMs }: World, setup: Setup): boolean =>
  body === 'ready' ? nowMs < deadlineMs : body === 'written' && nowMs <= deadlineMs + slackOf(setup)

/** Whether a session is or may become a charge. */
export const mayCharge = (world: World, setup: Setup): boolean =>
  world.sessions.some(
    ({ status, endsMs }) => status === 'paid' || (status === 'live' && world.nowMs < endsMs),
  ) ||
  (!(knows(setup) && world.sessions.length > 0) && world.sends.some((send) => mayArrive(send, world, setup)))

/** Whether a row may still be claimed; a flag matters only then. */
export const isSendable = ({ state }: SaleRow): boolean =>
  state === 'intent' || state === 'sending' || state === 'in_doubt'

/** Whether its answer names a session. */
const isNaming = ({ answer }: Send): boolean => answer === 'accepted' || answer === 'used before'

export const charges = ({ sessions }: World): number =>
  sessions.filter(({ status }) => status === 'paid').length

/** Collects the steps from one world. */
class Steps {
  readonly all: Step[] = []
  readonly #world: World
  readonly #setup: Setup

  constructor(world: World, setup: Setup) {
    this.#world = world
    this.#setup = setup
  }

  add(by: Actor, what: string, changes: Partial<World>): void {
    this.all.push({ by, what, world: { ...this.#world, ...changes }, effects: [] })
  }

  /** Applies an input; `always` for a step that also has other changes, so that it happens even if the machine refuses. */
  input(by: Actor, what: string, input: SaleInput, changes: Partial<World> = {}, always = false): void {
    const { row, nowMs } = this.#world
    const { repeat, lookup } = this.#setup
    for (const orderHeldElsewhere of row.orderHold ? [false] : [false, true]) {
      const judged = this.#setup.reduce(row, input, { nowMs, repeat, lookup, orderHeldElsewhere })
      if (judged.kind === 'refused') {
        if (always) this.add(by, what, changes)
        return
      }
      const version = row.version + (judged.kind === 'moved' ? 1 : 0)
      const after = { ...row, ...judged.changes, version }
      const effects = judged.kind === 'moved' ? judged.effects : []
      this.all.push({ by, what, world: { ...this.#world, ...changes, row: after }, effects })
    }
  }
}

const readOf = (outcome: Outcome): SaleInput => ({ type: 'session_read', outcome })
const PENDING = readOf({ kind: 'pending', phase: 'contacting' })
const UNPAID = readOf({ kind: 'declined', code: '51', message: null, reference: null })
const PAID = readOf({ kind: 'approved', reference: 'R', approvalCode: 'A', completedAt: null, card: null })
const ODD: readonly (readonly [string, SaleInput])[] = [
  ['no such session', { type: 'session_missed' }],
  ['a contradiction', readOf({ kind: 'contradiction', reason: 'contradiction', detail: '' })],
  ['a strange word', readOf({ kind: 'unknown', detail: '' })],
  ['a questionable end', { type: 'end_questioned' }],
]

/** The life of each send: written or not, arrived or not, answered in time, late or never. */
function sendSteps(steps: Steps, world: World, setup: Setup): void {
  const { nowMs, sends, sessions } = world
  for (const [at, send] of sends.entries()) {
    const changed = (changes: Partial<Send>): Partial<World> => ({
      sends: sends.map((one, index) => (index === at ? { ...one, ...changes } : one)),
    })
    const gone = { sends: sends.filter((one) => one !== send) }
    const name = `send ${at + 1}`
    if (send.owned) steps.input('bff', `${name} is lost`, { type: 'send_lost' }, changed({ owned: false }))
    if (send.body === 'ready') {
      const unsent: SaleInput = { type: 'not_sent', reason: 'upstream-unreachable', retryAfterMs: 0 }
      if (send.owned) steps.input('bff', `${name} finds no connection`, unsent, gone, true)
      if (nowMs < send.deadlineMs)
        steps.add('bff', `${name} is written`, {
          ...changed({ body: 'written' }),
          written: world.written + 1,
        })
      continue
    }
    if (send.body === 'written' && mayArrive(send, world, setup)) {
      const arrives = (answer: Send['answer'], more: Partial<World> = {}): void =>
        steps.add('upstream', `${name} arrives: ${answer}`, { ...changed({ body: 'over', answer }), ...more })
      if (sessions.length > 0 && knows(setup))
        arrives(setup.repeat === 'replays' ? 'accepted' : 'used before')
      else {
        arrives('rejected')
        if (!sessions.some(({ status }) => status === 'live')) {
          arrives('busy', { written: world.written - 1 })
          const session = { status: 'live', endsMs: nowMs + limits.HARD_MS } as const
          arrives('accepted', { sessions: [...sessions, session] })
        }
      }
    }
    if (!send.owned || send.answer === null) continue
    const hears = `${name} hears: ${send.answer}`
    const sessionId = idOf(sessions.length - 1)
    if (send.answer === 'accepted')
      steps.input('network', hears, { type: 'accepted', sessionId, taken: false }, gone)
    if (send.answer === 'rejected')
      steps.input('network', hears, { type: 'rejected', reason: 'upstream-refused' }, gone)
    if (send.answer === 'busy')
      steps.input('network', hears, { type: 'not_sent', reason: 'upstream-busy', retryAfterMs: 0 }, gone)
  }
}

function claimSteps(steps: Steps, world: World): void {
  for (const type of ['send_claimed', 'resend_claimed'] as const) {
    const before = steps.all.length
    steps.input('bff', type, { type })
    for (const [at, step] of steps.all.entries()) {
      if (at < before) continue
      const deadlineMs = step.world.row.sendDeadlineMs ?? 0
      const send: Send = { owned: true, body: 'ready', answer: null, deadlineMs }
      steps.all[at] = { ...step, world: { ...step.world, sends: [...world.sends, send] } }
    }
  }
}

/** The owner reads the session, looks it up or asks the device. */
function readSteps(steps: Steps, world: World, setup: Setup): void {
  const { row, sessions, nowMs } = world
  if (row.sessionId !== null) {
    const status = sessions.find((_, index) => idOf(index) === row.sessionId)?.status
    steps.input('bff', `reads: ${status}`, status === 'paid' ? PAID : status === 'unpaid' ? UNPAID : PENDING)
    if (setup.isOdd === true)
      for (const [what, input] of ODD) steps.input('upstream', `reads: ${what}`, input)
    return
  }
  const unknown = row.state === 'in_doubt' || isUnpaid(row.state)
  if (setup.lookup === 'authoritative' && unknown && sessions.length === 0)
    steps.add('bff', 'look-up missed', { seenIdle: 'look-up missed' })
  const isLive = sessions.some((session) => session.status === 'live')
  if (setup.deviceSession === true && row.state === 'in_doubt' && row.deviceHold && !isLive) {
    const isLate = nowMs >= (row.sendDeadlineMs ?? 0) + limits.ON_THE_WAY_MS
    steps.add('bff', 'the device is idle', { seenIdle: isLate ? 'late' : 'early' })
  }
}

/** A late answer, a look-up or a device names a session of ours. */
function foundSteps(steps: Steps, { row, sessions, sends }: World, setup: Setup): void {
  for (const [index, { status }] of sessions.entries()) {
    const input: SaleInput = { type: 'session_found', sessionId: idOf(index), taken: false }
    const isRelied = setup.lookup === 'authoritative' || (setup.deviceSession === true && status === 'live')
    const isLate = sends.some((send) => !send.owned && isNaming(send))
    if (row.sessionId === null && (isRelied || isLate))
      steps.input(isRelied ? 'bff' : 'network', `finds session ${index + 1}`, input)
  }
}

/** The owner applies what it read before. */
function applySeen(steps: Steps, { row, nowMs, seenIdle }: World): void {
  const edgeMs = (row.sendDeadlineMs ?? 0) + limits.ON_THE_WAY_MS
  const none = { seenIdle: null }
  if (seenIdle === 'look-up missed')
    steps.input('bff', 'writes the miss', { type: 'look_up_missed' }, none, true)
  if (seenIdle === 'late' || seenIdle === 'early') {
    const begunAtMs = seenIdle === 'late' ? nowMs : Math.min(nowMs, edgeMs - 1)
    steps.input('bff', 'writes that the device is idle', { type: 'device_idle', begunAtMs }, none, true)
  }
}

/** A person decides by the terminal's books, or against them. */
function personSteps(steps: Steps, world: World, setup: Setup): void {
  const isPaid = charges(world) > 0
  const person = world.row.person === 'ann' ? 'bob' : 'ann'
  const words: readonly (readonly [SaleInput, boolean])[] = [
    [{ type: 'attested_paid', person, reference: 'R', approvalCode: null }, isPaid],
    [{ type: 'attested_unpaid', person }, !isPaid],
  ]
  for (const [input, isRight] of words) {
    const word = isRight && world.word !== 'wrong' ? 'right' : 'wrong'
    if (isRight || setup.peopleErr === true)
      steps.input('person', isRight ? input.type : `${input.type}, wrongly`, input, { word })
  }
}

const plus = (ms: number | null, laterMs: number): number | null => (ms === null ? null : ms + laterMs)

/** From these moments on a send may not be claimed any more; the last moment before counts, too. `null` = does not matter now. */
function lastChances({ row }: World, { repeat }: Setup): readonly (number | null)[] {
  const isUnsent = row.state === 'intent' || row.state === 'sending' || row.reason === 'no_session'
  const mayRepeat = repeat !== 'unknown' && isUnsent && row.sendCount < limits.SENDS_MAX
  return [
    row.state === 'intent' ? limits.intentEndsMs(row) : null,
    mayRepeat || row.state === 'intent' ? row.deadlineAtMs : null,
    mayRepeat ? plus(row.firstSentAtMs, limits.RESEND_AGE_MS) : null,
  ]
}

/** Moments at which something becomes due or a limit ends. */
function dueMoments({ row, sends, sessions }: World, setup: Setup): readonly (number | null)[] {
  const isYoung = (row.state === 'intent' || row.state === 'sending') && !row.sendDoubted
  const isLost = row.state === 'sending' || (row.state === 'in_doubt' && row.sessionId === null)
  const isAsked = setup.lookup === 'authoritative' || setup.deviceSession === true
  return [
    isYoung ? row.createdAtMs + limits.RESEND_AGE_MS - 250 : null,
    isYoung ? plus(row.deadlineAtMs, -250) : null,
    isLost && isAsked ? plus(row.sendDeadlineMs, limits.LOOKUP_AFTER_MS) : null,
    isLost || ['started', 'in_doubt', 'review'].includes(row.state) ? row.deviceFreeAtMs : null,
    row.state === 'started' ? row.hardAtMs : null,
    ...sessions.map(({ status, endsMs }) => (status === 'live' ? endsMs : null)),
    ...sends.map(({ body, deadlineMs }) =>
      body === 'over' ? null : body === 'ready' ? deadlineMs : deadlineMs + slackOf(setup),
    ),
  ]
}

/** The time left until each moment that matters. */
export const timesLeft = (world: World, setup: Setup): readonly (number | string)[] =>
  [...lastChances(world, setup), ...dueMoments(world, setup)].map((atMs) =>
    atMs === null ? '' : Math.max(0, atMs - world.nowMs),
  )

/** The customer and the clock. It moves to the next moment that matters. */
function timeSteps(steps: Steps, world: World, setup: Setup): void {
  const { nowMs, row, sessions } = world
  for (const [at, session] of sessions.entries()) {
    if (session.status !== 'live') continue
    const ends = (status: Session['status']): Partial<World> => ({
      sessions: sessions.map((one, index) => (index === at ? { ...one, status } : one)),
    })
    if (nowMs < session.endsMs) steps.add('customer', 'the customer pays', ends('paid'))
    steps.add(nowMs < session.endsMs ? 'customer' : 'clock', 'the session ends unpaid', ends('unpaid'))
    if (nowMs >= session.endsMs) return
  }
  const chances = lastChances(world, setup).flatMap((atMs) => (atMs === null ? [] : [atMs - 1, atMs]))
  const next = [...chances, ...dueMoments(world, setup)].filter((atMs) => atMs !== null && atMs > nowMs)
  const laterMs = Math.min(...(next as number[]))
  // Rules 10, 11, 12 and 17 wait for a time since the first sighting. It may be over at any moment, and is not by itself.
  const isLong = row.seenFirstMs !== null && nowMs - row.seenFirstMs >= limits.STRANGE_MS
  if (row.seenFirstMs !== null && !isLong)
    steps.add('clock', 'that was long enough', { row: { ...row, seenFirstMs: nowMs - limits.STRANGE_MS } })
  if (!Number.isFinite(laterMs)) return
  const seenFirstMs = row.seenFirstMs === null || isLong ? row.seenFirstMs : laterMs
  steps.add('clock', `${(laterMs - nowMs) / 1000} s pass`, { nowMs: laterMs, row: { ...row, seenFirstMs } })
}

const TIMERS = ['intent_expired', 'soft_passed', 'hard_passed', 'device_free_passed'] as const

/** All steps that are possible in this world. */
export function stepsFrom(world: World, setup: Setup): readonly Step[] {
  const steps = new Steps(world, setup)
  sendSteps(steps, world, setup)
  foundSteps(steps, world, setup)
  personSteps(steps, world, setup)
  timeSteps(steps, world, setup)
  const isBusy = world.sends.some(({ owned }) => owned) || world.seenIdle !== null
  applySeen(steps, world)
  if (!isBusy) {
    claimSteps(steps, world)
    readSteps(steps, world, setup)
    for (const type of TIMERS) steps.input('bff', type, { type })
  }
  // The evidence of an earlier attempt flags this one (rule 22).
  if (setup.isFlagged === true && world.row.conflictWith === null && isSendable(world.row))
    steps.add('host', 'an earlier attempt was paid', { row: { ...world.row, conflictWith: 'sale_0' } })
  // A send that can neither arrive nor be heard is forgotten.
  return steps.all.map((step) => {
    const matters = (send: Send): boolean =>
      send.owned ||
      mayArrive(send, step.world, setup) ||
      (step.world.row.sessionId === null && isNaming(send))
    return { ...step, world: { ...step.world, sends: step.world.sends.filter(matters) } }
  })
}
