/** Both ways of notices over a scripted client: the statements, when they run, and which rows are received. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test, type TestContext } from 'node:test'
import type pg from 'pg'
import type { PendingNotice } from '../scope.ts'
import { deferred, turn } from '../testing.ts'
import { listenTransport, PollTransport } from './notice-transport.ts'

interface Asked {
  readonly text: string
  readonly values: readonly unknown[]
}

/** A client that records its statements and answers each as the test says. */
class ScriptedClient extends EventEmitter {
  readonly asked: Asked[] = []
  answer: (text: string) => Promise<readonly object[]> = async () => []

  async query(text: string, values: readonly unknown[] = []): Promise<{ rows: readonly object[] }> {
    this.asked.push({ text: text.replaceAll(/\s+/g, ' '), values })
    return { rows: await this.answer(text) }
  }

  /** The values of the reads so far. */
  reads(): unknown[] {
    return this.asked.filter(({ text }) => text.startsWith('select sender')).flatMap(({ values }) => values)
  }

  removals(): string[] {
    return this.asked.filter(({ text }) => text.startsWith('delete')).map(({ text }) => text)
  }

  asClient(): pg.Client {
    return this as unknown as pg.Client
  }
}

const rowOf = (sender: string, number: number, atMs: number, nowMs: number): object => ({
  sender,
  number,
  channel: 'sale',
  payload: `${sender}${number}`,
  at_ms: atMs,
  now_ms: nowMs,
})

interface Polling {
  readonly client: ScriptedClient
  readonly transport: PollTransport
  readonly received: string[]
  readonly losses: () => number
  /** The rows of the next read. */
  next(...rows: readonly object[]): Promise<void>
  pass(ms: number): Promise<void>
}

/** A transport that has begun at 50 s of the server's clock. */
async function pollingOf(t: TestContext): Promise<Polling> {
  let nowMs = 0
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const client = new ScriptedClient()
  const received: string[] = []
  let losses = 0
  const transport = new PollTransport(({ payload }) => void received.push(payload))
  client.answer = async () => [{ now_ms: 50_000 }]
  await transport.begin(client.asClient(), [], () => void (losses += 1))
  client.answer = async () => []
  const pass = async (ms: number): Promise<void> => {
    nowMs += ms
    t.mock.timers.tick(ms)
    await turn()
  }
  const next = async (...rows: readonly object[]): Promise<void> => {
    client.answer = async (text) => (text.startsWith('select') ? rows : [])
    await pass(250)
    client.answer = async () => []
  }
  return { client, transport, received, losses: () => losses, next, pass }
}

test('D-193 reads every 250 ms, and a second back from the latest row or the time of the server', async (t) => {
  const { client, next, pass, transport } = await pollingOf(t)
  await pass(249)
  assert.equal(client.reads().length, 0)
  await pass(1)
  await next(rowOf('a', 1, 50_200, 50_300), rowOf('a', 2, 50_100, 50_300))
  await next(rowOf('ahead', 1, 99_000, 50_500))
  await next(rowOf('late', 1, 49_600, 50_700))
  await next()
  assert.deepEqual(client.reads(), [49_000, 49_000, 49_200, 49_500, 49_500])
  transport.end()
})

test('D-193 receives each row of another sender once, in the order of its numbers', async (t) => {
  const { client, next, received, transport } = await pollingOf(t)
  await transport.send(client.asClient(), [{ channel: 'sale', payload: 'own' }])
  const own = String(client.asked.at(-1)?.values[0])
  await next(rowOf('a', 1, 50_000, 50_000), rowOf('a', 2, 50_000, 50_000), rowOf(own, 1, 50_000, 50_000))
  await next(rowOf('a', 2, 50_000, 50_000), rowOf('a', 3, 50_000, 50_000), rowOf('b', 1, 50_000, 50_000))
  assert.deepEqual(received, ['own', 'a1', 'a2', 'a3', 'b1'])
  transport.end()
})

test('D-193 removes rows of a minute ago at the first read and every 15 s, and then forgets their senders', async (t) => {
  const { client, next, received, pass, transport } = await pollingOf(t)
  await next(rowOf('a', 1, 50_000, 50_000), rowOf('b', 1, 50_001, 50_001))
  assert.match(
    client.removals().join(' '),
    /^delete from tapboard_notice where at_ms < \(.*\)::bigint - 60000$/,
  )
  for (let passedMs = 250; passedMs < 15_000; passedMs += 250) await pass(250)
  assert.equal(client.removals().length, 1)
  await next(rowOf('c', 1, 110_001, 110_001))
  assert.equal(client.removals().length, 2)
  // The latest row is a minute newer than that of `b`, and more than a minute newer than that of `a`.
  await next(rowOf('a', 1, 50_000, 110_001), rowOf('b', 1, 50_001, 110_001))
  assert.deepEqual(received, ['a1', 'b1', 'c1', 'a1'])
  transport.end()
})

test('D-193 a read that fails reports the loss once, and is the last one', async (t) => {
  const { client, pass, losses } = await pollingOf(t)
  client.answer = () => Promise.reject(new Error('the connection is away'))
  await pass(250)
  await pass(60_000)
  assert.deepEqual([losses(), client.reads().length], [1, 1])
})

test('D-193 reads no more after the end, also when an answer comes later', async (t) => {
  const { client, pass, transport } = await pollingOf(t)
  const gate = deferred<readonly object[]>()
  client.answer = () => gate.promise
  await pass(250)
  transport.end()
  gate.resolve([])
  await turn()
  await pass(60_000)
  assert.equal(client.reads().length, 1)
})

test('D-193 an end before the first read cancels it', async (t) => {
  const { client, pass, transport } = await pollingOf(t)
  transport.end()
  await pass(60_000)
  assert.equal(client.reads().length, 0)
})

test('D-193 writes the notices of one call in one statement, with numbers that go on', async () => {
  const received: PendingNotice[] = []
  const transport = new PollTransport((notice) => void received.push(notice))
  const client = new ScriptedClient()
  const notices = ['x', 'y', 'z'].map((payload) => ({ channel: 'sale', payload }))
  await transport.send(client.asClient(), notices.slice(0, 2))
  await transport.send(client.asClient(), notices.slice(2))
  const now = String.raw`\(extract\(epoch from clock_timestamp\(\)\) \* 1000\)::bigint`
  const [first, second] = client.asked
  const head = String.raw`^insert into tapboard_notice \(sender, number, channel, payload, at_ms\) values `
  const tail = ' on conflict do nothing$'
  const one = String.raw`\(\$1, \$2, \$3, \$4, ${now}\)`
  const two = String.raw`\(\$1, \$5, \$6, \$7, ${now}\)`
  assert.match(first?.text ?? '', new RegExp(`${head}${one}, ${two}${tail}`))
  assert.match(second?.text ?? '', new RegExp(`${head}${one}${tail}`))
  assert.deepEqual(first?.values.slice(1), [1, 'sale', 'x', 2, 'sale', 'y'])
  assert.deepEqual(second?.values, [first?.values[0], 3, 'sale', 'z'])
  assert.deepEqual(received, notices)
})

test('listens to each channel, and receives a notice without a payload as an empty text', async () => {
  const received: PendingNotice[] = []
  const client = new ScriptedClient()
  const transport = listenTransport((notice) => void received.push(notice))
  await transport.begin(client.asClient(), ['sale', 'device'], () => {})
  client.emit('notification', { channel: 'sale', payload: 'x' })
  client.emit('notification', { channel: 'device' })
  await transport.unlisten(client.asClient(), 'sale')
  await transport.send(client.asClient(), received)
  transport.end()
  assert.deepEqual(received, [
    { channel: 'sale', payload: 'x' },
    { channel: 'device', payload: '' },
  ])
  assert.deepEqual(
    client.asked.slice(0, 3).map(({ text }) => text),
    ['listen sale', 'listen device', 'unlisten sale'],
  )
  assert.match(client.asked[3]?.text ?? '', /pg_notify.*'synchronous_commit', 'off', true/)
  assert.deepEqual(client.asked[3]?.values, [
    ['sale', 'device'],
    ['x', ''],
  ])
})

test('an engine without LISTEN is reported with its remedy, and any other fault passes through', async () => {
  const transport = listenTransport(() => {})
  const rejecting = async (code: string | undefined): Promise<unknown> => {
    const client = new ScriptedClient()
    const fault = Object.assign(new Error('a fault of the server'), code === undefined ? {} : { code })
    client.answer = () => Promise.reject(fault)
    return transport.listen(client.asClient(), 'sale').then(
      () => null,
      (error: unknown) => (error === fault ? 'unchanged' : error),
    )
  }
  for (const code of ['0A000', '42601']) {
    const error = (await rejecting(code)) as Error & { code: string }
    assert.deepEqual([error.code, (error.cause as { code: string }).code], ['store-unavailable', code])
    assert.match(error.message, /add notices=poll to the store URL/)
  }
  for (const code of ['X0A000', '426010', '42501', undefined])
    assert.equal(await rejecting(code), 'unchanged')
})
