// The dashboard in Firefox and WebKit: the link, a password, a key, a terminal, a sale that arrives live, people and boarding. Every
// page is audited: in one look, in the long version in all of them. `dashboard.test.ts` has every function, in Chromium.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LONG } from '../kit/limits.ts'
import { AXE, findings, runAxe, sideways } from './support/axe.ts'
import { DashboardService, PASSWORD } from './support/dashboard.ts'
import { ENGINES, type EnginePage } from './support/engines.ts'

const LOOKS = [
  [1280, 'light'],
  [320, 'dark'],
  [1280, 'dark'],
  [320, 'light'],
  [768, 'light'],
  [768, 'dark'],
] as const

let dashboard: DashboardService

before(async () => {
  dashboard = await DashboardService.start()
})
after(() => dashboard.close())

/** Audits the pages of a journey; each one in the next look, in the long version in all. */
class Auditor {
  readonly #page: EnginePage
  #next = 0

  constructor(page: EnginePage) {
    this.#page = page
  }

  async audit(name: string): Promise<void> {
    const looks = LONG ? LOOKS : [LOOKS[this.#next++ % LOOKS.length]!]
    for (const [width, scheme] of looks) {
      await this.#page.resize(width, 900)
      await this.#page.run((value) => {
        document.documentElement.style.colorScheme = value
      }, scheme)
      const faults = findings(await this.#page.run(runAxe))
      assert.deepEqual(faults, [], `${name} at ${width} px, ${scheme}`)
      assert.equal(await this.#page.run(sideways), 0, `${name} scrolls sideways at ${width} px, ${scheme}`)
    }
    await this.#page.resize(1280, 900)
  }
}

/** Goes to an entry of the navigation. */
async function go(page: EnginePage, name: string): Promise<void> {
  await page.press('link', name)
  await page.see('heading', name)
}

/** The journey of a new owner. */
async function journey(page: EnginePage, name: string): Promise<void> {
  const auditor = new Auditor(page)
  await dashboard.command('accounts', 'add', `Shop of ${name}`)
  await page.goto(await dashboard.command('users', 'add', name, '--account', `Shop of ${name}`))
  await page.define(AXE)
  await page.see('text', 'Choose a password for the dashboard')
  assert.equal(await page.run(() => location.hash), '', 'the secret left the address')
  await auditor.audit('the link')
  await page.fill('Password', PASSWORD)
  await page.fill('Password again', PASSWORD)
  await page.press('button', 'Set password and sign in')
  await page.see('heading', 'No payments')
  assert.equal(await page.run(() => document.cookie), '', 'no script can read the session')

  await go(page, 'Keys')
  await page.press('button', 'Create a key')
  await page.fill('Name', 'Till')
  await auditor.audit('the new key')
  await page.press('button', 'Create key')
  const key = /tb_live_[a-z2-7]{26}/.exec(await page.see('text', 'tb_live_'))?.[0] ?? ''
  await page.press('button', 'Done')
  await page.see('heading', 'Till')

  await go(page, 'Terminals')
  await page.press('button', 'Register a terminal')
  await page.fill('Name', 'Front counter')
  await page.fill('Serial number', `${name.toUpperCase()}-OK`)
  await page.press('button', 'Register')
  await page.see('text', 'Type this code at the terminal within 24 hours.')
  await auditor.audit('the pairing code')
  await page.press('button', 'Done')
  await page.see('text', 'Connected')
  await auditor.audit('terminals')

  await go(page, 'Transactions')
  await dashboard.startSale(key)
  await page.see('text', 'Approved')
  await auditor.audit('transactions')
  await page.press('link', '$42.00')
  await page.see('text', 'Processor answered')
  await auditor.audit('the story')

  await go(page, 'People')
  await page.press('button', 'Invite a person')
  await page.fill('Name', `Guest of ${name}`)
  await page.press('button', 'Create the link')
  await page.see('text', '/dashboard/link#')
  await auditor.audit('the link of a person')
  await page.press('button', 'Done')
  await auditor.audit('people')

  await go(page, 'Boarding')
  await page.see('heading', 'Applications')
  await auditor.audit('boarding')
  await page.press('button', 'Sign out')
  await page.see('heading', 'Sign in')
  await auditor.audit('the sign-in')
}

for (const [name, open] of Object.entries(ENGINES))
  if (open === null)
    test(`${name} is not on this machine; only CI needs it`, () =>
      assert.notEqual(process.env['CI'], 'true', `install ${name}`))
  else
    test(`${name}: a new owner signs in, creates a key, registers a terminal, sees a sale and invites a person`, async () => {
      const page = await open()
      try {
        await journey(page, name)
      } finally {
        await page.stop()
      }
    })
