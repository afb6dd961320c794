import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { lostReference, openBadLine } from './bad-line.ts'

test('only a sale whose amount ends in .77 is lost', () => {
  const body = (xAmount: unknown): string => JSON.stringify({ xAmount, xExternalRequestID: 'tb-1' })
  assert.equal(lostReference(body(54.77)), 'tb-1')
  assert.equal(lostReference(body('0.77')), 'tb-1')
  for (const amount of [42, 77, 42.78, null, 'x']) assert.equal(lostReference(body(amount)), null)
  for (const text of ['', 'null', '[]', '{"xAmount":0.77}']) assert.equal(lostReference(text), null)
})

test('the request of such a sale arrives, its answers do not; all others pass', async () => {
  const heard: string[] = []
  const service = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.end('{"ok":true}')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  assert.ok(address !== null && typeof address === 'object')
  const line = await openBadLine()
  line.lead(`http://127.0.0.1:${address.port}`)
  const send = (amount: number, id: string): Promise<Response> =>
    fetch(`${line.url}/v1/Session/initiate`, {
      method: 'POST',
      body: JSON.stringify({ xAmount: amount, xExternalRequestID: id }),
    })
  assert.deepEqual(await (await send(42, 'tb-1')).json(), { ok: true })
  await assert.rejects(send(54.77, 'tb-2'))
  assert.equal((await fetch(`${line.url}/v1/Session?xExternalRequestID=tb-1`)).status, 200)
  await assert.rejects(fetch(`${line.url}/v1/Session?xExternalRequestID=tb-2`))
  assert.equal(heard.filter((one) => one === 'POST /v1/Session/initiate').length, 2)
  await line.close()
  service.close()
})
