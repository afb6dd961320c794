// The routes of submissions over the whole HTTP side: authorization, answers, and bad input of every kind (P50).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import {
  secretsOf,
  withoutSecrets,
  type ApplicationPage,
  type ApplicationSnapshot,
  type SubmitApplication,
  type Terms,
} from '@tapboard/contract'
import { goodValues, propertyRuns } from '@tapboard/contract/testing'
import { sql } from '@tapboard/store'
import { CompactEncrypt, importJWK } from 'jose'
import { signWebhook, type WebhookHeaders } from '@tapboard/server'
import { createBench, PUBLIC_URL, SECRETS, signUpOptions, type Bench } from '../../testing/bench.ts'
import { errorAnswer, goodAnswer, jsonAnswer, someDocument } from '../../testing/boarding.ts'
import { expectAnswer, expectProblem } from '../../testing/expect.ts'
import { applyGrant, openPage, type Page } from '../../testing/page.ts'
import { faultOf } from '../../upstream/transport/fault.ts'

const VALUES = goodValues({ tierName: 'Retail' })
const KEY = 'key-0123456789abcdef'
const WEBHOOK_SECRET = 'secret-of-the-boarding-webhooks'

interface Fixture {
  readonly bench: Bench
  readonly page: Page
}

async function arrange(context: TestContext): Promise<Fixture> {
  const { merchants, upstream } = signUpOptions({}, { webhookSecret: WEBHOOK_SECRET })
  const limits = { mint: { count: 10_000, windowSeconds: 10 }, submit: { count: 10_000, windowSeconds: 10 } }
  const bench = await createBench({ merchants, upstream, limits })
  context.after(() => bench.close())
  return { bench, page: await openPage(bench, applyGrant()) }
}

async function bodyOf({ page }: Fixture): Promise<SubmitApplication> {
  const shown = (await expectAnswer(
    'getApplication',
    await page.send('GET', '/v1/application'),
  )) as ApplicationPage
  const terms = (await expectAnswer(
    'getTerms',
    await page.send('GET', '/v1/application/terms?tier=Retail&locale=en'),
  )) as Terms
  const { kid, ...jwk } = shown.sealKey
  return {
    values: withoutSecrets(VALUES),
    secrets: await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secretsOf(VALUES))))
      .setKeyManagementParameters({ apv: Buffer.from(shown.application.id) })
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid })
      .encrypt(await importJWK(jwk, 'ECDH-ES')),
    consent: {
      documents: terms.documents.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
      accepted: terms.consents.map(({ id }) => id),
      signerName: 'ana  LINDQVIST',
      locale: 'en',
    },
  }
}

const submit = (page: Page, body: unknown, key: string | null = KEY): Promise<Response> =>
  page.send('POST', '/v1/application/submit', { body, headers: { 'idempotency-key': key } })
const host = (
  { bench }: Fixture,
  path: string,
  body?: unknown,
  secret: string = SECRETS.hostSecret,
): Promise<Response> =>
  bench.core.fetch(
    new Request(`${PUBLIC_URL}/v1/applications/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )

void test('accepts applicants of any characters, up to 1,024 when encoded', async (context) => {
  const fixture = await arrange(context)
  for (const applicant of ['x'.repeat(64), 'x~y', encodeURIComponent('计'.repeat(60))])
    await expectProblem(await host(fixture, applicant), 'application-not-found')
  await expectProblem(await host(fixture, 'x'.repeat(1_025)), 'not-found')
})

void test('stores the User-Agent as evidence, printable ASCII, at most 400 characters', async (context) => {
  const fixture = await arrange(context)
  const headers = { 'idempotency-key': KEY, 'user-agent': `\u00c4${'x'.repeat(401)}` }
  const response = await fixture.page.send('POST', '/v1/application/submit', {
    body: await bodyOf(fixture),
    headers,
  })
  await expectAnswer('submitApplication', response)
  const { rows } = await sql<{ user_agent: string }>`select user_agent from application_consent`.execute(
    fixture.bench.store.db,
  )
  assert.deepEqual(rows, [{ user_agent: 'x'.repeat(400) }])
})

void test('a page submits and polls; an unchanged ETag gets 304', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  const body = await bodyOf(fixture)
  const response = await submit(page, body)
  assert.equal(response.status, 200)
  const etag = response.headers.get('etag')
  const snapshot = (await expectAnswer('submitApplication', response)) as ApplicationSnapshot
  assert.deepEqual([snapshot.state, snapshot.appId, etag], ['submitted', 'app_900', `"${snapshot.version}"`])
  const again = await submit(page, body)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  assert.deepEqual(await expectAnswer('submitApplication', again), snapshot)
  const status = await page.send('GET', '/v1/application/status')
  assert.deepEqual([status.status, status.headers.get('etag')], [200, etag])
  assert.deepEqual(await expectAnswer('getApplicationStatus', status), snapshot)
  const same = await page.send('GET', '/v1/application/status', { headers: { 'if-none-match': etag } })
  assert.equal(same.status, 304)
  await expectAnswer('getApplicationStatus', same)
  const read = await host(fixture, 'applicant-1')
  assert.deepEqual(await expectAnswer('readApplication', read), snapshot)
  const closed = await expectProblem(await submit(page, body, `other-${KEY}`), 'application-closed')
  assert.deepEqual(closed.application, snapshot)
  assert.equal(bench.boarding.asked.filter(({ path }) => path === '/SubmitGoApp').length, 1)
})

void test('D-108 validates a submission against the documents of its language', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  bench.boarding.answer = (asked) => {
    if (asked.path !== '/Agreement' || 'Acceptance' in asked.body) return goodAnswer(asked)
    const texts = { en: 'You agree.', 'fr-CA': 'Vous acceptez.' }
    const locales = asked.body['Locale'] === 'fr-CA' ? (['fr-CA', 'en'] as const) : (['en'] as const)
    return jsonAnswer({
      Status: 'Success',
      Refnum: 'ref_a',
      Documents: locales.map((locale) => someDocument('terms', locale, texts[locale])),
      Consents: [{ Id: 'terms', Locale: locales[0], Text: 'I agree.' }],
    })
  }
  const agreedTo = async (locale: string): Promise<SubmitApplication['consent']> => {
    const query = new URLSearchParams({ tier: 'Retail', locale })
    const read = await page.send('GET', `/v1/application/terms?${query}`)
    const { documents } = (await expectAnswer('getTerms', read)) as Terms
    const marks = documents.map(({ id, version, sha256 }) => ({ id, version, sha256 }))
    return { documents: marks, accepted: ['terms'], signerName: 'Ana Lindqvist', locale }
  }
  const body = await bodyOf(fixture)
  const french = await agreedTo('fr-CA')
  assert.equal(french.documents.length, 2)
  const other = { ...body, consent: { ...french, locale: 'en' } }
  const refused = await expectProblem(await submit(page, other), 'invalid-application')
  assert.deepEqual(
    refused.issues?.map(({ code }) => code),
    ['documents-changed'],
  )
  const response = await submit(page, { ...body, consent: french }, `french-${KEY}`)
  assert.equal(response.status, 200)
  const snapshot = (await expectAnswer('submitApplication', response)) as ApplicationSnapshot
  assert.equal(snapshot.agreed?.documents.length, 2)
})

void test('D-108 an invalid language tag means English for page and submission', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  const body = await bodyOf(fixture)
  const read = await page.send('GET', '/v1/application/terms?tier=Retail&locale=%3Cen%3E')
  await expectAnswer('getTerms', read)
  const response = await submit(page, { ...body, consent: { ...body.consent, locale: '<en>' } })
  assert.equal(response.status, 200)
  const asked = bench.boarding.asked.filter(
    ({ path, body: sent }) => path === '/Agreement' && !('Acceptance' in sent),
  )
  assert.deepEqual(new Set(asked.map(({ body: sent }) => sent['Locale'])), new Set(['en']))
})

void test('an unreadable answer is 202 in doubt; the host resolves it', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  const body = await bodyOf(fixture)
  bench.boarding.answer = (asked) => (asked.path === '/SubmitGoApp' ? faultOf('broken') : goodAnswer(asked))
  const response = await submit(page, body)
  assert.equal(response.status, 202)
  const snapshot = (await expectAnswer('submitApplication', response)) as ApplicationSnapshot
  assert.equal(snapshot.state, 'in_doubt')
  const inDoubt = await expectProblem(await submit(page, body, `other-${KEY}`), 'application-in-doubt')
  assert.deepEqual(inDoubt.application, snapshot)
  const resolution = { result: 'not_submitted', person: 'ann' }
  const early = await host(fixture, 'applicant-1/resolve', resolution)
  assert.ok(Number(early.headers.get('retry-after')) > 0)
  await expectProblem(early, 'not-resolvable')
  await bench.clock.advance(15_000)
  const resolved = await expectAnswer(
    'resolveApplication',
    await host(fixture, 'applicant-1/resolve', resolution),
  )
  assert.equal((resolved as ApplicationSnapshot).state, 'refused')
})

void test('refuses unauthorized callers, each with its reason', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  await expectProblem(await page.send('GET', '/v1/application/status'), 'application-not-found')
  await expectProblem(await host(fixture, 'nobody'), 'application-not-found')
  await expectProblem(await host(fixture, '%E0%A4%A'), 'application-not-found')
  await expectProblem(await host(fixture, 'applicant-1', undefined, 'x'.repeat(30)), 'host-unauthorized')
  await expectProblem(
    await host(fixture, 'applicant-1', undefined, SECRETS.otherHostSecret),
    'boarding-not-configured',
  )
  const body = await bodyOf(fixture)
  await expectProblem(await submit(page, body, null), 'idempotency-key-missing')
  await expectProblem(await submit(page, { ...body, secrets: 'a.b.c.d.e' }), 'invalid-secrets')
  const wrong = await expectProblem(
    await submit(page, { ...body, values: { ...body.values, corporateName: '' } }),
    'invalid-application',
  )
  assert.deepEqual(
    wrong.issues?.map(({ path, code }) => [path, code]),
    [['corporateName', 'required']],
  )
  bench.boarding.answer = (asked) =>
    'Acceptance' in asked.body
      ? jsonAnswer({ error: 'away' }, 503)
      : asked.path === '/SubmitGoApp'
        ? errorAnswer('ValidationError')
        : goodAnswer(asked)
  const away = await submit(page, body)
  assert.ok(Number(away.headers.get('retry-after')) > 0)
  await expectProblem(away, 'upstream-unavailable')
  assert.ok(bench.boarding.asked.every(({ path }) => path !== '/SubmitGoApp'))
})

void test('D-26 accepts the boarding API’s webhook by the signature of its raw body', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  await submit(page, await bodyOf(fixture))
  const tell = (body: string, signature: WebhookHeaders | null, merchant = 'shop'): Promise<Response> =>
    bench.core.fetch(
      new Request(`${PUBLIC_URL}/v1/boarding/events/${merchant}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature },
        body,
      }),
    )
  const news = (appId: string): string =>
    // Unusual white space: a parsed and reserialized body would differ.
    `{ "eventId": "e1", "type": "application.status",  "createdAt": "2026-11-20T13:00:00Z", "appId": "${appId}", "applicationStatus": "approved", "tierName": "Retail" }`
  const sign = (body: string, secret = WEBHOOK_SECRET): WebhookHeaders =>
    signWebhook(secret, { id: 'e1', body }, bench.clock.now())
  await expectProblem(await tell(news('app_900'), null), 'signature-invalid')
  await expectProblem(await tell(news('app_900'), sign(news('app_901'))), 'signature-invalid')
  await expectProblem(
    await tell(news('app_900'), sign(news('app_900'), 'another-secret-of-someone')),
    'signature-invalid',
  )
  for (const stranger of ['other', 'unknown', '%73hop'])
    await expectProblem(
      await tell(news('app_900'), sign(news('app_900')), stranger),
      stranger === '%73hop' ? 'not-found' : 'signature-invalid',
    )
  await expectProblem(await tell(news('app_901'), sign(news('app_901'))), 'application-not-found')
  await expectProblem(await tell('{"a":1}', sign('{"a":1}')), 'invalid-request')
  await expectProblem(await tell('x'.repeat(9_000), sign('x')), 'body-too-large')
  const test = '{"eventId":"test_1","type":"webhook.test","createdAt":"2026-11-20T13:00:00Z"}'
  assert.equal((await tell(test, sign(test))).status, 204, 'D-120: a test event')
  await expectProblem(await tell(test, sign(test, 'another-secret-of-someone')), 'signature-invalid')
  const taken = await tell(news('app_900'), sign(news('app_900')))
  assert.equal(taken.status, 204)
  await expectAnswer('receiveBoardingEvent', taken)
  const status = await expectAnswer('getApplicationStatus', await page.send('GET', '/v1/application/status'))
  assert.equal((status as ApplicationSnapshot).state, 'approved')
})

void test('P50 any invalid submission is answered with instructions and not sent', async (context) => {
  const fixture = await arrange(context)
  const { bench, page } = fixture
  const good = await bodyOf(fixture)
  const odd = [
    '\u202Egnp.exe',
    '<script>alert(1)</script>',
    "'; drop table application; --",
    '{{7*7}}',
    '😀'.repeat(300),
    '\u0000',
    '\uD800',
    'a'.repeat(10_000),
    '-0',
    'NaN',
    '__proto__',
    '1e309',
    '\r\nSet-Cookie: a=b',
    'İ',
    '٣',
  ]
  const bodies: unknown[] = [null, 1, [], '', {}, { ...good, more: 1 }, { ...good, consent: null }]
  for (const text of odd) {
    bodies.push(
      { ...good, values: { ...good.values, corporateName: text, businessStartDate: text, tierName: text } },
      { ...good, consent: { ...good.consent, signerName: text } },
      { ...good, consent: { ...good.consent, locale: text, accepted: [text] } },
      { ...good, secrets: text },
      { ...good, termsToken: text, values: { ...good.values, corporateName: '' } },
    )
  }
  for (const body of bodies) {
    const response = await submit(page, body)
    assert.ok(response.status >= 400 && response.status < 500, `${response.status}`)
    await expectAnswer('submitApplication', response)
  }
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const response = await submit(page, {
        ...good,
        values: { ...good.values, dbaName: value, dbaSame: value },
      })
      assert.ok(response.status >= 400 && response.status < 500, `${response.status}`)
      await expectAnswer('submitApplication', response)
    }),
    { ...propertyRuns(20261121, 100), examples: [['x']] },
  )
  assert.ok(bench.boarding.asked.every(({ path }) => path !== '/SubmitGoApp'))
})
