// Prototype pollution: a page whose `Object.prototype` has members, and answers with `__proto__`. The sale is the same, request by
// request. Members of a property descriptor (`get`, `value`, …) are left out: with them the platform's own functions fail.
import { assert } from '@esm-bundle/chai'
import { Checkout, Sale, StartSale } from '@tapboard/contract'
import { LONG } from '../engines.ts'
import { mount, unmountAll, type Setting } from '../mount.ts'
import { APPROVED, DEVICES, SALE, ScriptedBff } from '../scripted-bff.ts'

/** Members that a request of the platform reads from its options (Fetch §5.4). */
const REQUEST =
  'method headers body referrer referrerPolicy mode credentials cache redirect integrity keepalive duplex priority window'
/** Members that the elements read from their own options and rows. */
const OWN =
  'id query kind timeoutMs path auth answers errors request repeat ok token nonce expiresInSeconds retryAfter sale refund hidden passive capture attribute posted never'

const CONTRACT = [Checkout, Sale, StartSale].flatMap((schema) => Object.keys(schema._zod.def.shape))

/** Names that are polluted together; each alone in the long version. */
const GROUPS: readonly (readonly string[])[] = LONG
  ? [...new Set([...REQUEST.split(' '), ...OWN.split(' '), ...CONTRACT])].map((name) => [name])
  : [...REQUEST.split(' ').map((name) => [name]), OWN.split(' '), [...new Set(CONTRACT)]]

/** A sale that has not ended by then failed. */
const LATE_MS = 4_000

/** Hostile values: a text, an object, `true`, a number. */
const VALUES: readonly unknown[] = ['setup', { amountMinor: 1, polluted: 'yes' }, true, 1]

/** One request as the platform would send it, without what differs each time. */
interface Sent {
  readonly line: string
  readonly headers: readonly string[]
  readonly options: readonly unknown[]
  readonly body: unknown
}

async function record(url: string, init?: RequestInit): Promise<Sent> {
  const request = new Request(url, init)
  const { method, credentials, cache, redirect, mode, referrerPolicy, keepalive, integrity } = request
  const text = await request.text()
  const body = (text ? JSON.parse(text) : null) as Record<string, unknown> | null
  if (body) delete body['deadlineAtMs']
  return {
    line: `${method} ${new URL(url).pathname}${new URL(url).search}`,
    headers: [...request.headers.keys()].toSorted(),
    options: [credentials, cache, redirect, mode, referrerPolicy, keepalive, integrity],
    body,
  }
}

/** Sells for one order; returns the requests until the approval, and the title of the end. */
async function sell(prepare: (bff: ScriptedBff) => void = () => undefined) {
  const bff = new ScriptedBff()
  bff.devices = [DEVICES[0]!]
  // All members of its own, so that the scripted BFF inherits none.
  bff.checkout = { kind: 'sale', refund: null }
  prepare(bff)
  const sent: Sent[] = []
  const wishes: unknown[] = []
  const below = bff.fetchBelow('/pay')
  const fetcher: typeof fetch = async (input, init) => {
    sent.push(await record(String(input instanceof Request ? input.url : input), init))
    return below(input, init)
  }
  const getToken = (wish: object) => {
    wishes.push(Object.keys(wish))
    return Promise.resolve('token')
  }
  const none = { sale: undefined, checkout: undefined } as unknown as Setting
  const { pay } = mount({ ...none, bff, attributes: {}, properties: { fetcher, getToken } })
  const sold = async (): Promise<string> => {
    await pay.phase('choosing')
    await pay.until(() => pay.buttons.some((label) => label.startsWith('Charge $42.00')))
    pay.press('Charge $42.00')
    while (bff.streams === 0) await new Promise(requestAnimationFrame)
    bff.move(APPROVED, 'approved')
    await pay.phase('approved')
    return pay.title
  }
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(`no end: ${pay.text}`), LATE_MS))
  const title = await Promise.race([sold(), late])
  unmountAll()
  // A stream may open again, and that of the order after the end.
  const streams = sent.filter(({ line }) => line.endsWith('/events'))
  return { sent: sent.filter((each) => !streams.slice(1).includes(each)), wishes, title }
}

describe('a polluted prototype', () => {
  let clean: Awaited<ReturnType<typeof sell>>
  before(async () => {
    clean = await sell()
  })
  afterEach(unmountAll)

  it('has a sale to compare with', () => {
    assert.equal(clean.title, '$42.00 approved')
    assert.equal(clean.sent.filter(({ line }) => line === 'POST /pay/v1/sales').length, 1)
  })

  for (const [turn, names] of GROUPS.entries())
    it(`changes no request by ${names.join(', ')}`, async () => {
      const values = LONG || names.length > 1 ? VALUES : [VALUES[turn % VALUES.length]]
      for (const value of values) {
        for (const name of names)
          Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true })
        try {
          assert.deepEqual(await sell(), clean, String(value))
        } finally {
          for (const name of names) delete (Object.prototype as Record<string, unknown>)[name]
        }
      }
    })

  // With these, `addEventListener` of the platform throws or forgets a listener, for every library of the page.
  for (const name of ['signal', 'once'])
    it(`starts nothing else by the member ${name}`, async () => {
      Object.defineProperty(Object.prototype, name, { value: true, configurable: true, writable: true })
      const failed: unknown[] = []
      const fail = (event: PromiseRejectionEvent | ErrorEvent): void => {
        event.preventDefault()
        event.stopImmediatePropagation()
        failed.push(event)
      }
      addEventListener('unhandledrejection', fail, true)
      try {
        const { sent } = await sell().catch(() => ({ sent: [] }))
        const starts = sent.filter(({ line }) => line.startsWith('POST'))
        assert.isAtMost(starts.length, 1)
        for (const start of starts) assert.deepInclude(clean.sent, start)
      } finally {
        delete (Object.prototype as Record<string, unknown>)[name]
        removeEventListener('unhandledrejection', fail, true)
      }
    })

  const proto = { amountMinor: 1, state: 'approved', polluted: 'yes' }
  for (const key of ['__proto__', 'constructor', 'prototype'])
    it(`is not made by answers with ${key}`, async () => {
      const poison = (value: unknown): unknown => {
        if (typeof value !== 'object' || value === null) return value
        const copy: Record<string, unknown> = {}
        for (const [name, member] of Object.entries(value)) copy[name] = poison(member)
        Object.defineProperty(copy, key, { value: { ...proto, prototype: proto }, enumerable: true })
        return Array.isArray(value) ? value.map(poison) : copy
      }
      const poisoned = await sell((bff) => {
        const { json } = bff
        bff.json = (value, status) => json.call(bff, poison(value), status)
      })
      assert.deepEqual(poisoned, clean)
      assert.notProperty({}, 'polluted')
      assert.notProperty(SALE, 'polluted')
    })
})
