/** How many attempts a deliverer runs at once: of the process, and of one receiver that fails or hangs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turn } from '../testing.ts'
import { AWAY, away, harness, type MemoryOutbox, never, REFUSED } from './deliverer.testing.ts'
import type { DeliveryResult } from './outbox.ts'

const limitsOf = (outbox: MemoryOutbox): number[] =>
  outbox.of('claim').map(([asked]) => (asked as { limit: number }).limit)

void test('claims again at once after a full batch', async () => {
  const { outbox, begin } = harness()
  for (let index = 0; index < 40; index += 1) outbox.put(`r${index}`)
  begin(null)
  await turn()
  assert.deepEqual(limitsOf(outbox), [32, 32])
  assert.equal(outbox.of('postpone').length, 40)
})

void test('claims for the free attempts as soon as one of 32 ends', async () => {
  const { outbox, begin } = harness()
  for (let index = 0; index < 40; index += 1) outbox.put(`r${index}`, { receiver: `receiver ${index}` })
  const ends: (() => void)[] = []
  begin(() => new Promise((resolve) => void ends.push(() => resolve({ ok: true }))))
  await turn()
  assert.deepEqual(limitsOf(outbox), [32])
  ends[0]?.()
  await turn()
  assert.deepEqual(limitsOf(outbox), [32, 1])
  assert.equal(ends.length, 33)
})

void test('claims no earlier than at the next tick after an attempt that leaves a free one', async () => {
  const { outbox, begin } = harness()
  for (let index = 0; index < 31; index += 1) outbox.put(`r${index}`, { receiver: `receiver ${index}` })
  const ends: (() => void)[] = []
  begin(() => new Promise((resolve) => void ends.push(() => resolve({ ok: true }))))
  await turn()
  ends[0]?.()
  await turn()
  assert.deepEqual([ends.length, limitsOf(outbox)], [31, [32]])
})

void test('claims for the free attempts as soon as one of 32 takes longer than a second', async () => {
  const { clock, outbox, begin } = harness()
  const deliverer = begin(never)
  await clock.advance(500)
  for (let index = 0; index < 40; index += 1) outbox.put(`r${index}`, { receiver: `receiver ${index}` })
  deliverer.wake()
  await clock.advance(100)
  // Without room this claims nothing; the next tick is 100 ms after the first attempts have become slow.
  deliverer.wake()
  await clock.advance(899)
  assert.deepEqual(limitsOf(outbox), [32, 32])
  await clock.advance(1)
  assert.deepEqual(limitsOf(outbox), [32, 32, ...Array<number>(9).fill(1)])
})

void test('an attempt that took longer than a second makes room once', async () => {
  const { clock, outbox, begin } = harness()
  const ends: (() => void)[] = []
  const deliverer = begin(() => new Promise((resolve) => void ends.push(() => resolve({ ok: true }))))
  for (let index = 0; index < 32; index += 1) outbox.put(`r${index}`, { receiver: `receiver ${index}` })
  await clock.advance(1_000)
  for (const end of ends.splice(0)) end()
  await turn()
  for (let index = 0; index < 70; index += 1) outbox.put(`s${index}`, { receiver: `receiver ${index}` })
  deliverer.wake()
  await turn()
  assert.equal(ends.length, 32)
})

void test('an attempt for a receiver that failed takes the room of no other', async () => {
  const { clock, outbox, begin } = harness()
  let isAway = true
  let hanging = 0
  begin((row, signal) => {
    if (isAway) return Promise.resolve(AWAY)
    hanging += 1
    return never(row, signal)
  })
  for (let index = 0; index < 40; index += 1) outbox.put(`r${index}`, { receiver: `receiver ${index}` })
  await clock.advance(1_000)
  isAway = false
  // All are repeated after 5 s; a second later an attempt takes the room of no other anyway.
  await clock.advance(4_500)
  assert.equal(hanging, 40)
})

void test('a receiver gets a row again when none of its attempts takes long any more', async () => {
  const { clock, outbox, begin } = harness()
  const ends = new Map<string, (result: DeliveryResult) => void>()
  const deliverer = begin(({ id }) => new Promise((resolve) => void ends.set(id, resolve)))
  const put = async (id: string): Promise<void> => {
    outbox.put(id)
    deliverer.wake()
    await turn()
  }
  const end = async (id: string, result: DeliveryResult): Promise<void> => {
    ends.get(id)?.(result)
    await turn()
  }
  await put('quick')
  await end('quick', REFUSED)
  await put('one')
  await put('two')
  await clock.advance(1_000)
  await put('first')
  await end('one', { ok: true })
  await put('second')
  // Half of the spread of a second beyond the delay of a busy receiver.
  assert.deepEqual(outbox.of('postpone'), [
    ['first', 1_500],
    ['second', 1_500],
  ])
  await end('two', REFUSED)
  await put('third')
  assert.deepEqual([...ends.keys()], ['quick', 'one', 'two', 'third'])
})

void test('postpones the rows of a failing receiver until its cool-down ends, and not those of others', async () => {
  const { clock, outbox, log, begin } = harness()
  let result: DeliveryResult = AWAY
  outbox.put('first')
  begin(async () => result)
  await turn()
  result = { ok: true }
  await clock.advance(400)
  outbox.put('early')
  outbox.put('other', { receiver: 'b' })
  await clock.advance(600)
  // The cool-down of 1 s is over at this tick exactly.
  assert.deepEqual(outbox.of('postpone'), [])
  assert.deepEqual(
    log.map(([id]) => id),
    ['first', 'early', 'other'],
  )
})

void test('a row of a cooling receiver waits for the cool-down and half of 2 s', async () => {
  const { clock, outbox, begin } = harness()
  outbox.put('first')
  const deliverer = begin(away)
  await turn()
  await clock.advance(400)
  outbox.put('second')
  deliverer.wake()
  await turn()
  assert.deepEqual(outbox.of('postpone'), [['second', 600 + 1_000]])
})

void test('a success ends the cool-down of its receiver and its count of failures', async () => {
  const { clock, outbox, begin } = harness()
  const results: DeliveryResult[] = [AWAY, { ok: true }, AWAY]
  outbox.put('first')
  const deliverer = begin(async () => results.shift() ?? AWAY)
  await clock.advance(5_000)
  assert.equal(results.length, 1, 'retried after 5 s')
  outbox.put('second')
  deliverer.wake()
  await turn()
  outbox.put('third')
  deliverer.wake()
  await turn()
  assert.deepEqual(outbox.of('postpone'), [['third', 1_000 + 1_000]])
})

void test('a refusal starts no cool-down', async () => {
  const { outbox, log, begin } = harness()
  outbox.put('first')
  const deliverer = begin(async () => REFUSED)
  await turn()
  outbox.put('second')
  deliverer.wake()
  await turn()
  assert.deepEqual(outbox.of('postpone'), [])
  assert.equal(log.length, 2)
})

void test('a failing receiver gets one row at a time', async () => {
  const { clock, outbox, begin } = harness()
  const results = [AWAY]
  outbox.put('first')
  const deliverer = begin((row, signal) => {
    const result = results.shift()
    return result === undefined ? never(row, signal) : Promise.resolve(result)
  })
  await clock.advance(4_500)
  outbox.put('second')
  outbox.put('third')
  deliverer.wake()
  await turn()
  // `second` has the only attempt; `third` waits a second and half of 2 s.
  assert.deepEqual(outbox.of('postpone'), [['third', 1_000 + 1_000]])
})

for (const [concurrencyPerReceiver, expected] of [
  [undefined, 4],
  [2, 2],
] as const)
  void test(`a receiver gets ${expected} rows at a time (option ${concurrencyPerReceiver ?? 'absent'})`, async () => {
    const { outbox, begin } = harness()
    for (let index = 0; index < 6; index += 1) outbox.put(`r${index}`)
    let attempts = 0
    begin(
      (row, signal) => {
        attempts += 1
        return never(row, signal)
      },
      concurrencyPerReceiver === undefined ? {} : { concurrencyPerReceiver },
    )
    await turn()
    assert.equal(attempts, expected)
    assert.deepEqual(
      outbox.of('postpone'),
      Array.from({ length: 6 - expected }, (_, index) => [`r${expected + index}`, 1_000]),
    )
  })

void test('counts the attempts of a receiver while some of them still run', async () => {
  const { clock, outbox, begin } = harness()
  const ends: (() => void)[] = []
  const deliverer = begin(() => new Promise((resolve) => void ends.push(() => resolve({ ok: true }))), {
    concurrencyPerReceiver: 2,
  })
  for (const id of ['r0', 'r1']) outbox.put(id)
  await clock.advance(900)
  ends[0]?.()
  await turn()
  for (const id of ['r2', 'r3']) outbox.put(id)
  deliverer.wake()
  await turn()
  assert.equal(ends.length, 3)
  assert.deepEqual(outbox.of('postpone'), [['r3', 1_000]])
})

void test('a receiver that hangs gets no further row, and at most 512 attempts run at once', async () => {
  const { clock, outbox, begin } = harness()
  const running = new Map<string, number>()
  begin(({ receiver }) => {
    running.set(receiver, (running.get(receiver) ?? 0) + 1)
    return new Promise(() => {})
  })
  for (let index = 0; index < 8; index += 1) outbox.put(`slow ${index}`, { receiver: 'slow' })
  await turn()
  assert.equal(running.get('slow'), 4)
  for (let index = 0; index < 600; index += 1) outbox.put(`row ${index}`, { receiver: `receiver ${index}` })
  await clock.advance(60_000)
  assert.equal(running.get('slow'), 4)
  assert.equal(
    [...running.values()].reduce((sum, count) => sum + count),
    512,
  )
})

void test('D-176 rows of working receivers arrive within 3 s while 100 of 120 receivers hang', async () => {
  const { clock, outbox, log, begin } = harness()
  const hangs = (receiver: string): boolean => Number(receiver) < 100
  begin(
    ({ receiver }) =>
      new Promise((resolve) => {
        if (hangs(receiver)) clock.after(10_000, () => resolve(AWAY))
        else clock.after(50, () => resolve({ ok: true }))
      }),
  )
  const own = new Set<string>()
  for (let second = 0; second < 90; second += 1) {
    // Each receiver gets a row every four seconds, those that hang first.
    for (let receiver = second % 4; receiver < 120; receiver += 4) {
      const id = `${receiver} at ${second}`
      outbox.put(id, { receiver: String(receiver) })
      if (!hangs(String(receiver))) own.add(id)
    }
    await clock.advance(1_000)
  }
  await clock.advance(5_000)
  const ages = log.flatMap(([id, attempt]) =>
    own.has(String(id)) ? [(attempt as { ageMs: number }).ageMs] : [],
  )
  assert.equal(ages.length, own.size)
  assert.ok(Math.max(...ages) <= 3_000, `${Math.max(...ages)} ms`)
})
