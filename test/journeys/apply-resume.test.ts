// People leave and come back: to the same step, in the same browser or in another one, with every value except the secrets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { business, useSignUps } from './support/sign-ups.ts'

const signUps = useSignUps()
const EIN = 'EIN (employer identification number)'

test('a person resumes in another browser at the same step and enters the secret numbers again', async () => {
  const values = business()
  const person = await signUps.open()
  await person.fill(values, 'Plus', 'bank')

  const elsewhere = await (await signUps.another()).tab()
  const same = await person.goOnIn(elsewhere)
  await same.at('bank')
  await same.reads(/Welcome back/)
  await same.bank(values)
  await same.press('Continue')
  // The review asks again for the values that are never stored.
  await same.at('review')
  assert.equal(await same.field(EIN).inputValue(), '')
  await same.reads('Enter it again: for your safety it was not saved.')
  await same.type(EIN, values.taxId)
  for (const { firstName, lastName, ssn } of values.signers)
    await same.type(`${firstName} ${lastName}: Social Security number or ITIN`, ssn)
  await same.reads('Everything is fixed')
  await same.submit(values)
  await same.sees('Your application is approved')

  await person.page.reload()
  await person.sees('Your application is approved')
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('P5 a reload in any step restores that step', async () => {
  const values = business()
  const person = await signUps.open()
  const reload = async (): Promise<void> => {
    await person.form.getByText(/^\s*Saved/).waitFor()
    await person.page.reload()
  }
  await person.page.reload()
  await person.at('start')
  await person.fill(values, 'Plus', 'tax')
  await reload()
  await person.at('tax')
  await person.tax(values)
  await person.next('contact')
  await person.contact(values)
  await person.next('signers')
  await reload()
  await person.at('signers')
  await person.signers(values)
  await person.next('bank')
  await reload()
  await person.at('bank')
  // The browser's own Back, also to a step that was shown before the reload.
  await person.page.goBack()
  await person.at('signers')
  await person.reads('João Serrano')
  await person.press('Back')
  await person.at('contact')
  assert.equal(await person.field('Street address').inputValue(), values.businessAddress.streetAddress)
  await person.press('Back')
  await person.press('Back')
  await person.at('business')
  assert.equal(await person.field('Legal name of the business').inputValue(), values.corporateName)
})

test('D-210 a reload within a step restores what was typed in it', async () => {
  const person = await signUps.open()
  await person.fill(business(), 'Plus', 'business')
  const saved = person.page.waitForResponse((answer) =>
    (answer.request().postData() ?? '').includes('Tea and cakes'),
  )
  await person.type('What do you sell?', 'Tea and cakes')
  assert.equal((await saved).status(), 200)
  await person.page.reload()
  await person.at('business')
  assert.equal(await person.field('What do you sell?').inputValue(), 'Tea and cakes')
})

test('P5 a reload restores the review, the agreement and a submitted application', async () => {
  const values = business('(review)')
  const person = await signUps.review(values)
  for (const step of ['review', 'agreement'] as const) {
    if (step === 'agreement') {
      await person.knownToReview(values)
      await person.next('agreement')
    }
    await person.form.getByText(/^\s*Saved/).waitFor()
    await person.page.reload()
    await person.at('review')
    await person.reads(values.corporateName)
  }
  await person.knownToReview(values)
  await person.submit(values)
  await person.sees('Your application is being reviewed')
  const id = await person.fact('Application ID')
  await person.page.reload()
  await person.sees('Your application is being reviewed')
  assert.equal(await person.fact('Application ID'), id)
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('a second tab does not overwrite newer input', async () => {
  const values = business()
  const person = await signUps.open()
  await person.fill(values, 'Plus', 'tax')
  const other = await person.goOnIn(await signUps.visit.tab())
  await other.at('tax')
  await other.press('Back')
  await other.at('business')
  await other.type('What do you sell?', 'Tea only')
  await other.press('Continue')
  await other.at('tax')
  await other.form.getByText(/^\s*Saved/).waitFor()
  signUps.visit.expect(/status of 409/)
  await person.tax(values)
  await person.press('Continue')
  await person.reads('Your answers were changed in another tab or on another device.')
  await person.press('Load the newer ones')
  await person.at('tax')
  await person.press('Back')
  await person.at('business')
  assert.equal(await person.field('What do you sell?').inputValue(), 'Tea only')
})
