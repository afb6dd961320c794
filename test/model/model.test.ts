// P3, the part that can be explored completely: one order, one terminal, up to three attempts. It covers every interleaving of
// lost and late messages, crashes, take-overs, repeats, hasty clerks and people who decide. The rules are the BFF's own `reduce` and
// its locks.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { over } from '../../packages/bff/src/sale/machine/enter.ts'
import { reduce } from '../../packages/bff/src/sale/machine/machine.ts'
import { ON_THE_WAY_MS } from '../../packages/bff/src/sale/machine/states.ts'
import { explore } from './explore.ts'
import {
  askDevice,
  dated,
  granted,
  lookUp,
  NEW_ID_PER_SEND,
  PLAIN,
  REFUSES,
  REPLAYS,
  SHIPPED,
} from './setups.ts'
import type { Rules, Setup } from './world.ts'

// Sets in which one rule is missing. The exploration must find a fault in each; a check that cannot fail proves nothing.

/** The first look-up that finds nothing is trusted, although the request may still be under way (against rule 17). */
const BELIEVES_NOT_FOUND: Rules = {
  ...SHIPPED,
  judge(row, input, facts) {
    const doubtful = row.state === 'in_doubt' && row.sessionId === null
    if (input.type !== 'look_up_missed' || !doubtful) return reduce(row, input, facts)
    const changes = over('not_started', 'upstream-unreachable', facts.nowMs)
    return { kind: 'moved', event: 'refused', changes, effects: [] }
  },
}

/** An idle device is trusted at any time, although the request may still be under way (against rule 19). */
const BELIEVES_IDLE_DEVICE: Rules = {
  ...SHIPPED,
  judge: (row, input, facts) =>
    reduce(
      row.deviceHold && input.type === 'device_idle' ? { ...row, sendDeadlineMs: -ON_THE_WAY_MS } : row,
      input,
      facts,
    ),
}

/** The bytes leave before the row is written. */
const SENDS_FIRST: Rules = { ...SHIPPED, commitsFirst: false }

/** An order may have two open attempts. */
const NO_ORDER_LOCK: Rules = { ...SHIPPED, orderLock: false }

/** The deadline of a start is counted from its arrival, so a request may be delayed for minutes and charge then. */
const DEADLINE_FROM_ARRIVAL: Rules = { ...SHIPPED, deadlineFrom: 'arrival' }

/** The machine does not look at the deadline of a start. */
const NO_DEADLINE: Rules = {
  ...SHIPPED,
  judge: (row, input, facts) => reduce({ ...row, deadlineAtMs: null }, input, facts),
}

const ODD: Setup = { ...PLAIN, attempts: 1, isOdd: true }

/** Setups in which the invariants hold, with the least number of worlds: a smaller exploration has lost something. */
const HOLD: readonly [string, Setup, number][] = [
  ['promises nothing', PLAIN, 6_000],
  ['promises nothing and answers oddly', { ...PLAIN, isOdd: true }, 20_000],
  ['promises nothing, and people err', { ...PLAIN, attempts: 2, peopleErr: true }, 80_000],
  ['promises nothing and answers oddly, and people err', { ...ODD, peopleErr: true }, 7_000],
  ['can be asked by external ID', lookUp(PLAIN), 15_000],
  ['can be asked by external ID and answers oddly', lookUp(ODD), 15_000],
  ['says which session a device has', askDevice(PLAIN), 8_000],
  ['says which session a device has and answers oddly', askDevice({ ...PLAIN, isOdd: true }), 25_000],
  [
    'says which session a device has, and people err',
    askDevice({ ...PLAIN, attempts: 1, peopleErr: true }),
    1_000,
  ],
  ['refuses repeats and says which session a device has', askDevice({ ...REFUSES, attempts: 2 }), 40_000],
  ['refuses repeats', REFUSES, 50_000],
  ['replays repeats', REPLAYS, 50_000],
  ['refuses repeats and can be asked', lookUp({ ...REFUSES, attempts: 2 }), 40_000],
  ['replays repeats and can be asked', lookUp({ ...REPLAYS, attempts: 2 }), 40_000],
  ['promises nothing, and starts have a deadline', dated(PLAIN), 6_000],
  ['replays repeats, and starts have a deadline', dated(REPLAYS), 50_000],
  ['can be asked by external ID, and starts have a deadline', dated(lookUp(PLAIN)), 20_000],
  ['promises nothing, and the host withdraws and changes its grant', granted(PLAIN), 25_000],
]

/** Transitions that all setups together must see, by the numbers of the table. */
const MOVES: Readonly<Record<string, string>> = {
  '– → intent': '1',
  '– → abandoned (expired)': '1, too late (D-84)',
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
}

describe('P3 every run of the small model', () => {
  const seen = new Set<string>()
  for (const [what, setup, least] of HOLD)
    test(`P3 no double charge, lost charge or deadlock if the upstream ${what}`, (t) => {
      const { compared, moves, states, stuck, transitions, violation } = explore({ setup })
      t.diagnostic(`${states} states, ${transitions} transitions, ${setup.attempts} attempts`)
      assert.equal(violation, null, JSON.stringify(violation, null, 1))
      assert.equal(stuck, null, JSON.stringify(stuck, null, 1))
      assert.ok(states >= least, `${states} states`)
      assert.ok(compared > 0, 'no two worlds were compared')
      for (const move of moves.keys()) seen.add(move)
    })

  test('P3 the runs cover every transition of the table', () => {
    assert.deepEqual(
      Object.keys(MOVES).filter((move) => !seen.has(move)),
      [],
    )
  })
})

/** Rules with one of them missing: the first invariant that breaks, and the number of steps to a double charge. */
const WEAKENED: readonly [string, Setup, string, number][] = [
  ['a repeat has a new external ID', { ...REPLAYS, rules: NEW_ID_PER_SEND }, 'INV-5', 12],
  ['"not found" is trusted at once', { ...lookUp(PLAIN), rules: BELIEVES_NOT_FOUND }, 'unpaid is unpaid', 16],
  [
    'an idle device is trusted at once',
    { ...askDevice(PLAIN), rules: BELIEVES_IDLE_DEVICE },
    'unpaid is unpaid',
    20,
  ],
  ['bytes leave before the commit', { ...PLAIN, rules: SENDS_FIRST }, 'INV-1', 10],
  ['an order has no lock', { ...PLAIN, rules: NO_ORDER_LOCK }, 'INV-2', 16],
  ['the upstream does not know a repeat', { ...REPLAYS, onRepeat: 'starts another session' }, 'INV-5', 12],
]

describe('P3 the checks detect broken rules', () => {
  for (const [what, setup, first, most] of WEAKENED)
    test(`P3 detects a double charge if ${what}`, (t) => {
      const fallen = explore({ setup }).violation
      assert.equal(fallen?.invariant, first, JSON.stringify(fallen))
      const twice = explore({ setup, invariants: ['INV-5'] }).violation
      assert.equal(twice?.what, '2 charges for one order')
      t.diagnostic(
        `${fallen.invariant} falls after ${fallen.trace.length} steps: ${fallen.trace.join(' · ')}`,
      )
      t.diagnostic(`charged twice after ${twice.trace.length} steps: ${twice.trace.join(' · ')}`)
      assert.ok(twice.trace.length <= most, twice.trace.join('\n'))
    })
})

test('D-143 detects a start from an ended grant if the insert does not compare it', (t) => {
  const rules: Rules = { ...SHIPPED, isGranted: () => true }
  const fallen = explore({ setup: { ...granted(PLAIN), rules } }).violation
  assert.equal(fallen?.invariant, 'D-143', JSON.stringify(fallen))
  t.diagnostic(`${fallen.what} after ${fallen.trace.length} steps: ${fallen.trace.join(' · ')}`)
})

for (const [what, rules] of [
  ['is counted from its arrival', DEADLINE_FROM_ARRIVAL],
  ['is not looked at', NO_DEADLINE],
] as const)
  test(`INV-21 detects a late send if the deadline ${what}`, (t) => {
    const fallen = explore({ setup: { ...dated(PLAIN), rules } }).violation
    assert.equal(fallen?.invariant, 'INV-21', JSON.stringify(fallen))
    t.diagnostic(`${fallen.what} after ${fallen.trace.length} steps: ${fallen.trace.join(' · ')}`)
  })

test('P3 the fence of a terminal assumes that a body is in transit for 60 s at most', () => {
  const fallen = explore({ setup: { ...PLAIN, slackMs: ON_THE_WAY_MS + 1 } }).violation
  assert.equal(fallen?.what, 'attempt 1 is closed_unpaid and its session may still be paid')
})
