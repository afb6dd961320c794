// A proof is remembered at least as long as its nonce is accepted (P22, RFC 9449 §11.1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonces } from './nonce.ts'
import { createReplayCache } from './replay.ts'
import type { ShareOwner } from './shares.ts'

const page = (key: string, merchant = 'shop'): ShareOwner => ({ merchant, key })

const MINUTE_MS = 60_000
const START_MS = Date.UTC(2026, 10, 22, 12)
const nonces = createNonces([new Uint8Array(32).fill(7)])

void test('P22 a used proof is refused at every age at which its nonce is still accepted', () => {
  let replays = 0
  // A nonce of another instance may be a minute ahead; an old one may be used for the first time just before its end.
  for (let usedAtMs = START_MS - MINUTE_MS; usedAtMs < START_MS + 6 * MINUTE_MS; usedAtMs += 5_000) {
    const nonce = nonces.issue(START_MS)
    assert.ok(nonces.accepts(nonce, usedAtMs))
    const cache = createReplayCache({ total: 10, perKey: 10, merchants: 1 })
    assert.equal(cache.remember(page('page'), 'proof', usedAtMs), 'fresh')
    for (let nowMs = usedAtMs; nonces.accepts(nonce, nowMs); nowMs += 1_000) {
      assert.equal(cache.remember(page('page'), 'proof', nowMs), 'replayed', `${nowMs - usedAtMs} ms old`)
      replays += 1
    }
  }
  assert.ok(replays > 15_000, `${replays} replays were tried`)
})

void test('the same proof identifier of another key is another proof', () => {
  const cache = createReplayCache({ total: 10, perKey: 10, merchants: 1 })
  assert.equal(cache.remember(page('page'), 'proof', START_MS), 'fresh')
  assert.equal(cache.remember(page('other page'), 'proof', START_MS), 'fresh')
  assert.equal(cache.remember(page('page'), 'proof', START_MS), 'replayed')
})

void test('INV-17 a full replay cache rejects proofs, per key and in total, until old ones expire', () => {
  const cache = createReplayCache({ total: 3, perKey: 2, merchants: 1 })
  assert.deepEqual(
    [
      cache.remember(page('page'), 'a', START_MS),
      cache.remember(page('page'), 'b', START_MS),
      cache.remember(page('page'), 'c', START_MS),
      cache.remember(page('other'), 'a', START_MS),
      cache.remember(page('third'), 'a', START_MS),
    ],
    ['fresh', 'fresh', 'full', 'fresh', 'full'],
  )
  assert.equal(cache.size, 3)
  const laterMs = START_MS + 7 * MINUTE_MS
  assert.deepEqual(
    [cache.remember(page('page'), 'c', laterMs - 1), cache.remember(page('page'), 'c', laterMs), cache.size],
    ['full', 'fresh', 1],
  )
})

void test('INV-17 a merchant that fills its share of the replay cache refuses no proof of another merchant', () => {
  const cache = createReplayCache({ total: 10, perKey: 2, merchants: 2 })
  const hostile = Array.from({ length: 8 }, (_, key) =>
    cache.remember(page(`${key}`, 'hostile'), 'a', START_MS),
  )
  assert.deepEqual(hostile, [...Array(5).fill('fresh'), ...Array(3).fill('full')])
  assert.equal(cache.remember(page('victim', 'shop'), 'a', START_MS), 'fresh')
  assert.equal(cache.remember(page('victim', 'shop'), 'a', START_MS), 'replayed')
})
