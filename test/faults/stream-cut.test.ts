// P62 and P63 between page and BFF on real sockets: the element's own client, follower and frame reader against a real BFF, with
// the stream cut at every border and at a sample of the other bytes, in the long version at every byte, or buffered by a proxy.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { Client } from '../../packages/elements/src/shared/client.ts'
import { follow, type FollowPorts } from '../../packages/elements/src/shared/follow.ts'
import { TokenSource } from '../../packages/elements/src/shared/token-source.ts'
import { BUSY } from '../kit/limits.ts'
import { placesOf } from '../kit/places.ts'
import { until } from '../kit/until.ts'
import type { Page } from './support/page.ts'
import { scope, type Closing } from '../kit/scope.ts'
import { openFaultShop, type FaultShop } from './support/shop.ts'

/** Places of a cut beside the borders of lines and fields: in memory, and on a line. */
const SAMPLE = 48
const LINE_SAMPLE = 24
const SEED = 20_261_128

const EVENTS = /^GET \/v1\/sales\/\w+\/events$/

/** The record of one watcher. The snapshot at the head of a resumed stream is no news and is left out. */
interface Watched {
  /** Version numbers of the events, in the order of their arrival. */
  readonly versions: number[]
  readonly states: Sale['state'][]
  /** The time at which the end arrived, ms of `performance.now()`. */
  readonly endedAt: Promise<number>
  readonly links: boolean[]
  /** Pauses that it took, ms. */
  readonly pauses: number[]
}

let seed = 7
const random = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const realPause: FollowPorts['pause'] = (ms, signal) =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

/** Follows a sale as the element does. */
function watch(page: Pick<Page, 'client'>, id: string, version: number, pause = realPause): Watched {
  const [versions, states, links, pauses]: [number[], Sale['state'][], boolean[], number[]] = [[], [], [], []]
  const endedAt = follow(
    { id, version },
    {
      client: page.client,
      random,
      pause(ms, signal) {
        pauses.push(ms)
        return pause(ms, signal)
      },
      onTurn: () => () => {},
      isHidden: () => false,
    },
    {
      sale: (sale) => {
        if (sale.version === versions.at(-1)) return
        versions.push(sale.version)
        states.push(sale.state)
      },
      link: (alive) => links.push(alive),
      refused: () => {},
    },
    new AbortController().signal,
  ).then(() => performance.now())
  return { versions, states, endedAt, links, pauses }
}

const growing = (versions: readonly number[]): boolean =>
  versions.every((version, at) => at === 0 || version > (versions[at - 1] ?? 0))

interface Recorded {
  readonly shop: FaultShop
  readonly page: Page
  readonly sale: Sale
  /** The complete stream, as received over the line. */
  readonly received: Buffer
  /** The record of its watcher. */
  readonly whole: Watched
}

/** A finished sale with its stream from the first event. */
async function record(life: Closing): Promise<Recorded> {
  const shop = await openFaultShop(life)
  const deviceId = await shop.terminal()
  const page = await shop.page()
  const started = await page.start(deviceId)
  assert.ok(started.ok && started.value)
  await shop.reaches('approved')
  const whole = watch(page, started.value.id, 1)
  await whole.endedAt
  const received = shop.street.exchanges.findLast(({ request }) => EVENTS.test(request))?.answered()
  assert.ok(received)
  return { shop, page, sale: started.value, received, whole }
}

/** A chunked body without its chunks (RFC 9112 §7.1). */
function plain(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, end), 16)
    if (!(size > 0)) break
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(parts)
}

/** A BFF that answers with a recorded stream: cut at a byte the first time, later from the requested event. */
async function replayed(sale: Sale, body: Buffer, at: number, tokens: TokenSource): Promise<Watched> {
  const frames = body.toString().split(/(?<=\n\n)/)
  let streams = 0
  const answer = (last: number): BodyInit =>
    streams++ === 0
      ? new Uint8Array(body.subarray(0, at))
      : frames.filter((frame) => Number(/^id: (\d+)$/m.exec(frame)?.[1] ?? Infinity) > last).join('')
  const client = new Client({
    base: 'https://pay.test',
    tokens,
    fetch: async (_, init) => new Response(answer(Number(new Headers(init?.headers).get('last-event-id')))),
  })
  const one = watch({ client }, sale.id, 1, () => Promise.resolve())
  await one.endedAt
  return one
}

void describe('an interrupted stream', () => {
  const life = scope()
  let once: Promise<Recorded> | undefined
  const recorded = (): Promise<Recorded> => (once ??= record(life))

  // P62 asserts: every event once, cut at each border of a line or field and at ${SAMPLE} other places, in test:full at every byte.
  test('P62 cut at any byte of a recorded stream: no event is lost or repeated', async (context) => {
    const { sale, received } = await recorded()
    const head = received.indexOf('\r\n\r\n') + 4
    const body = plain(received.subarray(head))
    const tokens = new TokenSource({ now: () => 0, getToken: () => async () => 'token' })
    const whole = await replayed(sale, body, body.length, tokens)
    assert.ok(body.length > 1_000 && whole.versions.length >= 3 && whole.states.at(-1) === 'approved')
    const places = placesOf(body, SEED, SAMPLE)
    context.diagnostic(places.chosen)
    for (const at of places.at) {
      const one = await replayed(sale, body, at, tokens)
      assert.deepEqual([one.versions, one.states], [whole.versions, whole.states], `cut at ${at}`)
    }
  })

  // P62 asserts: final state after at most 1 s of pauses, cut on the line at each border and at ${LINE_SAMPLE} other places, in test:full at every byte.
  test('P62 cut on the line at every part of a stream: the end arrives soon', async (context) => {
    const { shop, page, sale, received, whole } = await recorded()
    const places = placesOf(received, SEED, LINE_SAMPLE)
    context.diagnostic(places.chosen)
    for (const [index, at] of places.at.entries()) {
      const type = (['cut', 'half_close', 'reset'] as const)[index % 3] ?? 'cut'
      const planned = shop.street.plan({ request: EVENTS, down: { type, at } })
      const looks = page.looks
      const seen = watch(page, sale.id, 1, () => Promise.resolve())
      await planned.met
      await seen.endedAt
      const where = `${type} at ${at} of ${received.length}`
      assert.ok(growing(seen.versions), `${where}: ${seen.versions.join()}`)
      assert.deepEqual([seen.versions.at(-1), seen.states.at(-1)], [whole.versions.at(-1), 'approved'], where)
      // Two of the three seconds are left to the network.
      const pausedMs = seen.pauses.reduce((sum, ms) => sum + ms, 0)
      assert.ok(pausedMs <= 1_000, `${where}: ${pausedMs} ms of waiting`)
      // Where the stream never opened, one read of the sale gives the newest event only.
      if (page.looks === looks) assert.deepEqual(seen.versions, whole.versions, where)
    }
  })

  test('P62 a live stream cut between two events continues with the next one', async () => {
    const shop = await openFaultShop(life)
    const deviceId = await shop.terminal('SLOW')
    const page = await shop.page()
    const started = await page.start(deviceId)
    assert.ok(started.ok && started.value)
    const one = watch(page, started.value.id, started.value.version)
    shop.clock.hurry(2)
    for (let cuts = 0; cuts < 6; cuts += 1) {
      await until(
        'the stream is open',
        () => shop.street.exchanges.filter(({ request }) => EVENTS.test(request)).length > cuts,
      )
      await shop.street.cut()
      await shop.street.heal()
    }
    await one.endedAt
    assert.equal(one.states.at(-1), 'approved')
    assert.ok(growing(one.versions), one.versions.join())
  })

  test('P62 a stream with repeated bytes never shows a wrong sale', async () => {
    const { shop, page, sale, received, whole } = await recorded()
    const stutter = async (from: number): Promise<void> => {
      shop.street.plan({ request: EVENTS, down: { type: 'repeat', from, to: from + 20 } })
      const one = watch(page, sale.id, 1)
      await one.endedAt
      for (const [index, version] of one.versions.entries()) {
        const known = whole.versions.indexOf(version)
        assert.ok(known >= 0, `version ${version}`)
        assert.equal(one.states[index], whole.states[known])
      }
      assert.equal(one.states.at(-1), 'approved')
    }
    const begin = received.indexOf('event: ') + 3
    const portions = Array.from(
      { length: Math.floor((received.length - begin) / 97) },
      (_, at) => begin + at * 97,
    )
    await Promise.all(portions.map(stutter))
  })

  test('the shops are closed', () => life.end())
})

/** From one read to the next, and from the payment until the page shows it. */
const LOOK_MS = 2_000
const STALE_MS = 4_000

// P63 asserts: at most ${STALE_MS} old, a look every ${LOOK_MS}.
test('P63 polls the sale every 2 s behind a buffering proxy', async (context) => {
  const shop = await openFaultShop(context)
  shop.street.plan({ request: EVENTS, down: { type: 'hold' }, times: Infinity })
  const deviceId = await shop.terminal('SLOW')
  const page = await shop.page()
  const started = await page.start(deviceId)
  assert.ok(started.ok && started.value)
  const one = watch(page, started.value.id, started.value.version)
  const sale = await shop.reaches('approved')
  assert.equal(sale.state, 'approved')
  const paidAt = performance.now()
  const staleMs = (await one.endedAt) - paidAt
  assert.equal(one.states.at(-1), 'approved')
  assert.ok(Math.max(...one.pauses) <= LOOK_MS && staleMs <= BUSY * STALE_MS, `${staleMs} ms behind`)
  assert.ok(!one.links.includes(false))
  assert.ok(shop.street.exchanges.some(({ request }) => /^GET \/v1\/sales\/\w+$/.test(request)))
})

test('P63 abandons a stream that goes silent after its start, and still gets the end', async (context) => {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal()
  const page = await shop.page()
  const started = await page.start(deviceId)
  assert.ok(started.ok && started.value)
  // The first bytes arrive and nothing after them. Only the missing heartbeat reveals this, 35 s later.
  const planned = shop.street.plan({ request: EVENTS, down: { type: 'swallow', at: 1_200 } })
  const { setTimeout: really } = globalThis
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const one = watch(page, started.value.id, started.value.version)
  await planned.met
  context.mock.timers.tick(0)
  // The page's clock goes fifty times as fast as ours, which leaves the real answers their time.
  const step = async (): Promise<void> => {
    await new Promise((resolve) => really(resolve, 5))
    context.mock.timers.tick(250)
  }
  let ended = false
  void one.endedAt.then(() => (ended = true))
  for (let steps = 0; steps < 10_000 && !ended; steps += 1) await step()
  context.mock.timers.reset()
  assert.equal(one.states.at(-1), 'approved')
})

test('P1 a start duplicated by a proxy makes one sale, with either answer', async (context) => {
  for (const twice of ['first', 'second'] as const) {
    const shop = await openFaultShop(context)
    const deviceId = await shop.terminal()
    const page = await shop.page()
    shop.street.plan({ request: /^POST \/v1\/sales$/, twice })
    const started = await page.start(deviceId)
    const [sale] = await shop.sales()
    if (started.ok) assert.equal(started.value?.id, sale?.id)
    shop.clock.hurry(4)
    await shop.reaches('approved')
    assert.deepEqual([(await shop.sales()).length, (await shop.sessions()).length], [1, 1])
    assert.equal((await shop.charges()).length, 1)
    // The element retries with the same key and gets the one sale.
    const again = await page.start(deviceId)
    assert.ok(again.ok && again.value?.id === sale?.id)
  }
})

test('P2 a repeated request finds the start whose answer was truncated at any byte', async (context) => {
  const shop = await openFaultShop(context)
  const deviceId = await shop.terminal()
  const page = await shop.page()
  assert.ok((await page.start(deviceId)).ok)
  await shop.reaches('approved')
  // The answer to a repeat has other headers than the first one.
  assert.ok((await page.start(deviceId)).ok)
  const whole =
    shop.street.exchanges.findLast(({ request }) => request === 'POST /v1/sales')?.answered().length ?? 0
  for (let at = 0; at < whole; at += 23) {
    shop.street.plan({ request: /^POST \/v1\/sales$/, down: { type: 'cut', at } })
    const cut = await page.start(deviceId)
    assert.ok(!cut.ok && !cut.heard, `cut at ${at}`)
    const again = await page.start(deviceId)
    assert.ok(again.ok && again.value?.state === 'approved')
  }
  assert.deepEqual([(await shop.sales()).length, (await shop.charges()).length], [1, 1])
})
