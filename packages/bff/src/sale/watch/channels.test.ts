// The watchers of one key share one reader of the rows, on a notice and every five seconds, below two limits (INV-17).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deferred, ManualClock, turn } from '@tapboard/store/testing'
import { keptLog } from '../testing.ts'
import { Channels, isTooManyStreams, type Channel } from './channels.ts'

interface State {
  readonly key: string
}

interface Bench {
  readonly clock: ManualClock
  readonly channels: Channels<State>
  /** The reads, as `key` or `key noticed`. */
  readonly reads: string[]
  /** The lines about failed reads. */
  readonly lines: readonly { readonly level: string; readonly message: string }[]
  /** Replaces the answer of the next reads: whether there is news. */
  answer: () => Promise<boolean>
  /** The news that each watcher got. */
  readonly heard: string[]
  /** Starts a watcher; it yields at each news. */
  watch(name: string, key: string, signal?: AbortSignal): AsyncIterator<string>
  /** Starts a watcher and runs it until it ends. */
  follow(name: string, key: string, signal?: AbortSignal): Promise<void>
}

function benchOf(limits = { perSale: 10, perProcess: 10 }): Bench {
  const clock = new ManualClock()
  const reads: string[] = []
  const { log, lines } = keptLog()
  const heard: string[] = []
  const channels: Channels<State> = new Channels<State>({
    clock,
    log,
    limits,
    outage: { name: 'watch', failed: 'reads fail', works: 'reads work again' },
    first: (key) => ({ key }),
    read: (state, key, noticed) => {
      assert.equal(state.key, key)
      reads.push(noticed ? `${key} noticed` : key)
      return bench.answer()
    },
  })
  const bench: Bench = {
    clock,
    channels,
    reads,
    lines,
    heard,
    answer: async () => true,
    watch(name, key, signal = new AbortController().signal) {
      async function* walk(channel: Channel<State>): AsyncGenerator<string, void, undefined> {
        while (!signal.aborted) {
          await channels.news(channel, signal)
          yield name
        }
      }
      return channels.watch(key, signal, walk)[Symbol.asyncIterator]()
    },
    async follow(name, key, signal) {
      const frames = bench.watch(name, key, signal)
      while ((await frames.next()).done !== true) heard.push(name)
    },
  }
  return bench
}

const isRefused = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch (error) {
    assert.ok(isTooManyStreams(error))
    return true
  }
}

test('recognizes the error of a stream limit', () => {
  const coded = (code: string): Error => Object.assign(new Error('x'), { code })
  assert.deepEqual(
    [coded('too-many-streams'), coded('other'), new Error('x'), { code: 'too-many-streams' }].map(
      isTooManyStreams,
    ),
    [true, false, false, false],
  )
})

test('reads a watched key every five seconds, once for all watchers', async () => {
  const bench = benchOf()
  const { clock, reads, heard } = bench
  void bench.follow('one', 'a')
  void bench.follow('other', 'a')
  await clock.advance(4_999)
  assert.deepEqual([reads, heard], [[], []])
  await clock.advance(1)
  assert.deepEqual(reads, ['a'])
  assert.deepEqual(heard, ['one', 'other'])
  await clock.advance(5_000)
  assert.deepEqual(reads, ['a', 'a'])
  bench.answer = async () => false
  await clock.advance(5_000)
  assert.deepEqual([reads.length, heard.length], [3, 4])
})

test('a notice rereads its key, a resync every key, a nudge none', async () => {
  const bench = benchOf()
  const { channels, reads, heard } = bench
  void bench.follow('A', 'a')
  void bench.follow('B', 'b')
  await turn()
  channels.notice('a')
  channels.notice('unknown')
  await turn()
  assert.deepEqual([reads, heard], [['a noticed'], ['A']])
  channels.resync()
  await turn()
  assert.deepEqual(reads.slice(1), ['a', 'b'])
  assert.deepEqual(heard.slice(1), ['A', 'B'])
  channels.nudge()
  await turn()
  assert.deepEqual([reads.length, heard.slice(3)], [3, ['A', 'B']])
})

test('a notice during a read causes one more read', async () => {
  const bench = benchOf()
  const gate = deferred()
  bench.answer = () => gate.promise.then(() => true)
  void bench.follow('A', 'a')
  await turn()
  bench.channels.notice('a')
  bench.channels.notice('a')
  bench.channels.notice('a')
  await turn()
  assert.deepEqual(bench.reads, ['a noticed'])
  gate.resolve()
  await turn()
  assert.deepEqual(bench.reads, ['a noticed', 'a noticed'])
})

test('a watcher shares the read that is under way', async () => {
  const bench = benchOf()
  const gate = deferred()
  bench.answer = () => gate.promise.then(() => false)
  let channel: Channel<State> | undefined
  bench.channels.watch('a', new AbortController().signal, (entered) => {
    channel = entered
    return (async function* () {})()
  })
  assert.ok(channel !== undefined)
  const [first, second] = [bench.channels.read(channel), bench.channels.read(channel)]
  gate.resolve()
  await Promise.all([first, second])
  assert.deepEqual(bench.reads, ['a'])
  await bench.channels.read(channel)
  assert.deepEqual(bench.reads, ['a', 'a'])
})

test('a failed read is logged, and the next one runs', async () => {
  const bench = benchOf()
  void bench.follow('A', 'a')
  bench.answer = () => Promise.reject(new Error('away'))
  await bench.clock.advance(5_000)
  const failed = { level: 'warn', message: 'reads fail', code: 'store-unavailable', reason: 'watch' }
  assert.deepEqual([bench.lines, bench.heard], [[failed], []])
  bench.answer = async () => true
  await bench.clock.advance(5_000)
  const works = { level: 'info', message: 'reads work again', code: 'watch-works', durationMs: 5_000 }
  assert.deepEqual([bench.lines, bench.heard], [[failed, works], ['A']])
})

test('INV-17 limits the watchers of a key and of the process', async () => {
  const bench = benchOf({ perSale: 2, perProcess: 3 })
  const { channels } = bench
  const stop = new AbortController()
  bench.watch('1', 'a', stop.signal)
  bench.watch('2', 'a')
  assert.ok(isRefused(() => bench.watch('3', 'a')))
  bench.watch('4', 'b')
  assert.ok(isRefused(() => bench.watch('5', 'c')))
  assert.equal(channels.size(), 2)
  stop.abort()
  stop.abort()
  bench.watch('6', 'a')
  assert.ok(isRefused(() => bench.watch('7', 'c')))
})

test('the last watcher of a key ends its reads', async () => {
  const bench = benchOf()
  const { channels, clock } = bench
  const stop = new AbortController()
  const frames = bench.watch('1', 'a')
  void bench.follow('2', 'a', stop.signal)
  assert.deepEqual([channels.size(), channels.state('a'), channels.state('b')], [1, { key: 'a' }, null])
  await frames.return?.()
  await frames.return?.()
  assert.equal(channels.size(), 1)
  stop.abort()
  assert.deepEqual([channels.size(), channels.state('a'), clock.pending], [0, null, 0])
  await clock.advance(10_000)
  channels.notice('a')
  assert.deepEqual(bench.reads, [])
})

test('a watcher that was aborted before its begin is not counted', async () => {
  const bench = benchOf({ perSale: 1, perProcess: 1 })
  await bench.follow('1', 'a', AbortSignal.abort())
  assert.deepEqual([bench.channels.size(), bench.clock.pending], [0, 0])
  bench.watch('2', 'a')
})

test('a watcher that ends or fails by itself is not counted', async () => {
  const { channels } = benchOf({ perSale: 1, perProcess: 1 })
  const { signal } = new AbortController()
  const ended = channels.watch('a', signal, async function* () {})
  assert.equal((await ended[Symbol.asyncIterator]().next()).done, true)
  assert.equal(channels.size(), 0)
  const failing = channels.watch('a', signal, async function* () {
    await Promise.reject(new Error('a fault of the frame'))
    yield 'never'
  })
  await assert.rejects(failing[Symbol.asyncIterator]().next(), /a fault of the frame/)
  assert.equal(channels.size(), 0)
})

test('an abort ends the wait for news', async () => {
  const bench = benchOf()
  const stop = new AbortController()
  const following = bench.follow('A', 'a', stop.signal)
  await turn()
  stop.abort()
  await following
  assert.deepEqual(bench.heard, ['A'])
})

test('a watcher with an aborted signal is not counted before its first frame', () => {
  const { channels, watch, clock } = benchOf()
  watch('one', 'a', AbortSignal.abort())
  assert.deepEqual([channels.size(), clock.pending], [0, 0])
})

test('a wait for news ends at once with an aborted signal, and leaves nothing behind', async () => {
  const { channels } = benchOf()
  const stop = new AbortController()
  const waiting: number[] = []
  async function* walk(channel: Channel<State>): AsyncGenerator<string, void, undefined> {
    const news = channels.news(channel, stop.signal)
    waiting.push(channel.waiting.size)
    channels.nudge()
    await news
    waiting.push(channel.waiting.size)
    await channels.news(channel, AbortSignal.abort())
    waiting.push(channel.waiting.size)
    yield 'done'
  }
  const frames = channels.watch('a', stop.signal, walk)[Symbol.asyncIterator]()
  assert.equal((await frames.next()).value, 'done')
  assert.deepEqual(waiting, [1, 0, 0])
  stop.abort()
  assert.equal(channels.size(), 0)
})

test('a notice during a read of the interval causes one more read, as noticed', async () => {
  const bench = benchOf()
  const stop = new AbortController()
  const followed = bench.follow('one', 'a', stop.signal)
  const held = deferred<boolean>()
  bench.answer = () => held.promise
  await bench.clock.advance(5_000)
  bench.channels.notice('a')
  bench.answer = async () => false
  held.resolve(false)
  await turn()
  assert.deepEqual(bench.reads, ['a', 'a noticed'])
  stop.abort()
  await followed
})

test('D-89 a notice that comes while a read ends leads to one more read', async () => {
  // The end of a read takes some microtasks; the notice comes after each number of them.
  for (let microtasks = 0; microtasks < 20; microtasks += 1) {
    const bench = benchOf()
    const answer = deferred()
    bench.answer = async () => {
      await answer.promise
      return false
    }
    const stop = new AbortController()
    const following = bench.follow('one', 'a', stop.signal)
    bench.channels.notice('a')
    answer.resolve()
    for (let passed = 0; passed < microtasks; passed += 1) await Promise.resolve()
    bench.channels.notice('a')
    await turn()
    assert.deepEqual(bench.reads, ['a noticed', 'a noticed'], `after ${microtasks} microtasks`)
    stop.abort()
    await following
  }
})
