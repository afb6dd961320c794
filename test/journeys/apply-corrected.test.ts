// The browser, the BFF and the service report an invalid value in the same place and with the same words. The person corrects it
// there, and all other input stays.
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import type { ApplicationValues } from '@tapboard/contract'
import { SUBMIT } from './support/applicant.ts'
import { openAlteringLine, type AlteringLine } from '../kit/line/altering-line.ts'
import { business, useSignUps } from './support/sign-ups.ts'

/** The line between BFF and boarding API. */
let line: AlteringLine
const signUps = useSignUps(
  async () => {
    line = await openAlteringLine()
    return { features: { boardingUrl: `${line.url}/boarding` } }
  },
  ({ stack }) => line.lead(stack.serviceUrl),
)
// A test that fails midway must not change the answers of the next.
afterEach(() => line.alter(null))
after(() => line.close())

const REFUSED = 'This answer was not accepted.'
/** The three fields by name, in the order of the steps. */
const listed = ({ signers: [signer] }: ApplicationValues): readonly string[] => [
  `Trading name: ${REFUSED} Enter the name just as on official papers.`,
  `Business phone: ${REFUSED} Check that it is complete and in use.`,
  `${signer?.firstName} ${signer?.lastName}: Date of birth: ${REFUSED} Compare the date with an official paper.`,
]
const PHONE = 'Enter a business phone number of ten digits, such as (732) 555-0123'

test('the service refuses three fields: each message is at its field, and the corrected application is submitted', async () => {
  const values = business('(refused)')
  const person = await signUps.review(values)
  await person.submit(values)
  await person.at('review')
  assert.deepEqual(await person.problems(), listed(values))
  assert.equal(signUps.books.received(values.corporateName).length, 0)
  await person.serverHears('application.refused')
  await person.page.reload()
  await person.reads('7 things to fix')
  for (const sentence of listed(values)) assert.ok((await person.problems()).includes(sentence))
  // The end of the name decides the sandbox's next answer, so only the ending is removed.
  const legal = values.corporateName.replace(' (refused)', '')
  await person.form.getByRole('link', { name: 'Edit Your business' }).click()
  await person.at('business')
  await person.type('Legal name of the business', legal)
  await person.type('Trading name', 'Lantern Cafe')
  await person.press('Continue')
  await person.at('review')
  await person.reads('6 things to fix')
  const [signer] = values.signers
  const name = `${signer?.firstName} ${signer?.lastName}`
  await person.type('EIN (employer identification number)', values.taxId)
  await person.type('Business phone', '503-555-0199')
  await person.date(`${name}: Date of birth`, '1984-03-10')
  for (const { firstName, lastName, ssn } of values.signers)
    await person.type(`${firstName} ${lastName}: Social Security number or ITIN`, ssn)
  await person.type('Account number', values.banking.accountNumber)
  await person.reads('Everything is fixed')
  await person.submit(values)
  await person.sees('Your application is approved')
  assert.equal(signUps.books.received(legal).length, 1)
})

test('browser, BFF and service report an invalid field in the same words, and other input is kept', async () => {
  signUps.visit.expect(/status of 422/)
  const values = business()
  const person = await signUps.review(values)
  // The proof has a hash of the body: the body changes before the page signs it.
  await person.page.evaluate(() => {
    const { stringify } = JSON
    JSON.stringify = ((value: { readonly consent?: unknown; readonly values?: object } | null) =>
      stringify(
        value?.consent === undefined
          ? value
          : { ...value, values: { ...value.values, businessPhone: '555-0123' } },
      )) as typeof stringify
    Object.assign(globalThis, { restoreJson: () => (JSON.stringify = stringify) })
  })
  await person.submit(values)
  await person.at('review')
  assert.deepEqual(await person.problems(), [PHONE], 'found by the BFF')

  await person.page.evaluate('restoreJson()')
  await person.type('Business phone', '12')
  await person.press('Continue')
  assert.deepEqual(await person.problems(), [PHONE], 'found by the browser')

  await person.type('Business phone', '503-555-0188')
  line.alter(async (request, forward) => {
    if (!request.url.endsWith('SubmitGoApp')) return forward(request)
    const sent = (await request.json()) as object
    return forward(
      new Request(request, {
        method: 'POST',
        body: JSON.stringify({ ...sent, BusinessPhone: '111-555-0123' }),
      }),
    )
  })
  await person.submit(values)
  await person.at('review')
  assert.deepEqual(await person.problems(), [PHONE], 'found by the service')

  line.alter(null)
  await person.type('Business phone', '503-555-0177')
  await person.submit(values)
  await person.sees('Your application is approved')
})

test('a person reviews the answers, changes one and returns to the review', async () => {
  const values = business()
  const person = await signUps.review(values)
  await person.form.getByRole('link', { name: 'Edit Your business' }).click()
  await person.at('business')
  await person.type('What do you sell?', 'Tea and cake')
  await person.press('Continue')
  await person.at('review')
  await person.reads('Tea and cake')
  await person.submit(values)
  await person.sees('Your application is approved')
})

test('documents that change before the submission are read and agreed to again', async () => {
  signUps.visit.expect(/status of 422/)
  const values = business()
  const person = await signUps.review(values)
  await person.page.route('**/v1/application/terms*', async (route) => {
    const answer = await route.fetch()
    const terms = (await answer.json()) as { documents: { version: string; sha256: string }[] }
    const documents = terms.documents.map((each) => ({ ...each, version: '2020-1', sha256: '0'.repeat(64) }))
    await route.fulfill({ response: answer, json: { ...terms, documents } })
  })
  await person.next('agreement')
  await person.agree(values)
  await person.page.unroute('**/v1/application/terms*')
  await person.press(SUBMIT)
  await person.reads('The documents have changed. Read the new version and agree again')
  assert.equal(signUps.books.received(values.corporateName).length, 0)
  await person.agree(values)
  await person.press(SUBMIT)
  await person.sees('Your application is approved')
})

test('a plan withdrawn meanwhile is replaced by another one, and no input is lost', async () => {
  signUps.visit.expect(/status of 422/)
  const service = signUps.shop.stack.runningService()
  assert.ok(service !== null)
  const values = business()
  const person = await signUps.open()
  await person.know(values)
  await person.begin('Multi')
  await person.at('review')
  await person.next('agreement')
  await person.agree(values)
  const multi = (await service.boarding.listTiers()).find(({ name }) => name === 'tide-multi')
  assert.ok(await service.boarding.removeTier(multi?.id ?? ''))
  await person.press(SUBMIT)
  await person.at('plan')
  assert.deepEqual(await person.problems(), ['The plan you chose is no longer offered. Choose another one'])
  await person.choose('Start')
  await person.press('Continue')
  await person.at('review')
  await person.reads(values.corporateName)
  await person.submit(values)
  await person.sees('Your application is approved')
  assert.equal(signUps.books.received(values.corporateName)[0]?.tier_name, 'tide-start')
})
