// The number of questions of <merchant-apply>, and the time of a fast typist: keyboard alone, Enter wherever it submits. The
// service checks every field that SubmitGoApp requires.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import type { Locator } from 'playwright-core'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { business, useSignUps } from './support/sign-ups.ts'
import { Typist } from './support/typist.ts'

const signUps = useSignUps()

const [owner] = SAMPLES.llc.signers
const OWNER = { ...owner!, ownershipPercentage: '100', address: SAMPLES.llc.businessAddress }

/** The page of the only owner, who lives at the place of business. */
async function onlyOwner(keys: Typist, isSole: boolean): Promise<void> {
  await keys.type('First name', OWNER.firstName)
  await keys.type('Last name', OWNER.lastName)
  if (!isSole) await keys.type('Role', OWNER.title)
  await keys.date(OWNER.dateOfBirth)
  await keys.type('Social Security', OWNER.ssn)
  if (!isSole) await keys.type('Cell phone', OWNER.ownerCellPhone)
  await (await keys.to('Use the business address')).press('Space')
  await keys.submit()
}

/** Signs up without the optional answers; returns the counted keys and questions. */
async function signUp(values: ApplicationValues): Promise<Typist> {
  const isSole = values.ownershipType === 'soleProprietorship'
  const person = await signUps.open()
  const keys = new Typist(person.page)
  await person.press('Start')
  await person.at('plan')
  await (await keys.to(/^Start/)).press('Space')
  await keys.submit()
  await person.at('business')
  await keys.to(/^Sole proprietorship/)
  if (isSole) await keys.press('Space')
  else for (let press = 0; press < 2; press += 1) await keys.press('ArrowDown')
  await keys.business(values)
  await keys.submit()
  await person.at('tax')
  if (isSole) await (await keys.to('EIN')).press('ArrowDown')
  else await keys.type('EIN', values.taxId)
  await keys.submit()
  await person.at('contact')
  await keys.address(values.businessAddress)
  await keys.type('Business phone', values.businessPhone)
  await keys.submit()
  await person.at('signers')
  await onlyOwner(keys, isSole)
  await person.button('Continue').waitFor()
  if (isSole) await keys.to('Continue')
  else await (await keys.to('Everyone who owns')).press('Space')
  await keys.submit()
  await person.at('bank')
  await keys.type('Routing number', '021000021')
  await keys.type('Account number', values.banking.accountNumber)
  await keys.submit()
  await person.at('review')
  await keys.to('Continue')
  await keys.submit()
  await person.at('agreement')
  await person.form.getByRole('checkbox').first().waitFor()
  for (const words of [/^I have read/, /^What the application says/, /^The identity/, /^I agree to sign/])
    await (await keys.to(words)).press('Space')
  await keys.type('Sign with your name', `${OWNER.firstName} ${OWNER.lastName}`)
  await keys.submit()
  await person.sees(/^(Application submitted|Your application is approved)$/)
  const [received] = signUps.books.received(values.corporateName)
  assert.ok(received !== undefined)
  return keys
}

function report(context: TestContext, { questions, tookMs }: Typist): void {
  context.diagnostic(`${questions} questions, ${(tookMs / 1_000).toFixed(1)} s at 110 ms a key`)
}

test('an LLC with one owner answers at most 27 questions, in 40 seconds of typing', async (context) => {
  const keys = await signUp({ ...business(), dbaSame: true })
  report(context, keys)
  assert.ok(keys.questions <= 27, `${keys.questions} questions`)
  assert.ok(keys.tookMs <= 40_000, `${keys.tookMs} ms`)
})

test('a sole proprietor answers at most 22 questions', async (context) => {
  const keys = await signUp({ ...SAMPLES.sole, corporateName: 'Mara Lindqvist' })
  report(context, keys)
  assert.ok(keys.questions <= 22, `${keys.questions} questions`)
})

test('Continue is in the first view of the plans, and covers no plan that has the focus', async () => {
  const person = await signUps.open()
  const { page } = person
  await person.begin(null)
  await person.at('plan')
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    const end = async (place: Locator): Promise<number> => {
      const { y, height: high } = (await place.boundingBox())!
      return Math.round(y + high)
    }
    const plans = person.form.getByRole('radio')
    assert.ok((await end(plans.first())) < height, `${width} × ${height}: the first plan`)
    assert.ok((await end(person.button('Continue'))) <= height, `${width} × ${height}: Continue`)
    await plans.first().focus()
    await plans.last().focus()
    const top = (await person.button('Continue').boundingBox())!.y
    assert.ok((await end(plans.last())) <= top, `${width} × ${height}: the last plan`)
  }
})
