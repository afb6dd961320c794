import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createSender } from './send.ts'

test('an initiate is delivered once over the connection that was opened for it, and its answer is read', async () => {
  const heard: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${String(JSON.parse(body).xAmount)}`)
      response.end('{"sessionId":"ses_1"}')
    })
  })
  server.on('connection', () => (connections += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sender = createSender({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'tb_test_key',
    dialect: 'spec',
    software: { name: 'Tapboard', version: '1' },
  })
  const order = { externalId: 'x-1', deviceId: 'dev_1', amountMinor: 4200, currency: 'USD' } as const
  const { exchange } = await sender.send(order, () => Promise.resolve(true))
  sender.close()
  server.close()
  assert.deepEqual(heard, ['POST /v1/Session/initiate 42'])
  assert.equal(connections, 1)
  assert.equal(exchange.kind, 'answer')
})
