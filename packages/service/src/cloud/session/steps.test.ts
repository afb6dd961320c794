/** The steps of a session that people see in its story. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TIMINGS } from '../../ports.ts'
import { begin, reduce, type SessionEvent, type SessionState } from './machine.ts'
import { addStep, stepsOf } from './steps.ts'

const card = { brand: 'Visa', lastFour: '4242', entry: 'tap' } as const
const result = {
  status: 'approved',
  xRefNum: '1',
  responseCode: '00',
  approvalCode: 'A',
  message: 'Approved',
  completedAtMs: 3_000,
  card,
} as const

/** Applies events, one per second, and returns the steps. */
function play(...events: readonly SessionEvent[]) {
  let state: SessionState = begin(0, TIMINGS)
  let steps = '[]'
  for (const [index, event] of events.entries()) {
    const atMs = (index + 1) * 1_000
    const after = reduce(state, event, atMs, TIMINGS)
    assert.ok(after)
    steps = addStep(steps, state, after, atMs)
    state = after
  }
  return stepsOf(steps).map(({ event, status, atMs }) => [event, status, atMs])
}

void test('a sale has a step for prompt, card, answer and end, with their times', () => {
  assert.deepEqual(
    play(
      { type: 'prompt_shown' },
      { type: 'card_presented', card },
      { type: 'authorized', result },
      { type: 'result_shown' },
    ),
    [
      ['prompt_shown', 'IN_PROGRESS', 1_000],
      ['card_presented', 'IN_PROGRESS', 2_000],
      ['authorized', 'IN_PROGRESS', 3_000],
      ['ended', 'COMPLETED', 4_000],
    ],
  )
})

void test('a card whose prompt was not reported is one step; a cancel is the end', () => {
  assert.deepEqual(play({ type: 'card_presented', card }), [['card_presented', 'IN_PROGRESS', 1_000]])
  assert.deepEqual(play({ type: 'api_cancelled' }), [['ended', 'API_CANCELLED', 1_000]])
})

void test('D-129 a reversal is a step once it is confirmed, whatever came before', () => {
  const asked = [{ type: 'card_presented', card }, { type: 'authorization_asked' }] as const
  let state = begin(0, TIMINGS)
  let steps = '[]'
  const apply = (event: SessionEvent, atMs: number): void => {
    const after = reduce(state, event, atMs, TIMINGS)
    assert.ok(after, event.type)
    steps = addStep(steps, state, after, atMs)
    state = after
  }
  for (const event of asked) apply(event, 1_000)
  apply({ type: 'time_passed' }, 1_000 + TIMINGS.answerMs)
  apply({ type: 'reversal_asked' }, 40_000)
  apply({ type: 'reversal_unconfirmed' }, 41_000)
  apply({ type: 'reversal_confirmed' }, 50_000)
  assert.deepEqual(
    stepsOf(steps).map(({ event, status, atMs }) => [event, status, atMs]),
    [
      ['card_presented', 'IN_PROGRESS', 1_000],
      ['ended', 'ERROR', 31_000],
      ['reversed', 'ERROR', 50_000],
    ],
  )
})
