/** The connection for notices: its backoff, its batches, what it sends again, and its end; with a scripted client and transport. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test, type TestContext } from 'node:test'
import type pg from 'pg'
import type { PendingNotice } from '../scope.ts'
import { deferred, turn } from '../testing.ts'
import type { NoticeTransport } from './notice-transport.ts'
import { PostgresNotices } from './postgres-notices.ts'

const lostConnection = (): Error => Object.assign(new Error('a fault of the socket'), { code: 'ECONNRESET' })

/** A client that connects as the test says. */
class ScriptedClient extends EventEmitter {
  ends = 0
  readonly #connect: () => Promise<void>

  constructor(connect: () => Promise<void>) {
    super()
    this.#connect = connect
  }

  connect(): Promise<void> {
    return this.#connect()
  }

  async end(): Promise<void> {
    this.ends += 1
    throw new Error('the end of a connection is not answered')
  }
}

/** A transport that records its calls and answers `send` as the test says. */
class ScriptedTransport implements NoticeTransport {
  readonly calls: string[] = []
  readonly sent: string[][] = []
  answer: () => Promise<void> = async () => {}
  lost: () => void = () => {}
  ends = 0

  async begin(_client: pg.Client, channels: readonly string[], lost: () => void): Promise<void> {
    this.calls.push(`begin ${channels.join(' ')}`)
    this.lost = lost
  }

  async listen(_client: pg.Client, channel: string): Promise<void> {
    this.calls.push(`listen ${channel}`)
  }

  async unlisten(_client: pg.Client, channel: string): Promise<void> {
    this.calls.push(`unlisten ${channel}`)
    throw new Error('no answer')
  }

  async send(_client: pg.Client, notices: readonly PendingNotice[]): Promise<void> {
    this.sent.push(notices.map(({ payload }) => payload))
    await this.answer()
  }

  end(): void {
    this.ends += 1
  }
}

interface Bench {
  readonly notices: PostgresNotices
  readonly transport: ScriptedTransport
  readonly clients: ScriptedClient[]
  readonly warnings: unknown[][]
  /** How the next clients connect. */
  connect: () => Promise<void>
  send(...payloads: readonly string[]): void
  pass(ms: number): Promise<void>
}

function benchOf(t: TestContext): Bench {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const transport = new ScriptedTransport()
  const clients: ScriptedClient[] = []
  const warnings: unknown[][] = []
  const newClient = (): pg.Client => {
    const client = new ScriptedClient(() => bench.connect())
    clients.push(client)
    return client as unknown as pg.Client
  }
  const log = { warn: (...given: unknown[]) => void warnings.push(given) }
  const bench: Bench = {
    notices: new PostgresNotices(newClient, log, () => transport),
    transport,
    clients,
    warnings,
    connect: async () => {},
    send: (...payloads) => bench.notices.send(payloads.map((payload) => ({ channel: 'sale', payload }))),
    pass: async (ms) => {
      t.mock.timers.tick(ms)
      await turn()
    },
  }
  return bench
}

const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]

test('connects again after 100 ms, doubled up to 5 s, and then sends and reads again', async (t) => {
  const bench = benchOf(t)
  const { notices, transport, clients, warnings } = bench
  const heard: string[] = []
  for (const channel of ['sale', 'device'])
    await notices.listen(channel, ({ type }) => heard.push(`${channel} ${type}`))
  for (const outage of [1, 2]) {
    bench.connect = () => Promise.reject(lostConnection())
    clients.at(-1)?.emit('error', lostConnection())
    const before = clients.length
    bench.send(`x${outage}`)
    await turn()
    for (const [index, pauseMs] of PAUSES_MS.entries()) {
      await bench.pass(pauseMs - 1)
      assert.equal(clients.length, before + index)
      await bench.pass(1)
      assert.equal(clients.length, before + index + 1)
    }
    assert.equal(heard.length, 0)
    bench.connect = async () => {}
    await bench.pass(5_000)
    assert.deepEqual(heard.splice(0), ['sale resync', 'device resync'])
    assert.deepEqual(transport.sent.at(-1), [`x${outage}`])
    assert.equal(warnings.length, outage)
  }
  assert.ok(clients.slice(0, -1).every(({ ends }) => ends === 1))
  assert.deepEqual(transport.calls, [
    'begin sale',
    'listen sale',
    'listen device',
    'begin sale device',
    'begin sale device',
  ])
  assert.deepEqual(warnings[0], [{}, 'the connection for notices was lost'])
  await notices.close()
  assert.equal(clients.at(-1)?.ends, 1)
})

test('a first connection that fails is tried again, and what was sent follows', async (t) => {
  const bench = benchOf(t)
  bench.connect = () => Promise.reject(lostConnection())
  bench.send('x')
  bench.send('y', 'x')
  await turn()
  assert.deepEqual([bench.clients.length, bench.transport.sent], [1, []])
  bench.connect = async () => {}
  await bench.pass(100)
  assert.deepEqual(
    bench.transport.sent.map((payloads) => payloads.toSorted()),
    [['x', 'y']],
  )
  assert.equal(bench.warnings.length, 0)
  await bench.notices.close()
})

test('a statement has at most 500 notices', async (t) => {
  const bench = benchOf(t)
  bench.send(...Array.from({ length: 1_001 }, (_, index) => `n${index}`))
  await bench.notices.close()
  assert.deepEqual(
    bench.transport.sent.map(({ length }) => length),
    [500, 500, 1],
  )
})

test('keeps the latest 10,000 notices while a statement runs', async (t) => {
  const bench = benchOf(t)
  const gate = deferred()
  bench.transport.answer = () => gate.promise
  bench.send('first')
  await turn()
  bench.send(...Array.from({ length: 10_002 }, (_, index) => `n${index}`))
  gate.resolve()
  await bench.notices.close()
  const [, ...later] = bench.transport.sent
  assert.deepEqual([later.flat().length, later[0]?.[0], later.at(-1)?.at(-1)], [10_000, 'n2', 'n10001'])
})

test('notices that the server refuses are logged and dropped, and the next ones follow', async (t) => {
  const bench = benchOf(t)
  const refused = Object.assign(new Error('payload string too long'), { code: '22023' })
  bench.transport.answer = () => Promise.reject(refused)
  bench.send('x', 'y')
  await turn()
  bench.transport.answer = async () => {}
  bench.send('z')
  await bench.notices.close()
  assert.deepEqual(bench.transport.sent, [['x', 'y'], ['z']])
  assert.deepEqual(bench.warnings, [
    [{ error: refused, notices: 2 }, 'the server refused notices; their listeners read later'],
  ])
  assert.equal(bench.clients.length, 1)
})

test('notices whose connection is lost are sent again over the next one', async (t) => {
  const bench = benchOf(t)
  bench.transport.answer = () => Promise.reject(lostConnection())
  bench.send('x', 'y')
  await turn()
  bench.transport.answer = async () => {}
  await bench.pass(100)
  assert.deepEqual(bench.transport.sent, [
    ['x', 'y'],
    ['x', 'y'],
  ])
  assert.equal(bench.clients.length, 2)
  await bench.notices.close()
})

for (const event of ['error', 'end', 'the transport'] as const)
  test(`a loss that ${event} reports leads to one new connection, and the old one changes nothing later`, async (t) => {
    const bench = benchOf(t)
    const { notices, transport, clients } = bench
    await notices.listen('sale', () => {})
    const lose = (): unknown => {
      if (event === 'the transport') return transport.lost()
      return clients[0]?.emit(event, lostConnection())
    }
    const { lost } = transport
    lose()
    clients[0]?.emit('end')
    await bench.pass(100)
    clients[0]?.emit('error', lostConnection())
    lost()
    await bench.pass(60_000)
    assert.deepEqual([clients.length, clients[0]?.ends, transport.ends], [2, 1, 1])
    await notices.close()
    assert.deepEqual([clients[1]?.ends, transport.ends], [1, 2])
  })

test('stops a channel on the server with its last listener, if there is a connection', async (t) => {
  const bench = benchOf(t)
  const { notices, transport, clients } = bench
  const stops = [await notices.listen('sale', () => {}), await notices.listen('sale', () => {})]
  await stops[0]?.()
  assert.ok(!transport.calls.includes('unlisten sale'))
  await stops[1]?.()
  await stops[1]?.()
  assert.deepEqual(
    transport.calls.filter((call) => call.startsWith('unlisten')),
    ['unlisten sale'],
  )
  const stop = await notices.listen('device', () => {})
  bench.connect = () => Promise.reject(lostConnection())
  clients[0]?.emit('end')
  await stop()
  assert.ok(!transport.calls.includes('unlisten device'))
  await notices.close()
})

test('a listener whose connection fails is removed', async (t) => {
  const bench = benchOf(t)
  bench.connect = () => Promise.reject(lostConnection())
  await assert.rejects(
    bench.notices.listen('sale', () => {}),
    { code: 'store-unavailable' },
  )
  bench.connect = async () => {}
  await bench.notices.listen('device', () => {})
  assert.deepEqual(bench.transport.calls, ['begin device', 'listen device'])
  await bench.notices.close()
})

test('a close ends the attempts to connect', async (t) => {
  const bench = benchOf(t)
  bench.connect = () => Promise.reject(lostConnection())
  bench.send('x')
  await turn()
  await bench.notices.close()
  bench.send('y')
  await bench.pass(60_000)
  assert.equal(bench.clients.length, 1)
  await assert.rejects(
    bench.notices.listen('sale', () => {}),
    { code: 'store-closed' },
  )
})

test('a close waits for a connection that is opened, and ends it', async (t) => {
  const bench = benchOf(t)
  const gate = deferred()
  bench.connect = () => gate.promise
  const listening = assert.rejects(
    bench.notices.listen('sale', () => {}),
    { code: 'store-closed' },
  )
  let closed = false
  const closing = bench.notices.close().then(() => (closed = true))
  await turn()
  assert.equal(closed, false)
  gate.resolve()
  await Promise.all([listening, closing])
  assert.equal(bench.clients[0]?.ends, 1)
  await bench.pass(60_000)
  assert.equal(bench.clients.length, 1)
})

test('listeners that come together share one connection', async (t) => {
  const bench = benchOf(t)
  await Promise.all(['sale', 'device'].map((channel) => bench.notices.listen(channel, () => {})))
  bench.send('x')
  await bench.notices.close()
  assert.equal(bench.clients.length, 1)
})
