/** The times, limits and log of a deliverer on an outbox in memory and a manual clock. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreError } from '../errors.ts'
import type { AgedLease } from '../lease-watch.ts'
import { ManualClock, turn } from '../testing.ts'
import { createDeliverer, type Deliverer, type DelivererConfig } from './deliverer.ts'
import {
  newOutboxRow,
  type DeliveryHandler,
  type DeliveryResult,
  type Outbox,
  type OutboxRow,
} from './outbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Job extends OutboxRow {
  readonly receiver: string
}

type Call = readonly [name: string, ...given: unknown[]]

/** An outbox that records its calls; `answers` replaces the answer of a call. */
class MemoryOutbox implements Outbox<Job> {
  readonly calls: Call[] = []
  readonly answers = new Map<string, () => Promise<number>>()
  readonly #rows = new Map<string, Job>()
  readonly #clock: ManualClock
  heldLeases: (() => Promise<readonly AgedLease[]>) | null = null
  /** Calls of `postpone`, also of those without rows. */
  postponements = 0

  constructor(clock: ManualClock) {
    this.#clock = clock
  }

  /** Adds a row that is `ageMs` old and due. */
  put(id: string, { ageMs = 0, receiver = 'a', attempts = 0 } = {}): void {
    const nowMs = this.#clock.now()
    this.#rows.set(id, { ...newOutboxRow(id, nowMs - ageMs), nextAtMs: nowMs, receiver, attempts })
  }

  /** Calls with this name, without the name. */
  of(name: string): readonly unknown[][] {
    return this.calls.filter(([each]) => each === name).map(([, ...given]) => given)
  }

  now = async (): Promise<number> => this.#clock.now()

  claim = async (asked: { owner: string; leaseMs: number; limit: number }): Promise<Job[]> => {
    await this.#answer('claim', asked)
    const due = [...this.#rows.values()].filter(
      ({ nextAtMs: atMs, leaseOwner: owner }) => atMs !== null && atMs <= this.#clock.now() && owner === null,
    )
    return due.slice(0, asked.limit).map((row) => this.#change(row, { leaseOwner: asked.owner }))
  }

  releaseLeases = async (owner: string): Promise<void> => void (await this.#answer('releaseLeases', owner))

  finish = async (row: Job, ...given: unknown[]): Promise<void> => {
    await this.#answer('finish', row.id, ...given)
    this.#change(row, { nextAtMs: null, leaseOwner: null })
  }

  release = async (row: Job, attempts: number, nextAtMs: number, ...given: unknown[]): Promise<void> => {
    await this.#answer('release', row.id, attempts, nextAtMs - this.#clock.now(), ...given)
    this.#change(row, { attempts, nextAtMs, leaseOwner: null })
  }

  postpone = async (rows: readonly { readonly row: Job; readonly nextAtMs: number }[]): Promise<void> => {
    this.postponements += 1
    for (const { row, nextAtMs } of rows) {
      await this.#answer('postpone', row.id, nextAtMs - this.#clock.now())
      this.#change(row, { nextAtMs, leaseOwner: null })
    }
  }

  abandon = (beforeMs: number, limit: number, atMs: number): Promise<number> =>
    this.#answer('abandon', this.#clock.now() - beforeMs, limit, this.#clock.now() - atMs)

  prune = (outcome: string, beforeMs: number, limit: number): Promise<number> =>
    this.#answer(`prune ${outcome}`, this.#clock.now() - beforeMs, limit)

  #change(row: Job, columns: Partial<Job>): Job {
    const changed = { ...row, ...columns }
    this.#rows.set(row.id, changed)
    return changed
  }

  async #answer(...call: Call): Promise<number> {
    this.calls.push(call)
    return (await this.answers.get(call[0])?.()) ?? 0
  }
}

interface Harness {
  readonly clock: ManualClock
  readonly outbox: MemoryOutbox
  /** Attempts, faults and abandoned rows in their order. */
  readonly log: unknown[][]
  begin(
    handler: DeliveryHandler<Job> | null,
    options?: Partial<Pick<DelivererConfig<Job>, 'retryForMs' | 'concurrencyPerReceiver'>>,
  ): Deliverer
}

/** The random fraction is always 1/2, so that delays have no jitter and postponements are half of their range. */
function harness(): Harness {
  const clock = new ManualClock()
  const outbox = new MemoryOutbox(clock)
  const log: unknown[][] = []
  return {
    clock,
    outbox,
    log,
    begin(handler, { retryForMs = DAY, ...options } = {}) {
      const deliverer = createDeliverer<Job>({
        outbox,
        receiverOf: ({ receiver }) => receiver,
        handlerFor: () => handler,
        retryForMs,
        ...options,
        unknownCode: 'no-handler',
        clock,
        random: () => Uint8Array.of(128, 0),
        log: {
          attempted: ({ id }, attempt) => void log.push([id, attempt]),
          fault: (code, row) => void log.push(['fault', code, row?.id ?? null]),
          abandoned: (rows) => void log.push(['abandoned', rows]),
        },
        instance: 'one',
      })
      deliverer.begin()
      return deliverer
    },
  }
}

const AWAY: DeliveryResult = { ok: false, code: 'away' }
const REFUSED: DeliveryResult = { ...AWAY, refused: true }
const away: DeliveryHandler<Job> = async () => AWAY
const delivered: DeliveryHandler<Job> = async () => ({ ok: true })
const never: DeliveryHandler<Job> = () => new Promise(() => {})

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
  await clock.advance(5_000)
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
    const { clock, outbox, log, begin } = harness()
    const reject = (): Promise<never> => Promise.reject(error)
    for (const name of ['releaseLeases', 'claim', 'finish']) outbox.answers.set(name, reject)
    begin(delivered)
    await turn()
    assert.deepEqual(log, Array(2).fill(['fault', code, null]))
    outbox.answers.delete('claim')
    outbox.put('x')
    await clock.advance(1_000)
    assert.deepEqual(log.at(-1), ['fault', code, 'x'])
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
