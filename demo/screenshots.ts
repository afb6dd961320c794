// `npm run tool -- screenshots`: drives a new stack through its states and takes screenshots. Two are for the README;
// the others go to node_modules/.cache/screenshots. With `readme` it takes only those of the README.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { chromium as findChromium } from '../test/browsers.mjs'
import { choosePlan, signUpJourney } from './sign-up-pictures.ts'
import { startStack, type Stack } from './stack.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'node_modules/.cache/screenshots')
const README_PICTURES = [join(root, 'demo/screenshot.png'), join(root, 'demo/sign-up.png')] as const
/** Size limit of the README's pictures in bytes. */
const README_BYTES = 300_000

const WIDTHS = [320, 768, 1280] as const
const SCHEMES = ['light', 'dark'] as const

const charge = (page: Page): Promise<void> => page.getByRole('button', { name: /^Charge .* on / }).click()
const tap = (page: Page): Promise<void> => page.getByRole('button', { name: 'Tap', exact: true }).click()
const order = async (page: Page, stack: Stack, scenario: string): Promise<void> => {
  const made = await page.request.post(`${stack.siteUrl}/api/orders`, {
    data: { scenario },
    headers: { origin: stack.siteUrl },
  })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`${stack.siteUrl}/orders/${id}`)
  await page.getByText('Ready for the next payment').waitFor()
  const option = page.getByRole('option', { name: /Front counter(?!.*not connected)/is })
  const chosen = page.locator('terminal-pay .device', { hasText: 'Front counter' })
  await chosen.or(option).first().waitFor()
  if (await option.isVisible()) await option.click()
  await page.getByRole('button', { name: /Charge .* on Front counter/ }).waitFor()
}

async function journey(page: Page, stack: Stack, shot: (name: string) => Promise<void>): Promise<void> {
  const prompt = page.getByText('Tap, insert or swipe', { exact: true })
  await order(page, stack, 'approved')
  await shot('1-choose')
  await charge(page)
  await prompt.waitFor()
  await shot('2-prompt')
  await page.getByRole('radio', { name: /Gift/ }).check()
  await tap(page)
  await page
    .getByText(/Only credit cards/)
    .first()
    .waitFor()
  await shot('3-gift-refused')
  await page.getByRole('radio', { name: /Visa/ }).check()
  await tap(page)
  await page
    .getByRole('heading', { name: /approved$/ })
    .first()
    .waitFor()
  await page
    .locator('terminal-pay')
    .getByText(/approval code/i)
    .first()
    .waitFor()
  await shot('4-approved')
  await order(page, stack, 'declined')
  await charge(page)
  await prompt.waitFor()
  await tap(page)
  await page.locator('terminal-pay').getByRole('button', { name: /again/i }).waitFor()
  await shot('5-declined')
  await page.getByRole('button', { name: 'Unplug network' }).click()
  await shot('6-unplugged')
}

async function pictures(browser: Browser, stack: Stack): Promise<void> {
  for (const colorScheme of SCHEMES)
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      const shot = async (name: string): Promise<void> => {
        await page.screenshot({
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
          animations: 'disabled',
        })
      }
      await journey(page, stack, shot)
      await order(page, stack, 'approved')
      await page.getByRole('button', { name: 'Register a terminal' }).click()
      await page.getByLabel(/Serial number/).fill('REPAIR-0009')
      await shot('7-register')
      await page.goto(`${stack.siteUrl}/terminal/?serial=REPAIR-0009`)
      await page.getByLabel('One-time pairing code').waitFor()
      await shot('8-pairing')
      await signUpJourney(page, stack, shot)
      await context.close()
    }
}

/** Takes the README's pictures: a running sale, and the choice of a plan. */
async function readmePictures(browser: Browser, stack: Stack): Promise<void> {
  // Reduced motion shows the drawing of the stage complete; a picture without animations shows their first moment, which is empty.
  const context = await browser.newContext({
    viewport: { width: 1360, height: 880 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await order(page, stack, 'approved')
  await charge(page)
  await page.getByText('Tap, insert or swipe', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Tap, insert or swipe the card' }).waitFor()
  await page.screenshot({ path: README_PICTURES[0] })
  await page.setViewportSize({ width: 1280, height: 1080 })
  await choosePlan(page, stack)
  await page.screenshot({ path: README_PICTURES[1] })
  await context.close()
  for (const picture of README_PICTURES) {
    const { size } = statSync(picture)
    if (size > README_BYTES)
      throw new Error(`${picture} is ${size} bytes; at most ${README_BYTES} are allowed.`)
  }
}

const dir = mkdtempSync(join(tmpdir(), 'tapboard-screenshots-'))
mkdirSync(folder, { recursive: true })
const limits = { mint: { count: 1000, windowSeconds: 1 } }
const stack = await startStack({ dir, bff: { limits } })
try {
  const browser = await chromium.launch(await findChromium())
  try {
    if (process.argv[2] !== 'readme') await pictures(browser, stack)
    await readmePictures(browser, stack)
  } finally {
    await browser.close()
  }
  process.stdout.write(`Pictures are in ${folder}; the README's are ${README_PICTURES.join(' and ')}.\n`)
} finally {
  await stack.close()
  rmSync(dir, { recursive: true, force: true })
}
