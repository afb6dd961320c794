// Bad input on every field of every route with a body: the right problem with advice, never a 5xx, no sale started
// (P50, P53). fast-check adds random input; its seed is fixed and printed on failure.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { web } from '@tapboard/contract'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { benchOptions, createBench, PUBLIC_URL, SECRETS } from '../testing/bench.ts'
import { expectAnswer, expectProblem } from '../testing/expect.ts'
import { mintRequest, openPage, resolveGrant, saleGrant, setupGrant, START } from '../testing/page.ts'

const bench = await createBench()
after(() => bench.close())
const page = await openPage(bench)
const setup = await openPage(bench, setupGrant)
const person = await openPage(bench, resolveGrant())
const KEY = { 'idempotency-key': 'key-0123456789abcdef' }
const REGISTER = { serial: 'SN-77', make: 'A77', name: 'Bar' }
const GRANT = { ...saleGrant(page.key.jkt), devices: ['dev_front'] } as unknown as Record<string, unknown>

type Send = (rawBody: string, type?: string) => Promise<Response>
const rawMint: Send = (rawBody, type = 'application/json') => {
  const headers = { authorization: `Bearer ${SECRETS.hostSecret}`, 'content-type': type }
  return bench.core.fetch(new Request(`${PUBLIC_URL}/v1/tokens`, { method: 'POST', headers, body: rawBody }))
}
const rawStart: Send = (rawBody, type = 'application/json') =>
  page.send('POST', '/v1/sales', { rawBody, headers: { ...KEY, 'content-type': type } })
const rawRegister: Send = (rawBody, type = 'application/json') =>
  setup.send('POST', '/v1/devices', { rawBody, headers: { 'content-type': type } })
const rawResolve: Send = (rawBody, type = 'application/json') =>
  person.send('POST', '/v1/sales/sale_1/resolve', { rawBody, headers: { 'content-type': type } })

const routes: Readonly<
  Record<string, { name: web.WebRouteName; send: Send; good: Record<string, unknown> }>
> = {
  'a token': { name: 'mintToken', send: rawMint, good: GRANT },
  'a token for a person': {
    name: 'mintToken',
    send: rawMint,
    good: { ...resolveGrant()(page.key.jkt) },
  },
  'a sale': { name: 'startSale', send: rawStart, good: START },
  'a terminal': { name: 'registerDevice', send: rawRegister, good: REGISTER },
  'what a person says': {
    name: 'resolveSale',
    send: rawResolve,
    good: { outcome: 'paid', reference: 'R-77' },
  },
}

const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'x'.repeat(300),
  [],
  [1],
  {},
  { a: 1 },
  '\u0000',
  '\ud800',
]

for (const [what, { name, send, good }] of Object.entries(routes)) {
  void test(`P50 rejects each member of ${what} that is missing, of a wrong type or too long`, async () => {
    const started = bench.sales.started.length
    const devices = bench.devices.devices.length
    const resolved = bench.sales.resolved.length
    for (const member of Object.keys(good)) {
      const optional = what === 'a token' && member === 'devices'
      const values = optional ? WRONG : [undefined, ...WRONG]
      for (const value of values) {
        const response = await send(JSON.stringify({ ...good, [member]: value }))
        assert.ok(
          response.status >= 400 && response.status < 500,
          `${member} ${JSON.stringify(value)} ${response.status}`,
        )
        const problem = (await response.clone().json()) as { detail: string; issues?: { path: string }[] }
        await expectAnswer(name, response)
        const named = problem.issues?.some(({ path }) => path.split('.')[0] === member)
        assert.ok(named === true || problem.detail.includes(member), `${member}: ${problem.detail}`)
      }
    }
    assert.equal(bench.sales.started.length, started)
    assert.equal(bench.devices.devices.length, devices)
    assert.equal(bench.sales.resolved.length, resolved)
  })

  void test(`P50 names an unknown member of ${what}`, async () => {
    const response = await send(JSON.stringify({ ...good, colour: 'red' }))
    const problem = await expectProblem(response, 'invalid-request')
    assert.deepEqual(problem.issues, [
      { path: 'colour', code: 'unknown-member', message: 'is not known here; leave it out' },
    ])
  })

  void test(`P53 rejects a body of ${what} that is not a JSON object`, async () => {
    const text = JSON.stringify(good)
    const [first] = Object.keys(good)
    const bodies = [
      '',
      'null',
      '[]',
      '"x"',
      '1e999',
      '{',
      `${text}x`,
      `${text}${text}`,
      text.replace('{', `{"${first}":1,`),
      text.replace('{', '{"__proto__":{"admin":true},'),
      text.replace('{', `{"deep":${'['.repeat(1_000)}${']'.repeat(1_000)},`),
      '['.repeat(4_000),
      `\ufeff${text}`,
      text.replaceAll('"', "'"),
    ]
    for (const body of bodies) await expectProblem(await send(body), 'invalid-request')
  })

  // P53 asserts: more than 8 KiB refused.
  void test(`P53 rejects a body of ${what} above 8 KiB`, async () => {
    for (const size of [9_000, 1_048_576]) {
      const response = await send(JSON.stringify({ ...good, pad: 'x'.repeat(size) }))
      await expectProblem(response, 'body-too-large')
    }
  })

  void test(`P26 rejects a body of ${what} with another media type`, async () => {
    for (const type of [
      'text/plain',
      'application/jsonp',
      'application/json; charset=utf-16',
      'multipart/form-data',
    ]) {
      await expectProblem(await send(JSON.stringify(good), type), 'unsupported-media-type')
    }
  })

  // P50 asserts: 0 × 5xx in 400 bodies per route.
  void test(`P50 answers any input of ${what} with a documented status, never a 5xx`, async () => {
    const member = fc.constantFrom(...Object.keys(good), 'x')
    const mutated = fc
      .tuple(member, fc.jsonValue({ maxDepth: 3 }))
      .map(([key, value]) => JSON.stringify({ ...good, [key]: value }))
    const cut = fc.nat(JSON.stringify(good).length).map((end) => JSON.stringify(good).slice(0, end))
    const body = fc.oneof(mutated, cut, fc.json({ maxDepth: 4 }), fc.string({ unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(body, async (text) => {
        const response = await send(text)
        assert.ok(response.status < 500, `${response.status}`)
        await expectAnswer(name, response)
      }),
      propertyRuns(20_261_120, 400),
    )
  })
}

void test('P51 mints no token for an amount that is not a decimal of its currency', async () => {
  const amounts = [
    '0',
    '0.00',
    '-1',
    '+1',
    '1e2',
    '1E2',
    '01',
    '1.',
    '.5',
    '1,00',
    '1 ',
    ' 1',
    '1.234',
    '1000000.00',
    'NaN',
    'Infinity',
    '0x10',
    '１',
    '1_000',
    '',
  ]
  for (const amount of amounts) {
    const response = await bench.core.fetch(mintRequest({ ...GRANT, amount }))
    const problem = await expectProblem(response, 'invalid-amount')
    assert.match(problem.detail, /^The member amount must /)
  }
  await expectProblem(await bench.core.fetch(mintRequest({ ...GRANT, amount: '0.001' })), 'invalid-amount')
  for (const amount of ['42', '42.5', '999999.99'])
    assert.equal((await bench.core.fetch(mintRequest({ ...GRANT, amount }))).status, 201, amount)
})

void test('a refusal names the rule of the member', async () => {
  for (const [change, rule] of [
    [{ order: '   ' }, 'The member order must be 1 to 64 printable characters, not all blank.'],
    [
      { order: '..' },
      'The member order must be something else than "." or "..", which no address can contain.',
    ],
    [
      { origin: 'https://shop.example/' },
      'The member origin must be an origin such as https://shop.example, without a path.',
    ],
    [
      { jkt: 'short' },
      "The member jkt must be the SHA-256 thumbprint of the page's key: 43 characters of base64url.",
    ],
    [{ kind: 'x' }, 'The member kind must be one of sale, setup, resolve, apply, desk, refund.'],
    [{ devices: [] }, 'The member devices must be at least 1 entry long.'],
  ] as const) {
    const problem = await expectProblem(
      await bench.core.fetch(mintRequest({ ...GRANT, ...change })),
      'invalid-request',
    )
    assert.equal(problem.detail, rule)
  }
  for (const [change, rule] of [
    [
      { serial: 'A/1' },
      'The member serial must be 1 to 32 printable characters without "/" and "\\", not ".", ".." or with a blank at an end.',
    ],
    [{ make: 'B12' }, 'The member make must be one of A77, A35, A80, A920, A920 Pro, pax.'],
    [{ name: ' ' }, 'The member name must be 1 to 64 characters, not all blank, without control characters.'],
  ] as const) {
    const problem = await expectProblem(
      await rawRegister(JSON.stringify({ ...REGISTER, ...change })),
      'invalid-request',
    )
    assert.equal(problem.detail, rule)
  }
})

void test('D-30 mints tokens only in the currency of the account with its decimals', async () => {
  const problem = await expectProblem(
    await bench.core.fetch(mintRequest({ ...GRANT, currency: 'CAD' })),
    'invalid-amount',
  )
  assert.match(problem.detail, /^The member currency must be USD/)
  for (const [currency, good, bad] of [
    ['JPY', '4200', '42.5'],
    ['BHD', '1.230', '1.2345'],
    ['CAD', '42.00', '42.001'],
  ] as const) {
    const merchants = benchOptions().merchants.map((merchant) => ({ ...merchant, currency }))
    const abroad = await createBench({ merchants })
    const mint = (amount: string) => abroad.core.fetch(mintRequest({ ...GRANT, amount, currency }))
    assert.equal((await mint(good)).status, 201, `${good} ${currency}`)
    await expectProblem(await mint(bad), 'invalid-amount')
    await abroad.close()
  }
})

void test('refuses a grant without the thumbprint of the page and names the remedy', async () => {
  const problem = await expectProblem(
    await bench.core.fetch(mintRequest({ ...GRANT, jkt: undefined })),
    'invalid-request',
  )
  assert.match(problem.detail, /Pass jkt/)
})

void test('refuses a grant for an origin of another merchant', async () => {
  for (const origin of ['https://evil.example', 'https://shop.example:443', 'https://other.example']) {
    await expectProblem(await bench.core.fetch(mintRequest({ ...GRANT, origin })), 'origin-not-allowed')
  }
})

void test('mints nothing with a wrong, missing or truncated host secret', async () => {
  const { hostSecret } = SECRETS
  for (const secret of [
    '',
    'x',
    hostSecret.slice(0, -1),
    `${hostSecret}x`,
    hostSecret.toUpperCase(),
    'x'.repeat(5_000),
  ]) {
    await expectProblem(await bench.core.fetch(mintRequest(GRANT, secret)), 'host-unauthorized')
  }
  const none = new Request(`${PUBLIC_URL}/v1/tokens`, { method: 'POST', body: '{}' })
  await expectProblem(await bench.core.fetch(none), 'host-unauthorized')
})

void test('refuses a start without a valid Idempotency-Key', async () => {
  const before = bench.sales.started.length
  for (const key of [null, '', 'short', 'with spaces in the middle of it', 'ä'.repeat(20), 'x'.repeat(129)]) {
    const headers = { 'idempotency-key': key }
    await expectProblem(
      await page.send('POST', '/v1/sales', { body: START, headers }),
      'idempotency-key-missing',
    )
  }
  assert.equal(bench.sales.started.length, before)
})

void test('starts no sale from JSON with unusual numbers', async () => {
  const text = JSON.stringify(START)
  for (const number of [
    '4200.0000000000000001',
    '4.2e3',
    '42e2',
    '4200.5',
    '-4200',
    '04200',
    '0x1068',
    'NaN',
    '1e400',
  ]) {
    await expectProblem(await rawStart(text.replace('4200', number)), 'invalid-request')
  }
})
