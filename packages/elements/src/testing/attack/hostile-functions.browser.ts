// A page whose `fetch` lies, loses, repeats or mixes up, and whose `crypto`, `JSON` and `Promise` were replaced. Such a page can do
// anything that its person can do; the element still sends one start for a press, and shows an approval only from an answer about it.
import { assert } from '@esm-bundle/chai'
import type { Sale } from '@tapboard/contract'
import { mount, unmountAll, type Stage } from '../mount.ts'
import { APPROVED, DEVICES, SALE, ScriptedBff } from '../scripted-bff.ts'

const isStart = (init?: RequestInit): boolean => init?.method === 'POST'
const json = (value: unknown, status = 201): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } })
const approved = (change: Partial<Sale>): Response => json({ ...SALE, ...APPROVED, version: 9, ...change })

/** Answers the first start in place of the BFF, or hands it on; `send` sends it to the BFF. */
type Way = (send: () => Promise<Response>) => unknown

/** Each leaves the result of the start open; the next request is honest. */
const WAYS: Readonly<Record<string, Way>> = {
  'loses the answer': (send) => send().then(() => Promise.reject(new TypeError('lost'))),
  'loses the request': () => Promise.reject(new TypeError('lost')),
  'throws at once': () => {
    throw new TypeError('broken')
  },
  'sends the request twice': (send) => send().then(send),
  'answers with an empty object': () => json({}),
  'answers with a page': () => new Response('<!doctype html><title>Approved</title>', { status: 200 }),
  'answers with nothing': () => undefined,
  'answers with no response': () => ({
    ok: true,
    status: 201,
    headers: new Headers(),
    json: async () => ({}),
  }),
  'answers with an error': () => Response.error(),
  'answers with an approval of another order': () => approved({ order: 'R-9999' }),
  'answers with an approval of a refund': () => approved({ kind: 'refund', refundOf: 'sale_0' }),
  'answers with a sale that breaks the contract': () => json({ ...SALE, ...APPROVED, amountMinor: 42.5 }),
  'answers as another site would': () => new Response(null, { status: 204 }),
}

/** Sends the first start in this way, and everything else as it is. */
function fetcherOf(bff: ScriptedBff, way: Way): typeof fetch {
  const below = bff.fetchBelow('/pay')
  let used = false
  return (input, init) => {
    if (used || !isStart(init)) return below(input, init)
    used = true
    return way(() => below(input, init)) as Promise<Response>
  }
}

async function pressed(bff: ScriptedBff, fetcher: typeof fetch): Promise<Stage> {
  bff.devices = [DEVICES[0]!]
  const stage = mount({ bff, properties: { fetcher } })
  const { pay } = stage
  await pay.phase('choosing')
  await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
  pay.press('Charge $42.00')
  return stage
}

const keysOf = (bff: ScriptedBff): ReadonlySet<string | null> =>
  new Set(bff.to('POST', '/v1/sales').map(({ headers }) => headers.get('Idempotency-Key')))

describe('a hostile fetch', () => {
  afterEach(unmountAll)

  for (const [name, way] of Object.entries(WAYS))
    it(`that ${name} starts one sale and shows no approval`, async () => {
      const bff = new ScriptedBff()
      const titles = new Set<string>()
      const { pay, events } = await pressed(bff, fetcherOf(bff, way))
      const watch = new MutationObserver(() => titles.add(pay.title))
      watch.observe(pay.root, { subtree: true, childList: true, characterData: true })
      while (bff.streams === 0) await new Promise(requestAnimationFrame)
      await pay.until(() => pay.element.phase === 'contacting' || pay.element.phase === 'waiting')
      assert.equal(keysOf(bff).size, 1)
      assert.isFalse([...titles].some((title) => /approved|paid/i.test(title)))
      assert.isFalse(events.some(({ type }) => type === 'terminal-pay-settled'))
      bff.move({ state: 'declined', cancelable: false, settledAtMs: SALE.nowMs })
      await pay.phase('unpaid')
      watch.disconnect()
    })

  it('that answers the next attempt with the last one does not end the press', async () => {
    const bff = new ScriptedBff()
    bff.sale = { ...SALE, state: 'declined', cancelable: false, settledAtMs: SALE.nowMs, version: 5 }
    const { sale } = bff
    const stage = mount({ bff, properties: { fetcher: fetcherOf(bff, () => json(sale, 200)) } })
    const { pay } = stage
    await pay.phase('unpaid')
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00 again')))
    pay.press('Charge $42.00 again')
    while (bff.to('POST', '/v1/sales').length === 0) await new Promise(requestAnimationFrame)
    await pay.until(() => pay.element.phase === 'contacting')
    assert.equal(bff.sale?.attempt, 2)
    assert.equal(keysOf(bff).size, 1)
  })

  it('that never answers leaves the press without a result', async () => {
    const bff = new ScriptedBff()
    const { pay, events } = await pressed(
      bff,
      fetcherOf(bff, () => new Promise(() => undefined)),
    )
    await pay.phase('contacting')
    assert.isFalse(pay.buttons.some((label) => label.startsWith('Charge')))
    assert.isFalse(events.some(({ type }) => type === 'terminal-pay-settled'))
  })
})

/** Functions of the platform that a script has replaced after the element was loaded. */
const REPLACED: Readonly<Record<string, () => () => void>> = {
  'crypto.subtle.sign': () => replace(SubtleCrypto.prototype, 'sign', () => Promise.reject(new Error('no'))),
  'crypto.subtle.digest': () =>
    replace(SubtleCrypto.prototype, 'digest', () => Promise.reject(new Error('no'))),
  'crypto.randomUUID': () => replace(Crypto.prototype, 'randomUUID', () => 'same'),
  'crypto.getRandomValues': () => replace(Crypto.prototype, 'getRandomValues', (bytes: unknown) => bytes),
  'Promise.race': () => replace(Promise, 'race', () => Promise.reject(new Error('no'))),
  'AbortSignal.any': () =>
    replace(AbortSignal, 'any', () => {
      throw new TypeError('no')
    }),
  'Math.random': () => replace(Math, 'random', () => Number.NaN),
}

function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name)!
  Object.defineProperty(object, name, { ...before, value })
  return () => void Object.defineProperty(object, name, before)
}

describe('a replaced function of the platform', () => {
  afterEach(unmountAll)

  for (const [name, act] of Object.entries(REPLACED))
    it(`${name} starts at most one sale and shows no approval of its own`, async () => {
      const bff = new ScriptedBff()
      bff.devices = [DEVICES[0]!]
      const { pay, events } = mount({ bff })
      await pay.phase('choosing')
      await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
      const restore = act()
      try {
        pay.press('Charge $42.00')
        await pay.until(() => pay.element.phase !== 'choosing')
      } finally {
        restore()
      }
      // The platform works again, and so does a press, unless it ended with nothing sent.
      const unsent = (): boolean => pay.title.includes('not sent')
      while (bff.streams === 0 && !unsent()) await new Promise(requestAnimationFrame)
      assert.equal(keysOf(bff).size, unsent() ? 0 : 1)
      assert.isFalse(events.some(({ type }) => type === 'terminal-pay-settled'))
      if (unsent()) return
      bff.move(APPROVED, 'approved')
      await pay.phase('approved')
    })
})
