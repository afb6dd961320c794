// Businesses of every kind sign up: from the partner's page to the application ID, through element, BFF and service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import { SAMPLES } from '../../demo/host/sign-up/samples.ts'
import type { Applicant } from './support/applicant.ts'
import { useSignUps } from './support/sign-ups.ts'

const signUps = useSignUps()

/** Signs up and compares the service's record. */
async function signUp(values: ApplicationValues): Promise<Applicant> {
  const { books } = signUps
  const person = await signUps.open()
  await person.fill(values)
  await person.submit(values)
  await person.sees('Application submitted')
  const [received, ...more] = books.received(values.corporateName)
  assert.equal(more.length, 0)
  assert.equal(await person.fact('Application ID'), received?.id)
  assert.equal(received?.tier_name, 'tide-plus')
  assert.equal(received.agent_name, 'Robin Vale')
  assert.notEqual(received.equipment, null)
  assert.equal(books.application(person.applicant)?.app_id, received.id)
  await person.serverHears('application.submitted')
  return person
}

test('an LLC with two owners signs up', async () => {
  const person = await signUp({ ...SAMPLES.llc, corporateName: 'Lantern Street Coffee LLC' })
  await person.sees('Your application is approved')
})

test('a sole proprietor signs up and enters the Social Security number once', async () => {
  await signUp(SAMPLES.sole)
})

test('a Canadian corporation signs up', async () => {
  await signUp(SAMPLES.canada)
})

test('a non-profit signs up without a bank account, which it can add later', async () => {
  await signUp(SAMPLES.charity)
})
