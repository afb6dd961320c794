/** The connection for notices: replaced after a loss with a backoff, after which lost notices follow; it ends with the store. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { isStoreUnavailable } from '../errors.ts'
import type { PendingNotice } from '../scope.ts'
import type { Wakeup } from '../shared-types.ts'
import { deferred, turn } from '../testing.ts'
import { listenTransport, type NoticeTransport } from './notice-transport.ts'
import { PostgresNotices } from './postgres-notices.ts'
import { away, callsOf, scriptedClients, type ScriptedClients } from './scripted-client.testing.ts'

interface ListenerBench extends ScriptedClients {
  readonly listener: PostgresNotices
  readonly warnings: string[]
  /** Wake-ups of the listeners, as `name type payload`. */
  readonly heard: string[]
  readonly listen: (name: string, channel?: string) => ReturnType<PostgresNotices['listen']>
}

/** Without `gatherMs` statements follow each other at once. */
function listenerBench(gatherMs = 0): ListenerBench {
  const scripted = scriptedClients()
  const warnings: string[] = []
  const heard: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const listener = new PostgresNotices(scripted.newClient, log, undefined, gatherMs)
  const say =
    (name: string) =>
    (wakeup: Wakeup): void =>
      void heard.push([name, wakeup.type, ...(wakeup.type === 'notice' ? [wakeup.payload] : [])].join(' '))
  return {
    ...scripted,
    listener,
    warnings,
    heard,
    listen: (name, channel = name) => listener.listen(channel, say(name)),
  }
}

/** Advances the timers, then runs all that they began. */
async function pass(t: TestContext, ms: number): Promise<void> {
  t.mock.timers.tick(ms)
  await turn()
}

test('listeners share one connection, which dispatches by channel', async () => {
  const bench = listenerBench()
  const { clients, listener, heard } = bench
  await Promise.all([bench.listen('a'), bench.listen('b')])
  await bench.listen('a2', 'a')
  assert.equal(clients.length, 1)
  assert.equal(clients[0]?.calls[0], 'connect')
  assert.deepEqual(new Set(clients[0]?.calls.slice(1)), new Set(['listen a', 'listen b']))
  clients[0]?.emit('notification', { channel: 'a', payload: 'x' })
  clients[0]?.emit('notification', { channel: 'b' })
  clients[0]?.emit('notification', { channel: 'c', payload: 'y' })
  assert.deepEqual(heard, ['a notice x', 'a2 notice x', 'b notice '])
  await listener.close()
})

test('the last listener of a channel ends it at the server', async () => {
  const bench = listenerBench()
  const [one, other] = [await bench.listen('one', 'sale'), await bench.listen('other', 'sale')]
  const calls = bench.clients[0]?.calls ?? []
  const before = calls.length
  await one()
  await one()
  assert.deepEqual(calls.slice(before), [])
  bench.script.query = away
  await other()
  await other()
  assert.deepEqual(calls.slice(before), ['unlisten sale'])
  bench.clients[0]?.emit('notification', { channel: 'sale', payload: 'x' })
  assert.deepEqual(bench.heard, [])
  await bench.listener.close()
})

for (const code of ['0A000', '42601'])
  test(`an engine without listen (${code}) is named with the word for the store URL`, async () => {
    const bench = listenerBench()
    bench.script.query = async () => {
      throw Object.assign(new Error('unimplemented'), { code })
    }
    await assert.rejects(
      bench.listen('sale'),
      (error) => isStoreUnavailable(error) && /notices=poll/.test(String(error)),
    )
    await bench.listener.close()
  })

test('a failed listen is unavailable and leaves neither connection nor listener', async () => {
  const bench = listenerBench()
  bench.script.connect = away
  await assert.rejects(bench.listen('lost'), isStoreUnavailable)
  assert.deepEqual(callsOf(bench), [['connect', 'end']])
  bench.script.connect = async () => {}
  bench.script.query = away
  await assert.rejects(bench.listen('lost'), isStoreUnavailable)
  assert.deepEqual(callsOf(bench)[1], ['connect', 'listen lost', 'end'])
  bench.script.query = async () => {}
  await bench.listen('kept')
  assert.deepEqual(callsOf(bench)[2]?.slice(0, 2), ['connect', 'listen kept'])
  bench.script.query = away
  await assert.rejects(bench.listen('more'), isStoreUnavailable)
  bench.clients[2]?.emit('notification', { channel: 'more', payload: 'x' })
  bench.clients[2]?.emit('notification', { channel: 'kept', payload: 'x' })
  assert.deepEqual(bench.heard, ['kept notice x'])
  await bench.listener.close()
})

for (const event of ['error', 'end'])
  test(`replaces a connection after its ${event} and sends one resync`, async (t) => {
    const bench = listenerBench()
    t.mock.timers.enable({ apis: ['setTimeout'] })
    await bench.listen('a')
    await bench.listen('b')
    bench.clients[0]?.emit(event, new Error('lost'))
    // The other event of the same loss changes nothing.
    bench.clients[0]?.emit('error', new Error('lost'))
    bench.clients[0]?.emit('end')
    assert.deepEqual(bench.warnings, ['the connection for notices was lost'])
    assert.deepEqual(bench.listener.counts(), { noticesConnected: false, noticeReconnects: 0 })
    assert.equal(bench.clients[0]?.calls.filter((call) => call === 'end').length, 1)
    await pass(t, 99)
    assert.equal(bench.clients.length, 1)
    await pass(t, 1)
    assert.deepEqual(callsOf(bench)[1], ['connect', 'listen a', 'listen b'])
    assert.deepEqual(bench.heard, ['a resync', 'b resync'])
    assert.deepEqual(bench.listener.counts(), { noticesConnected: true, noticeReconnects: 1 })
    bench.clients[1]?.emit('notification', { channel: 'a', payload: 'x' })
    assert.deepEqual(bench.heard.slice(2), ['a notice x'])
    await bench.listener.close()
  })

test('waits twice as long after each failure, at most 5 s, and 0.1 s after a success', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await bench.listen('a')
  bench.script.connect = away
  bench.clients[0]?.emit('end')
  let made = 1
  for (const waitMs of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
    await pass(t, waitMs - 1)
    assert.equal(bench.clients.length, made, `before ${waitMs} ms`)
    await pass(t, 1)
    made += 1
    assert.equal(bench.clients.length, made, `after ${waitMs} ms`)
  }
  assert.deepEqual(bench.heard, [])
  bench.script.connect = async () => {}
  await pass(t, 5_000)
  assert.deepEqual(bench.heard, ['a resync'])
  bench.clients.at(-1)?.emit('end')
  await pass(t, 100)
  assert.equal(bench.clients.length, made + 2)
  await bench.listener.close()
})

test('close of a listener ends the connection and rejects later listeners', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await bench.listen('a')
  await bench.listener.close()
  bench.clients[0]?.emit('end')
  await pass(t, 10_000)
  assert.deepEqual(callsOf(bench), [['connect', 'listen a', 'listen a', 'end']])
  assert.deepEqual(bench.warnings, [])
  await assert.rejects(bench.listen('b'), { code: 'store-closed' })
  assert.equal(bench.clients.length, 1)
})

test('close of a listener ends the wait for a connection that was lost', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await bench.listen('a')
  bench.clients[0]?.emit('end')
  await bench.listener.close()
  await pass(t, 10_000)
  assert.equal(bench.clients.length, 1)
})

test('close of a listener leaves no timer that keeps the process alive', async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const bench = listenerBench()
  await bench.listen('a')
  const before = timers()
  bench.clients[0]?.emit('end')
  assert.equal(timers(), before + 1)
  await bench.listener.close()
  assert.equal(timers(), before)
})

test('close of a listener ends a connection that is being opened', async () => {
  const bench = listenerBench()
  const opened = deferred()
  bench.script.connect = () => opened.promise
  const listening = assert.rejects(bench.listen('a'), { code: 'store-closed' })
  const closing = bench.listener.close()
  opened.resolve()
  await Promise.all([listening, closing])
  assert.equal(bench.clients[0]?.calls.at(-1), 'end')
})

test('close of a listener ends a connection that is being opened again', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await bench.listen('a')
  const opened = deferred()
  bench.script.connect = () => opened.promise
  bench.clients[0]?.emit('end')
  await pass(t, 100)
  const closing = bench.listener.close()
  opened.resolve()
  await closing
  await pass(t, 10_000)
  assert.deepEqual([bench.clients.length, bench.clients[1]?.calls.at(-1)], [2, 'end'])
  assert.deepEqual(bench.heard, [])
})

test('ends its transport with each connection that is lost, that fails to begin, or that is closed', async (t) => {
  const { clients, script, newClient } = scriptedClients()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let ends = 0
  const transport: NoticeTransport = {
    ...listenTransport(() => {}),
    end: () => void (ends += 1),
  }
  const listener = new PostgresNotices(newClient, undefined, () => transport)
  await listener.listen('a', () => {})
  clients[0]?.emit('end')
  assert.equal(ends, 1)
  script.connect = away
  await pass(t, 100)
  assert.equal(ends, 2)
  script.connect = async () => {}
  await pass(t, 200)
  assert.equal(clients.length, 3)
  await listener.close()
  assert.equal(ends, 3)
})

test('a listener that connects during the backoff leaves one timer', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await bench.listen('a')
  bench.clients[0]?.emit('end')
  await bench.listen('b')
  bench.clients[1]?.emit('end')
  await pass(t, 100)
  assert.deepEqual(bench.heard, ['a resync', 'b resync'])
  await pass(t, 10_000)
  assert.equal(bench.heard.length, 2)
  await bench.listener.close()
})

const notice = (payload: string): PendingNotice => ({ channel: 'a', payload })

test('notices that arrive while a statement runs share the next one, equal ones once', async () => {
  const { clients, script, listener } = listenerBench()
  const answered = deferred()
  script.query = () => answered.promise
  listener.send([notice('x')])
  await turn()
  for (const payload of ['y', 'z', 'y']) listener.send([notice(payload)])
  listener.send([])
  await turn()
  assert.deepEqual(clients[0]?.calls, ['connect', 'notify x'])
  answered.resolve()
  await turn()
  assert.deepEqual(clients[0]?.calls, ['connect', 'notify x', 'notify y z'])
  await listener.close()
})

test('the first notice leaves at once, those of the next 10 ms share a statement', async (t) => {
  const { clients, listener } = listenerBench(10)
  let nowMs = 5_000
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const notify = async (payload: string): Promise<void> => {
    listener.send([notice(payload)])
    await turn()
  }
  const after = async (ms: number): Promise<void> => {
    nowMs += ms
    await pass(t, ms)
  }
  await notify('x')
  await notify('y')
  await after(9)
  await notify('z')
  assert.deepEqual(clients[0]?.calls, ['connect', 'notify x'])
  await after(1)
  assert.deepEqual(clients[0]?.calls, ['connect', 'notify x', 'notify y z'])
  await after(10)
  await notify('w')
  assert.deepEqual(clients[0]?.calls, ['connect', 'notify x', 'notify y z', 'notify w'])
  await listener.close()
})

test('a notice that comes while the last statement ends is sent', async () => {
  // The end of a statement takes some microtasks; the notice comes after each number of them.
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const { clients, script, listener } = listenerBench()
    const answered = deferred<{ rows: [] }>()
    script.query = () => answered.promise
    listener.send([notice('x')])
    await turn()
    answered.resolve({ rows: [] })
    for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve()
    listener.send([notice('y')])
    await turn()
    assert.deepEqual(clients[0]?.calls, ['connect', 'notify x', 'notify y'], `after ${microtasks} microtasks`)
    await listener.close()
  }
})

test('a statement has at most 500 notices', async () => {
  const { clients, listener } = listenerBench()
  listener.send(Array.from({ length: 1_001 }, (_, number) => notice(`${number}`)))
  await turn()
  const sizes = clients[0]?.calls.slice(1).map((call) => call.split(' ').length - 1)
  assert.deepEqual(sizes, [500, 500, 1])
  await listener.close()
})

test('notices of a lost connection follow on the next one, those sent last if they are too many', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await bench.listen('a')
  bench.script.query = away
  bench.listener.send([notice('x')])
  await turn()
  bench.script.connect = away
  bench.listener.send([notice('y')])
  await pass(t, 100)
  assert.deepEqual(bench.warnings, ['the connection for notices was lost'])
  bench.listener.send(Array.from({ length: 9_999 }, (_, number) => notice(`${number}`)))
  bench.script.connect = async () => {}
  bench.script.query = async () => ({ rows: [] })
  await pass(t, 5_000)
  const sent = bench.clients.at(-1)?.calls.filter((call) => call.startsWith('notify')) ?? []
  const payloads = sent.flatMap((call) => call.split(' ').slice(1))
  assert.equal(payloads.length, 10_000)
  assert.ok(!payloads.includes('x'), 'the oldest is dropped')
  assert.ok(payloads.includes('y') && payloads.includes('9998'))
  assert.deepEqual(bench.heard, ['a resync'])
  await bench.listener.close()
})

test('notices that the server refuses are logged and dropped, and the next are sent', async () => {
  const { clients, script, listener, warnings } = listenerBench()
  script.query = async () => {
    throw Object.assign(new Error('too many notifications in the NOTIFY queue'), { code: '54000' })
  }
  listener.send([notice('x')])
  await turn()
  script.query = async () => ({ rows: [] })
  listener.send([notice('y')])
  await turn()
  assert.deepEqual(clients[0]?.calls, ['connect', 'notify x', 'notify y'])
  assert.deepEqual(warnings, ['the server refused notices; their listeners read later'])
  await listener.close()
})

test('notices of a statement that lost its connection follow on the next one', async (t) => {
  const bench = listenerBench()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  bench.script.query = away
  bench.listener.send([notice('x')])
  await turn()
  bench.script.query = async () => ({ rows: [] })
  await pass(t, 100)
  assert.deepEqual(callsOf(bench), [
    ['connect', 'notify x', 'end'],
    ['connect', 'notify x'],
  ])
  await bench.listener.close()
})

test('notices after a refused statement are sent at once', async () => {
  const { clients, script, listener } = listenerBench()
  let statements = 0
  script.query = async () => {
    statements += 1
    if (statements === 1) throw Object.assign(new Error('the queue is full'), { code: '54000' })
  }
  listener.send(Array.from({ length: 501 }, (_, number) => notice(`${number}`)))
  await turn()
  assert.equal(clients[0]?.calls.at(-1), 'notify 500')
  await listener.close()
})

test('close sends the notices that wait, and none of a server that is away', async () => {
  const waiting = listenerBench()
  const answered = deferred()
  waiting.script.query = () => answered.promise
  waiting.listener.send([notice('x')])
  await turn()
  waiting.listener.send([notice('y')])
  const closing = waiting.listener.close()
  answered.resolve()
  await closing
  assert.deepEqual(waiting.clients[0]?.calls, ['connect', 'notify x', 'notify y', 'end'])
  waiting.listener.send([notice('z')])
  assert.equal(waiting.clients.length, 1)

  const alone = listenerBench()
  alone.script.connect = away
  alone.listener.send([notice('x')])
  await alone.listener.close()
  assert.deepEqual(callsOf(alone), [['connect', 'end']])
})
