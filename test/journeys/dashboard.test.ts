// The dashboard of the service as a person uses it: the printed link, a key, a terminal, a sale that arrives live, its story, CSV, a
// tier, people, and signing out. Every page is audited: in one look, in the long version in all of them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Service } from '@tapboard/service'
import { llcValues, Partner } from '../../packages/service/src/testing.ts'
import { answerJson, receiver } from '../../packages/service/src/testing/receiver.ts'
import { auditLooks, AXE } from './support/axe.ts'
import { useBrowser, type Visit } from './support/browser.ts'
import { DashboardService, PASSWORD } from './support/dashboard.ts'

/** Markup as a name: it must stay text. */
const MARKUP = '<img src=x onerror=alert(1)>'

const browser = useBrowser()
let dashboard: DashboardService
let service: Service
let url: string
let visit: Visit
let page: Page

before(async () => {
  dashboard = await DashboardService.start()
  ;({ service, url } = dashboard)
})
after(() => dashboard.close())
beforeEach(async () => {
  visit = await browser.visit()
  page = await visit.tab()
})
afterEach(() => visit.leave())

/** Audits the page as it is. */
async function audit(name: string): Promise<void> {
  await page.evaluate(AXE)
  const show = async (width: number, colorScheme: 'light' | 'dark'): Promise<void> => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
  }
  await auditLooks({ show, run: (work) => page.evaluate(work) }, name)
  await show(1280, 'light')
}

const title = (name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const press = (name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()
const go = async (name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await title(name).waitFor()
}

test('a person signs in by the printed link, creates a key, sees a sale arrive, switches a tier and signs out', async () => {
  await dashboard.command('accounts', 'add', 'Corner Repair')
  const link = await dashboard.command('users', 'add', 'Ada')
  await page.goto(link)
  await page.getByText('Choose a password for the dashboard of Corner Repair.').waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the secret left the address')
  await audit('the link')
  const password = page.getByLabel('Password', { exact: true })
  const masked = await password.evaluate((field) => {
    const { type, autocomplete, maxLength } = field as HTMLInputElement
    return [type, autocomplete, maxLength]
  })
  assert.deepEqual(masked, ['password', 'new-password', 128])
  await password.fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
  await press('Set password and sign in')
  await title('Transactions').waitFor()
  await page.getByRole('heading', { name: 'No payments' }).waitFor()
  assert.equal(await page.evaluate(() => document.cookie), '', 'no script can read the session')

  await go('Keys')
  await audit('keys, empty')
  await press('Create a key')
  await page.getByLabel('Name', { exact: true }).fill(MARKUP)
  await audit('the new key')
  await press('Create key')
  const key = (await page.getByRole('status', { name: 'API key' }).innerText()).trim()
  assert.match(key, /^tb_live_[a-z2-7]{26}$/)
  await press('Done')
  await page.getByRole('heading', { name: MARKUP }).waitFor()
  assert.equal((await page.content()).includes(key), false)
  assert.equal((await dashboard.api(key, '/v1/Device')).status, 200)

  await go('Terminals')
  await press('Register a terminal')
  await page.getByLabel('Name', { exact: true }).fill('Front counter')
  await page.getByLabel('Serial number').fill('FRONT-OK')
  await press('Register')
  await page.getByText('Type this code at the terminal within 24 hours.').waitFor()
  await audit('the pairing code')
  await press('Done')
  await page.getByText('Connected', { exact: true }).waitFor()
  await audit('terminals')

  await go('Transactions')
  await dashboard.startSale(key)
  await page.getByRole('cell', { name: '$42.00' }).waitFor()
  await page.getByRole('row', { name: /\$42\.00.*Approved/ }).waitFor()
  await audit('transactions')
  const search = page.getByLabel('Search')
  await search.fill('zzz')
  await page.getByRole('heading', { name: 'No payment matches' }).waitFor()
  await audit('no match')
  await press('Clear the filters')
  await page.getByRole('cell', { name: 'R-77' }).waitFor()
  assert.equal(await search.inputValue(), '')
  assert.equal(await search.evaluate((field) => field.matches(':focus')), true)
  await search.fill('r-7')
  await page.getByRole('row', { name: /\$42\.00 R-77 Approved/ }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const file = await (await download).path()
  assert.match(readFileSync(file, 'utf8'), /R-77,order-1,cc:sale,42\.00,USD,approved,00,/)
  await page.getByRole('link', { name: '$42.00' }).click()
  await page.getByText('Terminal asks for the card').waitFor()
  await page.getByText('Processor answered').waitFor()
  await audit('the story')
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TAPBOARD-DASHBOARD')

  await go('Boarding')
  await page.getByLabel('Name of the partner').fill('Corner partner')
  await press('Create')
  await page.getByText(/^Partner ID/).waitFor()
  await press('Use the partner ID')
  await press('Add a tier')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Standard')
  await page.getByRole('checkbox', { name: /^For tests only/ }).uncheck()
  await audit('the new tier')
  await press('Add tier')
  await page.getByText('house').waitFor()
  await page.getByRole('switch', { name: 'For tests only: Standard' }).check()
  await page.getByText('test-cobrand').waitFor()
  await audit('boarding')

  await go('Your sign-in')
  await audit('the sign-in of the person')
  await press('Sign out')
  await title('Sign in').waitFor()
  await audit('the sign-in')
  const left = await page.evaluate(() => [
    document.body.innerText,
    document.querySelector('tapboard-dashboard')?.shadowRoot?.textContent,
    ...[localStorage, sessionStorage].flatMap((area) => Object.keys(area).map((name) => area.getItem(name))),
  ])
  assert.doesNotMatch(left.join(' '), /Corner|42\.00|Front|tb_live/, 'the page keeps no data of the account')
  visit.expect(/401/)
  await page.goBack()
  await title('Sign in').waitFor()
  await page.reload()
  await page.getByLabel('Name').fill('ada')
  await page.getByLabel('Password').fill('wrong')
  await page.getByLabel('Password').press('Enter')
  await page.getByText('The name or the password is wrong.').waitFor()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('navigation').waitFor()
})

test('a viewer sees everything and finds no button that changes something', async () => {
  visit.expect(/401/)
  const account = await service.accounts.createAccount('Viewed shop')
  const user = await service.users.add({ name: 'Grace', accountId: account?.id ?? '', role: 'viewer' })
  await service.accounts.createKey(account?.id ?? '', { name: 'Till' })
  await page.goto(`${url}/dashboard/link#${await service.users.createLink(user?.id ?? '', 'sign-in')}`)
  await press('Open the dashboard')
  for (const name of ['Terminals', 'Boarding', 'Keys']) {
    await go(name)
    await page.getByText('Loading…').first().waitFor({ state: 'detached' })
    const buttons = await page.getByRole('main').getByRole('button').allInnerTexts()
    assert.deepEqual(
      buttons.filter((label) => label.trim() !== ''),
      [],
      name,
    )
  }
})

test('the link works once, and a page of another site cannot act for the person', async () => {
  visit.expect(/401|403|410|CORS policy|net::ERR_FAILED/)
  const account = await service.accounts.createAccount('Attacked shop')
  const user = await service.users.add({ name: 'Linus', accountId: account?.id ?? '' })
  const link = `${url}/dashboard/link#${await service.users.createLink(user?.id ?? '', 'sign-in')}`
  await page.goto(link)
  await press('Open the dashboard')
  await title('Transactions').waitFor()
  const other = await visit.tab()
  await other.goto(link)
  await other.getByText('This link was used or has expired.').waitFor()
  const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>evil'))
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const evil = await visit.tab()
  await evil.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  const results = await evil.evaluate(async (target) => {
    const send = (init: RequestInit): Promise<string> =>
      fetch(`${target}/dashboard/api/keys`, { credentials: 'include', ...init }).then(
        ({ type, status }) => `${type} ${status}`,
        () => 'refused',
      )
    const body = JSON.stringify({ name: 'evil', scopes: ['terminal'], sandbox: true })
    return [
      await send({ method: 'POST', mode: 'no-cors', body }),
      await send({ method: 'POST', headers: { 'x-tapboard-dashboard': '1' }, body }),
      await send({}),
    ]
  }, url)
  assert.deepEqual(results, ['opaque 0', 'refused', 'refused'])
  site.close()
  assert.deepEqual(await service.accounts.listKeys(account?.id), [])
})

/** Gives the page an authenticator of its own, which always consents. */
async function plugInAuthenticator(): Promise<void> {
  const session = await visit.context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a person sets a passkey with the link, signs in with it, adds a password and removes it', async () => {
  // A passkey needs a host name, and the visit knows only the address.
  visit.expect(/401|409|foreign request: http:\/\/localhost/)
  await plugInAuthenticator()
  const host = url.replace('127.0.0.1', 'localhost')
  const account = await service.accounts.createAccount('Passkey shop')
  const user = await service.users.add({ name: 'Barbara', accountId: account?.id ?? '' })
  await page.goto(`${host}/dashboard/link#${await service.users.createLink(user?.id ?? '')}`)
  await press('Use a passkey instead')
  await title('Transactions').waitFor()
  await press('Sign out')
  await press('Sign in with a passkey')
  await go('Your sign-in')
  await page.getByRole('heading', { name: 'Passkey of the first sign-in' }).waitFor()
  await audit('the passkeys')
  await press('Remove: Passkey of the first sign-in')
  await page.getByText('This is your only way to sign in. Set a password first.').waitFor()
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password again').fill(PASSWORD)
  await press('Set password')
  await page.getByText('Your password is changed.').waitFor()
  await press('Remove: Passkey of the first sign-in')
  await page.getByText('The passkey Passkey of the first sign-in is removed.').waitFor()
  await press('Sign out')
  await press('Sign in with a passkey')
  await page.getByText('The passkey was not accepted.').waitFor()
})

test('an owner moves an application, tests the webhook, revokes a key, renames and removes a terminal', async () => {
  const partner = await Partner.join(service, 'Tidewater')
  const values = llcValues({ corporateName: 'Lantern LLC' })
  await partner.submit(values)
  const hook = await receiver((response) => answerJson(response, {}))
  const user = await service.users.add({ name: 'Kim', accountId: partner.accountId })
  await page.goto(`${url}/dashboard/link#${await service.users.createLink(user?.id ?? '', 'sign-in')}`)
  visit.expect(/401/)
  await press('Open the dashboard')
  await title('Transactions').waitFor()

  await go('Boarding')
  await page.getByLabel('Address').fill(hook.url)
  await press('Save the webhook')
  await page.getByText('It is shown only once.').waitFor()
  await press('Done')
  await press('Send a test event')
  await page.getByText('Your server received the event and answered 200.').waitFor()
  assert.equal((JSON.parse(hook.requests[0]?.body ?? '{}') as { readonly type: string }).type, 'webhook.test')
  await page.getByRole('link', { name: 'Lantern LLC' }).click()
  await title('Lantern LLC').waitFor()
  await press('Move to In review')
  await audit('the move of an application')
  await press('Move')
  await page.getByText('The application is now: In review.').waitFor()
  await audit('an application')
  const shown = await page.getByRole('main').innerText()
  const { taxId, banking, signers } = values
  for (const secret of [
    taxId,
    banking.accountNumber,
    banking.routingNumber,
    ...signers.map(({ ssn }) => ssn),
  ])
    assert.equal(shown.includes(secret.slice(-4)), false, 'a part of a regulated value')
  hook.close()

  await go('Keys')
  await page
    .getByRole('button', { name: /^Revoke: Key of the command line …/ })
    .first()
    .click()
  await press('Revoke')
  await page.getByText('The key is revoked.').waitFor()
  await page.getByText('Revoked', { exact: true }).waitFor()

  await go('Terminals')
  await page.getByText('No terminals').waitFor()
  await press('Register a terminal')
  await page.getByLabel('Name', { exact: true }).fill('Kiosk')
  await page.getByLabel('Serial number').fill('KIOSK-OFF')
  await press('Register')
  await press('Done')
  await press('Rename: Kiosk')
  await page.getByLabel('New name').fill('Door')
  await press('Rename')
  await page.getByRole('heading', { name: 'Door', exact: true }).waitFor()
  await press('Remove: Door')
  await audit('the question before a removal')
  await press('Remove')
  await page.getByText('Door is removed.').waitFor()
})

/** Opens a one-time link and sets a password. */
async function setPassword(on: Page, link: string): Promise<void> {
  await on.goto(link)
  await on.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await on.getByLabel('Password again').fill(PASSWORD)
  await on.getByRole('button', { name: 'Set password and sign in' }).click()
  await on.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
}

test('an owner invites a person, makes the person an owner and removes herself', async () => {
  visit.expect(/401/)
  const account = await service.accounts.createAccount('Team shop')
  const user = await service.users.add({ name: 'Hedy', accountId: account?.id ?? '' })
  await setPassword(page, `${url}/dashboard/link#${await service.users.createLink(user?.id ?? '')}`)
  await go('People')
  await page.getByText('The only owner who can sign in').waitFor()
  assert.equal(await page.getByRole('button', { name: /^(Remove|Make)/ }).count(), 0)
  await press('Invite a person')
  await page.getByLabel('Name', { exact: true }).fill('Mary')
  await audit('the invitation')
  await press('Create the link')
  const link = (await page.getByRole('status', { name: 'One-time link' }).innerText()).trim()
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await press('Copy One-time link')
  await page.getByRole('button', { name: 'Copied: One-time link' }).waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link)
  await audit('the link of a person')
  await press('Done')
  await page.getByText('Invited: the link works until').waitFor()
  assert.equal((await page.content()).includes(link), false)

  const guest = await browser.visit()
  const hers = await guest.tab()
  await setPassword(hers, link)
  assert.equal(await hers.getByRole('link', { name: 'People' }).count(), 0, 'viewers do not see people')
  await hers.goto(`${url}/dashboard/settings/people`)
  guest.expect(/403/)
  await hers.getByText('only an owner sees this page').waitFor()

  await go('Keys')
  await go('People')
  await page.getByText('Signs in with a password').nth(1).waitFor()
  await press('Make owner: Mary')
  await audit('the question before a change of role')
  await press('Make owner')
  await page.getByText('Mary is now an owner.').waitFor()
  await press('New link: Mary')
  await page.getByText('which replaces earlier ones').waitFor()
  await press('Done')
  await audit('people')
  await press('Remove: Hedy')
  await page.getByRole('heading', { name: 'Remove yourself?' }).waitFor()
  await press('Remove')
  await title('Sign in').waitFor()

  await hers.reload()
  await hers.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await hers.getByText('The only owner who can sign in').waitFor()
  assert.equal(await hers.getByText('Hedy').count(), 0)
  await guest.leave()
})
