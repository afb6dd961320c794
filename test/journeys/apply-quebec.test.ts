// A business in Quebec reads its documents in French first, in any language of the page. The submission names the language in
// which they were read (D-108), and the service accepts the application.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import { inQuebec } from '../../demo/host/sign-up/samples.ts'
import type { Applicant } from './support/applicant.ts'
import { business, useSignUps } from './support/sign-ups.ts'

const signUps = useSignUps()

const FRENCH = 'Contrat du commerçant'
const DONE = {
  en: 'Application submitted',
  'fr-CA': 'Demande envoyée',
} as const

/** The page turns to another language. */
const turn = (person: Applicant, lang: string): Promise<void> =>
  person.form.evaluate((element, to) => {
    element.setAttribute('lang', to)
  }, lang)

/** Reads, ticks, signs and submits in any language. */
async function agree(person: Applicant, { signers: [signer] }: ApplicationValues): Promise<void> {
  for (const box of await person.form.getByRole('checkbox').all()) await box.check()
  await person.form.locator('#consent\\.signerName').fill(`${signer?.firstName} ${signer?.lastName}`)
  await person.form.locator('.main').click()
}

async function received(
  person: Applicant,
  values: ApplicationValues,
  lang: keyof typeof DONE,
): Promise<void> {
  await person.sees(DONE[lang])
  assert.equal(signUps.books.received(values.corporateName).length, 1)
}

test('a business in Quebec submits on an English page', async () => {
  const values = inQuebec(business())
  const person = await signUps.review(values)
  await person.next('agreement')
  await person.reads(FRENCH)
  // Each statement is in French, with its English translation in the same box.
  await person.reads('Les renseignements de la demande sont exacts et complets')
  await person.reads('What the application says is true and complete')
  assert.equal(await person.form.getByRole('checkbox').count(), 4)
  await agree(person, values)
  await received(person, values, 'en')
})

test('a business with only its mailing address in Quebec submits on an English page', async () => {
  const values = business()
  const mailingAddress = inQuebec(values).businessAddress
  const posted = { ...values, mailingSame: false, mailingAddress }
  const person = await signUps.review(posted)
  await person.next('agreement')
  await person.reads(FRENCH)
  await agree(person, posted)
  await received(person, posted, 'en')
})

test('a business elsewhere submits on a French page', async () => {
  const values = business()
  const person = await signUps.review(values)
  await turn(person, 'fr-CA')
  await person.sees(/Vérifiez|Vérification/)
  await person.form.locator('.main').click()
  await person.reads(FRENCH)
  await agree(person, values)
  await received(person, values, 'fr-CA')
})

test('a page that switches to French before the agreement shows and submits the French documents', async () => {
  const values = business()
  const person = await signUps.review(values)
  await person.next('agreement')
  await person.reads('Merchant agreement')
  await turn(person, 'fr-CA')
  await person.reads(FRENCH)
  await agree(person, values)
  await received(person, values, 'fr-CA')
})
