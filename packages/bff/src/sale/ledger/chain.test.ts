// The hash chain of a sale's events: a changed, removed or inserted event is found at its number (INV-20).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstBroken, hashEvent } from './chain.ts'
import { CHAIN_START } from '../../durable/chain.ts'
import type { SaleEventRow } from '../machine/row.ts'

const events: SaleEventRow[] = []
for (const number of [1, 2, 3]) {
  const event = {
    saleId: 's',
    number,
    type: 'created',
    fromState: null,
    toState: 'intent',
    reason: null,
    atMs: number,
    person: null,
    snapshot: '{}',
    prevHash: events.at(-1)?.hash ?? CHAIN_START,
  } as const
  events.push({ ...event, hash: hashEvent(event) })
}
const head = events[2]?.hash ?? ''

test('the hash format is unchanged: the first hash covers 64 zeros and the members in order', () => {
  assert.equal(events[0]?.hash, 'e8e4aaa640d2d8967020dfcb0fa16f01c2db3825ef48ed9bdbb112857724705f')
})

test('verifies an unchanged chain', () => assert.equal(firstBroken(events, head), null))

test('names a changed, removed, added or truncated event by its number', () => {
  const [first, second, third] = events
  assert.ok(first && second && third)
  assert.equal(firstBroken([first, { ...second, atMs: 9 }, third], head), 2)
  assert.equal(firstBroken([first, { ...second, person: 'eve' }, third], head), 2)
  assert.equal(firstBroken([first, third], head), 2)
  assert.equal(firstBroken([first, second, second, third], head), 3)
  assert.equal(firstBroken([first, second], head), 3)
  const forged = { ...second, snapshot: '{"state":"approved"}' }
  assert.equal(firstBroken([first, { ...forged, hash: hashEvent(forged) }, third], head), 3)
})
