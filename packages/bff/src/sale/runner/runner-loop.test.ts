// The loops of a runner over a scripted ledger: claims within its room, what becomes of each claimed sale, and the drain (INV-16, INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '@tapboard/store'
import { deferred, turn } from '@tapboard/store/testing'
import { rows, T } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { LEASE_MS } from '../machine/states.ts'
import { faultOf } from '../../upstream/transport/fault.ts'
import { accepted, APPROVED } from '../testing.ts'
import { AHEAD_MS, begin, claimed, loopFailed, many, unsent } from './runner-loop.testing.ts'

test('INV-17 claims at most a hundred at once, again at once after a full batch, and never beyond its limit', async (context) => {
  const { clock, upstream, seen, runner } = begin(context, {
    maxSales: 103,
    batches: [many(100), many(2, 101)],
  })
  upstream.silent = true
  await clock.advance(0)
  assert.deepEqual(seen.claims, [100, 3])
  assert.deepEqual([runner.size(), runner.openOf(upstream)], [102, 102])
  await clock.advance(999)
  assert.equal(seen.claims.length, 2)
  await clock.advance(1)
  assert.deepEqual(seen.claims, [100, 3, 1])
  runner.wake()
  await turn()
  assert.equal(seen.claims.length, 4)
})

test('INV-17 a full process claims nothing, but still observes the leases of others', async (context) => {
  const { clock, upstream, seen, one } = begin(context, { maxSales: 2, batches: [many(2)], embedded: false })
  upstream.silent = true
  await clock.advance(0)
  assert.deepEqual(seen.claims, ['2 of 0'])
  const { looks } = one
  await clock.advance(3_000)
  assert.deepEqual(seen.claims, ['2 of 0'])
  assert.ok(one.looks > looks)
})

test('a sale that ends makes room, and is not followed any more', async (context) => {
  const { clock, upstream, runner, held } = begin(context, { batches: [many(2)] })
  upstream.silent = true
  upstream.readOf = (id) => (id === 'ses_1' ? APPROVED : null)
  upstream.client.readSession = async (id, { signal }) => {
    if (id === 'ses_1')
      return { kind: 'found', body: { sessionId: id, ...APPROVED }, etag: null, retryAfterMs: null }
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
    return { kind: 'missing' }
  }
  await clock.advance(5_000)
  assert.equal(held.get('sale_1')?.state, 'approved')
  assert.deepEqual([runner.size(), runner.openOf(upstream)], [1, 1])
})

test('a sale of a merchant that is not configured here is left to other instances for ten seconds', async (context) => {
  const sale = claimed(1, { merchant: 'other' })
  const { clock, seen, lines, runner } = begin(context, {
    batches: [[sale], ...Array<never[]>(9).fill([]), [sale]],
  })
  await clock.advance(0)
  // At once: an instance that has the merchant claims it within a second.
  assert.deepEqual(seen.released, [['sale_1', 1, 0]])
  const line = {
    level: 'error',
    message:
      'an open sale of a merchant that is not configured: put the merchant back, until then its order stays locked',
    code: 'merchant-missing',
    merchant: 'other',
    saleId: 'sale_1',
  }
  assert.deepEqual([lines, runner.size(), runner.missing()], [[line], 0, 1])
  await clock.advance(9_000)
  assert.deepEqual(seen.excluded, ['other'])
  await clock.advance(1_000)
  assert.deepEqual([seen.excluded, runner.missing()], [[], 1])
  // The process claimed the same sale again, and logged no second line.
  assert.deepEqual([seen.released.length, lines.length], [2, 1])
  await clock.advance(12_000)
  assert.deepEqual([seen.excluded, runner.missing()], [[], 0])
})

test('a release that fails is reported; the lease then expires', async (context) => {
  const { clock, one, lines } = begin(context, { batches: [[claimed(1, { merchant: 'other' })]] })
  one.releaseFault = new TypeError('x')
  await clock.advance(0)
  assert.deepEqual(lines.at(-1), loopFailed('TypeError'))
})

test('a further lease of the same sale replaces its loop', async (context) => {
  const { clock, upstream, seen, runner } = begin(context, { batches: [many(1), [claimed(1, { fence: 9 })]] })
  upstream.silent = true
  await clock.advance(0)
  await clock.advance(1_000)
  assert.deepEqual([runner.size(), runner.openOf(upstream)], [1, 1])
  await clock.ended(runner.drain())
  assert.deepEqual(
    seen.released.map(([id, fence]) => [id, fence]),
    [['sale_1', 9]],
  )
})

test('a fault of the loop of one sale is reported and ends only this loop', async (context) => {
  const { clock, upstream, lines, runner } = begin(context, { batches: [many(2)] })
  upstream.client.readSession = async (id, { signal }) => {
    if (id === 'ses_1') throw new RangeError('x')
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
    return { kind: 'missing' }
  }
  await clock.advance(5_000)
  assert.equal(runner.size(), 1)
  assert.deepEqual(lines, [loopFailed('RangeError')])
})

test('a send of unknown result is found in doubt, which is logged once', async (context) => {
  const row = unsent(rows.sending)
  const { clock, seen, lines, upstream } = begin(context, { batches: [[row]] })
  await clock.advance(0)
  assert.deepEqual(seen.inputs.slice(0, 1), ['sale_1 send_lost'])
  assert.equal(upstream.sent.length, 0)
  assert.deepEqual(lines[0], {
    level: 'warn',
    message: 'a send with an unknown result was found',
    saleId: 'sale_1',
    state: 'sending',
  })
  assert.equal(seen.released.length, 1, 'the doubt is left until its next look')
})

test('an intent is sent when it is due, and a flagged one ends unsent', async (context) => {
  const intent = (number: number, members: Partial<SaleRow> = {}): SaleRow =>
    claimed(number, {
      ...rows.intent,
      id: `sale_${number}`,
      externalId: `tb-${number}`,
      fence: number,
      deadlineAtMs: T + AHEAD_MS + 5_000,
      leaseUntilMs: T + AHEAD_MS + LEASE_MS,
      sessionId: null,
      ...members,
    })
  const { clock, upstream, seen } = begin(context, {
    batches: [[intent(1, { nextAtMs: T + AHEAD_MS + 700 }), intent(2, { conflictWith: 'sale_0' })]],
  })
  upstream.silent = true
  await clock.advance(699)
  assert.equal(upstream.sent.length, 0)
  await clock.advance(1)
  assert.deepEqual(
    upstream.sent.map(({ externalId }) => externalId),
    ['tb-1'],
  )
  await clock.advance(4_299)
  assert.deepEqual(seen.inputs, ['sale_1 send_claimed', 'sale_1 accepted'])
  await clock.advance(1)
  assert.equal(seen.inputs.at(-1), 'sale_2 intent_expired')
})

test('leases are renewed, and a lost one ends its loop', async (context) => {
  const { clock, upstream, seen, runner, held } = begin(context, { batches: [many(2)] })
  upstream.silent = true
  await clock.until(() => seen.renewed.length > 0)
  assert.equal(seen.renewed[0], 'me#1 sale_1 sale_2')
  held.set('sale_1', claimed(1, { fence: 7 }))
  const { length } = seen.renewed
  await clock.until(() => seen.renewed.length > length)
  await turn()
  assert.equal(runner.size(), 1)
  assert.deepEqual(seen.released, [], 'the other lease is that of a later claim')
})

test('a drain leaves each sale to other instances at once', async (context) => {
  const { clock, upstream, seen, runner } = begin(context, { batches: [many(2)] })
  upstream.silent = true
  await clock.advance(0)
  const claims = seen.claims.length
  await clock.ended(runner.drain(), 0)
  assert.deepEqual(seen.released, [
    ['sale_1', 1, 0],
    ['sale_2', 2, 0],
  ])
  assert.deepEqual(seen.points.slice(-2), ['draining sale_1', 'draining sale_2'])
  runner.wake()
  await clock.advance(5_000)
  assert.equal(seen.claims.length, claims)
})

test('a drain ends although the store is away, and reports no fault for it', async (context) => {
  const { clock, upstream, one, lines, runner } = begin(context, { batches: [many(1)] })
  upstream.silent = true
  await clock.advance(0)
  one.releaseFault = new StoreError('store-unavailable', 'away')
  await clock.ended(runner.drain())
  assert.deepEqual(lines, [])
})

test('a drain waits for a send at most 15 s', async (context) => {
  const sending = (): SaleRow => unsent(rows.intent)
  for (const answers of [true, false]) {
    const { clock, upstream, runner, seen } = begin(context, { batches: [[sending()]] })
    const { promise, resolve } = deferred()
    upstream.onSend = async () => {
      await promise
      return { exchange: accepted('ses_1'), late: null }
    }
    await clock.until(() => upstream.sent.length === 1)
    let isDrained = false
    const drained = runner.drain().then(() => (isDrained = true))
    await clock.advance(answers ? 1_000 : 14_999)
    assert.equal(isDrained, false)
    if (answers) resolve()
    await clock.advance(answers ? 0 : 1)
    assert.equal(isDrained, true)
    resolve()
    await drained
    await turn()
    assert.ok(seen.inputs.includes('sale_1 accepted'))
  }
})

test('P85 a drain sends a sale whose claim for sending is being committed, instead of cancelling it', async (context) => {
  const { clock, upstream, one, runner, seen } = begin(context, { batches: [[unsent(rows.intent)]] })
  const { promise, resolve } = deferred()
  one.sendClaim = promise
  await clock.until(() => seen.inputs.includes('sale_1 send_claimed'))
  const drained = clock.ended(runner.drain())
  resolve()
  await drained
  assert.deepEqual(seen.inputs, ['sale_1 send_claimed', 'sale_1 accepted'])
  assert.equal(upstream.sent.length, 1)
  assert.equal(seen.released.length, 1)
})

test('P85 a drain that finds the store away ends without the claim for sending', async (context) => {
  const { clock, upstream, one, runner, seen } = begin(context, { batches: [[unsent(rows.intent)]] })
  one.sendClaim = Promise.reject(new StoreError('store-unavailable', 'away'))
  await clock.until(() => seen.inputs.length === 2)
  await clock.ended(runner.drain(), 1_000)
  assert.equal(upstream.sent.length, 0)
  assert.equal(seen.released.length, 1)
})

test('P85 a drain waits for the release of sales that were being claimed when it began', async (context) => {
  const { clock, one, runner, seen } = begin(context, { batches: [[], many(1)] })
  await turn()
  one.claimMs = 500
  one.releaseMs = 300
  await clock.until(() => seen.claims.length === 2)
  let isDrained = false
  const drained = runner.drain().then(() => (isDrained = true))
  await clock.advance(799)
  assert.deepEqual([seen.released, isDrained], [[], false])
  await clock.advance(1)
  await drained
  assert.equal(seen.released.length, 1)
})

test('evidence that a guard refuses is applied again after a quarter of a second, without a second line in the log', async (context) => {
  const row = unsent(rows.sending)
  const { clock, one, seen, lines } = begin(context, { batches: [[row]] })
  one.refusals = 1
  await clock.advance(249)
  assert.deepEqual(seen.inputs, ['sale_1 send_lost'])
  await clock.advance(1)
  assert.deepEqual(seen.inputs.slice(0, 2), ['sale_1 send_lost', 'sale_1 send_lost'])
  assert.equal(lines.filter(({ level }) => level === 'warn').length, 1)
})

test('the first failed read of a sale is its first fault', async (context) => {
  const { clock, upstream, lines } = begin(context, { batches: [many(1)] })
  upstream.onRead = () => faultOf('unreachable')
  await clock.advance(0)
  assert.deepEqual(lines[0], {
    level: 'warn',
    message: 'a session could not be read',
    saleId: 'sale_1',
    code: 'upstream-unreachable',
    attempts: 1,
  })
})

test('D-85 the store is asked for its time only by an intent that seems to be created in the future', async (context) => {
  const intent = (createdInMs: number): SaleRow =>
    unsent({ ...rows.intent, createdAtMs: T + AHEAD_MS + createdInMs, nextAtMs: T })
  const usual = begin(context, { batches: [[intent(-1)]] })
  usual.upstream.silent = true
  await usual.clock.advance(0)
  assert.deepEqual([usual.upstream.sent.length, usual.one.asks], [1, 0])
  const equal = begin(context, { batches: [[intent(0)]] })
  equal.upstream.silent = true
  await equal.clock.advance(0)
  assert.deepEqual([equal.upstream.sent.length, equal.one.asks], [1, 0])
  const ahead = begin(context, { batches: [[intent(1)]] })
  ahead.upstream.silent = true
  ahead.one.aheadMs += 1
  await ahead.clock.advance(0)
  assert.deepEqual([ahead.upstream.sent.length, ahead.one.asks], [1, 1])
  const future = begin(context, { batches: [[intent(1)]] })
  await future.clock.advance(0)
  assert.equal(future.upstream.sent.length, 0)
  assert.equal(future.seen.inputs[0], 'sale_1 intent_expired')
})
