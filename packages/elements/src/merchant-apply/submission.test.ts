import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  emptySigner,
  emptyValues,
  web,
  type ApplicationSnapshot,
  type SealKey,
  type SubmitApplication,
} from '@tapboard/contract'
import type { AnyCall, Client, ElementRoute } from '../shared/client.ts'
import { refuse, type Answer } from '../shared/fault.ts'
import { isReceived, judgeAnswer, judgeStatus, Submission, type Submittable } from './submission.ts'

const SEAL_KEY: SealKey = {
  kid: 'k1',
  kty: 'EC',
  crv: 'P-256',
  // RFC 7517 appendix A.1.
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
}
const DRAFT: ApplicationSnapshot = {
  id: 'app_1',
  state: 'draft',
  version: 3,
  appId: null,
  reference: null,
  tierName: null,
  submittedAtMs: null,
  checkedAtMs: null,
  issues: [],
  agreed: null,
}
const SUBMITTED: ApplicationSnapshot = { ...DRAFT, state: 'submitted', version: 5, appId: 'A-1' }
const REFUSED: ApplicationSnapshot = { ...DRAFT, state: 'refused', version: 5 }
const consent = { documents: [], accepted: [], signerName: 'Li Wu', locale: 'en' }
const what: Submittable = {
  page: { application: DRAFT, sealKey: SEAL_KEY },
  values: {
    ...emptyValues(),
    corporateName: 'Wu Repair',
    taxId: '123456780',
    signers: [{ ...emptySigner(true), ssn: '219098888' }],
  },
  consent,
}
const yes = (value: ApplicationSnapshot): Answer<ApplicationSnapshot> => ({ ok: true, status: 200, value })
const no = (code: Parameters<typeof refuse>[0], more: object = {}): Answer<never> => ({
  ...refuse(code, ''),
  heard: code !== 'network',
  ...more,
})
const never = new AbortController().signal

/** A submission with scripted answers to its requests. */
function stage(...answers: Answer<ApplicationSnapshot | null>[]) {
  const asks: AnyCall[] = []
  const routes: ElementRoute[] = []
  const pauses: number[] = []
  const submission = new Submission({
    client: () => ({
      call: (async (route: ElementRoute, ask: AnyCall) => {
        routes.push(route)
        asks.push(ask)
        return answers.shift() ?? no('network')
      }) as Client['call'],
    }),
    pause: async (ms) => void pauses.push(ms),
    random: () => 0.5,
  })
  const sent = (index: number): string =>
    JSON.stringify([asks[index]!.headers!['Idempotency-Key'], asks[index]!.body])
  return {
    asks,
    routes,
    pauses,
    submission,
    sent,
    keys: () => asks.map(({ headers }) => headers?.['Idempotency-Key']),
  }
}

describe('submitting an application', () => {
  it('P45 sends secrets only in sealed form', async () => {
    const { submission, asks } = stage(yes(SUBMITTED))
    assert.deepEqual(await submission.send(what, never), { type: 'reported', application: SUBMITTED })
    const text = JSON.stringify(asks)
    for (const secret of ['123456780', '219098888']) assert.ok(!text.includes(secret))
    const body = asks[0]!.body as SubmitApplication
    assert.equal(body.values.corporateName, 'Wu Repair')
    assert.equal(body.secrets.split('.').length, 5)
    assert.ok(!('termsToken' in body))
  })

  it('P48 a second press during a request sends nothing', async () => {
    const { submission, asks } = stage(yes(SUBMITTED))
    const ends = await Promise.all([submission.send(what, never), submission.send(what, never)])
    assert.equal(asks.length, 1)
    assert.deepEqual(ends[0], ends[1])
  })

  it('P48 resends the same bytes with the same key after a lost answer', async () => {
    const { submission, sent } = stage(no('network'), no('network'), yes(SUBMITTED))
    assert.deepEqual(await submission.send(what, never), { type: 'lost' })
    assert.deepEqual(await submission.send({ ...what, values: { ...what.values } }, never), { type: 'lost' })
    assert.equal((await submission.send(what, never)).type, 'reported')
    assert.equal(sent(0), sent(1))
    assert.equal(sent(0), sent(2))
  })

  it('a correction gets a new key, whatever was corrected', async () => {
    const { submission, keys } = stage()
    const corrected: Submittable[] = [
      what,
      { ...what, values: { ...what.values, taxId: '123456781' } },
      { ...what, consent: { ...consent, signerName: 'Wu Li' } },
      { ...what, termsToken: 'token' },
    ]
    for (const each of corrected) await submission.send(each, never)
    assert.equal(new Set(keys()).size, 4)
  })

  it('the same content after a rejection is a new attempt', async () => {
    const { submission, keys } = stage(yes(REFUSED), no('invalid-application'), yes(REFUSED))
    for (let press = 0; press < 3; press += 1) await submission.send(what, never)
    assert.equal(new Set(keys()).size, 3)
  })

  it('resumes the same attempt after an unreachable service', async () => {
    const { submission, sent } = stage(no('upstream-unavailable'), no('rate-limited'), yes(SUBMITTED))
    assert.equal((await submission.send(what, never)).type, 'refused')
    assert.equal((await submission.send(what, never)).type, 'refused')
    await submission.send(what, never)
    assert.equal(sent(0), sent(2))
  })

  it('a key that cannot seal is a refusal before sending, and another key can be tried', async () => {
    const { submission, asks } = stage(yes(SUBMITTED))
    const bad = { ...what, page: { ...what.page, sealKey: { ...SEAL_KEY, x: SEAL_KEY.y } } }
    assert.equal((await submission.send(bad, never)).type, 'refused')
    assert.equal(asks.length, 0)
    assert.equal((await submission.send(what, never)).type, 'reported')
  })

  it('returns the application that is in the way', () => {
    const closed = no('application-closed', { application: SUBMITTED })
    assert.deepEqual(judgeAnswer(closed), { type: 'reported', application: SUBMITTED })
    assert.deepEqual(judgeAnswer(no('application-in-doubt', { application: { state: 'x' } })), {
      type: 'lost',
    })
  })

  it('reports "may have been received" only if it may have been', () => {
    for (const code of ['network', 'bad-answer', 'internal-error', 'store-unavailable'] as const)
      assert.equal(judgeAnswer(no(code)).type, 'lost', code)
    for (const code of [
      'token-refused',
      'insecure-context',
      'invalid-secrets',
      'rate-limited',
      'draining',
      'forbidden',
    ] as const)
      assert.equal(judgeAnswer(no(code)).type, 'refused', code)
  })

  it('polls after a lost answer until the status decides', async () => {
    const { submission, pauses, routes } = stage(no('network'), no('draining'), no('network'), yes(SUBMITTED))
    assert.deepEqual(await submission.settle(DRAFT, never), { type: 'reported', application: SUBMITTED })
    assert.equal(pauses.length, 3)
    assert.ok(routes.every((route) => route === web.getApplicationStatus))
  })

  it('a draft, or the earlier rejection, means that nothing was received', () => {
    assert.equal(judgeStatus(DRAFT, { ...DRAFT, version: 4 }).type, 'unreceived')
    assert.equal(judgeStatus(REFUSED, REFUSED).type, 'unreceived')
    assert.equal(judgeStatus(REFUSED, { ...REFUSED, version: 6 }).type, 'reported')
    for (const state of ['submitting', 'in_doubt', 'submitted', 'refused'] as const)
      assert.equal(judgeStatus(DRAFT, { ...DRAFT, state, version: 4 }).type, 'reported')
  })

  it('polling ends when the element is removed', async () => {
    const gone = new AbortController()
    const { submission, asks } = stage()
    gone.abort()
    assert.deepEqual(await submission.settle(DRAFT, gone.signal), { type: 'lost' })
    assert.equal(asks.length, 0)
  })

  it('keeps secrets until the application is received, for corrections', () => {
    const kept = ['draft', 'refused', 'submitting'] as const
    const gone = ['in_doubt', 'submitted', 'in_review', 'action_required', 'approved', 'declined'] as const
    for (const state of kept) assert.ok(!isReceived({ ...DRAFT, state }))
    for (const state of gone) assert.ok(isReceived({ ...DRAFT, state }))
  })
})
