import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sale } from '@tapboard/contract'
import { APPROVED, SALE, ScriptedBff } from '../testing/scripted-bff.ts'
import { Client } from './client.ts'
import { share } from './share.ts'
import { TokenSource, type GetToken } from './token-source.ts'

const EVENTS = '/v1/sales/sale_1/events'

/** Runs pending tasks without advancing the clock until the condition holds. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}

interface Element {
  readonly sales: Sale[]
  readonly links: boolean[]
  readonly refusals: string[]
  leave(): void
}

/** A page with one BFF; `wake` ends every pause. */
function page(base: string) {
  const bff = new ScriptedBff()
  bff.sale = { ...SALE, state: 'started' }
  const wakers = new Set<() => void>()
  return {
    bff,
    wake: () => wakers.forEach((call) => call()),
    /** Adds an element to the page that follows the sale. */
    element(getToken: GetToken = async () => 't', sale: Sale = bff.sale!): Element {
      const run = new AbortController()
      const made = { sales: [], links: [], refusals: [], leave: () => run.abort() } satisfies Element
      const told: Element = made
      const tokens = new TokenSource({ now: () => 0, getToken: () => getToken })
      share(
        base,
        sale,
        {
          client: new Client({ base, fetch: bff.fetch, tokens }),
          random: () => 0.5,
          pause: (_, signal) =>
            new Promise((resolve) => {
              wakers.add(resolve)
              signal.addEventListener('abort', () => resolve())
            }),
          onTurn: () => () => undefined,
          isHidden: () => false,
        },
        {
          sale: (seen) => told.sales.push(seen),
          link: (alive) => told.links.push(alive),
          refused: ({ code }) => told.refusals.push(code),
        },
        run.signal,
      )
      return told
    },
  }
}

const states = ({ sales }: Element): string[] => sales.map(({ state }) => state)

test('P60 twenty elements of one sale share one stream, and all receive the approval', async () => {
  const on = page('https://twenty.test')
  const elements = Array.from({ length: 20 }, () => on.element())
  await until(() => on.bff.streams === 1 && elements[19]!.sales.length === 2)
  on.bff.move(APPROVED, 'approved')
  await until(() => elements.every((each) => states(each).at(-1) === 'approved'))
  assert.equal(on.bff.to('GET', EVENTS).length, 1)
  assert.equal(on.bff.requests.length, 1)
})

test('P67 the stream outlives the element that opened it, and closes with the last one', async () => {
  const on = page('https://leader.test')
  const [first, second, third] = [on.element(), on.element(), on.element()]
  await until(() => first.sales.length === 1)
  first.leave()
  second.leave()
  on.bff.move({ phase: 'present_card' })
  await until(() => third.sales.at(-1)?.phase === 'present_card')
  assert.equal(first.sales.at(-1)?.phase, 'contacting')
  assert.equal(on.bff.to('GET', EVENTS).length, 1)
  third.leave()
  await until(() => on.bff.streams === 0)
})

test('P67 an element removed and added a thousand times has one stream in the end', async () => {
  const on = page('https://again.test')
  for (let cycle = 0; cycle < 1_000; cycle += 1) on.element().leave()
  const last = on.element()
  await until(() => last.sales.length > 0)
  assert.equal(on.bff.streams, 1)
  last.leave()
  await until(() => on.bff.streams === 0)
})

test('a late element receives the known state at once, including a lost connection', async () => {
  const on = page('https://late.test')
  const first = on.element()
  await until(() => first.sales.length === 1)
  on.bff.move({ phase: 'present_card' })
  await until(() => first.sales.length === 2)
  const late = on.element(undefined, { ...SALE, state: 'started' })
  assert.deepEqual([late.sales.at(-1)?.phase, late.links], ['present_card', [true]])
  on.bff.offline = true
  on.bff.cut()
  await until(() => {
    on.wake()
    return first.links.at(-1) === false
  })
  assert.equal(on.element().links.at(-1), false)
  first.leave()
})

test('P66 reports a page without a token to its element only, and the next element follows for all', async () => {
  const on = page('https://token.test')
  const mute = on.element(() => Promise.reject(new Error('signed out')))
  const other = on.element()
  await until(() => {
    on.wake()
    return on.bff.streams === 1
  })
  on.bff.move(APPROVED, 'approved')
  await until(() => states(mute).at(-1) === 'approved')
  assert.equal(states(other).at(-1), 'approved')
  assert.deepEqual([mute.refusals, other.refusals], [['token-refused'], []])
})

test('follows an ended sale anew for a later element', async () => {
  const on = page('https://ended.test')
  const first = on.element()
  await until(() => on.bff.streams === 1)
  on.bff.move(APPROVED, 'approved')
  await until(() => states(first).at(-1) === 'approved')
  await until(() => on.bff.streams === 0)
  const next = on.element(undefined, SALE)
  await until(() => states(next).at(-1) === 'approved')
})

test('the same sale ID at another BFF is another sale', async () => {
  const [here, there] = [page('https://here.test'), page('https://there.test')]
  const [one, two] = [here.element(), there.element()]
  await until(() => here.bff.streams === 1 && there.bff.streams === 1)
  here.bff.move(APPROVED, 'approved')
  await until(() => states(one).at(-1) === 'approved')
  assert.equal(states(two).at(-1), 'started')
  two.leave()
})
