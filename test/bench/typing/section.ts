// The cost of typing in <merchant-apply> beside a bare-Lit form: milliseconds from the key to the paint, and the memory in use at
// the end of the last step.
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { emptyValues } from '@tapboard/contract'
import { FILLED } from '../../../packages/elements/src/testing/filled.ts'
import {
  APPLICATION,
  APPLY_NOW_MS,
  APPLY_PAGE,
  TERMS,
} from '../../../packages/elements/src/testing/scripted-boarding.ts'
import { heapOf, withChromium } from '../common/chromium.ts'
import { median, ratio, summarise, withSpread } from '../common/figures.ts'
import { seeded, shuffled } from '../common/order.ts'
import { gated } from '../common/quiet.ts'
import type { BenchOptions, Finding, Section } from '../common/report.ts'
import { API } from '../startup/api.ts'
import { answersFrom, startupPages, type BenchPage } from '../startup/pages.ts'
import { serve } from '../startup/serve.ts'

/** Painted as soon as it is drawn, not at the next sixtieth of a second, which would hide what differs. */
const FLAGS = ['--disable-gpu-vsync', '--disable-frame-rate-limit']
const KEYS = 40
const TYPING_MAX = 1.5
const HEAP_MAX = 2

const draft = (step: string, values: typeof FILLED) => ({
  ...APPLY_PAGE,
  draft: { step, values, version: 1, savedAtMs: APPLY_NOW_MS, expiresAtMs: APPLY_NOW_MS * 2 },
})
const SUBMITTED = {
  ...APPLICATION,
  state: 'submitted',
  version: 9,
  appId: 'APP-1',
  reference: 'R-1',
  tierName: 'Plus',
}
const FURTHER = {
  '/bff/v1/application/draft': { version: 2, savedAtMs: APPLY_NOW_MS, expiresAtMs: APPLY_NOW_MS * 2 },
  '/bff/v1/application/terms': TERMS,
  '/bff/v1/application/submit': SUBMITTED,
  '/bff/v1/application/status': SUBMITTED,
}

/** Types into a field, one key at a time; milliseconds from each key to its paint. */
async function typed(page: Page, selector: string): Promise<number[]> {
  const field = page.locator(selector).first()
  await field.waitFor()
  await field.focus()
  await page.evaluate(() => {
    const all: number[] = []
    Object.assign(window, { keysPainted: all })
    addEventListener(
      'keydown',
      () => {
        const from = performance.now()
        void window.afterPaint().then((at) => all.push(at - from))
      },
      true,
    )
  })
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press('abcdefghij'.charAt(key % 10))
    await pause(15)
  }
  const all = await page.evaluate(() => (window as unknown as { keysPainted: number[] }).keysPainted)
  // The first keys warm everything up.
  return all.slice(5)
}

async function typing(url: string, selector: string, slowdown: number): Promise<number> {
  return withChromium(async ({ page, cdp }) => {
    await page.goto(`${url}/index.html`)
    await page.locator(selector).first().waitFor()
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    return median(await typed(page, selector))
  }, FLAGS)
}

/** From the review to the end, as a person goes. */
async function toTheEnd(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('textbox').last().fill('Dana Whitfield')
  await page.getByRole('button', { name: /Agree and submit/ }).click()
  await page.getByText('APP-1').first().waitFor()
}

const heap = (url: string, selector: string, finish: (page: Page) => Promise<void>): Promise<number> =>
  withChromium(async ({ page, cdp }) => {
    await page.goto(url)
    const empty = await heapOf(cdp)
    await page.goto(`${url}/index.html`)
    await page.locator(selector).first().waitFor()
    await finish(page)
    return (await heapOf(cdp)) - empty
  })

async function run(options: BenchOptions): Promise<Finding> {
  const [element, bare] = await startupPages('merchant-apply')
  const at = (page: BenchPage, application: object) =>
    serve({ ...page, mocks: answersFrom({ ...API, ...FURTHER, '/bff/v1/application': application }) })
  const sites = {
    filling: await at(element, draft('business', { ...emptyValues(), tierName: 'Plus' })),
    ending: await at(element, draft('review', FILLED)),
    floor: await serve(bare),
  }
  const chance = seeded(options.seed)
  const keys = { ours: new Map<number, number[]>(), floor: new Map<number, number[]>() }
  const heaps = { ours: [] as number[], floor: [] as number[] }
  const FIELDS = { ours: 'input[id="corporateName"]', floor: '#CorporateName' } as const
  try {
    for (let round = 0; round < options.rounds; round += 1)
      for (const who of shuffled(['ours', 'floor'] as const, chance)) {
        for (const slowdown of [1, 4]) {
          const { url } = who === 'ours' ? sites.filling : sites.floor
          const { value } = await gated(options, () => typing(url, FIELDS[who], slowdown))
          keys[who].set(slowdown, [...(keys[who].get(slowdown) ?? []), value])
        }
        const { value } = await gated(options, () =>
          who === 'ours'
            ? heap(sites.ending.url, 'h2', toTheEnd)
            : heap(sites.floor.url, FIELDS.floor, (page) => page.locator(FIELDS.floor).fill('Corner')),
        )
        heaps[who].push(value)
        options.note(`  round ${round + 1}/${options.rounds} ${who}`)
      }
  } finally {
    for (const site of Object.values(sites)) await site.close()
  }
  const paints = (slowdown: number) =>
    [keys.ours.get(slowdown) ?? [], keys.floor.get(slowdown) ?? []] as const
  const slow = ratio(...paints(4))
  const held = ratio(heaps.ours, heaps.floor)
  return {
    method: `New Chromium per run, no wait for the screen's beat; ${KEYS} keys into the legal name, the first five left out. Heap after three collections, without what the empty page holds; ours after review, agreement and confirmation.`,
    tables: [
      {
        title: 'Median of medians ± half IQR of the rounds',
        head: ['', 'ours', 'floor', 'ratio'],
        rows: [
          ...[1, 4].map((slowdown) => [
            `key to paint at ${slowdown}×, ms`,
            ...paints(slowdown).map((values) => withSpread(summarise(values), 2)),
            withSpread(ratio(...paints(slowdown)), 2),
          ]),
          [
            'heap after the last step, KB',
            ...[heaps.ours, heaps.floor].map((values) =>
              withSpread(summarise(values.map((bytes) => bytes / 1024))),
            ),
            withSpread(held, 2),
          ],
        ],
      },
    ],
    targets: [
      {
        what: 'key to paint ÷ floor at 4×',
        limit: `≤ ${TYPING_MAX}`,
        measured: withSpread(slow, 2),
        held: slow.median <= TYPING_MAX,
      },
      {
        what: 'heap after the last step ÷ floor',
        limit: `≤ ${HEAP_MAX}`,
        measured: withSpread(held, 2),
        held: held.median <= HEAP_MAX,
      },
    ],
    raw: { keys: { ours: [...keys.ours], floor: [...keys.floor] }, heaps },
  }
}

export const typingSection: Section = { name: 'typing', run }
