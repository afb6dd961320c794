import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHost } from './app.ts'
import { createWebhooks } from './webhooks.ts'
import { createManagers } from './managers.ts'
import type { OrderStore } from './order-store.ts'
import { newOrder, SCENARIOS, totalMinor } from './orders.ts'
import { APPROVED_SALE } from './sample-sale.testing.ts'

const origin = 'http://127.0.0.1:8800'
const order = newOrder(1042, 'declined', 0)
const orders: OrderStore = {
  find: (id) => (id === order.id ? order : undefined),
  newest: () => order,
  add: (scenario) => newOrder(1043, scenario, 0),
}

const WEBHOOK_SECRET = 'secret-of-the-shop-server-1'

const paidState = {
  order: 'R-1042',
  paid: true,
  paidAmountMinor: 4251,
  dueAmountMinor: 4251,
  currency: 'USD',
  sale: APPROVED_SALE,
}

/** A host whose BFF answers every token request and records it; `told` is its state of an order. */
function host(told: Response = new Response(null, { status: 503 })): {
  ask: (path: string, body?: object, from?: string, at?: string, cookie?: string) => Promise<Response>
  grants: unknown[]
  /** Queries of the reads of an order. */
  reads: string[]
  /** Number of repairs of the line. */
  repairs: () => number
} {
  const grants: unknown[] = []
  const reads: string[] = []
  let repairs = 0
  const app = createHost({
    site: new Map([
      [
        '/checkout/index.html',
        { body: new TextEncoder().encode('<p data-x="%BFF_URL%">'), type: 'text/html' },
      ],
      [
        '/terminal/index.html',
        {
          body: new TextEncoder().encode(
            '<i data-channel="%TERMINAL_URL%" data-own="%OWN_SERIALS%" data-names="%OWN_NAMES%">',
          ),
          type: 'text/html',
        },
      ],
    ]),
    orders,
    managers: createManagers(
      '4821',
      () => 0,
      () => 'session-1',
    ),
    hooks: createWebhooks(WEBHOOK_SECRET),
    signUp: null,
    tokens: {
      bffUrl: 'http://127.0.0.1:8802',
      secret: 'the-host-secret',
      fetch: async (address, init) => {
        assert.equal(new Headers(init?.headers).get('authorization'), 'Bearer the-host-secret')
        const asked = address instanceof Request ? address.url : address.toString()
        if (asked.includes('/v1/orders/')) {
          reads.push(new URL(asked).search)
          return told.clone()
        }
        if (typeof init?.body === 'string') grants.push(JSON.parse(init.body))
        return Response.json({ token: 't', expiresInSeconds: 900, nonce: 'n' }, { status: 201 })
      },
    },
    origin,
    terminalUrl: 'ws://127.0.0.1:8801/terminal',
    docsUrl: null,
    repairLine: () => void (repairs += 1),
    terminals: [{ serial: 'REPAIR-0001', name: 'Front counter', deviceId: 'dev_front' }],
    pairingCode: async (serial) => `code of ${serial}`,
  })
  return {
    grants,
    reads,
    repairs: () => repairs,
    ask: async (path, body, from = origin, at = origin, cookie = '') =>
      app.fetch(
        new Request(`${at}${path}`, {
          ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
          headers: { origin: from, cookie },
        }),
      ),
  }
}

test('the amount of a token comes from the order, not from the page', async () => {
  const { ask, grants } = host()
  const answer = await ask('/api/token', {
    kind: 'sale',
    order: 'R-1042',
    amount: '0.01',
    jkt: 'a'.repeat(43),
  })
  assert.equal(answer.status, 201)
  assert.deepEqual(grants, [
    {
      kind: 'sale',
      order: 'R-1042',
      amount: '42.51',
      currency: 'USD',
      devices: 'any',
      origin,
      jkt: 'a'.repeat(43),
    },
  ])
})

test('a page that registers terminals gets a token without payment permission', async () => {
  const { ask, grants } = host()
  await ask('/api/token', { kind: 'setup', order: 'R-1042' })
  assert.deepEqual(grants, [{ kind: 'setup', origin }])
})

test('the back office gives tokens to a signed-in manager only, with rights and time zone of the shop', async () => {
  const { ask, grants } = host()
  const path = '/api/back-office/token'
  const jkt = 'a'.repeat(43)
  const wish = { kind: 'desk', jkt, person: 'mallory', rights: ['own'], timeZone: 'UTC+1' }
  assert.equal((await ask(path, wish)).status, 403)
  await ask('/api/sign-in', { pin: '4821' })
  const manager = (body: object) => ask(path, body, origin, origin, 'manager=session-1')
  assert.equal((await manager(wish)).status, 201)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const bound = { person: 'manager', origin, jkt }
  assert.deepEqual(grants, [{ kind: 'desk', rights: ['view', 'resolve', 'refund'], timeZone, ...bound }])
  assert.equal((await manager({ kind: 'resolve', sale: 'sal_1', jkt })).status, 201)
  assert.deepEqual(grants.at(-1), { kind: 'resolve', sale: 'sal_1', ...bound })
  const terms = {
    kind: 'refund',
    order: 'R-1042',
    sale: 'sal_1',
    amount: '12.00',
    currency: 'USD',
    refund: 'refund-1',
  }
  assert.equal((await manager({ ...terms, jkt, person: 'mallory' })).status, 201)
  assert.deepEqual(grants.at(-1), { ...terms, ...bound })
  for (const other of [
    { order: undefined },
    { sale: undefined },
    { amount: '0' },
    { amount: 12 },
    { refund: 'mine' },
  ])
    assert.equal((await manager({ ...terms, ...other, jkt })).status, 404)
  for (const other of [{ kind: 'sale', order: 'R-1042' }, { kind: 'resolve' }, { kind: 'refund' }, {}])
    assert.equal((await manager({ ...other, jkt })).status, 404)
  assert.equal((await ask(path, wish, 'https://evil.example', origin, 'manager=session-1')).status, 403)
})

test('only a signed-in manager resolves, and only a sale of that order', async () => {
  const wish = { kind: 'resolve', order: 'R-1042', sale: 'sal_1', jkt: 'a'.repeat(43), person: 'mallory' }
  const { ask, grants } = host(Response.json({ ...paidState, paid: false }))
  const manager = (body: object) => ask('/api/token', body, origin, origin, 'manager=session-1')
  assert.equal((await ask('/api/token', wish)).status, 403)
  assert.equal((await manager(wish)).status, 403)
  assert.equal((await ask('/api/sign-in', { pin: '0000' })).status, 403)
  const signed = await ask('/api/sign-in', { pin: '4821' })
  assert.match(signed.headers.get('set-cookie') ?? '', /^manager=session-1; .*HttpOnly; SameSite=Strict$/)
  assert.equal((await ask('/api/token', wish)).status, 403)
  for (const other of [{ sale: 'sal_2' }, { order: 'R-9' }, { sale: undefined }])
    assert.equal((await manager({ ...wish, ...other })).status, 404)
  assert.deepEqual(grants, [])
  assert.equal((await manager(wish)).status, 201)
  const { jkt } = wish
  assert.deepEqual(grants, [{ kind: 'resolve', sale: 'sal_1', person: 'manager', origin, jkt }])
  await ask('/api/sign-out', {}, origin, origin, 'manager=session-1')
  assert.equal((await manager(wish)).status, 403)
})

test('an order that does not exist gets no token', async () => {
  const { ask, grants } = host()
  assert.equal((await ask('/api/token', { kind: 'sale', order: 'R-9' })).status, 404)
  assert.deepEqual(grants, [])
})

test('closes an order only after the BFF reports it as paid', async () => {
  const paid = async (told: Response): Promise<unknown> => {
    const { ask, reads } = host(told)
    const answer = await ask('/api/orders/R-1042')
    // The BFF compares the payment with the present total of the order.
    assert.deepEqual(reads, ['?amount=42.51&currency=USD'])
    return ((await answer.json()) as { paid: unknown }).paid
  }
  const state = paidState
  assert.deepEqual(await paid(Response.json(state)), { reference: '1000042', approvalCode: 'A1B2C3' })
  assert.equal(await paid(Response.json({ ...state, paid: false })), false)
  assert.equal(await paid(new Response('{}', { status: 404 })), false)
  for (const odd of [
    Response.json({ paid: true }),
    Response.json(state, { status: 502 }),
    new Response('<html>'),
  ])
    assert.equal(await paid(odd), null)
})

test('an order says what is left to refund, whether a refund is open, and whether the portal refunds it', async () => {
  const { sale } = paidState
  const refund = {
    ...sale,
    id: 'sal_2',
    kind: 'refund',
    refundOf: 'sal_1',
    refund: 'refund-1',
    amountMinor: 1_200,
  }
  const refundsOf = async (told: object): Promise<unknown> => {
    const answer = await host(Response.json({ ...paidState, ...told })).ask('/api/orders/R-1042')
    const { refunded, left, refundOpen, refundElsewhere } = (await answer.json()) as Record<string, unknown>
    return [refunded, left, refundOpen, refundElsewhere]
  }
  assert.deepEqual(await refundsOf({}), [null, '42.51', false, false])
  const done = { refundedAmountMinor: 1_200, refunds: [refund] }
  assert.deepEqual(await refundsOf(done), ['12.00', '30.51', false, false])
  const open = { refundOpen: true, refunds: [{ ...refund, state: 'in_doubt', reason: 'no_session' }] }
  assert.deepEqual(await refundsOf(open), [null, '30.51', true, false])
  assert.deepEqual(await refundsOf({ sale: { ...sale, by: 'person' } }), [null, null, false, true])

  const { ask } = host(Response.json({ ...paidState, ...open }))
  const path = '/api/orders/R-1042/refunds'
  assert.equal((await ask(path, { amount: '30.00' })).status, 403)
  await ask('/api/sign-in', { pin: '4821' })
  const named = await ask(path, { amount: '30.00' }, origin, origin, 'manager=session-1')
  assert.deepEqual(await named.json(), { sale: 'sal_1', refund: 'refund-1', amount: '12.00', isOpen: true })
})

test('another site’s page gets neither token nor pairing code nor order', async () => {
  const { ask, grants } = host()
  for (const path of ['/api/token', '/api/terminal/pair', '/api/orders'])
    assert.equal((await ask(path, { order: 'R-1042', kind: 'sale' }, 'https://evil.example')).status, 403)
  assert.deepEqual(grants, [])
})

test('the terminal beside the checkout is named to its page', async () => {
  assert.deepEqual(await (await host().ask('/api/terminal')).json(), { deviceId: 'dev_front' })
})

test('a page of the shop repairs the line before a scene; another site cannot', async () => {
  const { ask, repairs } = host()
  assert.equal((await ask('/api/line/repair', {}, 'https://elsewhere.example')).status, 403)
  assert.equal(repairs(), 0)
  assert.equal((await ask('/api/line/repair', {})).status, 200)
  assert.equal(repairs(), 1)
})

test('only the shop’s own on-screen terminals are paired without typing a code', async () => {
  const { ask } = host()
  assert.deepEqual(await (await ask('/api/terminal/pair', { serial: 'REPAIR-0001' })).json(), {
    code: 'code of REPAIR-0001',
  })
  assert.equal((await ask('/api/terminal/pair', { serial: 'OTHER-1' })).status, 404)
})

test('pages name the BFF and come with a policy that allows scripts of the shop only', async () => {
  const { ask } = host()
  const page = await ask('/orders/R-1042')
  assert.equal(await page.text(), '<p data-x="http://127.0.0.1:8802">')
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /connect-src 'self' http:\/\/127\.0\.0\.1:8802 ws:\/\/127\.0\.0\.1:8801;/)
  assert.match(policy, /require-trusted-types-for 'script'/)
})

test('rejects an invalid body with one sentence', async () => {
  const { ask } = host()
  for (const body of [[], { scenario: 7 }, { scenario: '__proto__' }])
    assert.equal((await ask('/api/orders', body)).status, 400)
  assert.equal((await ask('/api/orders', { scenario: 'x'.repeat(9000) })).status, 413)
})

test('the amount of each offered order selects the result of its label', () => {
  const cents = Object.fromEntries(
    Object.entries(SCENARIOS).map(([name, { lines }]) => [name, totalMinor(lines) % 100]),
  )
  assert.deepEqual(cents, {
    approved: 0,
    declined: 51,
    error: 91,
    timeout: 98,
    tune_up: 40,
    lost: 77,
    lost_a_while: 76,
  })
  assert.equal(totalMinor(SCENARIOS.approved.lines), 4200)
})

test('a phone on the network gets the terminal’s channel at the address it used, and no pairing without a code', async () => {
  const { ask } = host()
  const page = await ask('/terminal/', undefined, origin, 'http://192.168.1.20:8800')
  assert.equal(
    await page.text(),
    '<i data-channel="ws://192.168.1.20:8801/terminal" data-own="" data-names="">',
  )
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /connect-src [^;]*ws:\/\/192\.168\.1\.20:8801;/,
  )
  assert.equal((await ask('/orders/R-1042', undefined, origin, 'http://192.168.1.20:8800')).status, 302)
  assert.equal((await ask('/checkout/index.html', undefined, origin, 'http://192.168.1.20:8800')).status, 302)
  const odd = await ask('/terminal/', undefined, origin, "http://a;script-src'*:8800")
  assert.match(odd.headers.get('content-security-policy') ?? '', /; script-src 'self';/)
  assert.match(await odd.text(), /127\.0\.0\.1/)
})
