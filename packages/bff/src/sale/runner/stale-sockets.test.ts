// D-91 over real sockets: the payment service is killed during a held read and restarts on the same port.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createParser } from 'eventsource-parser'
import { createBff } from '../../app/assembly.ts'
import type { Bff } from '../../app/bff.ts'
import { benchOptions, type Bench } from '../../testing/bench.ts'
import { DEVICE, openPage, START } from '../../testing/page.ts'
import { keptLog } from '../testing.ts'

const SESSION = { sessionId: 'ses_1', deviceId: 'dev_front', status: 'IN_PROGRESS', amount: 42 }

/** A service that answers the first read of a session and holds every later one that may be held. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  const held = request.headers.prefer !== undefined
  request.resume()
  if (path.startsWith('/v1/Session/ses_1') && held) return
  const body = path.startsWith('/v1/Device/') ? DEVICE : SESSION
  response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).end(JSON.stringify(body))
}

const listen = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(answer)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const benchOf = (bff: Bff): Bench =>
  ({
    core: { fetch: bff.fetch, mintToken: bff.mintToken },
    clock: { now: () => Date.now() },
  }) as unknown as Bench

test('D-91 reports missing news when the service is killed during a held read, and its return', async (context) => {
  const first = await listen(0)
  const { port } = first.address() as AddressInfo
  const bff = await createBff({
    ...benchOptions(),
    store: 'file::memory:',
    upstream: { terminalUrl: `http://127.0.0.1:${port}`, environment: 'sandbox', longPoll: true },
    log: keptLog().log,
  })
  await bff.start()
  const page = await openPage(benchOf(bff))
  const headers = { 'idempotency-key': 'key-0123456789abcdef' }
  const started = await page.send('POST', '/v1/sales', { body: START, headers })
  const { id } = (await started.json()) as { readonly id: string }
  const { body } = await page.send('GET', `/v1/sales/${id}/events`)
  assert.ok(body !== null)
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const heard: { readonly event: string; readonly since: number | null; readonly state: string }[] = []
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      const frame = JSON.parse(data) as {
        sale?: { state: string; staleSinceMs: number | null }
        staleSinceMs?: number
      }
      heard.push({
        event,
        since: frame.sale?.staleSinceMs ?? frame.staleSinceMs ?? null,
        state: frame.sale?.state ?? '',
      })
    },
  })
  const decoder = new TextDecoder()
  const until = async (wanted: (last: (typeof heard)[number] | undefined) => boolean): Promise<void> => {
    while (!wanted(heard.at(-1))) {
      const { done, value } = await reader.read()
      assert.ok(!done, 'the stream ended')
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }
  await until((last) => last?.state === 'started')
  const killedAtMs = Date.now()
  first.closeAllConnections()
  await new Promise((resolve) => first.close(resolve))
  await until((last) => last?.since !== null)
  const reportedMs = Date.now() - killedAtMs
  const since = heard.at(-1)?.since ?? 0
  context.diagnostic(`reported ${reportedMs} ms after it was killed`)
  assert.ok(reportedMs <= 6_000, `reported after ${reportedMs} ms`)
  assert.ok(
    since >= killedAtMs - 2_000 && since <= killedAtMs + 2_000,
    `since ${since - killedAtMs} ms after it`,
  )
  const second = await listen(port)
  await until((last) => last?.since === null)
  await reader.cancel()
  await bff.close()
  second.closeAllConnections()
  await new Promise((resolve) => second.close(resolve))
})
