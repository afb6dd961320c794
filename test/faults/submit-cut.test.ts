// P48 between BFF and service on real sockets: at any break of a submission, the service has at most one application, and the BFF
// reports its true state (INV-19).
import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { ApplicationStatus } from '@tapboard/contract'
import { until } from '../kit/until.ts'
import { down, partsOf, up, type Measured, type Point } from './support/breaks.ts'
import { KEY } from '../kit/sign-up-page.ts'
import { openSignUp, type FaultSignUp, type SignUpOptions } from './support/sign-up.ts'

const SUBMIT = /^POST \/boarding\/SubmitGoApp$/

const SENT: readonly ApplicationStatus[] = ['submitted', 'in_review', 'approved']
const DOUBT: readonly ApplicationStatus[] = ['in_doubt']

/** The place of the break; the states that may be true; applications at the service. */
const points: readonly [string, Point, readonly ApplicationStatus[], readonly number[]][] = [
  ['connected, before the first byte', up('cut', () => 0), DOUBT, [0]],
  ['reset before the first byte', up('reset', () => 0), DOUBT, [0]],
  ['after the request line', up('cut', ({ line }) => line), DOUBT, [0]],
  ['after the request head', up('cut', ({ head }) => head), DOUBT, [0]],
  ['in the middle of the body', up('cut', ({ head, whole }) => (head + whole) >> 1), DOUBT, [0]],
  ['before the last byte of the body', up('reset', ({ whole }) => whole - 1), DOUBT, [0]],
  ['after the whole request', up('cut', ({ whole }) => whole), DOUBT, [0, 1]],
  ['the whole request lost', up('swallow', () => 0), DOUBT, [0]],
  ['before the first byte of the answer', down('cut', () => 0), DOUBT, [1]],
  ['the answer never comes', down('swallow', () => 0), DOUBT, [1]],
  ['after the status line', down('cut', ({ line }) => line), DOUBT, [1]],
  ['in the middle of the head', down('cut', ({ line, head }) => (line + head) >> 1), DOUBT, [1]],
  ['after the head of the answer', down('cut', ({ head }) => head), DOUBT, [1]],
  ['in the middle of the answer', down('cut', ({ head, whole }) => (head + whole) >> 1), DOUBT, [1]],
  ['before the last byte of the answer', down('half_close', ({ whole }) => whole - 1), DOUBT, [1]],
  ['after the answer', down('cut', ({ whole }) => whole), SENT, [1]],
  ['half closed behind the request', up('half_close', ({ whole }) => whole), [...SENT, ...DOUBT], [0, 1]],
  ['the answer twice', (_, { whole }) => ({ down: { type: 'repeat', from: 0, to: whole } }), SENT, [1]],
  ['the request twice, first answer', () => ({ twice: 'first' }), SENT, [1]],
  ['the request twice, second answer', () => ({ twice: 'second' }), [...SENT, ...DOUBT], [1]],
]

/** An exchange without a fault. */
async function measure(context: TestContext): Promise<Measured> {
  const signUp = await openSignUp(context)
  const page = signUp.page()
  await page.submit(await page.body())
  await signUp.reaches(SENT)
  const exchange = signUp.line.exchanges.find(({ request }) => SUBMIT.test(request))
  assert.ok(exchange)
  return partsOf(exchange)
}
let measured: Promise<Measured> | undefined

const submits = (signUp: FaultSignUp): number =>
  signUp.line.exchanges.filter(({ request }) => SUBMIT.test(request)).length

/** One submission that meets the plan; resolves when the page was answered. */
async function submit(context: TestContext, point: Point, options: SignUpOptions): Promise<FaultSignUp> {
  const [request, answer] = await (measured ??= measure(context))
  const signUp = await openSignUp(context, options)
  const page = signUp.page()
  const body = await page.body()
  const plan = point(request, answer)
  const planned = signUp.line.plan({ request: SUBMIT, ...plan })
  const answered = page.submit(body)
  await planned.met
  // Where no answer ever arrives, the timeout is 30 s.
  if ([plan.up, plan.down].some((fault) => fault?.type === 'swallow')) signUp.clock.hurry(30)
  const first = await answered
  signUp.clock.hurry(1)
  assert.ok(first.ok, JSON.stringify(first))
  // A second click, a reload, another tab: none of their requests leaves the BFF.
  const again = await page.submit(body)
  assert.ok(again.ok)
  const other = await page.submit(await page.body(), `other-${KEY}`)
  assert.ok(!other.ok && ['application-in-doubt', 'application-closed'].includes(other.code))
  return signUp
}

/** Holds in every case: at most one application, and a consistent state. */
async function assertHonest(signUp: FaultSignUp): Promise<void> {
  const received = await signUp.received()
  assert.ok(received.length <= 1, `${received.length} applications`)
  const row = await signUp.application()
  if (SENT.includes(row.state)) assert.equal(row.appId, received[0]?.appId)
  else if (received.length > 0) assert.equal(row.state, 'in_doubt')
}

void describe('P48 a truncated submission', { concurrency: 8 }, () => {
  for (const [title, point, states, applications] of points) {
    // P48 asserts: 1 submission, at most 1 application, cut at ${#points} points.
    test(`P48 ${title}: sent once, and it is ${states.join(' or ')}`, async (context) => {
      const signUp = await submit(context, point, {})
      const row = await signUp.reaches(states)
      assert.equal(submits(signUp), 1)
      assert.ok(applications.includes((await signUp.received()).length))
      if (row.state === 'in_doubt') {
        const begun = signUp.clock.now()
        signUp.clock.hurry(2_000)
        await until('ten minutes have passed', () => signUp.clock.now() - begun > 600_000)
        signUp.clock.hurry(1)
        assert.equal((await signUp.application()).state, 'in_doubt', 'only a person ends a doubt')
      }
      assert.equal(submits(signUp), 1)
      await assertHonest(signUp)
    })

    test(`P48 ${title}, with a look-up: its result is found`, async (context) => {
      const signUp = await submit(context, point, { features: { boardingLookup: true } })
      const row = await signUp.reaches([...SENT, 'refused'], 60)
      const received = await signUp.received()
      assert.equal(row.state === 'refused' ? 0 : 1, received.length)
      assert.equal(submits(signUp), 1)
      await assertHonest(signUp)
      if (row.state !== 'refused') return
      const page = signUp.page()
      const corrected = await page.submit(await page.body(), `again-${KEY}`)
      assert.ok(corrected.ok)
      await signUp.reaches(SENT)
      assert.equal((await signUp.received()).length, 1)
    })
  }
})

test('P48 a service that refuses connections received nothing, and a repeat succeeds after its return', async (context) => {
  const signUp = await openSignUp(context)
  const page = signUp.page()
  const body = await page.body()
  const agreed = signUp.line.plan({ request: /^POST \/boarding\/Agreement$/, times: 1 })
  void agreed.answered.then(() => signUp.line.refuse())
  const away = await page.submit(body)
  assert.ok(!away.ok && away.code === 'upstream-unavailable')
  assert.equal((await signUp.application()).state, 'draft')
  assert.equal((await signUp.received()).length, 0)
  await signUp.line.heal()
  const back = await page.submit(body)
  assert.ok(back.ok)
  await signUp.reaches(SENT)
  assert.equal((await signUp.received()).length, 1)
})
