// From the approval on the terminal to its paint in the page: <terminal-pay> over an upstream that holds reads open and
// over one that can only be polled, beside a plain page that polls, in interleaved rounds.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { withChromium } from '../common/chromium.ts'
import { percentile } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Finding, Section } from '../common/report.ts'
import { buildBrowserFile } from '../../../packages/elements/build/browser.ts'
import { openDeployment } from '../../kit/deployment.ts'
import { openHost, PLAIN_POLL_MS, type Till } from './host.ts'
import { installPaintWatch } from './paint-watch.ts'

/** One sale of one way. */
interface Paint {
  /** Milliseconds from `result_shown` to the paint. */
  readonly ms: number
  readonly foreign: number
  readonly tries: number
}

interface Way {
  readonly name: string
  readonly title: string
  readonly till: Till
  /** The promised p95; `null` for the compared page. */
  readonly maxMs: number | null
}

/** The longest delay between the prompt and the card: longer than any polling interval. */
const CUSTOMER_MS = 2_200
const CLOCK_LOOKS = 7

const now = (): number => performance.timeOrigin + performance.now()

/** The offset of the page's clock from ours, from the fastest of a few samples. */
async function clockAhead(page: Page): Promise<number> {
  let best = { took: Infinity, ahead: 0 }
  for (let look = 0; look < CLOCK_LOOKS; look += 1) {
    const before = now()
    const there = await page.evaluate(() => performance.timeOrigin + performance.now())
    const after = now()
    if (after - before < best.took) best = { took: after - before, ahead: there - (before + after) / 2 }
  }
  return best.ahead
}

/** One sale from its page's load to the approval's paint. */
async function sell(page: Page, url: string, { terminal }: Till, waitMs: number): Promise<number> {
  await page.goto(url)
  await page.getByRole('button', { name: /^(Charge|Start)/ }).click()
  await terminal.prompt()
  await pause(waitMs)
  await terminal.tap()
  const { sessionId, approvalCode } = await terminal.result()
  if (approvalCode === null) throw new Error(`session ${sessionId} was not approved`)
  await page.evaluate((code) => {
    window.painting = window.paintOf(code)
  }, approvalCode)
  const ahead = await clockAhead(page)
  const shownAt = now()
  await terminal.showResult()
  return (await page.evaluate(() => window.painting)) - ahead - shownAt
}

/** A deployment with a terminal that shows results only on command. */
async function openTill(strict: boolean, origin: string): Promise<Till> {
  const deployment = await openDeployment({ strict, origins: [origin] })
  const till = { deployment, ...(await deployment.terminal('BENCH-1')) }
  till.terminal.habits.slowResult = true
  return till
}

async function run(options: BenchOptions): Promise<Finding> {
  const host = await openHost()
  const { code, later } = await buildBrowserFile()
  const heldTill = await openTill(false, host.url)
  const strictTill = await openTill(true, host.url)
  try {
    host.serve(
      new Map([...later, ['terminal-pay.js', code]]),
      { held: heldTill, strict: strictTill },
      strictTill,
    )
    const ways: readonly Way[] = [
      { name: 'held', title: 'terminal-pay, upstream holds reads open', till: heldTill, maxMs: 150 },
      { name: 'strict', title: 'terminal-pay, upstream can only be polled', till: strictTill, maxMs: 1_900 },
      {
        name: 'plain',
        title: `plain page, polls every ${PLAIN_POLL_MS / 1000} s`,
        till: strictTill,
        maxMs: null,
      },
    ]
    const chance = seeded(options.seed)
    const paints = new Map<string, Paint[]>(ways.map(({ name }) => [name, []]))
    await withChromium(async ({ page }) => {
      await page.addInitScript(installPaintWatch)
      let orders = 0
      for (let round = 0; round < options.sales; round += 1) {
        for (const way of shuffled(ways, chance)) {
          const measured = await gated(options, async () => {
            orders += 1
            const url = `${host.url}/${way.name}/B-${orders}`
            return sell(page, url, way.till, chance() * CUSTOMER_MS)
          })
          paints.get(way.name)?.push({ ...measured, ms: measured.value })
          options.note(`  sale ${round + 1}/${options.sales} ${way.name}: ${measured.value.toFixed(0)} ms`)
        }
      }
    })
    const at = (name: string, q: number): number =>
      percentile(
        (paints.get(name) ?? []).map(({ ms }) => ms),
        q,
      )
    return {
      method:
        `Service and BFF as processes on embedded stores, a terminal over a real WebSocket, Chromium. From the moment ` +
        `the terminal says result_shown (the approval is final) to the first message task after the frame in which the ` +
        `approval code is in the page; clocks compared per sale. The card is shown 0 to ${CUSTOMER_MS} ms after the ` +
        `prompt (seed ${options.seed}); the three ways take turns in an order of chance, ${options.sales} sales each; a ` +
        `sale with over 12 % foreign load is repeated.`,
      tables: [
        {
          title: 'Approval on the terminal to paint in the page, ms',
          head: ['', 'p50', 'p95', 'least', 'most', 'sales'],
          rows: ways.map(({ name, title }) => [
            title,
            ...[0.5, 0.95, 0, 1].map((q) => at(name, q).toFixed(0)),
            `${paints.get(name)?.length ?? 0}`,
          ]),
        },
      ],
      targets: ways.flatMap(({ name, title, maxMs }) =>
        maxMs === null
          ? []
          : [
              {
                what: `${title}: p95`,
                limit: `≤ ${maxMs} ms`,
                measured: `${at(name, 0.95).toFixed(0)} ms`,
                held: at(name, 0.95) <= maxMs,
              },
            ],
      ),
      raw: Object.fromEntries(paints),
    }
  } finally {
    for (const { deployment } of [heldTill, strictTill]) await deployment.close()
    await host.close()
  }
}

export const approval: Section = { name: 'approval', run }
