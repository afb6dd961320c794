// A page that gets no token, or whose BFF is down: it names the cause, retries automatically, and warns first of a sale that
// may be running if this tab cannot exclude one.
import { assert } from '@open-wc/testing'
import { useFastClock } from '../testing/fast-clock.ts'
import { PROBLEM_PREFIX } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'
import type { GetToken } from '../shared/token-source.ts'
import { mount, unmountAll, type Stage } from '../testing/mount.ts'
import { CHECKOUT } from '../testing/pay-views.ts'
import type { ScriptedBff } from '../testing/scripted-bff.ts'

const KEY = 'tapboard:sale'
const RUNNING = 'A transaction may be running. Look at the terminal.'
const good: GetToken = async () => ({ token: 'token', expiresInSeconds: 900, nonce: 'nonce' })

/** The failures of a page without a token: the result of its callback, the title, and the code of the event. */
const FAULTS: Readonly<Record<string, readonly [GetToken, title: string, code: string]>> = {
  'the page’s server is down': [
    () => Promise.reject(new TypeError('Failed to fetch')),
    'This page cannot reach its server. Check the connection.',
    'token-unreachable',
  ],
  'the person is signed out': [
    () => Promise.reject(new Error('no token', { cause: new Response(null, { status: 401 }) })),
    'You are signed out, or may not do this here. Sign in again, or ask a manager.',
    'token-unauthorized',
  ],
  'the BFF behind the page’s server is down': [
    async () => (await new Response('<html>Bad Gateway').json()) as never,
    'The payment server is not ready right now.',
    'token-unavailable',
  ],
  'there are too many requests': [
    async () => ({ type: `${PROBLEM_PREFIX}rate-limited`, status: 429 }) as never,
    'The payment server is busy: too many requests at once.',
    'token-limited',
  ],
  'the page is set up wrongly': [
    async () => ({ jwt: 'x' }) as never,
    'This checkout is not set up. Tell your manager.',
    'token-refused',
  ],
}
const PASSING = Object.entries(FAULTS).filter(([, [, , code]]) => code !== 'token-refused')

const errors = ({ events }: Stage): ErrorDetail[] =>
  events.flatMap((event) => (event.type === 'terminal-pay-error' ? [event.detail as ErrorDetail] : []))
const kept = (): unknown => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')

/** Chooses the front counter and presses Charge. */
async function charge(pay: Stage['pay']): Promise<void> {
  await pay.phase('choosing')
  if (!pay.chosen) await pay.choose('Front counter')
  await pay.until(() => pay.can('Charge $42.00 on Front counter'))
  pay.press('Charge')
}

/** A page that was closed after its sale began; its BFF keeps the sale. */
async function leaveMidSale(): Promise<ScriptedBff> {
  const { bff, element, pay } = mount()
  await charge(pay)
  await pay.until(() => bff.streams === 1)
  bff.move({ state: 'started', phase: 'present_card' })
  await pay.phase('waiting')
  element.remove()
  return bff
}

describe('<terminal-pay> without a token', () => {
  useFastClock()
  let said: string[] = []
  const { error } = console

  beforeEach(() => {
    said = []
    console.error = (...words: unknown[]) => said.push(words.join(' '))
  })
  afterEach(() => {
    console.error = error
    unmountAll()
  })

  for (const [what, [getToken, title, code]] of PASSING)
    it(`D-105 ${what}: announces it once with the next event, and recovers without a press`, async () => {
      const stage = mount({ properties: { getToken } })
      await stage.pay.phase('fault')
      assert.equal(stage.pay.title, title)
      assert.match(stage.pay.text, /Trying again( in \d+ s|…)/)
      assert.deepEqual(stage.pay.buttons, ['Try again'])
      await stage.pay.until(() => /Trying again in \d+ s/.test(stage.pay.text))
      stage.element.getToken = good
      await stage.pay.phase('choosing')
      assert.deepEqual(
        errors(stage).map((detail) => [detail.code, detail.name]),
        [[code, 'getToken']],
      )
      assert.lengthOf(said, 1)
      assert.notInclude(stage.pay.text, 'Trying again')
    })

  it('D-106 calls a wrongly set up page once, and again after another getToken', async () => {
    const [wrong, title] = FAULTS['the page is set up wrongly']!
    let asked = 0
    const counted: GetToken = (wish) => {
      asked += 1
      return wrong(wish)
    }
    const stage = mount({ properties: { getToken: counted } })
    await stage.pay.phase('fault')
    assert.equal(stage.pay.title, title)
    assert.notInclude(stage.pay.text, 'Trying again')
    // Meanwhile an element that retries automatically has retried three times.
    let others = 0
    const busy: GetToken = () =>
      Promise.reject(Object.assign(new Error('busy'), { status: (others += 1) && 503 }))
    const other = mount({ properties: { getToken: busy } })
    await other.pay.until(() => others > 3)
    assert.equal(asked, 1)
    stage.element.getToken = good
    await stage.pay.phase('choosing')
  })

  it('D-106 recovers without a press when the BFF is down or a proxy answers in its place', async () => {
    const stage = mount()
    stage.bff.offline = true
    await stage.pay.phase('fault')
    assert.equal(stage.pay.title, 'The server cannot be reached. Check the connection.')
    stage.bff.offline = false
    stage.bff.handler = () => new Response('<html>', { status: 502 })
    const { length } = stage.bff.requests
    await stage.pay.until(() => stage.bff.requests.length > length)
    assert.equal(stage.pay.title, 'The server cannot be reached. Check the connection.')
    stage.bff.handler = null
    await stage.pay.phase('choosing')
  })

  it('D-106 reports a BFF without its store as not ready, and recovers without a press', async () => {
    const stage = mount()
    stage.bff.handler = () => stage.bff.problem('store-unavailable')
    await stage.pay.until(() => stage.pay.title === 'The payment server is not ready right now.')
    stage.bff.handler = null
    await stage.pay.phase('choosing')
  })

  it('D-106 "Try again" and a returned connection read at once', async () => {
    const stage = mount({
      properties: { getToken: () => Promise.reject(Object.assign(new Error('no'), { status: 503 })) },
    })
    await stage.pay.phase('fault')
    // The message is the first thing of the card: merchant and amount are unknown.
    assert.isNull(stage.pay.root.querySelector('header'))
    let asked = 0
    stage.element.getToken = async () => {
      asked += 1
      return Promise.reject(Object.assign(new Error('no'), { status: 503 }))
    }
    const before = asked
    stage.pay.press('Try again')
    assert.equal(asked, before)
    await stage.pay.until(() => asked > before)
    const then = asked
    dispatchEvent(new Event('online'))
    await stage.pay.until(() => asked > then)
    stage.element.getToken = good
    stage.pay.press('Try again')
    await stage.pay.phase('choosing')
  })

  it('V5 a refresh, or another getToken, requests a new token', async () => {
    let asked = 0
    const counted: GetToken = async () => ({ token: `t${(asked += 1)}`, expiresInSeconds: 900, nonce: 'n' })
    const stage = mount({ properties: { getToken: counted } })
    await stage.pay.phase('choosing')
    await stage.element.refresh()
    assert.equal(asked, 2)
    assert.equal(stage.bff.requests.at(-1)?.headers.get('Authorization'), 'DPoP t2')
    stage.element.getToken = async () => 'other'
    await stage.element.updateComplete
    await stage.element.refresh()
    assert.equal(stage.bff.requests.at(-1)?.headers.get('Authorization'), 'DPoP other')
  })
})

describe('<terminal-pay> in a tab where a sale may be running', () => {
  useFastClock()
  const { error } = console
  beforeEach(() => {
    console.error = () => undefined
  })
  afterEach(() => {
    console.error = error
    unmountAll()
  })

  for (const [what, [getToken, title]] of Object.entries(FAULTS))
    it(`D-107 reloaded mid-sale while ${what}: shows first that a sale may be running`, async () => {
      const bff = await leaveMidSale()
      const again = mount({ bff, properties: { getToken } })
      await again.pay.phase('fault')
      assert.equal(again.pay.title, RUNNING)
      await again.pay.until(() => again.pay.spoken.startsWith(RUNNING))
      assert.include(again.pay.text, title)
      assert.include(again.pay.text, 'Front counter')
      assert.include(again.pay.text, 'Order R-1042')
      again.element.getToken = good
      await again.pay.phase('waiting')
      bff.move({ state: 'approved', reference: '1', approvalCode: '2', by: 'upstream' }, 'approved')
      await again.pay.phase('approved')
      assert.isNull(kept())
      again.element.remove()
      const later = mount({ bff, properties: { getToken } })
      await later.pay.phase('fault')
      assert.equal(later.pay.title, title)
    })

  it('D-107 reloaded mid-sale while the BFF is down: shows first that a sale may be running', async () => {
    const bff = await leaveMidSale()
    bff.offline = true
    const again = mount({ bff })
    await again.pay.phase('fault')
    assert.equal(again.pay.title, RUNNING)
    assert.include(again.pay.text, 'The server cannot be reached.')
    bff.offline = false
    await again.pay.phase('waiting')
  })

  it('D-107 shows no sale that violates the contract, and warns that it may be running', async () => {
    const bff = await leaveMidSale()
    const sale = { ...bff.sale!, version: 'three' }
    bff.handler = ({ path }) => (path === '/v1/checkout' ? bff.json({ ...CHECKOUT, sale }) : null)
    const again = mount({ bff })
    await again.pay.phase('fault')
    assert.equal(again.pay.title, RUNNING)
    await again.pay.until(() => errors(again).length === 1)
    assert.equal(errors(again)[0]!.code, 'bad-answer')
    assert.include(errors(again)[0]!.message, '/v1/checkout answered 200')
  })

  it('D-107 the tab stores order, terminal and time only', async () => {
    await leaveMidSale()
    const [record, ...others] = kept() as readonly Record<string, unknown>[]
    assert.isEmpty(others)
    assert.deepEqual(Object.keys(record!).toSorted(), ['atMs', 'order', 'terminal'])
    assert.deepInclude(record!, { order: 'R-1042', terminal: 'Front counter' })
    assert.approximately(record!['atMs'] as number, Date.now(), 30_000)
    assert.deepEqual(Object.keys(sessionStorage), [KEY])
  })

  it('D-107 a refused start leaves nothing stored, nor does an order without an open sale', async () => {
    const stage = mount()
    let during: unknown = null
    stage.bff.handler = ({ method }) => {
      if (method !== 'POST') return null
      during = kept()
      return stage.bff.problem('device-busy')
    }
    await charge(stage.pay)
    await stage.pay.until(() => stage.pay.text.includes('taking another payment'))
    assert.isNotNull(during)
    assert.isNull(kept())
    sessionStorage.setItem(KEY, JSON.stringify([{ order: 'R-1042', terminal: 'Till', atMs: Date.now() }]))
    const next = mount()
    await next.pay.phase('choosing')
    assert.isNull(kept())
  })

  it('D-107 ignores another order’s entry after an hour, and an invalid entry', async () => {
    const getToken = FAULTS['the person is signed out']![0]
    const record = { order: 'R-1', terminal: 'Till', atMs: Date.now() - 3_500_000 }
    sessionStorage.setItem(KEY, JSON.stringify([record]))
    const stage = mount({ properties: { getToken } })
    await stage.pay.phase('fault')
    assert.equal(stage.pay.title, RUNNING)
    stage.element.getToken = good
    await stage.pay.phase('choosing')
    assert.isNotNull(kept())
    stage.element.remove()
    for (const none of [JSON.stringify([{ ...record, atMs: 0 }]), '{}', '[null,{}]', '{{']) {
      sessionStorage.setItem(KEY, none)
      const other = mount({ properties: { getToken } })
      await other.pay.phase('fault')
      assert.include(other.pay.title, 'signed out', none)
      other.element.remove()
    }
  })

  it('D-107 sells in a browser without storage', async () => {
    const { setItem, getItem } = Storage.prototype
    const forbidden = (): never => {
      throw new DOMException('denied', 'SecurityError')
    }
    Object.assign(Storage.prototype, { setItem: forbidden, getItem: forbidden })
    try {
      const { bff, pay, element } = mount()
      await charge(pay)
      await pay.until(() => bff.streams === 1)
      element.remove()
      const again = mount({ bff, properties: { getToken: FAULTS['the person is signed out']![0] } })
      await again.pay.phase('fault')
      assert.include(again.pay.title, 'signed out')
    } finally {
      Object.assign(Storage.prototype, { setItem, getItem })
    }
  })
})
