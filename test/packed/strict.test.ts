// Both complete journeys in the plain HTML app, under the strictest policy, enforced, with the hash of every file (P31), in
// English and Arabic, in the long version also in German. All data in the browser's storage is listed exactly.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { useBrowser } from '../journeys/support/browser.ts'
import { LONG } from '../kit/limits.ts'
import { run } from '../kit/process.ts'
import { until } from '../kit/until.ts'
import { installApp } from './app.ts'
import { openUpstream, type Upstream } from './world.ts'

/**
 * The browser storage according to the documentation: the ID of the last used terminal, and a sale only while it may be running.
 */
const KEPT = ['tapboard:terminal']
const KEPT_MID_SALE = ['session tapboard:sale']
/** `npm run test:full` adds a language with longer words. */
const LANGUAGES = LONG ? (['en', 'de', 'ar'] as const) : (['en', 'ar'] as const)

const browser = useBrowser()
let upstream: Upstream
let url: string
const ends: (() => Promise<void> | void)[] = []
before(async () => {
  upstream = await openUpstream()
  const installed = installApp({
    name: 'html',
    ours: ['bff', 'elements'],
    libraries: ['better-sqlite3'],
    tools: [],
  })
  const environment = await upstream.newMerchant('Html')
  const server = await run({
    folder: installed.folder,
    file: 'server.js',
    environment,
    ready: /open on (\S+)/,
  })
  ends.push(
    () => server.kill(),
    () => installed.remove(),
  )
  url = server.url
})
after(async () => {
  for (const end of ends) await end()
  await upstream.close()
})

/** Names of everything that the browser keeps for this site. */
async function kept(page: Page): Promise<readonly string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`)
  const rest = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage).map((name) => `session ${name}`),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...(await caches.keys()).map((name) => `cache ${name}`),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => `worker ${scope}`),
  ])
  return [...cookies, ...rest]
}

/** Waits until an element shows this phase, in any language. */
const inPhase = (element: Locator, phase: string, limitMs?: number): Promise<unknown> =>
  until(
    `the phase ${phase}`,
    () => element.evaluate((one, wanted) => (one as HTMLElement & { phase: string }).phase === wanted, phase),
    limitMs,
  )

/** The step that `<merchant-apply>` shows. */
const inStep = (form: Locator, step: string): Promise<unknown> =>
  until(`the step ${step}`, () =>
    form.evaluate((one, wanted) => (one as HTMLElementTagNameMap['merchant-apply']).step === wanted, step),
  )

/** Runs a visit whose page may only connect to its own site; any unexpected event fails it. */
async function visitOf(path: string, body: (page: Page) => Promise<void>): Promise<void> {
  const visit = await browser.visit()
  const page = await visit.tab()
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:') hosts.add(origin)
  })
  await page.goto(`${url}${path}`)
  await body(page)
  assert.deepEqual([...hosts], [url])
  await visit.leave()
}

for (const lang of LANGUAGES)
  describe(`under the strictest policy, in ${lang}`, () => {
    // P31 asserts: 0 violations of the policy.
    test('P31 approves a sale without a policy violation and stores one key', () =>
      visitOf(`/?order=STRICT-${lang}&lang=${lang}`, async (page) => {
        const pay = page.locator('terminal-pay')
        await inPhase(pay, 'choosing')
        await page.evaluate(() => {
          const seen = new Set<string>()
          Object.assign(globalThis, { seen })
          document.addEventListener('terminal-pay-progress', () => {
            for (const name of Object.keys(sessionStorage)) seen.add(`session ${name}`)
          })
        })
        await pay.locator('[part~=main-button]:enabled').click()
        await inPhase(pay, 'approved', 30_000)
        assert.equal(
          await pay.evaluate((one) => getComputedStyle(one).direction),
          lang === 'ar' ? 'rtl' : 'ltr',
        )
        const title = await pay.getByRole('heading', { level: 2 }).innerText()
        assert.equal(/^\$[\d,.]+ approved$/.test(title), lang === 'en', title)
        assert.deepEqual(await page.evaluate<readonly string[]>('[...seen]'), KEPT_MID_SALE)
        assert.deepEqual(await kept(page), KEPT)
      }))

    test('P31 submits an application without a policy violation and stores nothing', () =>
      visitOf(`/sign-up?applicant=strict-${lang}&lang=${lang}`, async (page) => {
        const form = page.locator('merchant-apply')
        const main = form.locator('[part~=main-button]:enabled')
        await inPhase(form, 'filling')
        const values = { ...SAMPLES.sole, corporateName: `Strict ${lang}` }
        await form.evaluate((one, known) => {
          const element = one as HTMLElementTagNameMap['merchant-apply']
          element.prefill = known
          return element.discard()
        }, values)
        await inStep(form, 'start')
        await main.click()
        await inStep(form, 'review')
        // Every step is looked at again on the way.
        for (const step of ['business', 'tax', 'contact', 'signers', 'bank'] as const) {
          await form.evaluate((one, to) => (one as HTMLElementTagNameMap['merchant-apply']).goTo(to), step)
          await inStep(form, step)
          await main.click()
          await inStep(form, 'review')
        }
        await main.click()
        await inStep(form, 'agreement')
        await form.getByRole('checkbox').first().waitFor()
        for (const box of await form.getByRole('checkbox').all()) await box.check()
        const [signer] = values.signers
        await form.getByRole('textbox').last().fill(`${signer?.firstName} ${signer?.lastName}`)
        await main.click()
        await inPhase(form, 'submitted', 45_000)
        assert.deepEqual(await kept(page), [])
      }))
  })

test('P31 rejects a dictionary with a wrong hash and continues in English', async () => {
  const visit = await browser.visit()
  visit.expect(/integrity|digest/i, /language-missing/)
  const page = await visit.tab()
  page.on('dialog', () => assert.fail('the changed dictionary ran'))
  await page.route('**/languages/pay.de.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()};alert(1)` })
  })
  await visit.context.grantPermissions(['local-network-access'])
  await page.goto(`${url}/?order=STRICT-changed&lang=de`)
  await page
    .locator('terminal-pay')
    .getByRole('button', { name: /^Charge/ })
    .waitFor()
  await visit.leave()
})
