// Notices over a broker: after the commit, to every process, again after a failure, and never in the way of work.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PortNotices } from './port-notices.ts'
import type { Wakeup } from './shared-types.ts'
import type { NoticePort, StoreOptions } from './store.ts'
import { deferred, eachEngine, turn } from './testing.ts'

/** A topic in this process. `fails` is the number of calls that it still refuses. */
class Topic implements NoticePort {
  readonly subscribers = new Map<(text: string) => void, () => void>()
  readonly texts: string[] = []
  fails = { publish: 0, subscribe: 0 }

  async publish(text: string): Promise<void> {
    this.#refuse('publish')
    this.texts.push(text)
    for (const receive of this.subscribers.keys()) receive(text)
  }

  async subscribe(receive: (text: string) => void, lost: () => void): Promise<() => Promise<void>> {
    this.#refuse('subscribe')
    this.subscribers.set(receive, lost)
    return async () => void this.subscribers.delete(receive)
  }

  #refuse(call: 'publish' | 'subscribe'): void {
    if (this.fails[call] === 0) return
    this.fails[call] -= 1
    throw new Error('the broker is away')
  }
}

/** Listens; `until` resolves when a wake-up with this word came. */
async function collect(listen: (handler: (wakeup: Wakeup) => void) => Promise<unknown>) {
  const words: string[] = []
  const waiting = new Map<string, () => void>()
  await listen((wakeup) => {
    const word = wakeup.type === 'notice' ? wakeup.payload : wakeup.type
    words.push(word)
    waiting.get(word)?.()
  })
  const until = async (word: string): Promise<void> => {
    if (words.includes(word)) return
    const came = deferred()
    waiting.set(word, came.resolve)
    await came.promise
  }
  return { words, until }
}

eachEngine<unknown>(
  'D-202 sends the notices of committed work over the port, once to each process',
  async ({ open }) => {
    const topic = new Topic()
    const options: StoreOptions = { notices: topic }
    const [one, other] = [await open(options), await open(options)]
    const mine = await collect((handler) => one.listen('sale', handler))
    const theirs = await collect((handler) => other.listen('sale', handler))
    const failed = one.transaction(async () => {
      await one.notify('sale', 'undone')
      throw new Error('no')
    })
    await assert.rejects(failed)
    await one.transaction(async () => {
      await one.notify('sale', 'done')
      assert.deepEqual(topic.texts, [])
    })
    await other.notify('elsewhere', 'unheard')
    await one.notify('sale', 'end')
    for (const { words, until } of [mine, theirs]) {
      await until('end')
      assert.deepEqual(words, ['done', 'end'])
    }
    await one.close()
    assert.equal(topic.subscribers.size, 1)
  },
  {},
  ['postgres'],
)

test('D-202 a refused text is sent again, with the notices since, equal ones once', async () => {
  const topic = new Topic()
  const [sender, receiver] = [new PortNotices(topic, undefined), new PortNotices(topic, undefined)]
  const { words, until } = await collect((handler) => receiver.listen('sale', handler))
  topic.fails.publish = 2
  for (const payload of ['a', 'b', 'b', 'c']) sender.send([{ channel: 'sale', payload }])
  await until('c')
  assert.deepEqual(words.toSorted(), ['a', 'b', 'c'])
  await Promise.all([sender.close(), receiver.close()])
})

test('D-202 a broker that refuses the subscription stops no start, and is subscribed to later', async () => {
  const topic = new Topic()
  topic.fails.subscribe = 2
  const warnings: string[] = []
  const notices = new PortNotices(topic, { warn: (_fields, message) => void warnings.push(message) })
  const { until } = await collect((handler) => notices.listen('sale', handler))
  await until('resync')
  await topic.publish(JSON.stringify(['other', ['sale', 'heard']]))
  await until('heard')
  assert.equal(warnings.length, 1)
  assert.deepEqual(notices.counts(), { noticesConnected: true, noticeReconnects: 0 })
  await notices.close()
  assert.equal(topic.subscribers.size, 0)
})

test('D-202 ignores texts of other programs, and reads again after a lost connection', async () => {
  const topic = new Topic()
  const notices = new PortNotices(topic, undefined)
  const { words, until } = await collect((handler) => notices.listen('sale', handler))
  for (const text of ['', '7', '{}', '["x",["sale"]]', '["x",7]', '["x",["sale",7]]', '["x",null]'])
    await topic.publish(text)
  for (const lost of topic.subscribers.values()) lost()
  await until('resync')
  assert.deepEqual(words, ['resync'])
  assert.deepEqual(notices.counts(), { noticesConnected: true, noticeReconnects: 1 })
  await notices.close()
})

test('D-202 a client that keeps its calls until it is connected delays neither start nor stop', async () => {
  const never = (): Promise<never> => new Promise(() => {})
  const notices = new PortNotices({ publish: never, subscribe: never }, undefined)
  const { words, until } = await collect((handler) => notices.listen('sale', handler))
  notices.send([{ channel: 'sale', payload: 'own' }])
  await until('own')
  assert.deepEqual(notices.counts(), { noticesConnected: false, noticeReconnects: 0 })
  await notices.close()
  assert.deepEqual(words, ['own'])
})

test('D-202 a subscription that succeeds late leads to a read, and the listeners together wait for it once', async () => {
  const connected = deferred()
  const topic = new Topic()
  const port: NoticePort = {
    publish: (text) => topic.publish(text),
    subscribe: async (...listeners) => {
      await connected.promise
      return topic.subscribe(...listeners)
    },
  }
  const notices = new PortNotices(port, undefined)
  const { until } = await collect((handler) => notices.listen('sale', handler))
  let listens = false
  void notices.listen('device', () => {}).then(() => (listens = true))
  await turn()
  assert.ok(listens)
  connected.resolve()
  await until('resync')
  await notices.close()
})

test('counts as not connected from a refused text until an accepted one', async () => {
  const topic = new Topic()
  const notices = new PortNotices(topic, undefined)
  await collect((handler) => notices.listen('sale', handler))
  const states: boolean[] = []
  topic.fails.publish = 1
  const published = deferred()
  const publish = topic.publish.bind(topic)
  topic.publish = async (text) => {
    states.push(notices.counts().noticesConnected)
    await publish(text)
    published.resolve()
  }
  notices.send([{ channel: 'sale', payload: 'a' }])
  await published.promise
  await turn()
  assert.deepEqual([...states, notices.counts().noticesConnected], [true, false, true])
  await notices.close()
})

test('a notice that comes while the last text is sent is sent, too', async () => {
  // The end of a call takes some microtasks; the notice comes after each number of them.
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const topic = new Topic()
    const notices = new PortNotices(topic, undefined)
    notices.send([{ channel: 'sale', payload: 'x' }])
    for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve()
    notices.send([{ channel: 'sale', payload: 'y' }])
    await turn()
    const sent = topic.texts.flatMap((text) =>
      (JSON.parse(text) as readonly [string, ...string[][]]).slice(1),
    )
    assert.deepEqual(
      sent.map(([, payload]) => payload),
      ['x', 'y'],
      `after ${microtasks} microtasks`,
    )
    await notices.close()
  }
})
