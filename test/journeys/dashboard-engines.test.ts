// The dashboard in Firefox and WebKit: the link, a password, a key, a terminal, a sale that arrives live, people and boarding. Every
// page is audited: in one look, in the long version in all of them. `dashboard.test.ts` has every function, in Chromium.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditLooks, AXE } from './support/axe.ts'
import { DashboardService, PASSWORD } from './support/dashboard.ts'
import { ENGINES, type EnginePage } from './support/engines.ts'

let dashboard: DashboardService

before(async () => {
  dashboard = await DashboardService.start()
})
after(() => dashboard.close())

async function audit(page: EnginePage, name: string): Promise<void> {
  const show = async (width: number, scheme: string): Promise<void> => {
    await page.resize(width, 900)
    await page.run((value) => {
      document.documentElement.style.colorScheme = value
    }, scheme)
  }
  await auditLooks({ show, run: (work) => page.run(work) }, name)
  await page.resize(1280, 900)
}

/** Goes to an entry of the navigation. */
async function go(page: EnginePage, name: string): Promise<void> {
  await page.press('link', name)
  await page.see('heading', name)
}

/** The journey of a new owner. */
async function journey(page: EnginePage, name: string): Promise<void> {
  await dashboard.command('accounts', 'add', `Shop of ${name}`)
  await page.goto(await dashboard.command('users', 'add', name, '--account', `Shop of ${name}`))
  await page.define(AXE)
  await page.see('text', 'Choose a password for the dashboard')
  assert.equal(await page.run(() => location.hash), '', 'the secret left the address')
  await audit(page, 'the link')
  await page.fill('Password', PASSWORD)
  await page.fill('Password again', PASSWORD)
  await page.press('button', 'Set password and sign in')
  await page.see('heading', 'No payments')
  assert.equal(await page.run(() => document.cookie), '', 'no script can read the session')

  await go(page, 'Keys')
  await page.press('button', 'Create a key')
  await page.fill('Name', 'Till')
  await audit(page, 'the new key')
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
  await audit(page, 'the pairing code')
  await page.press('button', 'Done')
  await page.see('text', 'Connected')
  await audit(page, 'terminals')

  await go(page, 'Transactions')
  await dashboard.startSale(key)
  await page.see('text', 'Approved')
  await audit(page, 'transactions')
  await page.press('link', '$42.00')
  await page.see('text', 'Processor answered')
  await audit(page, 'the story')

  await go(page, 'People')
  await page.press('button', 'Invite a person')
  await page.fill('Name', `Guest of ${name}`)
  await page.press('button', 'Create the link')
  await page.see('text', '/dashboard/link#')
  await audit(page, 'the link of a person')
  await page.press('button', 'Done')
  await audit(page, 'people')

  await go(page, 'Boarding')
  await page.see('heading', 'Applications')
  await audit(page, 'boarding')
  await page.press('button', 'Sign out')
  await page.see('heading', 'Sign in')
  await audit(page, 'the sign-in')
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
