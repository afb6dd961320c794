// P3, the part that can be explored completely: every reachable state of one attempt, under every input in every order. An order is
// charged twice only if two of its attempts are; a second one begins only after the first has freed the order (`order_hold`), and
// then the first has no charge and cannot get one.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isUnpaid } from '@tapboard/contract'
import { mayHaveMoved } from './check-refund.ts'
import { over } from './enter.ts'
import {
  beginning,
  charges,
  isSendable,
  mayArrive,
  mayCharge,
  stepsFrom,
  timesLeft,
  type Setup,
  type Step,
  type World,
} from './machine-world.testing.ts'
import { reduce } from './machine.ts'
import { locksOrder, ON_THE_WAY_MS, SENDS_MAX, START_DEADLINE_MS, STRANGE_MS } from './states.ts'

/** Returns what is wrong with a state, or `null`. */
const INVARIANTS: Readonly<Record<string, (world: World, setup: Setup) => string | null>> = {
  'INV-3': ({ row, nowMs }) =>
    ['intent', 'sending', 'started'].includes(row.state) &&
    !row.deviceHold &&
    nowMs < (row.deviceFreeAtMs ?? Infinity)
      ? `${row.state} does not hold the device`
      : null,
  'INV-4': ({ row, written }, { repeat }) =>
    row.sendCount > SENDS_MAX || written > (repeat === 'unknown' ? 1 : SENDS_MAX)
      ? `${row.sendCount} claims, ${written} bodies`
      : null,
  'INV-5': (world) => (charges(world) > 1 && world.word !== 'wrong' ? `${charges(world)} charges` : null),
  'INV-6': (world) =>
    isUnpaid(world.row.state) && charges(world) > 0 && world.word !== 'wrong'
      ? `paid and ${world.row.state}`
      : null,
  'INV-7': ({ row, sessions }) => {
    if (row.state !== 'approved') return null
    const isNamed = row.byWhom === 'person' && (row.person ?? '') !== ''
    const isRead =
      row.byWhom === 'upstream' && row.reference !== null && sessions.some((s) => s.status === 'paid')
    return isNamed || isRead ? null : 'approved without a charge or a person'
  },
  // INV-22: the sum of the refunds omits a refund in such a state.
  'unpaid is unpaid': (world, setup) =>
    !mayHaveMoved(world.row) && world.word !== 'wrong' && mayCharge(world, setup)
      ? `${world.row.state} and may still be paid`
      : null,
}

/** Returns what is wrong with a step, or `null`. */
const STEP_RULES: Readonly<Record<string, (before: World, step: Step, setup: Setup) => string | null>> = {
  // A review beside a newer attempt has no lock, nor has the end that a person gives it.
  'INV-2': ({ row: was }, { world: { row } }) =>
    row.orderHold === locksOrder(row.state) ||
    row.state === 'review' ||
    (!was.orderHold && !isUnpaid(was.state))
      ? null
      : `${row.state} frees the order`,
  'INV-9': ({ row: was }, { world: { row } }) => {
    if (row.version < was.version || row.version > was.version + 1) return `event ${row.version}`
    if (row.state === was.state) return null
    if (row.version === was.version) return `${was.state} became ${row.state} without an event`
    const isFinal = isUnpaid(was.state) || was.state === 'approved'
    const isContested = !(was.state === 'approved' && was.byWhom === 'upstream')
    return isFinal && !(isContested && row.state === 'review') ? `${was.state} became ${row.state}` : null
  },
  'INV-21': ({ written }, { world }, { pressedAgoMs }) =>
    pressedAgoMs !== undefined && world.written > written && world.nowMs >= START_DEADLINE_MS - pressedAgoMs
      ? `a body leaves ${(world.nowMs + pressedAgoMs) / 1000} s after the press`
      : null,
  'D-37': ({ row: was }, { world: { row } }) =>
    row.sendCount > was.sendCount && was.conflictWith !== null ? 'claimed in spite of a paid attempt' : null,
  'rule 22': ({ row: was }, { world: { row }, effects }) =>
    isUnpaid(was.state) &&
    row.reason === 'late_conflict' &&
    !effects.some(({ type }) => type === 'flag_newer')
      ? 'no newer attempt is flagged'
      : null,
}

/** Equal for two worlds with the same futures: times count as the time that is left. */
function keyOf(world: World, setup: Setup): string {
  const { row, nowMs, sends, sessions } = world
  const left = timesLeft(world, setup)
  const isLong = row.seenFirstMs !== null && nowMs - row.seenFirstMs >= STRANGE_MS
  return [
    [
      row.state,
      row.reason,
      row.sendCount,
      row.sendDoubted,
      row.orderHold,
      row.deviceHold,
      row.stillWaiting,
    ].join(),
    [
      row.sessionId,
      row.seen,
      Math.min(row.seenCount, 3),
      isLong,
      row.byWhom,
      row.person,
      row.reference,
    ].join(),
    [row.conflictWith !== null && isSendable(row), world.written, world.seenIdle, world.word, ...left].join(),
    ...sends.map((send) => {
      const isOver = send.body === 'written' && !mayArrive(send, world, setup)
      return `${send.owned} ${isOver ? 'over' : send.body} ${send.answer}`
    }),
    ...sessions.map(({ status }) => status),
  ].join(';')
}

/** The keys of the next states. */
const futureOf = (world: World, setup: Setup): string =>
  [...new Set(stepsFrom(world, setup).map((step) => keyOf(step.world, setup)))].toSorted().join('\n')

/** Each 97th time a known state is met again, its future is compared with that of the first one. */
const COMPARE_EVERY = 97

/** The result of an exploration: the first violation with its trace, and a trace to a state without a reliable way to an end. */
interface Explored {
  readonly states: number
  readonly moves: ReadonlySet<string>
  readonly broken: { readonly rule: string; readonly what: string; readonly trace: readonly string[] } | null
  readonly stuck: readonly string[] | null
}

/** Explores every state, breadth first. */
function explore(setup: Setup, only?: string): Explored {
  const states = new Map<
    string,
    { readonly at: number; readonly world: World; readonly trace: () => string[] }
  >()
  const [froms, ends, moves]: [number[][], number[], Set<string>] = [[], [], new Set()]
  const wanted = ([rule]: readonly [string, unknown]): boolean => only === undefined || rule === only
  const [invariants, stepRules] = [INVARIANTS, STEP_RULES].map((rules) =>
    Object.entries(rules).filter(wanted),
  ) as [[string, (typeof INVARIANTS)[string]][], [string, (typeof STEP_RULES)[string]][]]
  const queue: World[] = [beginning(setup)]
  let again = 0
  states.set(keyOf(beginning(setup), setup), { at: 0, world: beginning(setup), trace: () => [] })
  for (const world of queue) {
    const known = states.get(keyOf(world, setup)) ?? assert.fail()
    const steps = stepsFrom(world, setup)
    const isOpen = world.row.state === 'in_doubt' || world.row.state === 'review'
    if (isOpen ? steps.some(({ by }) => by === 'person') : world.row.settledAtMs !== null) ends.push(known.at)
    for (const step of steps) {
      const { world: next, by, what } = step
      const { row } = next
      if (row.version > world.row.version)
        moves.add(`${world.row.state} → ${row.state}${row.reason === null ? '' : ` (${row.reason})`}`)
      const trace = (): string[] => [...known.trace(), what]
      for (const [rule, judge] of stepRules) {
        const wrong = judge(world, step, setup)
        if (wrong !== null)
          return { states: states.size, moves, broken: { rule, what: wrong, trace: trace() }, stuck: null }
      }
      const key = keyOf(next, setup)
      const to = states.get(key) ?? { at: states.size, world: next, trace }
      if (by === 'bff' || by === 'person' || by === 'clock') (froms[to.at] ??= []).push(known.at)
      if (states.has(key)) {
        if ((again += 1) % COMPARE_EVERY === 0) assert.equal(futureOf(next, setup), futureOf(to.world, setup))
        continue
      }
      states.set(key, to)
      queue.push(next)
      for (const [rule, judge] of invariants) {
        const wrong = judge(next, setup)
        if (wrong !== null)
          return { states: states.size, moves, broken: { rule, what: wrong, trace: trace() }, stuck: null }
      }
    }
  }
  const good = new Set(ends)
  for (const to of good) for (const from of froms[to] ?? []) good.add(from)
  const lost = [...states.values()].find(({ at }) => !good.has(at))
  return { states: states.size, moves, broken: null, stuck: lost?.trace() ?? null }
}

const PLAIN: Setup = { repeat: 'unknown', lookup: 'none', reduce }
const REFUSES: Setup = { ...PLAIN, repeat: 'refuses' }
const REPLAYS: Setup = { ...PLAIN, repeat: 'replays' }
const LOOK_UP: Setup = { ...PLAIN, lookup: 'authoritative' }
const ASK_DEVICE: Setup = { ...PLAIN, deviceSession: true }
const ODD = { isOdd: true, peopleErr: true } as const

/** Setups in which everything holds, with the least number of states: a smaller exploration has lost something. */
const HOLD: readonly (readonly [string, Setup, number])[] = [
  ['promises nothing', PLAIN, 2_200],
  ['promises nothing and answers oddly, and people err', { ...PLAIN, ...ODD }, 12_000],
  ['can be asked by external ID', LOOK_UP, 3_300],
  ['can be asked by external ID and answers oddly, and people err', { ...LOOK_UP, ...ODD }, 15_000],
  ['says which session a device has', ASK_DEVICE, 3_500],
  ['says which session a device has and answers oddly, and people err', { ...ASK_DEVICE, ...ODD }, 15_000],
  ['replays repeats, and an earlier attempt turns out to be paid', { ...REPLAYS, isFlagged: true }, 22_000],
  ['refuses repeats', REFUSES, 16_000],
  ['replays repeats', REPLAYS, 15_500],
  ['refuses repeats and can be asked', { ...REFUSES, lookup: 'authoritative' }, 23_000],
  ['replays repeats and can be asked', { ...REPLAYS, lookup: 'authoritative' }, 22_000],
  ['refuses repeats and says which session a device has', { ...REFUSES, deviceSession: true }, 26_000],
  ['promises nothing, and the start has a deadline', { ...PLAIN, pressedAgoMs: 2_000 }, 5_400],
  ['replays repeats, and the start has a deadline', { ...REPLAYS, pressedAgoMs: 2_000 }, 27_000],
  ['pays a refund back and answers oddly, and people err', { ...PLAIN, ...ODD, kind: 'refund' }, 12_000],
]

/** Transitions that all setups together must see, by the numbers of the table. */
const MOVES: Readonly<Record<string, string>> = {
  'intent → sending': '2',
  'intent → abandoned (expired)': '3',
  'sending → intent': '4',
  'sending → not_started (upstream-unreachable)': '5',
  'sending → started': '6',
  'sending → not_started (upstream-refused)': '7',
  'sending → in_doubt (no_session)': '8',
  'started → approved': '9',
  'started → declined': '10',
  'started → review (contradiction)': '11',
  'started → review (unknown_outcome)': '11',
  'started → in_doubt (session_lost)': '12',
  'started → started': '13',
  'started → in_doubt (overdue)': '14',
  'in_doubt → approved': '15 and 20',
  'in_doubt → declined': '15',
  'in_doubt → review (contradiction)': '15',
  'in_doubt → started': '16',
  'in_doubt → not_started (upstream-unreachable)': '17',
  'in_doubt → sending': '18',
  'in_doubt → in_doubt (no_session)': '19',
  'in_doubt → closed_unpaid': '21',
  'review → approved': '20',
  'review → closed_unpaid': '21',
  'closed_unpaid → review (late_conflict)': '22',
  'approved → review (late_conflict)': '23',
  'declined → review (unknown_outcome)': '24',
}

describe('P3 every reachable state of one attempt', () => {
  const seen = new Set<string>()
  for (const [what, setup, least] of HOLD)
    test(`P3 INV-22 no charge is doubled, lost or unresolved if the upstream ${what}`, (t) => {
      const { states, moves, broken, stuck } = explore(setup)
      t.diagnostic(`${states} states`)
      assert.equal(broken, null, JSON.stringify(broken, null, 1))
      assert.equal(stuck, null, JSON.stringify(stuck, null, 1))
      assert.ok(states >= least, `${states} states`)
      for (const move of moves) seen.add(move)
    })

  test('P3 the states include every transition of the table', () => {
    assert.deepEqual(
      Object.keys(MOVES).filter((move) => !seen.has(move)),
      [],
    )
  })
})

/** The first look-up that finds nothing counts, although the request may still be in transit (against rule 17). */
const believesNotFound: Setup['reduce'] = (row, input, facts) =>
  input.type === 'look_up_missed' && row.state === 'in_doubt' && row.sessionId === null
    ? {
        kind: 'moved',
        event: 'refused',
        changes: over('not_started', 'upstream-unreachable', facts.nowMs),
        effects: [],
      }
    : reduce(row, input, facts)

/** An idle device counts at any time, although the request may still be in transit (against rule 19). */
const believesIdleDevice: Setup['reduce'] = (row, input, facts) =>
  reduce(
    row.deviceHold && input.type === 'device_idle' ? { ...row, sendDeadlineMs: -ON_THE_WAY_MS } : row,
    input,
    facts,
  )

const noDeadline: Setup['reduce'] = (row, input, facts) =>
  reduce({ ...row, deadlineAtMs: null }, input, facts)

const noFlag: Setup['reduce'] = (row, input, facts) => reduce({ ...row, conflictWith: null }, input, facts)

const noEffects: Setup['reduce'] = (row, input, facts) => {
  const judged = reduce(row, input, facts)
  return judged.kind === 'moved' ? { ...judged, effects: [] } : judged
}

/** Broken rules, each with the invariant that detects it: a check that cannot fail proves nothing. */
const WEAKENED: readonly (readonly [string, string, Setup])[] = [
  ['P3 detects a miss that counts at once', 'unpaid is unpaid', { ...LOOK_UP, reduce: believesNotFound }],
  [
    'P3 detects an idle device that counts at once',
    'unpaid is unpaid',
    { ...ASK_DEVICE, reduce: believesIdleDevice },
  ],
  ['P3 detects an upstream that does not know a repeat', 'INV-5', { ...REPLAYS, forgetsIds: true }],
  ['P3 detects that newer attempts are not flagged', 'rule 22', { ...PLAIN, ...ODD, reduce: noEffects }],
  [
    'P3 detects a body that is in transit for longer than the fence assumes',
    'unpaid is unpaid',
    { ...PLAIN, slackMs: ON_THE_WAY_MS + 1 },
  ],
  [
    'INV-21 detects a deadline that is ignored',
    'INV-21',
    { ...PLAIN, pressedAgoMs: 2_000, reduce: noDeadline },
  ],
  [
    'INV-21 detects a deadline that is counted from the arrival',
    'INV-21',
    { ...PLAIN, pressedAgoMs: 20_000, deadlineMs: START_DEADLINE_MS },
  ],
  ['D-37 detects a claim in spite of a paid attempt', 'D-37', { ...PLAIN, isFlagged: true, reduce: noFlag }],
]

for (const [what, rule, setup] of WEAKENED)
  test(what, (t) => {
    const { broken } = explore(setup, rule)
    assert.equal(broken?.rule, rule, JSON.stringify(broken))
    t.diagnostic(`${broken.what} after ${broken.trace.length} steps: ${broken.trace.join(' · ')}`)
  })
