// The static site: service and BFF run in the browser, behind a plain file server under a path of its own. The page requests only
// files, and every function of a till works: declines, pulled cables, loads, tabs, sign-ups.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { buildStatic } from '../../demo/static/build.ts'
import { Applicant } from './support/applicant.ts'
import { useBrowser, type Visit } from './support/browser.ts'
import { CARD, Clerk, ScreenTerminal } from './support/clerk.ts'
import { serveFiles, type FileServer } from './support/file-server.ts'

const browser = useBrowser()
let folder: string
let files: FileServer
let visit: Visit

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapboard-static-'))
  await buildStatic(folder)
  files = await serveFiles(folder, '/any/where/')
})
after(async () => {
  await files.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  visit = await browser.visit()
})
afterEach(async () => {
  await visit.leave()
  assert.deepEqual(files.missed, [], 'something but a file was asked for')
})

/** Opens the site; where it leads, a first order waits. */
async function open(): Promise<{ clerk: Clerk; terminal: ScreenTerminal }> {
  const page = await visit.tab()
  await page.goto(files.url)
  const terminal = new ScreenTerminal(page)
  await terminal.ready()
  return { clerk: new Clerk(page), terminal }
}

/** Begins a scene of the bar and waits until it is over. */
async function play({ page }: Clerk, scene: string, after: RegExp): Promise<void> {
  const bar = page.locator('scenario-bar')
  await bar.getByRole('button', { name: scene, exact: true }).click()
  await bar.getByText(after).waitFor({ timeout: 30_000 })
}

test('a sale completes, and a reload and a second tab show the same sale', async () => {
  const { clerk, terminal } = await open()
  const { page } = clerk
  assert.match(page.url(), /\/any\/where\/checkout\/\?order=R-1042$/)
  await page.getByText('Everything runs in this page').waitFor()
  await clerk.charge('$42.00', 'Front counter')
  await clerk.sees(CARD)
  await clerk.reload(CARD)
  const other = new Clerk(await visit.tab())
  await other.page.goto(page.url())
  await other.sees(CARD)
  const moved = new ScreenTerminal(other.page)
  await moved.present('Tap')
  await other.sees(/^\$[\d,.]+ approved$/)
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(await clerk.fact('Reference'), await other.fact('Reference'))
  await page.locator('#order-paid', { hasText: 'Paid' }).waitFor()
  await other.page.close()
  await terminal.shows(/./)
})

test('D-82 a paid sale is still there after all tabs were closed', async () => {
  const { clerk } = await open()
  await clerk.charge('$42.00', 'Workshop')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  const reference = await clerk.fact('Reference')
  const url = clerk.page.url()
  await clerk.page.close()
  const again = new Clerk(await visit.tab())
  await again.page.goto(url)
  await again.sees(/^\$[\d,.]+ approved$/)
  assert.equal(await again.fact('Reference'), reference)
})

test('D-82 a reset in one tab resets all tabs, and none requests a deleted order', async () => {
  const { clerk } = await open()
  await clerk.charge('$42.00', 'Workshop')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  const other = new Clerk(await visit.tab())
  await other.page.goto(clerk.page.url())
  await other.sees(/^\$[\d,.]+ approved$/)
  await other.page.getByRole('button', { name: 'Begin anew' }).click()
  await other.sees('Choose a terminal')
  await clerk.sees('Choose a terminal')
  await clerk.page.goto(`${files.url}checkout/?order=R-0`)
  await clerk.sees('Choose a terminal')
})

test('the scenes with a decline, a pulled cable and an offline page end as described', async () => {
  const { clerk } = await open()
  await play(clerk, 'Declined', /Declined, and nothing was charged/)
  await clerk.sees(/^\$[\d,.]+ declined – not charged$/)
  await play(clerk, 'Unplugged', /there is one charge/)
  await clerk.sees(/^\$[\d,.]+ approved$/)
  await play(clerk, 'Offline', /shows what happened meanwhile/)
  await clerk.sees(/^\$[\d,.]+ approved$/)
  await clerk.page.locator('scenario-bar').getByRole('button', { name: 'Close' }).click()
})

test('a business signs up to the application ID', async () => {
  const page = await visit.tab()
  await page.goto(`${files.url}sign-up/`)
  const person = new Applicant(page)
  await person.sees(/./)
  const values = SAMPLES.charity
  await person.knownToReview(values)
  await person.submit(values)
  await person.sees('Application submitted')
  assert.match(await person.fact('Application ID'), /^app_/)
  await person.serverHears('application.submitted')
})

test('a phone shows where the servers run and how to reset them', async () => {
  const page = await visit.tab()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['sign-up', 'back-office']) {
    await page.goto(`${files.url}${name}/`)
    await page.getByText('Everything runs in this page').waitFor()
    await page.getByRole('button', { name: 'Begin anew' }).waitFor()
  }
})

test('without shared workers the page runs the servers; a second tab explains its wait, continues when the first closes, and can reset', async () => {
  await visit.context.addInitScript('delete globalThis.SharedWorker')
  const { clerk } = await open()
  await clerk.charge('$42.00', 'Workshop')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  const other = new Clerk(await visit.tab())
  await other.page.goto(clerk.page.url())
  await other.page.getByText('Another tab runs').waitFor()
  await clerk.page.close()
  await other.sees(/^\$[\d,.]+ approved$/)
  await other.page.getByRole('button', { name: 'Begin anew' }).click()
  await other.sees('Choose a terminal')
})
