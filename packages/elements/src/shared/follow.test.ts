import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { APPROVED, SALE, ScriptedBff } from '../testing/scripted-bff.ts'
import { Client } from './client.ts'
import { backOffMs, follow } from './follow.ts'
import { TokenSource, type GetToken } from './token-source.ts'

/** Runs pending tasks without advancing the clock until the condition holds. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

function stage(getToken: GetToken = async () => 't') {
  const bff = new ScriptedBff()
  bff.sale = { ...SALE, state: 'started' }
  const sales: Sale[] = []
  const links: boolean[] = []
  const pauses: number[] = []
  const turns = new Set<() => void>()
  const resume: (() => void)[] = []
  let hidden = false
  const run = new AbortController()
  const tokens = new TokenSource({ now: () => 0, getToken: () => getToken })
  const ended = follow(
    { id: 'sale_1', version: 1 },
    {
      client: new Client({ base: 'https://pay.test', fetch: bff.fetch, tokens }),
      random: () => 0.5,
      pause: (ms) => {
        pauses.push(ms)
        return new Promise((resolve) => resume.push(resolve))
      },
      onTurn: (callback) => {
        turns.add(callback)
        return () => turns.delete(callback)
      },
      isHidden: () => hidden,
    },
    { sale: (sale) => sales.push(sale), link: (alive) => links.push(alive), refused: () => undefined },
    run.signal,
  )
  return {
    bff,
    sales,
    links,
    pauses,
    turns,
    ended,
    run,
    /** Hides or shows the page. */
    turn: (now: boolean) => {
      hidden = now
      for (const call of turns) call()
    },
    /** Waits for the next pause and ends it. */
    goOn: async () => {
      await until(() => resume.length > 0)
      resume.splice(0).forEach((call) => call())
    },
  }
}

test('follows a sale to its end over one stream', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.bff.move({ phase: 'present_card' })
  on.bff.move(APPROVED, 'approved')
  await on.ended
  assert.deepEqual(
    on.sales.map(({ state }) => state),
    ['started', 'started', 'approved'],
  )
  assert.equal(on.bff.to('GET', '/v1/sales/sale_1/events').length, 1)
  assert.equal(on.turns.size, 0)
})

test('P62 resumes a cut stream at once from the last event', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.bff.move({ phase: 'present_card' })
  await until(() => on.sales.length === 2)
  on.bff.cut()
  await until(() => on.pauses.length === 1)
  assert.ok(on.pauses[0]! <= 250)
  on.bff.move(APPROVED, 'approved')
  await on.goOn()
  await on.ended
  assert.equal(on.sales.at(-1)?.state, 'approved')
  assert.equal(on.bff.to('GET', '/v1/sales/sale_1/events')[1]?.headers.get('Last-Event-ID'), '2')
  assert.ok(!on.links.includes(false))
})

test('P61 reports an unreachable server after two tries, and its return', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.bff.offline = true
  on.bff.cut()
  await on.goOn()
  await on.goOn()
  await until(() => on.pauses.length === 3)
  assert.equal(on.links.at(-1), false)
  assert.ok(on.pauses.reduce((sum, ms) => sum + ms) < 3_000)
  on.bff.offline = false
  await on.goOn()
  await until(() => on.links.at(-1) === true)
  on.run.abort()
})

// P63 asserts: polled after 3 s without a byte.
test('P63 polls with the ETag behind a proxy that holds the stream back', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const on = stage()
    on.bff.buffering = true
    await until(() => on.bff.streams === 1)
    mock.timers.tick(3_000)
    await until(() => on.bff.streams === 0)
    on.bff.sale = { ...on.bff.sale!, ...APPROVED, version: 2 }
    await on.goOn()
    await on.ended
    const [poll] = on.bff.to('GET', '/v1/sales/sale_1')
    assert.equal(poll?.headers.get('If-None-Match'), '"1"')
    assert.equal(on.sales.at(-1)?.state, 'approved')
  } finally {
    mock.timers.reset()
  }
})

test('gives up a stream without a heartbeat after 35 s', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const on = stage()
    await until(() => on.sales.length === 1)
    mock.timers.tick(34_999)
    assert.equal(on.bff.streams, 1)
    mock.timers.tick(1)
    await until(() => on.bff.streams === 0)
    on.run.abort()
  } finally {
    mock.timers.reset()
  }
})

test('reads at once when the computer wakes up', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.turn(false)
  await on.goOn()
  await until(() => on.bff.to('GET', '/v1/sales/sale_1/events').length === 2)
  on.run.abort()
})

test('P60 a hidden page has no stream, so that many tabs do not block each other; it polls until it is shown', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.turn(true)
  await until(() => on.pauses.length === 1)
  assert.equal(on.bff.streams, 0)
  on.bff.move({ phase: 'present_card' })
  await on.goOn()
  await until(() => on.pauses.length === 2)
  assert.equal(on.sales.at(-1)?.phase, 'present_card')
  assert.ok(on.pauses[1]! >= 5_000 && on.bff.streams === 0)
  on.turn(false)
  await on.goOn()
  await until(() => on.bff.streams === 1)
  on.bff.move(APPROVED, 'approved')
  await on.ended
  assert.ok(!on.links.includes(false))
})

test('reports a sale that ends while the page is hidden by polling', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.turn(true)
  await until(() => on.pauses.length === 1)
  on.bff.move(APPROVED, 'approved')
  await on.goOn()
  await on.ended
  assert.equal(on.sales.at(-1)?.state, 'approved')
})

test('P67 closes the connection with the last subscriber', async () => {
  const on = stage()
  await until(() => on.sales.length === 1)
  on.run.abort()
  await on.ended
  assert.deepEqual([on.bff.streams, on.turns.size], [0, 0])
})

test('P61 pauses double with jitter, up to a limit that a person can wait', () => {
  assert.ok(backOffMs(0, () => 1) <= 250)
  assert.deepEqual(
    [2, 3, 5, 20].map((failures) => backOffMs(failures, () => 1)),
    [1000, 2000, 2500, 2500],
  )
  assert.equal(
    backOffMs(20, () => 0),
    1250,
  )
})

test('D-106 calls a page that gives no token mid-sale ever more rarely, and continues when it gives one', async () => {
  let refused = true
  let asked = 0
  const on = stage(() => {
    asked += 1
    return refused ? Promise.reject(new Error('no', { cause: { status: 401 } })) : Promise.resolve('t')
  })
  for (let times = 0; times < 9; times += 1) await on.goOn()
  await until(() => on.pauses.length === 10)
  // `random` is 0.5, so that each pause is half of its maximum. The first two are those of any interrupted stream.
  assert.deepEqual(on.pauses.slice(0, 8), [250, 750, 1500, 2000, 4000, 7500, 7500, 7500])
  assert.equal(asked, 10)
  refused = false
  on.bff.move(APPROVED, 'approved')
  await on.goOn()
  await on.ended
  assert.equal(on.sales.at(-1)?.state, 'approved')
})

test('D-106 respects Retry-After of the page’s server mid-sale', async () => {
  const headers = { 'retry-after': '9' }
  const on = stage(() => Promise.reject(new Error('no', { cause: { status: 429, headers } })))
  await until(() => on.pauses.length === 1)
  assert.deepEqual(on.pauses, [9_250])
  on.run.abort()
  await on.goOn()
  await on.ended
})
