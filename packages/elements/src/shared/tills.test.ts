// Thirty tills start at once against one BFF that mints ten tokens in ten seconds. All are ready in bounded time, and there is
// no request storm. Time is virtual: it advances to the next pause when no other task is pending.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROBLEM_PREFIX, web, type MintedToken } from '@tapboard/contract'
import { ScriptedBff } from '../testing/scripted-bff.ts'
import { Client } from './client.ts'
import { Retry } from './retry.ts'
import { TokenSource, type GetToken } from './token-source.ts'

const TILLS = 30
const NEVER = new AbortController().signal

/** Lehmer's generator. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Virtual time of `count` tills: advances when each of them pauses or has ended. */
class Time {
  nowMs = 0
  readonly #pauses: { readonly atMs: number; readonly resolve: () => void }[] = []
  #busy = 0

  readonly pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      this.#busy -= 1
      this.#pauses.push({ atMs: this.nowMs + ms, resolve })
    })

  async run(work: readonly (() => Promise<unknown>)[]): Promise<void> {
    this.#busy = work.length
    for (const one of work) void one().then(() => (this.#busy -= 1))
    for (;;) {
      while (this.#busy) await new Promise((resolve) => setImmediate(resolve))
      this.#pauses.sort((a, b) => b.atMs - a.atMs)
      const next = this.#pauses.pop()
      if (!next) return
      this.nowMs = next.atMs
      this.#busy += 1
      next.resolve()
    }
  }
}

/** Tokens of the BFF: a bucket of ten in ten seconds. */
class Mint {
  readonly askedAtMs: number[] = []
  /** The page's server is down until this time. */
  downUntilMs = 0
  #tokens = 10
  #atMs = 0
  readonly #time: Time

  constructor(time: Time) {
    this.#time = time
  }

  /** The answer of the page's server. */
  ask(): Response {
    const { nowMs } = this.#time
    this.askedAtMs.push(nowMs)
    if (nowMs < this.downUntilMs) return new Response('<html>Bad Gateway', { status: 502 })
    this.#tokens = Math.min(10, this.#tokens + (nowMs - this.#atMs) / 1000)
    this.#atMs = nowMs
    if (this.#tokens < 1) {
      const body = JSON.stringify({ type: `${PROBLEM_PREFIX}rate-limited`, status: 429 })
      return new Response(body, { status: 429, headers: { 'Retry-After': '1' } })
    }
    this.#tokens -= 1
    return Response.json({ token: 't', expiresInSeconds: 900, nonce: 'n' })
  }
}

/** Passes on the answer of the page's server, as a page does. */
const PAGES: Readonly<Record<string, (mint: Mint) => GetToken>> = {
  'rejects with the answer': (mint) => async () => {
    const answer = mint.ask()
    if (!answer.ok) throw new Error('no token', { cause: answer })
    return (await answer.json()) as MintedToken
  },
  'resolves with the body, whatever it is': (mint) => async () => (await mint.ask().json()) as MintedToken,
}

interface Opened {
  readonly readyAtMs: readonly number[]
  readonly askedAtMs: readonly number[]
}

async function open(page: (mint: Mint) => GetToken, seed: number, downUntilMs = 0): Promise<Opened> {
  const time = new Time()
  const mint = new Mint(time)
  mint.downUntilMs = downUntilMs
  const random = seeded(seed)
  const bff = new ScriptedBff()
  const readyAtMs: number[] = []
  await time.run(
    Array.from({ length: TILLS }, () => async () => {
      const now = (): number => time.nowMs
      const getToken = page(mint)
      const tokens = new TokenSource({ now, getToken: () => getToken })
      const client = new Client({ base: 'https://pay.test', fetch: bff.fetch, tokens })
      const retry = new Retry({ now, random, pause: time.pause })
      const ask = () => client.call(web.getCheckout, { signal: NEVER })
      const answer = await retry.until(ask, () => undefined, NEVER)
      assert.ok(answer)
      readyAtMs.push(time.nowMs)
    }),
  )
  return { readyAtMs, askedAtMs: mint.askedAtMs }
}

/** The maximum number of requests within any second that begins after `fromMs`. */
const mostInOneSecond = (atMs: readonly number[], fromMs: number): number =>
  Math.max(
    ...atMs
      .filter((from) => from >= fromMs)
      .map((from) => atMs.filter((at) => at >= from && at < from + 1000).length),
  )

for (const [what, page] of Object.entries(PAGES))
  test(`D-106 thirty tills opened at once are all ready within a minute, without a storm, if the page ${what}`, async (t) => {
    for (const seed of [1, 7, 42, 1_000, 65_537]) {
      const { readyAtMs, askedAtMs } = await open(page, seed)
      assert.equal(readyAtMs.length, TILLS)
      const last = Math.max(...readyAtMs)
      const rate = mostInOneSecond(askedAtMs, 1_000)
      t.diagnostic(`seed ${seed}: last ready ${last} ms, ${askedAtMs.length} requests, ≤ ${rate} per second`)
      assert.ok(last < 45_000, `the last was ready after ${last} ms`)
      assert.ok(mostInOneSecond(askedAtMs, 0) <= 3 * TILLS)
      assert.ok(rate <= TILLS, `${rate} requests in one second`)
      assert.ok(askedAtMs.length <= 5 * TILLS, `${askedAtMs.length} requests`)
    }
  })

test('D-106 thirty tills whose server is down for five minutes send at most twelve requests a second, and are ready within a minute of its return', async (t) => {
  const downMs = 300_000
  const { readyAtMs, askedAtMs } = await open(PAGES['rejects with the answer']!, 42, downMs)
  const rate = mostInOneSecond(
    askedAtMs.filter((at) => at < downMs),
    60_000,
  )
  t.diagnostic(
    `last ready ${Math.max(...readyAtMs) - downMs} ms after the return, ≤ ${rate} requests per second`,
  )
  assert.ok(rate <= 12, `${rate} requests in one second`)
  assert.ok(Math.max(...readyAtMs) - downMs < 45_000)
})
