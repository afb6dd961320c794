// Isolated fields: the secrets of an application are typed in sandboxed frames of the BFF. A hostile page around them, in three
// engines, reads none of them; the service gets them all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { withoutSecrets } from '@tapboard/contract'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { until } from '../kit/until.ts'
import { AXE, findings, runAxe } from './support/axe.ts'
import { documentOf, found, keptBy } from './support/canaries.ts'
import { ENGINES, type EnginePage } from './support/engines.ts'
import { DEFINE_WAYS, LISTEN, tryWay, WAYS } from './support/hostile-page.ts'
import { business, useSignUps } from './support/sign-ups.ts'

const signUps = useSignUps()

/** Valid, and unlike anything else in the page. */
const TAX_ID = '64-1357902'
const SECRETS = { taxId: TAX_ID, ssn: '517-28-4693', otherSsn: '604-39-7158', account: '8370264915' }
const LABEL = 'EIN (employer identification number)'
const SSN = 'Social Security number or ITIN'
const REPEATED = 'Check the number: another person of the list has the same'
const IS_ROUTING = 'Enter the account number: this is the routing number'

const confided = () => {
  const [first, second] = SAMPLES.llc.signers
  return business('', {
    ...SAMPLES.llc,
    taxId: TAX_ID,
    banking: { ...SAMPLES.llc.banking, accountNumber: SECRETS.account },
    signers: [
      { ...first!, ssn: SECRETS.ssn },
      { ...second!, ssn: SECRETS.otherSsn },
    ],
  })
}

test('an application with isolated fields is approved, and the page never had a secret', async () => {
  const { visit } = signUps
  await visit.context.addInitScript(LISTEN)
  const values = confided()
  const person = await signUps.open('isolated')
  await person.fill(values)
  assert.deepEqual(found(SECRETS, await documentOf(person.page)), [], 'the document')
  await person.submit(values)
  await person.sees('Your application is approved')
  const heard = JSON.stringify(await person.page.evaluate('heard'))
  assert.ok(heard.length > 1_000, 'the page listened')
  assert.deepEqual(found(SECRETS, heard), [], 'an event, a message or an encryption of the page')
  assert.deepEqual(found(SECRETS, await keptBy(visit.context, person.page)), [], 'the storage')
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('an isolated field works by keyboard alone, and shows its errors as other fields do', async () => {
  const person = await signUps.open('isolated')
  const { page } = person
  const values = confided()
  await person.fill(values, 'Plus', 'tax')
  const frame = person.form.locator('iframe.isolated').contentFrame()
  const field = frame.getByRole('textbox', { name: LABEL })
  await person.press('Continue')
  assert.deepEqual(await person.problems(), ['Enter the EIN'])
  await person.form.getByRole('link', { name: 'Enter the EIN' }).press('Enter')
  await page.keyboard.type('12')
  assert.equal(await field.inputValue(), '12', 'the link of the summary focuses the field')
  await person.reads('Enter an EIN of nine digits')
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await page.keyboard.press('Tab')
  assert.equal(await frame.getByRole('button').evaluate((one) => one === document.activeElement), true)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(TAX_ID)
  await page.keyboard.press('Enter')
  await person.at('contact')
  await person.press('Back')
  await person.at('tax')
  assert.equal(await field.inputValue(), '', 'a new frame knows no secret')
  assert.equal(await field.getAttribute('placeholder'), '•••••')
  await person.press('Continue')
  await person.at('contact')
})

test('an isolated field has no accessibility violation in the frame and around it', async () => {
  const person = await signUps.open('isolated')
  await person.fill(confided(), 'Plus', 'tax')
  const [frame] = person.page.frames().slice(1)
  for (const place of [person.page, frame!]) {
    await place.evaluate(AXE)
    const faults = findings(await place.evaluate(runAxe))
    // A frame of one field has no landmarks and no heading: those of the page apply.
    assert.deepEqual(
      faults.filter((fault) => place === person.page || !/^(landmark|page-has|region)/.test(fault)),
      [],
    )
  }
})

/** What is in the frame of a field, when it shows its error. The form draws a new frame first, and then says what is wrong. */
async function refusedFrame(form: Locator, title: string): Promise<string> {
  const frame = form.locator(`iframe.isolated[title="${title}"]`).contentFrame()
  const field = frame.getByRole('textbox').and(frame.locator('[aria-invalid="true"]'))
  return field.inputValue()
}

test('one number of two persons comes back as an error at the number of the second one, and is corrected there', async () => {
  const { visit } = signUps
  visit.expect(/status of 422/)
  const person = await signUps.open('isolated')
  const values = confided()
  const [first, second] = values.signers
  const twice = { ...values, signers: [first!, { ...second!, ssn: SECRETS.ssn }] }
  // Each frame knows one number, so only the BFF can compare them.
  await person.fill(twice)
  await person.submit(twice)
  await person.at('review')
  const { firstName, lastName } = second!
  assert.deepEqual(await person.problems(), [`${firstName} ${lastName}: ${REPEATED}`])
  await person.form.getByRole('link', { name: REPEATED }).click()
  assert.equal(await refusedFrame(person.form, SSN), '')
  await person.reads(REPEATED)
  await person.type(SSN, SECRETS.otherSsn)
  await person.press('Save person')
  await person.next('review')
  await person.submit(values)
  await person.sees('Your application is approved')
})

test('a routing number that becomes the account number comes back as an error at the account number', async () => {
  const { visit } = signUps
  visit.expect(/status of 422/)
  const person = await signUps.open('isolated')
  const values = confided()
  const account = '011000015'
  await person.fill({ ...values, banking: { ...values.banking, accountNumber: account } })
  await person.press('Back')
  await person.at('bank')
  // The frame is new and knows no account number; the form has the sealed one.
  await person.type('Routing number', account)
  await person.next('review')
  await person.submit(values)
  await person.at('review')
  assert.deepEqual(await person.problems(), [IS_ROUTING])
  await person.form.getByRole('link', { name: IS_ROUTING }).click()
  await person.at('bank')
  assert.equal(await refusedFrame(person.form, 'Account number'), '')
  await person.bank(values)
  await person.next('review')
  await person.submit(values)
  await person.sees('Your application is approved')
})

test('a frame that does not load is announced and loaded again', async () => {
  const { visit } = signUps
  visit.expect(/ERR_FAILED/)
  const person = await signUps.open('isolated')
  await person.page.route(/\/v1\/application\/field\?/, (route) => route.abort())
  await person.fill(confided(), 'Plus', 'tax')
  await person.reads(/could not be loaded/, 20_000)
  await person.page.unroute(/\/v1\/application\/field\?/)
  await person.press('Try again')
  await person.type(LABEL, TAX_ID)
  await person.next('contact')
})

/** Tries every way; the texts that a hostile page got. */
async function attack(run: (name: string) => Promise<string>): Promise<void> {
  for (const name of Object.keys(WAYS)) {
    const got = await run(name)
    assert.deepEqual(found({ taxId: TAX_ID }, got), [], `${name}: ${got.slice(0, 300)}`)
  }
}

test('a hostile page in Chromium reads an isolated field in none of 21 ways', async () => {
  assert.ok(Object.keys(WAYS).length >= 20)
  const { visit } = signUps
  visit.expect(/./)
  await visit.context.addInitScript(LISTEN)
  const person = await signUps.open('isolated')
  await person.fill(confided(), 'Plus', 'tax')
  await person.type(LABEL, TAX_ID)
  await person.page.evaluate(DEFINE_WAYS)
  await attack((name) => person.page.evaluate(tryWay, name))
  // The same ways read a field that is not isolated: a search that finds nothing would prove nothing.
  const open = await signUps.open('plans')
  await open.fill(confided(), 'Plus', 'tax')
  await open.type(LABEL, TAX_ID)
  assert.notDeepEqual(found({ taxId: TAX_ID }, await documentOf(open.page)), [])
})

/** Fills everything but the secrets, and types the tax ID. */
async function typeTaxId(page: EnginePage): Promise<void> {
  await page.goto(`${signUps.shop.siteUrl}/sign-up/`)
  await page.see('button', 'Start')
  // By script: this is no part of the attack, and the page grows above the button while it loads.
  await until('the button for isolated fields', () =>
    page.run(() => {
      const found = [...document.querySelectorAll<HTMLElement>('#next button')]
      const button = found.find(({ innerText }) => innerText === 'Isolated fields')
      button?.click()
      return button !== undefined
    }),
  )
  await until('the page with isolated fields', () =>
    page.run(() => document.querySelector('merchant-apply')?.isolate === true),
  )
  await page.see('button', 'Start')
  await page.run((known) => {
    const form = document.querySelector('merchant-apply')!
    form.prefill = known
    return form.discard()
  }, withoutSecrets(confided()))
  await page.press('button', 'Start')
  await page.press('text', 'For a shop that takes cards all day.')
  await page.press('button', 'Continue')
  await page.press('frame', LABEL)
}

for (const [engine, open] of Object.entries(ENGINES))
  if (open !== null)
    test(`a hostile page in ${engine} reads an isolated field in none of 21 ways`, async () => {
      const page = await open()
      try {
        await typeTaxId(page)
        await page.define(LISTEN)
        await page.type(TAX_ID)
        await page.see('text', 'Saved')
        await page.define(DEFINE_WAYS)
        await attack((name) => page.run(tryWay, name))
        await page.press('button', 'Continue')
        await page.see('text', 'Owners and signers')
      } finally {
        await page.stop()
      }
    })
