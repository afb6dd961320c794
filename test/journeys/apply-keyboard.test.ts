// From the first page to the confirmation without a mouse, at the speed of a script and within a minute.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import { business, useSignUps } from './support/sign-ups.ts'
import { Typist } from './support/typist.ts'

const signUps = useSignUps()

test('a person with a keyboard alone signs up', async () => {
  const values: ApplicationValues = business('', { ...SAMPLES.charity, taxId: '36-4567890' })
  const person = await signUps.open()
  const keys = new Typist(person.page)
  const next = async (): Promise<void> => void (await (await keys.to('Continue')).press('Enter'))
  await (await keys.to('Start')).press('Enter')
  await person.at('plan')
  // The first card of a group takes the focus; arrows choose.
  await keys.to(/^Start/)
  await keys.press('ArrowDown')
  await next()
  await person.at('business')
  await keys.to(/^Sole proprietorship/)
  for (let press = 0; press < 4; press += 1) await keys.press('ArrowDown')
  await keys.business(values)
  await next()
  await person.at('tax')
  await keys.type('EIN', values.taxId)
  await next()
  await person.at('contact')
  await keys.address(values.businessAddress)
  await keys.type('Business phone', values.businessPhone)
  await next()
  await person.at('signers')
  const [signer] = values.signers
  assert.ok(signer !== undefined)
  await keys.type('First name', signer.firstName)
  await keys.type('Last name', signer.lastName)
  await keys.type('Role', signer.title)
  await keys.type('Share', signer.ownershipPercentage)
  await keys.date(signer.dateOfBirth)
  await keys.type('Social Security', signer.ssn)
  await keys.type('Cell phone', signer.ownerCellPhone)
  await keys.address(signer.address)
  await (await keys.to('Save person')).press('Enter')
  await (await keys.to('Everyone who owns')).press('Space')
  await next()
  await person.at('bank')
  await (await keys.to('Add it later')).press('Enter')
  await next()
  await person.at('review')
  await next()
  await person.at('agreement')
  await person.form.getByRole('checkbox').first().waitFor()
  for (const words of [/^I have read/, /^What the application says/, /^The identity/, /^I agree to sign/])
    await (await keys.to(words)).press('Space')
  await keys.type('Sign with your name', `${signer.firstName} ${signer.lastName}`)
  await (await keys.to('Agree and submit')).press('Enter')
  await person.sees('Your application is approved')
  const [received] = signUps.books.received(values.corporateName)
  assert.equal(received?.tier_name, 'tide-plus')
})

test('a sandbox application takes less than a minute from opening the page to the application ID', async (context) => {
  const values = business()
  const began = performance.now()
  const person = await signUps.open()
  await person.fill(values)
  await person.submit(values)
  assert.match(await person.fact('Application ID'), /^app_/)
  const tookMs = performance.now() - began
  context.diagnostic(`from opening the page to the application ID: ${Math.round(tookMs)} ms`)
  assert.ok(tookMs < 60_000)
})
