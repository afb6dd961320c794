// One application in every case: pressed twice, answer lost, connection lost, page reloaded (INV-19, P48).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SUBMIT } from './support/applicant.ts'
import { AWAY } from './support/browser.ts'
import { business, useSignUps } from './support/sign-ups.ts'

const signUps = useSignUps()

/** The request that must never be sent twice. */
const SUBMISSION = /^POST \/boarding\/SubmitGoApp$/
const submissions = (): number =>
  signUps.shop.line.requests.filter((request) => SUBMISSION.test(request)).length

/** Submits an application whose answer is lost; returns the number of submissions before. */
async function submitWithLostAnswer() {
  const values = business()
  const person = await signUps.review(values)
  const before = submissions()
  const lost = signUps.shop.line.loseAnswer(SUBMISSION)
  await person.submit(values)
  await lost
  await person.sees('Your application may have been received')
  return { values, person, before }
}

test('P48 many concurrent presses submit one application', async () => {
  const values = business()
  const person = await signUps.review(values)
  await person.next('agreement')
  await person.agree(values)
  const before = submissions()
  await person.button(SUBMIT).evaluate((button) => {
    for (let press = 0; press < 30; press += 1) (button as HTMLButtonElement).click()
  })
  await person.sees('Your application is approved')
  assert.equal(submissions() - before, 1)
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('P48 after a lost answer of the service the page shows "may have been received", sends nothing again, and finds the application', async () => {
  const { values, person, before } = await submitWithLostAnswer()
  await person.reads('Do not send it again.')
  assert.equal(await person.button(SUBMIT).count(), 0)
  await person.page.reload()
  await person.sees('Your application may have been received')
  await person.sees('Your application is approved', 40_000)
  const [received, ...more] = signUps.books.received(values.corporateName)
  assert.equal(more.length, 0)
  assert.equal(await person.fact('Application ID'), received?.id)
  assert.equal(submissions() - before, 1)
  await person.serverHears('application.in_doubt')
})

test('P61 input is kept while the connection to the server is lost', async () => {
  const { visit } = signUps
  visit.expect(/ERR_INTERNET_DISCONNECTED/)
  const values = business()
  const person = await signUps.open()
  await person.begin()
  await person.at('business')
  await visit.context.setOffline(true)
  await person.business(values)
  await person.press('Continue')
  await person.reads(/Not saved yet|could not be loaded/)
  await visit.context.setOffline(false)
  await person.at('tax').catch(() => person.press(/Try again|Continue/))
  await person.at('tax')
  await person.press('Back')
  await person.at('business')
  assert.equal(await person.field('Legal name of the business').inputValue(), values.corporateName)
  assert.equal(await person.field('Website').inputValue(), 'https://lantern-coffee.example.com')
})

test('P61 a connection lost during the submission: sent once, and the page shows the result after the reconnect', async () => {
  const { visit } = signUps
  visit.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const values = business()
  const person = await signUps.review(values)
  await person.next('agreement')
  await person.agree(values)
  await visit.context.setOffline(true)
  await person.press(SUBMIT)
  await person.sees('Your application may have been received')
  await visit.context.setOffline(false)
  await person.sees('Your application was not received')
  assert.equal(signUps.books.received(values.corporateName).length, 0)
  await person.press('Send it again')
  await person.sees('Your application is approved')
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('P48 after an answer lost between server and page, the page reads the status and finds the application submitted', async () => {
  signUps.visit.expect(/ERR_FAILED/)
  const values = business()
  const person = await signUps.review(values)
  const before = submissions()
  await person.page.route('**/v1/application/submit', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await person.submit(values)
  await person.sees('Your application is approved')
  assert.equal(submissions() - before, 1)
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('a restart of the partner’s server during a doubt: the application is found, and one webhook is sent', async () => {
  signUps.visit.expect(...AWAY)
  const { values, person, before } = await submitWithLostAnswer()
  const { bff } = signUps.shop.stack
  await bff.stop()
  await bff.start()
  await person.sees('Your application is approved', 60_000)
  assert.equal(submissions() - before, 1)
  assert.equal(signUps.books.received(values.corporateName).length, 1)
})

test('P31 the partner’s page runs under the strictest policy from the first page to the last', async () => {
  const values = business()
  const person = await signUps.review(values)
  await person.reads('Saved')
  const answer = await person.page.reload()
  const policy = answer?.headers()['content-security-policy'] ?? ''
  for (const rule of [`default-src 'none'`, `script-src 'self'`, `style-src 'self'`, `form-action 'none'`])
    assert.ok(policy.split('; ').includes(rule), rule)
  assert.match(policy, /require-trusted-types-for 'script'/)
  await person.at('review')
  await person.knownToReview(values)
  await person.submit(values)
  await person.sees('Your application is approved')
})
