/** The times and the log of a deliverer on an outbox in memory and a manual clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../errors.ts'
import { turn } from '../testing.ts'
import { AWAY, away, DAY, delivered, harness, HOUR } from './deliverer.testing.ts'

void test('claims 32 rows for 30 s at once, every second and after a wake-up, and ends old leases once', async () => {
  const { clock, outbox, begin } = harness()
  const deliverer = begin(delivered)
  await turn()
  assert.deepEqual(outbox.of('claim'), [[{ owner: 'one', leaseMs: 30_000, limit: 32, ended: undefined }]])
  await clock.advance(999)
  assert.equal(outbox.of('claim').length, 1)
  await clock.advance(1)
  assert.equal(outbox.of('claim').length, 2)
  deliverer.wake()
  await turn()
  assert.equal(outbox.of('claim').length, 3)
  assert.deepEqual(outbox.of('releaseLeases'), [['one']])
  await deliverer.drain()
  await clock.advance(5_000)
  assert.equal(outbox.of('claim').length, 3)
})

void test('claims again at once after as many ended leases as the limit, also if another process has their rows', async () => {
  const { clock, outbox, begin } = harness()
  const leases = Array.from({ length: 40 }, (_, index) => ({
    id: `r${index}`,
    fence: 1,
    leaseUntilMs: 5,
    isOver: true,
  }))
  outbox.heldLeases = async () => leases
  begin(delivered)
  await clock.advance(29_999)
  const before = outbox.of('claim').length
  await clock.advance(1)
  const claims = outbox.of('claim').slice(before) as { ended: readonly unknown[] }[][]
  assert.deepEqual(
    claims.map(([asked]) => asked?.ended.length),
    [32, 8],
  )
})

void test('logs a success and stores its columns', async () => {
  const { clock, outbox, log, begin } = harness()
  outbox.put('last', { ageMs: 700, attempts: 2 })
  outbox.put('again', { ageMs: 500, attempts: 3 })
  begin(async ({ id }) =>
    id === 'last'
      ? { ok: true, set: { step: 'sent' } }
      : { ok: true, againInMs: 9_000, set: { step: 'look' } },
  )
  await turn()
  assert.deepEqual(log, [
    ['last', { outcome: 'delivered', attempts: 3, ageMs: 700 }],
    ['again', { outcome: 'again', attempts: 4, ageMs: 500 }],
  ])
  assert.deepEqual(outbox.of('finish'), [['last', 'delivered', 3, clock.now(), { step: 'sent' }]])
  assert.deepEqual(outbox.of('release'), [['again', 0, 9_000, { step: 'look' }]])
  assert.equal(outbox.postponements, 0)
})

for (const [what, ageMs, outcome] of [
  ['retries a row one millisecond before its time limit', HOUR - 1, 'failed'],
  ['gives a row up at its time limit', HOUR, 'dead'],
] as const)
  void test(what, async () => {
    const { clock, outbox, log, begin } = harness()
    outbox.put('x', { ageMs, attempts: 1 })
    begin(away, { retryForMs: HOUR })
    await turn()
    assert.deepEqual(log, [['x', { outcome, attempts: 2, ageMs, code: 'away' }]])
    const calls = outcome === 'dead' ? outbox.of('finish') : outbox.of('release')
    assert.deepEqual(calls, [outcome === 'dead' ? ['x', 'dead', 2, clock.now()] : ['x', 2, 10_000]])
  })

for (const [what, ageMs] of [
  ['postpones a row without a handler by a minute until its time limit', HOUR - 1],
  ['gives a row without a handler up at its time limit', HOUR],
] as const)
  void test(what, async () => {
    const { clock, outbox, log, begin } = harness()
    outbox.put('x', { ageMs, attempts: 4 })
    begin(null, { retryForMs: HOUR })
    await turn()
    if (ageMs === HOUR) {
      assert.deepEqual(log, [['x', { outcome: 'dead', attempts: 5, ageMs, code: 'no-handler' }]])
      assert.deepEqual(outbox.of('finish'), [['x', 'dead', 4, clock.now()]])
      assert.deepEqual(outbox.of('postpone'), [])
    } else {
      assert.deepEqual(outbox.of('postpone'), [['x', 60_000]])
      assert.deepEqual([log, outbox.of('finish')], [[], []])
    }
  })

void test('deletes delivered rows after 7 days and others after 30, every minute, in batches of 500', async () => {
  const { clock, outbox, log, begin } = harness()
  outbox.answers.set('abandon', async () => 1)
  begin(delivered)
  await turn()
  assert.deepEqual(outbox.of('abandon'), [[7 * DAY, 500, 0]])
  assert.deepEqual(outbox.of('prune delivered'), [[7 * DAY, 500]])
  assert.deepEqual(outbox.of('prune dead'), [[30 * DAY, 500]])
  assert.deepEqual(log, [['abandoned', 1]])
  await clock.advance(59_999)
  assert.equal(outbox.of('prune dead').length, 1)
  outbox.answers.clear()
  await clock.advance(1)
  assert.equal(outbox.of('prune dead').length, 2)
  assert.equal(log.length, 1, 'nothing was abandoned')
})

void test('deletes at most ten batches per minute and outcome, and stops after a smaller batch', async () => {
  const { outbox, begin } = harness()
  outbox.answers.set('prune delivered', async () => 500)
  let batches = 0
  outbox.answers.set('prune dead', async () => ((batches += 1) < 3 ? 500 : 499))
  begin(delivered)
  await turn()
  assert.equal(outbox.of('prune delivered').length, 10)
  assert.equal(outbox.of('prune dead').length, 3)
})

void test('abandons no row when retries have no time limit', async () => {
  const { outbox, log, begin } = harness()
  begin(delivered, { retryForMs: Number.POSITIVE_INFINITY })
  await turn()
  assert.deepEqual([outbox.of('abandon'), log], [[], []])
  assert.equal(outbox.of('prune dead').length, 1)
})

for (const [error, code] of [
  [new StoreError('store-unavailable', 'away'), 'store-unavailable'],
  [new Error('a bug'), 'fault'],
] as const)
  void test(`reports ${code} of the outbox, with the row if there is one, and continues`, async () => {
    const { clock, outbox, log, worked, begin } = harness()
    const reject = (): Promise<never> => Promise.reject(error)
    for (const name of ['releaseLeases', 'claim', 'finish']) outbox.answers.set(name, reject)
    begin(delivered)
    await turn()
    assert.deepEqual(log, Array(2).fill(['fault', code, null]))
    assert.equal(worked(), 0)
    for (const name of ['releaseLeases', 'claim']) outbox.answers.delete(name)
    outbox.put('x')
    await clock.advance(1_000)
    assert.deepEqual(log.at(-1), ['fault', code, 'x'])
    assert.equal(worked(), 1)
  })

void test('rows of a claim that was committed without an answer are sent a second later, a running attempt keeps its row', async () => {
  const { clock, outbox, log, begin } = harness()
  outbox.put('running')
  let answer = (): void => {}
  const ids: string[] = []
  begin(({ id }) => {
    ids.push(id)
    return new Promise((resolve) => {
      if (id === 'running') answer = () => resolve({ ok: true })
      else resolve({ ok: true })
    })
  })
  await turn()
  outbox.put('x', { receiver: 'b' })
  const { claim } = outbox
  outbox.claim = async (asked) => {
    await claim(asked)
    outbox.claim = claim
    throw new StoreError('store-unavailable', 'the answer was lost')
  }
  await clock.advance(1_000)
  assert.deepEqual(ids, ['running'])
  await clock.advance(1_000)
  assert.deepEqual(ids, ['running', 'x'])
  assert.deepEqual(outbox.of('releaseLeases'), [['one'], ['one', ['running']]])
  answer()
  await clock.advance(10_000)
  assert.deepEqual(
    log.map(([, attempt]) => (attempt as { readonly outcome?: string }).outcome ?? attempt),
    ['store-unavailable', 'delivered', 'delivered'],
  )
  assert.equal(outbox.of('releaseLeases').length, 2)
})

void test('rows that were claimed and could not be sorted are claimed again a second later', async () => {
  const { clock, outbox, log, begin } = harness()
  outbox.put('x')
  const { now } = outbox
  outbox.now = async () => {
    if (outbox.of('claim').length !== 1) return now()
    throw new StoreError('store-unavailable', 'away')
  }
  begin(delivered)
  await clock.advance(1_500)
  assert.deepEqual(log, [
    ['fault', 'store-unavailable', null],
    ['x', { outcome: 'delivered', attempts: 1, ageMs: 1_000 }],
  ])
})

void test('a stop waits 3 s for a running attempt, then aborts it and releases its row uncounted', async () => {
  const { clock, outbox, log, begin } = harness()
  outbox.put('x', { attempts: 2 })
  let signal = AbortSignal.abort()
  const deliverer = begin((_row, given) => {
    signal = given
    return new Promise((resolve) => given.addEventListener('abort', () => resolve(AWAY)))
  })
  await turn()
  let stopped = false
  const stopping = deliverer.drain().then(() => (stopped = true))
  await clock.advance(2_999)
  assert.deepEqual([signal.aborted, stopped], [false, false])
  await clock.advance(1)
  await stopping
  assert.ok(signal.aborted)
  assert.deepEqual(outbox.of('release'), [['x', 2, 0]])
  assert.deepEqual(log, [])
})

void test('a stop without running attempts needs no timer', async () => {
  const { clock, outbox, begin } = harness()
  outbox.put('x')
  const deliverer = begin(delivered)
  await turn()
  await deliverer.drain()
  assert.equal(clock.pending, 0)
})
