// The waits, sizes and last attempts of notices over a broker, with scripted answers of the broker and timers that the test moves.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { PortNotices } from './port-notices.ts'
import type { Wakeup } from './shared-types.ts'
import type { NoticePort } from './store.ts'
import { deferred, turn } from './testing.ts'

/** A broker that counts its calls and answers each as the test says. */
class ScriptedBroker implements NoticePort {
  readonly texts: string[] = []
  subscriptions = 0
  ended = 0
  answer: () => Promise<void> = async () => {}
  subscriptionAnswer: () => Promise<void> = async () => {}
  receive: (text: string) => void = () => {}
  lost: () => void = () => {}

  async publish(text: string): Promise<void> {
    this.texts.push(text)
    await this.answer()
  }

  async subscribe(receive: (text: string) => void, lost: () => void): Promise<() => Promise<void>> {
    this.subscriptions += 1
    await this.subscriptionAnswer()
    Object.assign(this, { receive, lost })
    return async () => void (this.ended += 1)
  }

  /** The payloads of each text. */
  payloads(): string[][] {
    return this.texts.map((text) => {
      const [, ...notices] = JSON.parse(text) as [string, ...[string, string][]]
      return notices.map(([, payload]) => payload)
    })
  }
}

const away = (): Promise<never> => Promise.reject(new Error('the broker is away'))
const never = (): Promise<never> => new Promise(() => {})

interface Bench {
  readonly broker: ScriptedBroker
  readonly notices: PortNotices
  readonly warnings: unknown[][]
  readonly send: (...payloads: readonly string[]) => void
  readonly pass: (ms: number) => Promise<void>
}

function benchOf(t: TestContext): Bench {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const broker = new ScriptedBroker()
  const warnings: unknown[][] = []
  const notices = new PortNotices(broker, { warn: (...given) => void warnings.push(given) })
  return {
    broker,
    notices,
    warnings,
    send: (...payloads) => notices.send(payloads.map((payload) => ({ channel: 'sale', payload }))),
    pass: async (ms) => {
      t.mock.timers.tick(ms)
      await turn()
    },
  }
}

const PAUSES_MS = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]

test('D-202 sends a refused text again after 100 ms, doubled up to 5 s, and warns once for each outage', async (t) => {
  const { broker, notices, warnings, send, pass } = benchOf(t)
  for (const outage of [1, 2]) {
    broker.texts.length = 0
    broker.answer = away
    send('x')
    await turn()
    for (const [index, pauseMs] of PAUSES_MS.entries()) {
      await pass(pauseMs - 1)
      assert.equal(broker.texts.length, index + 1)
      await pass(1)
      assert.equal(broker.texts.length, index + 2)
    }
    broker.answer = async () => {}
    await pass(5_000)
    assert.equal(broker.texts.length, PAUSES_MS.length + 2)
    assert.equal(warnings.length, outage)
  }
  assert.deepEqual(warnings[0]?.[0], { error: new Error('the broker is away') })
  await notices.close()
})

test('D-202 subscribes again after 100 ms, doubled up to 5 s, until a close', async (t) => {
  const { broker, notices, warnings, pass } = benchOf(t)
  broker.subscriptionAnswer = away
  const stop = await notices.listen('sale', () => {})
  for (const [index, pauseMs] of PAUSES_MS.entries()) {
    await pass(pauseMs - 1)
    assert.equal(broker.subscriptions, index + 1)
    await pass(1)
    assert.equal(broker.subscriptions, index + 2)
  }
  assert.equal(warnings.length, 1)
  await stop()
  await notices.close()
  await pass(60_000)
  assert.deepEqual([broker.subscriptions, broker.ended], [PAUSES_MS.length + 1, 0])
})

test('D-202 a text has at most 60 notices', async (t) => {
  const { broker, notices, send } = benchOf(t)
  send(...Array.from({ length: 125 }, (_, index) => `n${index}`))
  await notices.close()
  assert.deepEqual(
    broker.payloads().map(({ length }) => length),
    [60, 60, 5],
  )
})

test('D-202 keeps the latest 10,000 notices while a text is on its way', async (t) => {
  const { broker, notices, send } = benchOf(t)
  const gate = deferred()
  broker.answer = () => gate.promise
  send('first')
  send(...Array.from({ length: 10_002 }, (_, index) => `n${index}`))
  gate.resolve()
  await notices.close()
  const [, ...later] = broker.payloads()
  assert.deepEqual([later.flat().length, later[0]?.[0], later.at(-1)?.at(-1)], [10_000, 'n2', 'n10001'])
})

test('D-202 a start and a stop wait a second for a broker that does not answer', async (t) => {
  const { broker, notices, send, pass } = benchOf(t)
  broker.subscriptionAnswer = never
  broker.answer = never
  const ends: string[] = []
  const listening = notices.listen('sale', () => {}).then(() => ends.push('listens'))
  await pass(999)
  assert.equal(ends.length, 0)
  await pass(1)
  await listening
  send('x')
  const closing = notices.close().then(() => ends.push('closed'))
  await pass(999)
  assert.deepEqual(ends, ['listens'])
  await pass(1)
  await closing
  assert.deepEqual(ends, ['listens', 'closed'])
})

test('D-202 a close sends what is left once more, and nothing after that', async (t) => {
  const { broker, notices, warnings, send, pass } = benchOf(t)
  broker.answer = away
  const heard: Wakeup[] = []
  await notices.listen('sale', (wakeup) => heard.push(wakeup))
  send(...Array.from({ length: 61 }, (_, index) => `n${index}`))
  await turn()
  heard.length = 0
  await notices.close()
  send('late')
  broker.receive(JSON.stringify(['another', ['sale', 'late']]))
  await pass(60_000)
  assert.equal(broker.texts.length, 2)
  assert.deepEqual([warnings.length, broker.ended, heard], [1, 1, []])
})

test('D-202 a lost connection leads to a read of every channel', async (t) => {
  const { broker, notices } = benchOf(t)
  const heard: string[] = []
  for (const channel of ['sale', 'device'])
    await notices.listen(channel, ({ type }) => heard.push(`${channel} ${type}`))
  broker.lost()
  assert.deepEqual([broker.subscriptions, heard], [1, ['sale resync', 'device resync']])
  await notices.close()
})

test('D-202 a text begins with a sender of random bits and the time; its own texts are dropped', async (t) => {
  t.mock.method(Date, 'now', () => 36 ** 3)
  const filled: number[] = []
  t.mock.method(crypto, 'getRandomValues', (bytes: Uint8Array) => {
    filled.push(bytes.length)
    bytes[0] = 128
    return bytes
  })
  const { broker, notices, send } = benchOf(t)
  const heard: Wakeup[] = []
  await notices.listen('sale', (wakeup) => heard.push(wakeup))
  send()
  send('x')
  await turn()
  assert.deepEqual(broker.texts, ['["zik0zk1000",["sale","x"]]'])
  broker.receive(broker.texts[0] ?? '')
  broker.receive('["another",["sale","y"],["sale",7],[7,"z"]]')
  assert.deepEqual(
    heard.map((wakeup) => (wakeup.type === 'notice' ? wakeup.payload : wakeup.type)),
    ['x', 'y'],
  )
  assert.deepEqual(filled, [2])
  await notices.close()
})
