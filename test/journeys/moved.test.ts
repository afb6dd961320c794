// The element is moved, removed and inserted a thousand times during a sale: the sale goes on, at most one connection is open,
// and nothing leaks in the page (P67).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { CARD } from './support/clerk.ts'
import { useTill } from './support/till.ts'

const CYCLES = 1_000
/** Cycles before the first measurement, in which code is compiled and caches are filled. */
const WARM_UP = 150
const GROWTH_BYTES = 1_000_000

const till = useTill({ terminal: 'Back counter', opens: true })

/** The memory and listeners of the page after garbage collection. */
async function weigh(cdp: CDPSession): Promise<{ readonly heapBytes: number; readonly listeners: number }> {
  for (let time = 0; time < 3; time += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return {
    heapBytes: usedSize,
    listeners: metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? NaN,
  }
}

// P67 asserts: approved, 1 stream, ${CYCLES} cycles, heap growth below ${GROWTH_BYTES} B.
test('P67 an element moved, removed and inserted a thousand times during a sale: one connection, no leak', async (t) => {
  const { page } = till.clerk
  // Counts open resources: streams that were answered and have neither ended nor been aborted, and repeating timers.
  await page.evaluate(() => {
    const pay = document.querySelector('terminal-pay')!
    const page = { open: 0, most: 0, opened: 0, intervals: 0 }
    const { setInterval: begin, clearInterval: end } = globalThis
    Object.assign(globalThis, {
      page,
      setInterval: (...wish: Parameters<typeof setInterval>) => {
        page.intervals += 1
        return begin(...wish)
      },
      clearInterval: (id: number) => {
        page.intervals -= 1
        end(id)
      },
    })
    pay.fetcher = async (input, init) => {
      const response = await fetch(input, init)
      if (!response.url.endsWith('/events')) return response
      page.opened += 1
      page.open += 1
      page.most = Math.max(page.most, page.open)
      init?.signal?.addEventListener('abort', () => (page.open -= 1), { once: true })
      return response
    }
  })
  await till.clerk.charge('$42.00', 'Back counter')
  await till.clerk.sees(CARD)
  const cycle = (count: number): Promise<void> =>
    page.evaluate(async (many) => {
      const pay = document.querySelector('terminal-pay')!
      const home = pay.parentElement!
      const shadow = document.createElement('div')
      shadow.attachShadow({ mode: 'open' })
      document.body.append(shadow)
      const page = (globalThis as unknown as { page: { opened: number } }).page
      for (let made = 0; made < many; made += 1) {
        shadow.shadowRoot!.append(pay)
        home.append(pay)
        pay.remove()
        // Every second time it is removed; every tenth time its stream is open before the removal.
        if (made % 2) await Promise.resolve()
        const { opened } = page
        home.append(pay)
        if (made % 10 === 1)
          while (page.opened === opened) await new Promise((resolve) => setTimeout(resolve))
        else await new Promise((resolve) => queueMicrotask(() => resolve(undefined)))
      }
      shadow.remove()
    }, count)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cycle(WARM_UP)
  await till.clerk.sees(CARD)
  const before = await weigh(cdp)
  const intervals = await page.evaluate<number>('page.intervals')
  await cycle(CYCLES)
  await till.clerk.sees(CARD)
  const after = await weigh(cdp)
  const growth = after.heapBytes - before.heapBytes
  t.diagnostic(
    `heap ${growth} B more after ${CYCLES} cycles, listeners ${before.listeners} → ${after.listeners}`,
  )
  assert.ok(growth < GROWTH_BYTES, `the heap grew by ${growth} B`)
  // A listener leaked in each cycle would add a thousand; a pending request may have one of its own.
  assert.ok(after.listeners - before.listeners < 20, `${after.listeners - before.listeners} listeners more`)
  const more = (await page.evaluate<number>('page.intervals')) - intervals
  assert.ok(more < 20, `${more} timers more`)
  const { open, most } = await page.evaluate<{ open: number; most: number }>('page')
  assert.deepEqual([open, most], [1, 1])
  await till.terminal.tap()
  await till.clerk.sees(/^\$[\d,.]+ approved$/)
  assert.deepEqual(
    [till.shop.books.sales(till.order).length, till.shop.books.sessions(till.order).length],
    [1, 1],
  )
  assert.deepEqual(
    till.shop.line.requests.filter((one) => one.endsWith('/cancel')),
    [],
  )
  assert.deepEqual(await till.clerk.settled(), ['approved'])
})
