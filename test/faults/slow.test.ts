// P52 at both servers: callers that send slowly, or never finish, are disconnected in time, and do not block other callers.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '../kit/until.ts'
import { BUSY, quantile, watchCores } from '../kit/limits.ts'
import { HOST_SECRET, openFaultShop } from './support/shop.ts'

const HEADERS = 2_000
const BODIES = 500
const CLOSED_MS = 14_000
/** Limit for 99 of 100 concurrent requests of other callers. */
const HEALTHY_P99_MS = 250
const EVERY_MS = 25

/** Opens a connection that never finishes its request. */
function slow(port: number, text: string, closed: () => void): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.on('close', closed)
  socket.resume()
  socket.write(text)
  return socket
}

/** Measures repeated requests; every answer is 200. */
async function healthyTimes(url: string, going: () => boolean): Promise<readonly number[]> {
  const times: number[] = []
  while (going()) {
    const askedAt = performance.now()
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    await answer.body?.cancel()
    times.push(performance.now() - askedAt)
    await pause(EVERY_MS)
  }
  return times
}

void describe('clients that never finish', { concurrency: 2 }, () => {
  for (const door of ['BFF', 'service'] as const)
    // P52 asserts: ${HEADERS} slow heads and ${BODIES} slow bodies closed within ${CLOSED_MS}, p99 of others within ${HEALTHY_P99_MS}.
    test(`P52 closes 2,000 slow heads and 500 slow bodies at the ${door} in time, while a sale succeeds`, async (context) => {
      const shop = await openFaultShop(context)
      const deviceId = await shop.terminal()
      const url = new URL(door === 'BFF' ? shop.bffUrl : shop.serviceUrl)
      const port = Number(url.port)
      let open = HEADERS + BODIES
      const closed = (): void => void (open -= 1)
      // Their keys are valid: only the body is missing.
      const key = door === 'BFF' ? `Bearer ${HOST_SECRET}` : shop.apiKey
      const body = `Authorization: ${key}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"a":`
      const head = `POST /v1/${door === 'BFF' ? 'tokens' : 'Device'} HTTP/1.1\r\nHost: ${url.host}\r\n`
      const began = performance.now()
      const slowdown = watchCores()
      const sockets = [
        ...Array.from({ length: HEADERS }, () => slow(port, `${head}X-Slow: `, closed)),
        ...Array.from({ length: BODIES }, () => slow(port, head + body, closed)),
      ]
      context.after(() => {
        for (const socket of sockets) socket.destroy()
      })
      // A byte now and then does not extend the deadline.
      const dripping = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('x')
      }, 2_000)
      context.after(() => clearInterval(dripping))
      await until(
        'all slow callers have come',
        () => sockets.every((one) => !one.connecting),
        BUSY * CLOSED_MS,
      )
      const healthy = healthyTimes(`${url.origin}/health/ready`, () => open > 0)
      const page = await shop.page()
      assert.ok((await page.start(deviceId)).ok)
      await shop.reaches('approved')
      await until(`all slow callers of the ${door} are gone`, () => open === 0, BUSY * CLOSED_MS)
      const closedMs = performance.now() - began
      const times = await healthy
      const p99 = quantile(times, 0.99)
      // The shop and the measuring loop share this thread: what it waits for a core is in every answer.
      const factor = Math.max(BUSY, slowdown())
      context.diagnostic(
        `closed after ${closedMs.toFixed(0)} ms; ${times.length} others, p99 ${p99.toFixed(0)} ms, × ${factor.toFixed(1)}`,
      )
      assert.ok(closedMs <= BUSY * CLOSED_MS, `closed after ${closedMs} ms`)
      assert.ok(times.length >= 100 && p99 <= factor * HEALTHY_P99_MS, `p99 ${p99} ms of ${times.length}`)
    })
})
