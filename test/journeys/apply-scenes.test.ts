// The scenes of the partner's page: the plans on offer, the partner's own data about the business, the results of an application.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import type { Applicant } from './support/applicant.ts'
import { useSignUps } from './support/sign-ups.ts'

const signUps = useSignUps()
const { llc } = SAMPLES

/** From the first page of a scene with complete data from the partner to the press of the button. */
async function submitAll(person: Applicant): Promise<void> {
  await person.begin()
  await person.at('review')
  await person.submit(llc)
}

test('the note about the fictional partner has one line at three widths', async () => {
  const { page } = await signUps.open()
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const { height = 0 } = (await page.locator('aside.fiction').boundingBox()) ?? {}
    assert.ok(height > 20 && height < 42, `${width} px: ${height} px high`)
  }
})

test('with one plan there is no choice of plans', async () => {
  const person = await signUps.open('one_plan')
  await person.begin(null)
  await person.at('business')
  assert.equal(await person.form.getByText('Choose a plan', { exact: true }).count(), 0)
})

test('without a plan the page names the contact', async () => {
  const person = await signUps.open('no_plan')
  await person.reads('No plan is available right now. Ask the company that sent you here.')
})

test('a key without permission shows a calm message to the person and the remedy to the developer', async () => {
  const { visit } = signUps
  visit.expect(
    /status of 502/,
    /answer 502/,
    /<merchant-apply> upstream-refused: Check the merchant's boarding.apiKey/,
  )
  const person = await signUps.open('locked')
  await person.reads('This sign-up is not set up. Ask the company that sent you here.')
})

test('data of the partner is not asked again and can be reviewed and changed', async () => {
  const person = await signUps.open('known')
  await person.begin()
  await person.at('business')
  assert.equal(await person.field('Legal name of the business').inputValue(), llc.corporateName)
  await person.month('When did the business start?', llc.businessStartDate)
  await person.next('tax')
  await person.tax(llc)
  // The address is prefilled, so the people are the next missing step.
  await person.next('signers')
  await person.press('Back')
  await person.at('contact')
  assert.equal(await person.field('City').inputValue(), llc.businessAddress.city)
})

test('a draft of another day resumes at its step, and Continue passes the answers that it completes', async () => {
  const person = await signUps.open('begun')
  await person.at('tax')
  await person.reads(/Welcome back/)
  await person.tax(llc)
  await person.next('signers')
  await person.press('Back')
  await person.at('contact')
  assert.equal(await person.field('City').inputValue(), llc.businessAddress.city)
})

test('for missing information the page names who tells what is missing, and where to send it', async () => {
  const person = await signUps.open('more')
  await submitAll(person)
  await person.sees('More information is needed')
  await person.reads(/Tidewater Partners tells the main contact what is missing/)
  const address = person.form.getByRole('link', { name: 'sign-up@tidewater.example' })
  assert.match(
    (await address.getAttribute('href')) ?? '',
    /^mailto:sign-up@tidewater\.example\?subject=Application/,
  )
})

test('for a declined application the page names the contact', async () => {
  const person = await signUps.open('declined')
  await submitAll(person)
  await person.sees('Your application was declined')
  await person.reads(/Ask Tidewater Partners for the reasons/)
})

test('the review names each of three refused fields', async () => {
  const person = await signUps.open('refused')
  await submitAll(person)
  await person.at('review')
  await person.reads('3 things to fix')
  const names = (await person.problems()).map((sentence) => sentence.slice(0, sentence.lastIndexOf(':')))
  assert.deepEqual(names.slice(0, 2), ['Trading name', 'Business phone'])
  assert.match(names[2] ?? '', /: Date of birth$/)
  await person.serverHears('application.refused')
})

test('a business in Quebec reads its documents in French first', async () => {
  const person = await signUps.open('quebec')
  await person.begin()
  await person.at('review')
  await person.next('agreement')
  const documents = person.form.getByRole('heading', { level: 4 }).and(person.page.locator('[lang]'))
  await documents.first().waitFor()
  const languages = await documents.evaluateAll((all) => all.map((one) => one.getAttribute('lang') ?? ''))
  assert.equal(languages[0], 'fr-CA')
  const firstEnglish = languages.findIndex((lang) => lang.startsWith('en'))
  assert.ok(firstEnglish === -1 || languages.slice(firstEnglish).every((lang) => lang.startsWith('en')))
})

test('below the form are its events, and numbers by their last digits only', async () => {
  const person = await signUps.open('more')
  await submitAll(person)
  await person.sees('More information is needed')
  const kept = person.page.locator('#kept')
  await kept.getByText('…4320').waitFor()
  await kept.getByText('action required').waitFor()
  const [account] = await kept.getByText(/^pa_test_/).allInnerTexts()
  assert.ok(account !== undefined)
  await person.serverHears('application.status')
})

test('the sample button fills the form in the sandbox, and the two sites of the demo link to each other', async () => {
  const person = await signUps.open()
  await person.page.getByRole('button', { name: 'Sole proprietor', exact: true }).click()
  await person.page.getByText('Filled in: Sole proprietor.').waitFor()
  await person.at('start')
  await person.begin()
  await person.at('review')
  await person.reads(SAMPLES.sole.dbaName)
  await person.page.getByRole('link', { name: 'The till' }).click()
  await person.page.getByRole('heading', { name: 'Ready for pick-up' }).waitFor()
  await person.page.getByRole('link', { name: 'Merchant sign-up' }).click()
  await person.at('review')
})
