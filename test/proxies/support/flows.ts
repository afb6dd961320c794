// The work of a shop through a proxy: a sale, an application, an event stream and a terminal, over each protocol of a browser.
import assert from 'node:assert/strict'
import { connect } from 'node:tls'
import { once } from 'node:events'
import { test } from 'node:test'
import { web } from '@tapboard/contract'
import type { Deployment } from '../../kit/deployment.ts'
import { LONG } from '../../kit/limits.ts'
import { openClient, startOf, visit } from '../../kit/shopper.ts'
import { until } from '../../kit/until.ts'
import { openBrowser, PROTOCOLS, type Protocol } from './browser.ts'
import type { ProxyKind } from '../../kit/proxy.ts'

type Open = () => Deployment & { readonly proxy: NonNullable<Deployment['proxy']> }

/** How long the long version keeps a stream and a terminal open: longer than the timeouts of both configurations. */
const IDLE_MS = 75_000

const never = new AbortController().signal

/** Number of event streams that the BFF holds. */
async function streamsOf({ metricsUrl }: Deployment): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(/^tapboard_streams_open (\d+)$/m.exec(text)?.[1])
}

/** Opens the stream of a sale that waits for its card. */
async function openStream(deployment: Deployment, protocol: Protocol, order: string, send: typeof fetch) {
  const { deviceId, terminal } = await deployment.terminal(`${order}-${protocol}`.replaceAll(/\W/g, '-'))
  const client = openClient(deployment.shop(deviceId, send), `${order}-${protocol}`)
  const started = await client.call(web.startSale, startOf(`${order}-${protocol}`, deviceId, never))
  assert.ok(started.ok, JSON.stringify(started))
  await terminal.prompt()
  const leave = new AbortController()
  const answer = await client.open(web.watchSale, { id: started.value.id, signal: leave.signal })
  assert.ok(answer instanceof Response, JSON.stringify(answer))
  assert.ok(answer.body !== null)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (expected: RegExp): Promise<string> => {
    while (!expected.test(text)) {
      const { done, value } = await reader.read()
      assert.ok(!done, `the stream ended before ${String(expected)}: ${text}`)
      text += value
    }
    return text
  }
  return { terminal, read, leave: () => leave.abort() }
}

function testProtocol(kind: ProxyKind, open: Open, protocol: Protocol): void {
  const openBrowserHere = (context: { after(done: () => Promise<void>): void }) => {
    const browser = openBrowser(open().proxy, protocol)
    context.after(() => browser.close())
    return browser
  }
  test(`${kind}: a sale is paid over ${protocol}, at a terminal behind the same proxy`, async (context) => {
    const browser = openBrowserHere(context)
    const { deviceId, terminal } = await open().terminal(protocol.replaceAll(/\W/g, '-'))
    const visited = visit(open().shop(deviceId, browser.fetch), `order-${protocol}`, () => 0.5)
    await terminal.prompt()
    await terminal.tap()
    assert.deepEqual(await visited, { shown: 'approved', repeats: 0 })
  })

  test(`${kind}: an application is submitted over ${protocol}`, async (context) => {
    const browser = openBrowserHere(context)
    const page = open().signUp(`applicant-${protocol}`, browser.fetch)
    const answer = await page.submit(await page.body())
    assert.ok(answer.ok, JSON.stringify(answer))
    assert.equal(answer.value?.state, 'submitted')
  })

  test(`${kind}: a stream over ${protocol} delivers each event at once, and its page frees it`, async (context) => {
    const browser = openBrowserHere(context)
    const stream = await openStream(open(), protocol, 'stream', browser.fetch)
    await stream.read(/^event: snapshot$/m)
    await until('the stream is counted', async () => (await streamsOf(open())) === 1)
    await stream.terminal.tap()
    await stream.read(/"approved"/)
    const left = await openStream(open(), protocol, 'left', browser.fetch)
    await left.read(/^event: snapshot$/m)
    left.leave()
    await until('the streams are free', async () => (await streamsOf(open())) === 0)
  })

  if (LONG)
    test(`${kind}: heartbeats keep a stream over ${protocol} and a terminal`, async (context) => {
      const browser = openBrowserHere(context)
      const stream = await openStream(open(), protocol, 'idle', browser.fetch)
      await stream.read(/^event: snapshot$/m)
      const beats = Math.floor(IDLE_MS / 15_000)
      await stream.read(new RegExp(`(?:\\n: \\n[^]*){${beats}}`))
      await stream.terminal.tap()
      await stream.read(/"approved"/)
    })
}

/** Registers the tests of the flows. */
export function testFlows(kind: ProxyKind, open: Open): void {
  for (const protocol of PROTOCOLS) testProtocol(kind, open, protocol)

  test(`${kind}: an upgrade of another path is refused, and the service goes on`, async () => {
    const { proxy, service } = open()
    for (const path of ['/', '/v1/Device', '/terminal/', '/%74erminal']) {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', ca: proxy.authority })
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
      const [bytes] = (await once(socket, 'data')) as [Buffer]
      assert.match(bytes.toString(), /^HTTP\/1\.1 404 /, path)
      socket.destroy()
    }
    assert.equal((await fetch(`${service.url}/health/live`)).status, 200)
  })
}
