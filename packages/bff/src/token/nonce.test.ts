// The windows in which a DPoP nonce is accepted, and its form (RFC 9449 §8, P23).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonces, NONCE_LIFE_EVERYWHERE_MS, NONCE_LIFE_MS } from './nonce.ts'

const WINDOW_MS = 60_000
const START_MS = 28_000_000 * WINDOW_MS
const KEY = new Uint8Array(32).fill(1)
const OTHER_KEY = new Uint8Array(32).fill(2)

/** A window in the text of a nonce, and the code of its only key. */
const partsOf = (nonce: string): readonly [string, string] => {
  const [time = '', mac = ''] = /^([^-]*)-(.*)$/.exec(nonce)?.slice(1) ?? []
  return [time, mac]
}

void test('P23 a nonce is accepted from one window before its own up to five windows after it', () => {
  const nonces = createNonces([KEY])
  const issued = nonces.issue(START_MS)
  const accepted = (windows: number, ms = 0): boolean =>
    nonces.accepts(issued, START_MS + windows * WINDOW_MS + ms)
  assert.deepEqual(
    [accepted(-1, -1), accepted(-1), accepted(0), accepted(5), accepted(5, WINDOW_MS - 1), accepted(6)],
    [false, true, true, true, true, false],
  )
  // Also without the windows that `issue` and earlier calls left in memory.
  const anew = createNonces([KEY])
  assert.equal(anew.accepts(issued, START_MS + 5 * WINDOW_MS), true)
  assert.equal(anew.accepts(issued, START_MS + 6 * WINDOW_MS), false)
})

void test('P23 a nonce is remembered for the seven windows of one process, and one more for all of them', () => {
  assert.equal(NONCE_LIFE_MS, 7 * WINDOW_MS)
  assert.equal(NONCE_LIFE_EVERYWHERE_MS, 8 * WINDOW_MS)
})

void test('all calls of one window get the same nonce, and each window another one', () => {
  const nonces = createNonces([KEY])
  const issued = Array.from({ length: 20 }, (_, index) => nonces.issue(START_MS + index * WINDOW_MS))
  assert.equal(new Set(issued).size, 20)
  assert.equal(nonces.issue(START_MS), issued[0])
  assert.equal(nonces.issue(START_MS + WINDOW_MS - 1), issued[0])
  assert.deepEqual(partsOf(issued[0] ?? '')[0], (28_000_000).toString(36))
})

void test('rejects a nonce of another window, another key or another form', () => {
  const nonces = createNonces([KEY])
  const issued = nonces.issue(START_MS)
  const [time, mac] = partsOf(issued)
  assert.equal(mac.length, 22)
  const [, ofNext] = partsOf(nonces.issue(START_MS + WINDOW_MS))
  for (const nonce of [
    '',
    time,
    mac,
    `${time}-${ofNext}`,
    `${time}-${mac.slice(1)}`,
    `${time}-${mac}A`,
    `x ${issued}`,
    `${issued} x`,
    `${issued}\n`,
    `${time}-${mac.slice(0, -1)}!`,
    createNonces([OTHER_KEY]).issue(START_MS),
  ])
    assert.equal(nonces.accepts(nonce, START_MS), false, nonce)
  assert.equal(nonces.accepts(issued, START_MS), true)
})

void test('a nonce has one code for each key of the ring, and one correct code is sufficient', () => {
  const both = createNonces([KEY, OTHER_KEY])
  const [time, macs] = partsOf(both.issue(START_MS))
  const [, first] = partsOf(createNonces([KEY]).issue(START_MS))
  const [, second] = partsOf(createNonces([OTHER_KEY]).issue(START_MS))
  assert.equal(macs, first + second)
  const wrong = 'A'.repeat(22)
  for (const codes of [first + wrong, wrong + first, wrong + second, second + wrong, second])
    assert.equal(both.accepts(`${time}-${codes}`, START_MS), true, codes)
  assert.equal(both.accepts(`${time}-${wrong}${wrong}`, START_MS), false)
  assert.equal(both.accepts(`${time}-${wrong.repeat(3)}${first}`, START_MS), true)
  assert.equal(both.accepts(`${time}-${wrong.repeat(4)}${first}`, START_MS), false, 'five codes')
})
