// P52 at both doors: callers that send slowly, or never finish, are shown out in time, and starve nobody meanwhile.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '../journeys/support/until.ts'
import { HOST_SECRET, openShop } from './support/shop.ts'

const HEADERS = 2_000
const BODIES = 500
/** On a quiet machine slow sockets are gone after 12 to 14 s. */
const CLOSED_MS = 30_000

/** Opens a connection that never finishes what it says. */
function slow(port: number, text: string, closed: () => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.on('close', closed)
  socket.resume()
  socket.write(text)
  return socket
}

void describe('callers that never finish', { concurrency: 2 }, () => {
  for (const door of ['BFF', 'service'] as const)
    test(`P52 2,000 slow heads and 500 slow bodies at the ${door} are closed in time, and a sale goes through meanwhile`, async (context) => {
      const shop = await openShop(context)
      const deviceId = await shop.terminal()
      const url = new URL(door === 'BFF' ? shop.bffUrl : shop.serviceUrl)
      const port = Number(url.port)
      let open = HEADERS + BODIES
      const closed = (): void => void (open -= 1)
      // Their keys are good: it is the body that is waited for.
      const key = door === 'BFF' ? `Bearer ${HOST_SECRET}` : shop.apiKey
      const body = `Authorization: ${key}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"a":`
      const head = `POST /v1/${door === 'BFF' ? 'tokens' : 'Device'} HTTP/1.1\r\nHost: ${url.host}\r\n`
      const began = performance.now()
      const sockets = [
        ...Array.from({ length: HEADERS }, () => slow(port, `${head}X-Slow: `, closed)),
        ...Array.from({ length: BODIES }, () => slow(port, head + body, closed)),
      ]
      context.after(() => {
        for (const socket of sockets) socket.destroy()
      })
      // A byte now and then keeps nobody in.
      const dripping = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('x')
      }, 2_000)
      context.after(() => clearInterval(dripping))
      const page = await shop.page()
      assert.ok((await page.start(deviceId)).ok)
      await shop.reaches('approved')
      const health = await fetch(`${url.origin}/health/ready`)
      assert.equal(health.status, 200)
      await until(`all slow callers of the ${door} are gone`, () => open === 0, CLOSED_MS)
      assert.ok(performance.now() - began < CLOSED_MS)
    })
})
