import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test, type TestContext } from 'node:test'
import { openLossyProxy } from './lossy-proxy.ts'
import { LOST_A_WHILE, LOST_ANSWERS, subjectOf } from './lost-answers.ts'

test('loses answers of amounts that end in .77, and at first of those that end in .76', () => {
  const sale = (xAmount: unknown): object =>
    subjectOf('POST', '/v1/Session/initiate', JSON.stringify({ xAmount, xExternalRequestID: 'tb-1' }))
  for (const amount of [54.77, '0.77']) assert.deepEqual(sale(amount), { name: 'tb-1', loses: Infinity })
  assert.deepEqual(sale(54.76), { name: 'tb-1', loses: LOST_A_WHILE })
  for (const amount of [42, 77, 42.78, null, 'x']) assert.deepEqual(sale(amount), { name: 'tb-1', loses: 0 })
  for (const text of ['', 'null', '[]', '{"xAmount":0.77}'])
    assert.equal(subjectOf('POST', '/v1/Session/initiate', text).name, '')
})

test('loses only applications with the suffix in their legal name, in either place of the token', () => {
  const application = (body: object): object =>
    subjectOf('POST', '/boarding/SubmitGoApp', JSON.stringify(body))
  const CorporateName = 'Lantern LLC (answer lost)'
  const lost = { name: 'tok', loses: LOST_ANSWERS }
  assert.deepEqual(application({ CorporateName, Token: 'tok' }), lost)
  assert.deepEqual(
    application({ apiKey: 'k', corporateName: CorporateName, signature: { token: 'tok' } }),
    lost,
  )
  assert.deepEqual(application({ CorporateName: 'Lantern LLC', Token: 'tok' }), { name: 'tok', loses: 0 })
})

/** A line to a server that answers everything and records its requests. */
async function lineTo(context: TestContext): Promise<{
  readonly heard: readonly string[]
  readonly send: (path: string, body: object) => Promise<Response>
  readonly repair: () => void
  readonly url: string
}> {
  const heard: string[] = []
  const service = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end('{"ok":true}')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  assert.ok(address !== null && typeof address === 'object')
  const line = await openLossyProxy()
  line.lead(`http://127.0.0.1:${address.port}`)
  context.after(async () => {
    await line.close()
    service.close()
  })
  return {
    heard,
    url: line.url,
    repair: line.repair,
    send: (path, body) => fetch(`${line.url}${path}`, { method: 'POST', body: JSON.stringify(body) }),
  }
}

test('loses answers, not requests', async (context) => {
  const { heard, send, url } = await lineTo(context)
  const pay = (amount: number, id: string): Promise<Response> =>
    send('/v1/Session/initiate', { xAmount: amount, xExternalRequestID: id })
  assert.deepEqual(await (await pay(42, 'tb-1')).json(), { ok: true })
  await assert.rejects(pay(54.77, 'tb-2'))
  assert.equal((await fetch(`${url}/v1/Session?xExternalRequestID=tb-1`)).status, 200)
  await assert.rejects(fetch(`${url}/v1/Session?xExternalRequestID=tb-2`))
  assert.equal(heard.filter((one) => one === 'POST /v1/Session/initiate').length, 2)
})

test('a repaired line loses no more answers about earlier sales, but those about new ones', async (context) => {
  const { send, url, repair } = await lineTo(context)
  const pay = (id: string): Promise<Response> =>
    send('/v1/Session/initiate', { xAmount: 54.77, xExternalRequestID: id })
  await assert.rejects(pay('tb-1'))
  repair()
  assert.equal((await fetch(`${url}/v1/Session?xExternalRequestID=tb-1`)).status, 200)
  await assert.rejects(pay('tb-2'))
  await assert.rejects(fetch(`${url}/v1/Session?xExternalRequestID=tb-2`))
})

test('an application arrives; its first look-ups are lost', async (context) => {
  const { heard, send } = await lineTo(context)
  const lookUp = (Token: string): Promise<Response> => send('/boarding/GetApplication', { Token })
  await assert.rejects(
    send('/boarding/SubmitGoApp', { CorporateName: 'Lantern LLC (answer lost)', Token: 'tok' }),
  )
  assert.equal((await lookUp('other')).status, 200)
  for (let asked = 1; asked < LOST_ANSWERS; asked += 1) await assert.rejects(lookUp('tok'))
  assert.equal((await lookUp('tok')).status, 200)
  assert.equal(heard.filter((one) => one === 'POST /boarding/SubmitGoApp').length, 1)
})
