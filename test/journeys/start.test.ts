// `npm start` as a person runs it: the printed address, the sale, `kill -9`, and all data still there afterwards.
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { Applicant } from './support/applicant.ts'
import { AWAY, useBrowser, type Visit } from './support/browser.ts'
import { Books } from './support/books.ts'
import { Clerk, ScreenTerminal } from './support/clerk.ts'
import { launch, run, type Running } from '../kit/process.ts'
import { newFolder } from './support/shop.ts'

const browser = useBrowser()
const FILE = 'demo/start.ts'
let dir: string
let port: number
let visit: Visit
let demo: Running | null = null

/** Three consecutive ports that are free at this moment. */
async function threePorts(): Promise<number> {
  for (let first = 21_000; first < 60_000; first += 3) {
    const servers = [0, 1, 2].map((offset) => createServer().listen(first + offset, '127.0.0.1'))
    const taken = await Promise.all(
      servers.map((server) =>
        Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]),
      ),
    ).catch(() => [false])
    for (const server of servers) server.close()
    if (taken.every(Boolean)) return first
  }
  throw new Error('No three ports in a row are free.')
}

const start = (): Promise<Running> =>
  run({
    file: FILE,
    args: ['--port', String(port), '--data', dir],
    ready: /Checkout\s+(http\S+?)\/?\s[^]*Ready/,
  })

before(async () => {
  dir = newFolder()
  port = await threePorts()
})
after(async () => {
  await demo?.kill()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  visit = await browser.visit()
})
afterEach(() => visit.leave())

test('npm start prints the address, a sale completes, and kill -9 loses no data', async () => {
  const began = performance.now()
  demo = await start()
  assert.ok(performance.now() - began < 90_000)
  const page = await visit.tab()
  await page.goto(`${demo.url}/`)
  const [clerk, screen] = [new Clerk(page), new ScreenTerminal(page)]
  // The terminal on the page is the choice although it starts after the page.
  const chosen = clerk.button(/^Charge/)
  await chosen.waitFor()
  assert.equal((await chosen.innerText()).trim(), 'Charge $42.00 on Front counter')
  await screen.ready()
  await clerk.press('Charge $42.00 on Front counter')
  await screen.present('Tap')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  const reference = await clerk.fact('Reference')
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  // The page follows its order after the end, too.
  visit.expect(...AWAY)
  await demo.kill()
  demo = await start()
  await page.reload()
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.equal(await clerk.fact('Reference'), reference)
  await screen.ready()
  const books = new Books(dir)
  assert.equal(books.charges(order).length, 1)
  assert.equal(books.sale(order).reference, reference)
  books.close()

  await page
    .getByRole('group', { name: 'New order' })
    .getByRole('button', { name: /Approved$/ })
    .click()
  await screen.ready()
  await clerk.charge('$42.00', 'Front counter')
  await screen.present('Insert')
  await clerk.sees(/^\$[\d,.]+ approved$/)
  assert.notEqual(await clerk.fact('Reference'), reference)
})

test('npm start prints the address of the sign-up page, and a started sign-up survives kill -9', async () => {
  const [, signUpUrl = ''] = /Sign-up\s+(http\S+)/.exec(demo?.output() ?? '') ?? []
  const page = await visit.tab()
  await page.goto(signUpUrl)
  const person = new Applicant(page)
  await person.begin()
  await person.at('business')
  await person.business(SAMPLES.llc)
  await person.next('tax')
  await person.form.getByText(/^\s*Saved/).waitFor()
  visit.expect(...AWAY)
  await demo?.kill()
  demo = await start()
  await page.goto(signUpUrl)
  await person.at('tax')
})

test('npm start reports a port in use in one sentence and exits', async () => {
  const { child, output } = launch({ file: FILE, args: ['--port', String(port), '--data', dir] })
  const [code] = (await once(child, 'exit')) as [number | null]
  assert.notEqual(code, 0)
  assert.match(output().trim(), /^Port \d+ is in use: [^\n]+$/)
})
