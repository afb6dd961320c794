// One attempt at a real receiver: success, failure, and hostile receivers.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import type { DeliveryResult } from '@tapboard/store'
import { rows } from '../../sale/machine/machine.testing.ts'
import { systemClock } from '@tapboard/server'
import { ManualClock } from '@tapboard/store/testing'
import { announce } from '../../sale/ledger/announce.ts'
import type { OutboxRow } from './outbox-row.ts'
import { verifyWebhook } from './signature.ts'
import { hookHandler } from './delivery-handlers.ts'
import { createWebhookSender } from './webhook-sender.ts'

const SECRET = 'secret-of-the-receiver-0001'
const row = announce('approved', rows.approved, 1, ['webhook'])[0] as OutboxRow

interface Receiver {
  readonly url: string
  readonly asked: {
    readonly path: string
    readonly body: string
    readonly headers: IncomingMessage['headers']
  }[]
}

async function receiver(context: TestContext, answer: (response: ServerResponse) => void): Promise<Receiver> {
  const asked: Receiver['asked'] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push({ path: request.url ?? '', body: Buffer.concat(parts).toString(), headers: request.headers })
      answer(response)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`, asked }
}

async function deliver(
  context: TestContext,
  url: string,
  clock: ManualClock | null = null,
): Promise<DeliveryResult> {
  const teller = createWebhookSender(clock ?? systemClock)
  context.after(() => teller.close())
  return teller.to({ url, secret: SECRET })(row, new AbortController().signal)
}

test('D-179 D-38 delivers the signed body once if the receiver answers 2xx', async (context) => {
  const { url, asked } = await receiver(context, (response) => response.writeHead(204).end())
  assert.deepEqual(await deliver(context, url), { ok: true })
  assert.equal(asked.length, 1)
  const [got] = asked
  assert.deepEqual([got?.path, got?.headers['content-type']], ['/hook?a=1', 'application/json'])
  const headers = got?.headers ?? {}
  assert.equal(headers['webhook-id'], row.eventId)
  const verified = verifyWebhook({ body: got?.body ?? '', headers, secret: SECRET })
  assert.ok(verified.ok && verified.event.type === 'sale.approved')
  assert.ok(!JSON.stringify(got).includes(SECRET))
})

for (const status of [400, 404, 429, 500, 503])
  test(`status ${status} is a failed delivery`, async (context) => {
    const { url } = await receiver(context, (response) => response.writeHead(status).end('{"error":1}'))
    assert.deepEqual(await deliver(context, url), { ok: false, code: `webhook-${status}` })
  })

test('a redirect is a failed delivery and is not followed', async (context) => {
  const other = await receiver(context, (response) => response.writeHead(200).end())
  const { url } = await receiver(context, (response) =>
    response.writeHead(307, { location: other.url }).end(),
  )
  assert.deepEqual(await deliver(context, url), { ok: false, code: 'webhook-307' })
  assert.equal(other.asked.length, 0)
})

test('takes the status of an endless answer without reading the body', async (context) => {
  let written = 0
  const { url } = await receiver(context, (response) => {
    response.writeHead(200)
    const part = Buffer.alloc(65_536, 'x')
    const more = (): void => {
      while (!response.destroyed && response.write(part)) written += part.length
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  assert.deepEqual(await deliver(context, url), { ok: true })
  assert.ok(written < 16_777_216, String(written))
})

test('an attempt times out after ten seconds', async (context) => {
  const clock = new ManualClock()
  let came = (): void => {}
  const arrived = new Promise<void>((resolve) => (came = resolve))
  const { url } = await receiver(context, () => came())
  const result = deliver(context, url, clock)
  await arrived
  await clock.advance(9_900)
  assert.equal(clock.pending, 1)
  await clock.advance(200)
  assert.deepEqual(await result, { ok: false, code: 'webhook-timeout' })
  assert.equal(clock.pending, 0)
})

test('an unreachable receiver is a failed delivery', async (context) => {
  const { url } = await receiver(context, (response) => response.socket?.destroy())
  assert.deepEqual(await deliver(context, url), { ok: false, code: 'webhook-unreachable' })
  assert.deepEqual(await deliver(context, 'http://127.0.0.1:1/'), { ok: false, code: 'webhook-unreachable' })
})

test('retries the callback of the host when it throws, rejects or does not settle', async () => {
  const clock = new ManualClock()
  const signal = new AbortController().signal
  const ids: string[] = []
  assert.deepEqual(await hookHandler(({ id }) => void ids.push(id), clock)(row, signal), { ok: true })
  assert.deepEqual(ids, [row.eventId])
  const failing = hookHandler(() => {
    throw new Error('no')
  }, clock)
  assert.deepEqual(await failing(row, signal), { ok: false, code: 'hook-failed' })
  const rejecting = hookHandler(() => Promise.reject(new Error('no')), clock)
  assert.deepEqual(await rejecting(row, signal), { ok: false, code: 'hook-failed' })
  const hanging = hookHandler(() => new Promise(() => {}), clock)(row, signal)
  await clock.advance(10_000)
  assert.deepEqual(await hanging, { ok: false, code: 'hook-timeout' })
  assert.equal(clock.pending, 0)
})
