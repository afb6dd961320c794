/** The session state machine: every state with every event, every deadline, and random histories. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import type { CardSeen, SessionStatus, TransactionResult } from '@tapboard/contract'
import { TIMINGS } from '../../ports.ts'
import { authorizationDue, begin, isFinal, nextAt, reduce } from './machine.ts'
import type { SessionEvent, SessionState } from './machine.ts'
import { authorize } from './processor.ts'

const T0 = 1_000_000
const card: CardSeen = { brand: 'Visa', lastFour: '4242', entry: 'tap' }
const answer = (amountMinor: number, atMs = T0): TransactionResult =>
  authorize({ amountMinor, card, reference: '123456789012', approvalCode: 'ABC234', atMs })

const fresh = begin(T0, TIMINGS)
const waiting: SessionState = {
  ...fresh,
  status: 'IN_PROGRESS',
  progress: 'waiting_for_card',
  cardByMs: T0 + TIMINGS.promptMs,
}
const authorizing: SessionState = {
  ...waiting,
  progress: 'authorizing',
  card,
  authorizeAtMs: T0 + TIMINGS.authorizeMs,
}
const finals = (['COMPLETED', 'TIMEOUT', 'ERROR', 'USER_CANCELLED', 'API_CANCELLED'] as const).map(
  (status): [string, SessionState] => [status, { ...fresh, status }],
)
const states: Readonly<Record<string, SessionState>> = {
  INITIATING: fresh,
  waiting,
  authorizing,
  approved: { ...authorizing, result: answer(4200) },
  declined: { ...authorizing, result: answer(4251) },
  error: { ...authorizing, result: answer(4291) },
  timeout: { ...authorizing, result: answer(4298) },
  ...Object.fromEntries(finals),
}
const events: readonly SessionEvent[] = [
  { type: 'prompt_shown' },
  { type: 'card_presented', card },
  { type: 'authorized', result: answer(4200) },
  { type: 'result_shown' },
  { type: 'terminal_cancelled' },
  { type: 'api_cancelled' },
  { type: 'terminal_lost' },
  { type: 'time_passed' },
]

/** State → next state per event, in the order of `events`; `-` = no change. */
const TABLE: Readonly<Record<string, string>> = {
  INITIATING: 'waiting_for_card authorizing - - USER_CANCELLED API_CANCELLED ERROR -',
  waiting: '- authorizing - - USER_CANCELLED API_CANCELLED - -',
  authorizing: '- - charged - USER_CANCELLED API_CANCELLED - -',
  approved: '- - - COMPLETED - - - -',
  declined: '- - - COMPLETED - - - -',
  error: '- - - ERROR - - - -',
  timeout: '- - - TIMEOUT - - - -',
  ...Object.fromEntries(finals.map(([status]) => [status, '- - - - - - - -'])),
}

const wordOf = (state: SessionState | null): string => {
  if (state === null) return '-'
  if (isFinal(state.status)) return state.status
  return state.result !== null ? 'charged' : (state.progress ?? state.status)
}

for (const [name, state] of Object.entries(states))
  void test(`D-09: a ${name} session handles every event as specified`, () => {
    const words = events.map((event) => wordOf(reduce(state, event, T0 + 1, TIMINGS)))
    assert.equal(words.join(' '), TABLE[name])
  })

const atDeadline: readonly [string, number, SessionStatus, string][] = [
  ['INITIATING', T0 + TIMINGS.promptShownMs, 'ERROR', 'error'],
  ['waiting', T0 + TIMINGS.promptMs, 'TIMEOUT', 'timeout'],
  ['authorizing', T0 + TIMINGS.sessionMs, 'TIMEOUT', 'timeout'],
  ['approved', T0 + TIMINGS.sessionMs, 'COMPLETED', 'approved'],
  ['declined', T0 + TIMINGS.sessionMs, 'COMPLETED', 'declined'],
  ['error', T0 + TIMINGS.sessionMs, 'ERROR', 'error'],
  ['timeout', T0 + TIMINGS.sessionMs, 'TIMEOUT', 'timeout'],
]
for (const [name, atMs, status, outcome] of atDeadline)
  void test(`a ${name} session ends as ${status} exactly at its deadline (D-15)`, () => {
    const state = states[name] ?? fresh
    for (const event of events) {
      const after = reduce(state, event, atMs, TIMINGS)
      assert.equal(after?.status, status)
      assert.equal(after.result?.status, outcome)
      assert.equal(after.progress, null)
    }
    assert.equal(reduce(state, { type: 'time_passed' }, atMs - 1, TIMINGS), null)
    if (name !== 'authorizing') assert.equal(nextAt(state), atMs)
  })

void test("asks the processor after the card and before the session's deadline only", () => {
  assert.equal(nextAt(authorizing), T0 + TIMINGS.authorizeMs)
  assert.equal(authorizationDue(authorizing, T0 + TIMINGS.authorizeMs - 1), false)
  assert.equal(authorizationDue(authorizing, T0 + TIMINGS.authorizeMs), true)
  assert.equal(authorizationDue(authorizing, T0 + TIMINGS.sessionMs), false)
  for (const name of ['INITIATING', 'waiting', 'approved', 'COMPLETED'])
    assert.equal(authorizationDue(states[name] ?? authorizing, T0 + 5_000), false)
})

void test('the cents of the amount select the result', () => {
  const said = [4200, 4251, 4205, 4291, 4298, 51, 1].map((amount) => {
    const { status, responseCode, approvalCode } = answer(amount)
    return [status, responseCode, approvalCode]
  })
  assert.deepEqual(said, [
    ['approved', '00', 'ABC234'],
    ['declined', '51', null],
    ['declined', '05', null],
    ['error', '91', null],
    ['timeout', null, null],
    ['declined', '51', null],
    ['approved', '00', 'ABC234'],
  ])
})

void test('in any order of events a final state stays, a charge decides its session, and a cancelled session is never charged', () => {
  const step = fc.record({ event: fc.constantFrom(...events), ms: fc.nat(60_000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let state = fresh
      let nowMs = T0
      for (const { event, ms } of steps) {
        nowMs += ms
        const after = reduce(state, event, nowMs, TIMINGS)
        if (after === null) continue
        assert.ok(!isFinal(state.status), 'a final state changed')
        if (state.result !== null) assert.equal(after.result, state.result, 'a charge was lost')
        if (after.result?.xRefNum && state.result === null) assert.ok(state.card, 'charged without a card')
        if (after.status.endsWith('CANCELLED')) assert.equal(after.result, null)
        if (after.result?.status === 'approved' && isFinal(after.status))
          assert.equal(after.status, 'COMPLETED')
        assert.equal(nextAt(after) === null, isFinal(after.status))
        state = after
      }
      const end = reduce(state, { type: 'time_passed' }, T0 + TIMINGS.sessionMs, TIMINGS) ?? state
      assert.ok(isFinal(end.status), 'a session never ends')
    }),
    propertyRuns(20261121, 2_000),
  )
})
