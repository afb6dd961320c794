// D-147: who minted, withdrew and resolved is in the log with source and request ID, without a token or secret.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditRecords } from '../durable/audit-log.ts'
import { createBench, PUBLIC_URL, SECRETS, type Bench } from '../testing/bench.ts'
import { mintRequest, openPage, resolveGrant, saleGrant, setupGrant } from '../testing/page.ts'
import { someSale } from '../testing/script.ts'

const PEER = { address: '192.0.2.7' }

/** The lines of the audit, without request IDs, which every line of a request has. */
const auditLines = ({ lines }: Bench) =>
  lines.flatMap(({ message, fields: { requestId, ...fields } }) => {
    if (message !== 'audit') return []
    if (fields.by !== 'process') assert.match(requestId ?? '', /^[\w-]{8,64}$/)
    return [fields]
  })

test('D-147 a minted token is one log line with merchant, key, terms and source, and without the token', async () => {
  const bench = await createBench()
  const { key } = await openPage(bench)
  const keyId = bench.keys.current().kid
  bench.lines.length = 0
  const response = await bench.core.fetch(mintRequest(saleGrant(key.jkt)), PEER)
  const { token } = (await response.json()) as { readonly token: string }
  const shop = { action: 'token-minted', merchant: 'shop', keyId } as const
  const terms = { kind: 'sale', order: 'A-100', amount: '42.00', currency: 'USD' } as const
  assert.deepEqual(auditLines(bench), [{ ...shop, by: 'host', source: PEER.address, ...terms }])
  bench.lines.length = 0
  await bench.core.mintToken('shop', setupGrant(key.jkt))
  assert.deepEqual(auditLines(bench), [{ ...shop, by: 'process', kind: 'setup' }])
  await bench.core.mintToken('shop', resolveGrant()(key.jkt))
  const { saleId, person } = auditLines(bench)[1] ?? {}
  assert.deepEqual([saleId, person], ['sale_1', 'ann'])
  assert.doesNotMatch(JSON.stringify(bench.lines), new RegExp(`${token}|canary|${key.jkt}`))
  await bench.close()
})

test('D-147 a refused grant is no minted token', async () => {
  const bench = await createBench()
  const { key } = await openPage(bench)
  bench.lines.length = 0
  const grant = { ...saleGrant(key.jkt), origin: 'https://evil.example' }
  assert.equal((await bench.core.fetch(mintRequest(grant), PEER)).status, 403)
  assert.deepEqual(auditLines(bench), [])
  await bench.close()
})

test('D-147 a withdrawal is one line and one record; a repeat and an order without a token are none', async () => {
  const bench = await createBench()
  await openPage(bench)
  bench.lines.length = 0
  const withdraw = (order: string): Promise<Response> =>
    bench.core.fetch(
      new Request(`${PUBLIC_URL}/v1/orders/${order}/grants`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${SECRETS.hostSecret}`, 'x-request-id': 'request-of-the-host' },
      }),
      PEER,
    )
  for (const order of ['A-100', 'A-100', 'never-granted']) assert.equal((await withdraw(order)).status, 204)
  const action = { action: 'grants-withdrawn', merchant: 'shop', order: 'A-100', by: 'host' } as const
  assert.deepEqual(auditLines(bench), [{ ...action, source: PEER.address }])
  const records = await Array.fromAsync(auditRecords(bench.store as never))
  assert.deepEqual(
    records.map(({ entry }) => JSON.parse(entry) as unknown),
    [{ ...action, requestId: 'request-of-the-host', source: PEER.address }],
  )
  await bench.close()
})

test('D-147 a resolved sale is one line with the person, the sale and the source', async () => {
  const bench = await createBench()
  const page = await openPage(bench, resolveGrant())
  bench.sales.sale = (access) => someSale(access)
  bench.lines.length = 0
  const request = await page.request('POST', '/v1/sales/sale_1/resolve', { body: { outcome: 'unpaid' } })
  assert.equal((await bench.core.fetch(request, PEER)).status, 200)
  const [line] = auditLines(bench)
  assert.deepEqual(
    [line?.action, line?.merchant, line?.saleId, line?.person, line?.source, line?.keyId],
    ['sale-resolved', 'shop', 'sale_1', 'ann', PEER.address, bench.keys.current().kid],
  )
  await bench.close()
})
