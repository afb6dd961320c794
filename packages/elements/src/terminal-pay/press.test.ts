import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { attemptKey, endsPress, mayLeave, pressOf, type Press } from './press.ts'

const DEADLINE_MS = 100_000
const PRESS: Press = pressOf({
  order: 'R-1',
  attempt: 1,
  amountMinor: 100,
  currency: 'USD',
  deviceId: 'dev_1',
  deadlineAtMs: DEADLINE_MS,
})
const heard = (code: Parameters<typeof endsPress>[1]['code'], sale?: unknown) => ({ code, heard: true, sale })

test('D-99 no start request leaves after the deadline, unless one left before', () => {
  assert.equal(mayLeave(PRESS, DEADLINE_MS - 1), true)
  assert.equal(mayLeave(PRESS, DEADLINE_MS), false)
  assert.equal(mayLeave({ ...PRESS, abandoned: true }, 0), false)
  assert.equal(mayLeave({ ...PRESS, posted: true, unanswered: true }, DEADLINE_MS + 1), true)
})

test('D-99 a refusal by the BFF ends a press if all its requests have answers', () => {
  assert.equal(endsPress(PRESS, heard('device-busy'), 0), true)
  assert.equal(endsPress(PRESS, { code: 'network', heard: false }, 0), false)
  for (const code of ['draining', 'store-unavailable'] as const)
    assert.equal(endsPress(PRESS, heard(code), 0), false)
})

test('D-99 no refusal ends a press before the deadline while a request is without an answer', () => {
  const out: Press = { ...PRESS, posted: true, unanswered: true }
  assert.equal(endsPress(out, heard('device-busy'), DEADLINE_MS - 1), false)
  assert.equal(endsPress(out, heard('device-busy'), DEADLINE_MS), true)
  assert.equal(endsPress(out, heard('sale-open', {}), 0), true)
  // Refusals before the lookup of the idempotency key: they do not prove that no sale started.
  for (const code of ['token-expired', 'grant-superseded', 'rate-limited', 'forbidden'] as const)
    assert.equal(endsPress(out, heard(code), DEADLINE_MS + 60_000), false)
})

test('P1 the idempotency key depends on order and attempt alone', async () => {
  const expected = createHash('sha256').update('R-1042|1').digest('base64url')
  assert.equal(await attemptKey('R-1042', 1), expected)
  assert.notEqual(await attemptKey('R-1042', 2), expected)
  assert.equal(expected.length, 43)
})
