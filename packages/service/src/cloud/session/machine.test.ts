/** The session state machine: every state with every event, every deadline, and random histories. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import type { CardSeen, SessionStatus, TransactionResult } from '@tapboard/contract'
import { TIMINGS } from '../../ports.ts'
import { authorizationDue, begin, isFinal, nextAt, reduce, reversalDue } from './machine.ts'
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
  asked: { ...authorizing, asks: 1, answerByMs: T0 + TIMINGS.answerMs },
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
  asked: '- - charged - - - - -',
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

void test('a new session has its two deadlines and nothing else', () => {
  assert.deepEqual(fresh, {
    status: 'INITIATING',
    progress: null,
    card: null,
    result: null,
    promptByMs: T0 + TIMINGS.promptShownMs,
    cardByMs: null,
    authorizeAtMs: null,
    asks: 0,
    answerByMs: null,
    reversal: null,
    deadlineMs: T0 + TIMINGS.sessionMs,
  })
})

void test('a session that ends without a charge has a reason and no reference', () => {
  const unpaid = (
    status: 'error' | 'timeout',
    message: string,
    completedAtMs: number,
    seen: CardSeen | null,
  ) => ({
    status,
    xRefNum: null,
    responseCode: null,
    approvalCode: null,
    message,
    completedAtMs,
    card: seen,
  })
  const ended = (state: SessionState, event: SessionEvent, atMs: number) =>
    reduce(state, event, atMs, TIMINGS)
  const passed: SessionEvent = { type: 'time_passed' }
  const atPrompt = T0 + TIMINGS.promptShownMs
  assert.deepEqual(
    ended(fresh, passed, atPrompt)?.result,
    unpaid('error', 'The terminal did not show the prompt.', atPrompt, null),
  )
  assert.deepEqual(
    ended(fresh, { type: 'terminal_lost' }, T0 + 1)?.result,
    unpaid('error', 'The terminal was lost while starting.', T0 + 1, null),
  )
  const atCard = T0 + TIMINGS.promptMs
  assert.deepEqual(
    ended(waiting, passed, atCard)?.result,
    unpaid('timeout', 'No card was presented in time.', atCard, null),
  )
  const atEnd = T0 + TIMINGS.sessionMs
  assert.deepEqual(
    ended(authorizing, passed, atEnd)?.result,
    unpaid('timeout', 'The session was not completed in time.', atEnd, card),
  )
  for (const type of ['terminal_cancelled', 'api_cancelled'] as const)
    assert.equal(ended(waiting, { type }, T0 + 1)?.result, null)
})

void test('a card sets the time of the answer, and keeps the deadline of an earlier prompt', () => {
  const event: SessionEvent = { type: 'card_presented', card }
  const later = T0 + 500
  assert.deepEqual(reduce(waiting, event, later, TIMINGS), {
    ...waiting,
    progress: 'authorizing',
    card,
    authorizeAtMs: later + TIMINGS.authorizeMs,
  })
  assert.deepEqual(reduce(fresh, event, later, TIMINGS), {
    ...fresh,
    status: 'IN_PROGRESS',
    progress: 'authorizing',
    card,
    cardByMs: later + TIMINGS.promptMs,
    authorizeAtMs: later + TIMINGS.authorizeMs,
  })
})

void test('the next deadline is never after the end of the session', () => {
  const early = { deadlineMs: T0 + 5 }
  assert.deepEqual(
    [fresh, waiting, authorizing].map((state) => nextAt({ ...state, ...early })),
    [T0 + 5, T0 + 5, T0 + 5],
  )
  assert.deepEqual(
    [
      { ...waiting, cardByMs: null },
      { ...authorizing, authorizeAtMs: null },
    ].map(nextAt),
    [T0 + TIMINGS.sessionMs, T0 + TIMINGS.sessionMs],
  )
  assert.equal(nextAt({ ...authorizing, result: answer(4200), authorizeAtMs: T0 }), T0 + TIMINGS.sessionMs)
})

void test('a card without a time of its answer is due at once', () => {
  assert.ok(authorizationDue({ ...authorizing, authorizeAtMs: null }, T0))
  assert.equal(authorizationDue({ ...authorizing, status: 'COMPLETED' }, T0 + 5_000), false)
  assert.equal(authorizationDue({ ...authorizing, result: answer(4200) }, T0 + 5_000), false)
})

void test('the processor answers with a sentence, the reference, the time and the card', () => {
  const texts = [4251, 4205, 4291, 4298, 4200].map((amount) => answer(amount, T0 + 9).message)
  assert.deepEqual(texts, [
    'Insufficient funds',
    'Do not honor',
    'Issuer unavailable',
    'The processor did not answer in time',
    'Approved',
  ])
  const { xRefNum, completedAtMs, card: seen } = answer(4200, T0 + 9)
  assert.deepEqual([xRefNum, completedAtMs, seen], ['123456789012', T0 + 9, card])
})

void test('D-124 a processor that may have charged the card keeps the session live until its answer is overdue', () => {
  const { asked } = states
  assert.ok(asked)
  const overdueMs = T0 + TIMINGS.answerMs
  for (const atMs of [T0 + 1, overdueMs - 1])
    for (const type of ['time_passed', 'api_cancelled', 'terminal_cancelled', 'terminal_lost'] as const)
      assert.equal(reduce(asked, { type }, atMs, TIMINGS), null, `${type} at ${atMs}`)
  const result = answer(4200)
  assert.equal(reduce(asked, { type: 'authorized', result }, overdueMs - 1, TIMINGS)?.result, result)
  // A card that was presented shortly before the end of the session has the full time for its answer.
  const late = { ...asked, answerByMs: asked.deadlineMs + 20_000 }
  assert.equal(reduce(late, { type: 'time_passed' }, asked.deadlineMs + 1, TIMINGS), null)
  assert.equal(authorizationDue({ ...late, authorizeAtMs: T0 }, asked.deadlineMs + 1), true)
})

/** A session whose charge got no answer in time. */
const reversing = reduce(
  { ...authorizing, asks: 2, answerByMs: T0 + 30_000 },
  { type: 'time_passed' },
  T0 + 30_000,
  TIMINGS,
)

void test('D-129 a charge without an answer in time ends in error, whatever comes, and is to be reversed', () => {
  const { asked } = states
  assert.ok(asked && reversing)
  for (const event of [
    ...events,
    { type: 'authorization_asked' },
    { type: 'authorization_unknown' },
  ] as const) {
    const ended = reduce(asked, event, T0 + TIMINGS.answerMs, TIMINGS)
    assert.deepEqual(
      [ended?.status, ended?.result?.status, ended?.result?.xRefNum, ended?.reversal],
      ['ERROR', 'error', null, 'pending'],
      event.type,
    )
  }
  assert.equal(nextAt(asked), Math.min(asked.authorizeAtMs ?? 0, T0 + TIMINGS.answerMs))
  assert.equal(nextAt({ ...asked, authorizeAtMs: T0 + 90_000 }), T0 + TIMINGS.answerMs)
  assert.equal(nextAt(reversing), T0 + 30_000)
  assert.deepEqual([reversalDue(reversing, T0 + 29_999), reversalDue(reversing, T0 + 30_000)], [false, true])
  assert.equal(authorizationDue(reversing, T0 + 60_000), false)
})

void test('D-129 a reversal is repeated with a growing delay until it is confirmed, and nothing else changes the session', () => {
  assert.ok(reversing)
  const apply = (state: SessionState, type: 'asked' | 'unconfirmed' | 'confirmed'): SessionState => {
    const after = reduce(state, { type: `reversal_${type}` }, T0 + 60_000, TIMINGS)
    assert.ok(after, type)
    return after
  }
  const once = apply(reversing, 'asked')
  assert.equal(nextAt(once), T0 + 80_000, 'after a crash')
  const again = apply(once, 'unconfirmed')
  assert.equal(nextAt(again), T0 + 62_000)
  assert.equal(nextAt(apply(apply(again, 'asked'), 'unconfirmed')), T0 + 64_000)
  const done = apply(again, 'confirmed')
  assert.deepEqual([done.reversal, done.status, nextAt(done)], ['done', 'ERROR', null])
  assert.deepEqual(done.result, reversing.result)
  for (const state of [once, done])
    for (const event of events) assert.equal(reduce(state, event, T0 + 90_000, TIMINGS), null, event.type)
  for (const type of ['reversal_asked', 'reversal_unconfirmed', 'reversal_confirmed'] as const)
    for (const state of [done, authorizing, fresh])
      assert.equal(reduce(state, { type }, T0 + 1, TIMINGS), null, type)
})

void test('D-129 the time for the answer begins with the first request that may have arrived', () => {
  const step = (
    state: SessionState,
    type: `authorization_${'asked' | 'unsent' | 'unknown'}`,
    atMs: number,
  ) => {
    const after = reduce(state, { type }, atMs, TIMINGS)
    assert.ok(after, type)
    return after
  }
  const unsent = step(step(authorizing, 'authorization_asked', T0), 'authorization_unsent', T0 + 1)
  assert.equal(unsent.answerByMs, null)
  const once = step(unsent, 'authorization_asked', T0 + 5_000)
  assert.equal(once.answerByMs, T0 + 5_000 + TIMINGS.answerMs)
  const twice = step(step(once, 'authorization_unknown', T0 + 6_000), 'authorization_asked', T0 + 8_000)
  assert.equal(twice.answerByMs, once.answerByMs)
  assert.equal(step(twice, 'authorization_unsent', T0 + 9_000).answerByMs, once.answerByMs)
})

void test('D-124 a refusal ends the session unpaid only if nothing else was sent', () => {
  const step = (state: SessionState, type: `authorization_${'asked' | 'unsent' | 'unknown' | 'refused'}`) => {
    const after = reduce(state, { type }, T0 + 1, TIMINGS)
    assert.ok(after, type)
    return after
  }
  const once = step(authorizing, 'authorization_asked')
  const refused = step(once, 'authorization_refused')
  assert.deepEqual(
    [refused.status, refused.result?.status, refused.result?.xRefNum],
    ['ERROR', 'error', null],
  )
  const twice = step(step(once, 'authorization_unknown'), 'authorization_asked')
  const kept = step(twice, 'authorization_refused')
  assert.deepEqual([kept.status, kept.result, kept.asks], ['IN_PROGRESS', null, 2])
  const unsent = step(once, 'authorization_unsent')
  assert.equal(unsent.asks, 0)
  assert.equal(reduce(unsent, { type: 'api_cancelled' }, T0 + 2, TIMINGS)?.status, 'API_CANCELLED')
  assert.equal(reduce(unsent, { type: 'time_passed' }, unsent.deadlineMs, TIMINGS)?.status, 'TIMEOUT')
  assert.equal(step(twice, 'authorization_unsent').asks, 1, 'the first request may have arrived')
  for (const state of [fresh, waiting, { ...once, result: answer(4200) }])
    for (const type of [
      'authorization_asked',
      'authorization_unsent',
      'authorization_unknown',
      'authorization_refused',
    ] as const)
      assert.equal(reduce(state, { type }, T0 + 1, TIMINGS), null)
  assert.equal(
    reduce(authorizing, { type: 'authorization_refused' }, T0 + 1, TIMINGS),
    null,
    'nothing was asked',
  )
})

void test('D-124 the processor is asked again after 1 s to 30 s, and 20 s after a crash', () => {
  const delayAfter = (asks: number): number =>
    (reduce({ ...authorizing, asks }, { type: 'authorization_unknown' }, T0, TIMINGS)?.authorizeAtMs ?? 0) -
    T0
  assert.deepEqual([1, 2, 3, 4, 5, 60].map(delayAfter), [2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  const asked = reduce(authorizing, { type: 'authorization_asked' }, T0, TIMINGS)
  assert.equal(asked?.authorizeAtMs, T0 + 20_000)
  assert.ok(asked !== null && nextAt(asked) === T0 + 20_000)
})

void test('D-15 waits 120 s for a card and ends a session after 300 s; D-129 waits 30 s for a processor', () => {
  const passed = (state: SessionState, afterMs: number): string =>
    reduce(state, { type: 'time_passed' }, T0 + afterMs, TIMINGS)?.status ?? 'unchanged'
  const shown = reduce(fresh, { type: 'prompt_shown' }, T0, TIMINGS)
  assert.ok(shown !== null)
  assert.deepEqual([passed(shown, 119_999), passed(shown, 120_000)], ['unchanged', 'TIMEOUT'])
  const paid: SessionState = { ...authorizing, result: answer(4200) }
  assert.deepEqual([passed(paid, 299_999), passed(paid, 300_000)], ['unchanged', 'COMPLETED'])
  const asked = reduce(authorizing, { type: 'authorization_asked' }, T0, TIMINGS)
  assert.ok(asked !== null)
  assert.deepEqual([passed(asked, 29_999), passed(asked, 30_000)], ['unchanged', 'ERROR'])
})
