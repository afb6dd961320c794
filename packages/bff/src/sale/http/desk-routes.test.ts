import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Desk, DeskPage, DeskRow } from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import { createBench, ORIGIN, PUBLIC_URL, SECRETS } from '../../testing/bench.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import { deskGrant, mintRequest, openPage, type Page } from '../../testing/page.ts'
import { deskSale, insertSales } from '../desk/rows.testing.ts'
import type { LedgerTables } from '../ledger/tables.ts'

const bench = await createBench()
after(() => bench.close())
const NOW_MS = bench.clock.now()
const DAY_MS = 86_400_000
await insertSales(bench.store as unknown as Store<LedgerTables>, [
  deskSale(1, { createdAtMs: NOW_MS - 3_000, card: '************4242', reference: 'REF-1' }),
  deskSale(2, { createdAtMs: NOW_MS - 2_000, state: 'declined' }),
  deskSale(3, { createdAtMs: NOW_MS - DAY_MS, state: 'in_doubt', reason: 'no_session' }),
  deskSale(4, { createdAtMs: NOW_MS - 1_000, person: '<b>Mia & Co</b>', byWhom: 'person' }),
  deskSale(5, { createdAtMs: NOW_MS, merchant: 'other', state: 'review' }),
])
const page = await openPage(bench, deskGrant())
const get = (path: string, at: Page = page): Promise<Response> => at.send('GET', path)
const askHost = (path: string, secret: string = SECRETS.hostSecret, headers = {}): Promise<Response> =>
  bench.core.fetch(
    new Request(PUBLIC_URL + path, { headers: { authorization: `Bearer ${secret}`, ...headers } }),
  )

test('the desk has merchant, person, rights, day, totals, open sales and the newest rows in one answer', async () => {
  const desk = (await expectAnswer('getDesk', await get('/v1/desk'))) as Desk
  assert.deepEqual([desk.merchant, desk.currency], [{ id: 'shop', name: 'Shop' }, 'USD'])
  assert.deepEqual([desk.person, desk.rights, desk.timeZone], ['ann', ['view', 'resolve', 'refund'], 'UTC'])
  assert.deepEqual([desk.day, desk.today, desk.environment], ['2026-11-20', '2026-11-20', 'sandbox'])
  assert.deepEqual(
    desk.latest.map(({ order }) => order),
    ['R-4', 'R-2', 'R-1'],
  )
  assert.deepEqual(
    desk.open.map(({ order, state, reason }) => [order, state, reason]),
    [['R-3', 'in_doubt', 'no_session']],
  )
  const none = { count: 0, amountMinor: 0 }
  assert.deepEqual(desk.totals, [
    {
      currency: 'USD',
      sales: { count: 2, amountMinor: 8_400 },
      unresolved: none,
      running: none,
      unpaid: { count: 1, amountMinor: 4_200 },
      refunds: { approved: none, unresolved: none, running: none, unpaid: none },
    },
  ])
  const before = (await expectAnswer('getDesk', await get('/v1/desk?day=2026-11-19'))) as Desk
  assert.deepEqual([before.latest.length, before.totals[0]?.unresolved.count], [1, 1])
})

test('D-206 the stream of a desk ends with the token of its page, and a new token opens the next one', async () => {
  const own = await createBench()
  const desk = await openPage(own, deskGrant())
  const open = (at: Page): Promise<Response> => at.send('GET', '/v1/desk/events')
  const stream = await open(desk)
  assert.equal(stream.status, 200)
  const whole = stream.text()
  await own.clock.advance(905_000)
  assert.match(await whole, /^: open\n\n[^]*: token expired\n\n$/)
  await expectProblem(await open(desk), 'token-expired')
  const next = await open(await openPage(own, deskGrant()))
  assert.equal(next.status, 200)
  await next.body?.cancel()
  await own.close()
})

test('rows are paged by cursor, searched, and found by order', async () => {
  const orders = async (query: string): Promise<[string, string | null]> => {
    const { sales, cursor } = (await expectAnswer(
      'listDeskSales',
      await get(`/v1/desk/sales${query}`),
    )) as DeskPage
    return [sales.map(({ order }) => order).join(' '), cursor]
  }
  const [first, cursor] = await orders('?limit=2')
  assert.equal(first, 'R-4 R-2')
  assert.deepEqual(await orders(`?limit=2&cursor=${cursor}`), ['R-1', null])
  assert.deepEqual(await orders('?search=4242'), ['R-1', null])
  assert.deepEqual(await orders('?search=%20'), ['R-4 R-2 R-1', null])
  assert.deepEqual(await orders('?order=R-3'), ['R-3', null])
  assert.deepEqual(await orders('?day=2026-11-19&search=R-3'), ['R-3', null])
  assert.equal((await orders('?limit=1'))[0], 'R-4')
  assert.equal((await orders('?limit=500'))[0], 'R-4 R-2 R-1')
  for (const longest of ['search', 'exact'])
    assert.deepEqual(await orders(`?${longest}=${'x'.repeat(64)}`), ['', null])
  assert.deepEqual(await orders('?exact=R-3'), ['R-3', null])
  assert.deepEqual(await orders('?exact=REF-1'), ['R-1', null])
  const [two, next] = await orders('?exact=%2442.00&limit=3')
  assert.equal(two, 'R-4 R-2 R-1')
  assert.deepEqual(await orders(`?exact=42&limit=3&cursor=${next}`), ['R-3', null])
})

test('one row keeps the ID of a person as it is', async () => {
  const row = (await expectAnswer('getDeskSale', await get(`/v1/desk/sales/${deskSale(4).id}`))) as DeskRow
  assert.deepEqual([row.person, row.by], ['<b>Mia & Co</b>', 'person'])
})

test('a wrong member of a query is refused by name', async () => {
  for (const [path, member] of [
    ['/v1/desk?day=2026-02-30', 'day'],
    ['/v1/desk?day=', 'day'],
    ['/v1/desk?day=today', 'day'],
    ['/v1/desk?day=2026-11-20&day=2026-11-21', 'day'],
    ['/v1/desk/sales?day=20261120', 'day'],
    ['/v1/desk/sales?cursor=x', 'cursor'],
    ['/v1/desk/sales?cursor=', 'cursor'],
    ['/v1/desk/sales?limit=0', 'limit'],
    ['/v1/desk/sales?limit=-1', 'limit'],
    ['/v1/desk/sales?limit=501', 'limit'],
    ['/v1/desk/sales?limit=1e2', 'limit'],
    ['/v1/desk/sales?limit=', 'limit'],
    [`/v1/desk/sales?search=${'x'.repeat(65)}`, 'search'],
    ['/v1/desk/sales?search=%00', 'search'],
    ['/v1/desk/sales?order=', 'order'],
    ['/v1/desk/sales?order=..', 'order'],
    ['/v1/desk/sales?order=R-1&search=x', 'order'],
    ['/v1/desk/sales?order=R-1&day=2026-11-20', 'order'],
    ['/v1/desk/sales?order=R-1&exact=R-1', 'order'],
    ['/v1/desk/sales?exact=', 'exact'],
    ['/v1/desk/sales?exact=%20', 'exact'],
    [`/v1/desk/sales?exact=${'x'.repeat(65)}`, 'exact'],
    ['/v1/desk/sales?exact=R-1&search=x', 'exact'],
    ['/v1/desk/sales?exact=R-1&day=2026-11-20', 'exact'],
  ] as const) {
    const problem = await expectProblem(await get(path), 'invalid-request')
    const [issue] = problem.issues ?? []
    assert.deepEqual([issue?.path, issue?.code !== ''], [member, true], path)
  }
  for (const [path, member] of [
    ['/v1/sales?state=', 'state'],
    ['/v1/sales?state=approved', 'state'],
    ['/v1/sales?state=in_doubt,,review', 'state'],
    ['/v1/sales?state=review,review', 'state'],
    ['/v1/sales?state=IN_DOUBT', 'state'],
    ['/v1/sales?cursor=..', 'cursor'],
    ['/v1/sales?limit=501', 'limit'],
  ] as const) {
    const problem = await expectProblem(await askHost(path), 'invalid-request')
    assert.equal(problem.issues?.[0]?.path, member, path)
  }
})

test('D-116 the host lists the open sales of its own merchant', async () => {
  const orders = async (query: string, secret?: string): Promise<string> => {
    const { sales } = (await expectAnswer(
      'listSales',
      await askHost(`/v1/sales${query}`, secret),
    )) as DeskPage
    return sales.map(({ order }) => order).join(' ')
  }
  assert.equal(await orders('?state=in_doubt,review'), 'R-3')
  assert.equal(await orders(''), 'R-3')
  assert.equal(await orders('?state=review'), '')
  assert.equal(await orders('', SECRETS.otherHostSecret), 'R-5')
  await expectProblem(await askHost('/v1/sales', 'x'.repeat(30)), 'host-unauthorized')
  await expectProblem(
    await askHost('/v1/sales', SECRETS.hostSecret, { origin: ORIGIN }),
    'origin-not-allowed',
  )
})

test('a desk token has no row of another merchant', async () => {
  await expectProblem(await get(`/v1/desk/sales/${deskSale(5).id}`), 'sale-not-found')
  const { sales } = (await expectAnswer('listDeskSales', await get('/v1/desk/sales?order=R-5'))) as DeskPage
  assert.deepEqual(sales, [])
  const desk = (await expectAnswer('getDesk', await get('/v1/desk'))) as Desk
  assert.ok(!JSON.stringify(desk).includes('R-5'))
  // The merchant of another token is refused on this page before anything is read.
  const minted = await bench.core.mintToken('other', {
    ...deskGrant()(page.key.jkt),
    origin: 'https://other.example',
  })
  const response = await page.send('GET', '/v1/desk', { token: minted.token, headers: { dpop: null } })
  await expectProblem(response, 'origin-not-allowed')
})

test('the stream of the desk begins with its frame, and a draining server refuses it', async () => {
  const own = await createBench()
  const watching = await openPage(own, deskGrant())
  const response = await watching.send('GET', '/v1/desk/events')
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('data: ')) {
    const { value } = await reader.read()
    text += decoder.decode(value, { stream: true })
  }
  assert.match(text, /^event: desk$/m)
  await reader.cancel()
  own.core.drain()
  await expectProblem(await watching.send('GET', '/v1/desk/events'), 'draining')
  await own.close()
})

test('every read needs the right "view"', async () => {
  const narrow = await openPage(bench, deskGrant({ rights: ['resolve', 'refund'] }))
  for (const path of ['/v1/desk', '/v1/desk/sales', `/v1/desk/sales/${deskSale(1).id}`]) {
    const problem = await expectProblem(await get(path, narrow), 'forbidden')
    assert.match(problem.detail, /right "view"/)
  }
})

test('a desk token of another kind, an expired one and a desk token elsewhere are refused', async () => {
  const sale = await openPage(bench)
  await expectProblem(await get('/v1/desk', sale), 'forbidden')
  await expectProblem(await get('/v1/checkout'), 'forbidden')
  const response = await page.send('POST', `/v1/sales/${deskSale(3).id}/resolve`, {
    body: { outcome: 'unpaid' },
  })
  await expectProblem(response, 'forbidden')
  const late = await createBench()
  const old = await openPage(late, deskGrant())
  await late.clock.advance(906_000)
  await expectProblem(await get('/v1/desk', old), 'token-expired')
  await late.close()
})

test('a desk grant with a wrong member is refused by name', async () => {
  const grant = deskGrant()(page.key.jkt) as unknown as Record<string, unknown>
  for (const [member, value, path = member] of [
    ['person', ''],
    ['person', undefined],
    ['rights', []],
    ['rights', undefined],
    ['rights', 'view'],
    ['rights', ['delete'], 'rights.0'],
    ['rights', ['view', 'view', 'view', 'view']],
    ['timeZone', ''],
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', '+01:00'],
    ['timeZone', 'x'.repeat(100)],
    ['timeZone', 5],
    ['order', 'A-100', ''],
  ] as const) {
    const response = await bench.core.fetch(mintRequest({ ...grant, [member]: value }))
    const problem = await expectProblem(response, 'invalid-request')
    if (path !== '') assert.equal(problem.issues?.[0]?.path, path, JSON.stringify([member, value]))
  }
  const zoned = deskGrant({ timeZone: 'America/New_York', rights: ['view', 'view'] })
  const desk = (await expectAnswer('getDesk', await get('/v1/desk', await openPage(bench, zoned)))) as Desk
  assert.deepEqual([desk.timeZone, desk.rights], ['America/New_York', ['view']])
})
