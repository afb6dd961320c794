// Parsing of the processor's answers, valid and unusable.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askInMs, parseAnswer, type HttpAnswer } from './answer.ts'

const ID = 'app_aaaaaaaaaaaaaaaaaaaaaaaaaa'
const good = { AppId: ID, Reference: 'p-1', ApplicationStatus: 'in_review' }

const answer = (body: unknown, more: Partial<HttpAnswer> = {}): HttpAnswer => ({
  status: 200,
  contentType: 'application/json',
  body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body)),
  ...more,
})

const judge = (given: HttpAnswer) => parseAnswer(ID, given, 0)

void test('accepts an answer about this application in either spelling', () => {
  const taken = { type: 'taken', processorReference: 'p-1', status: 'in_review', askInMs: 30_000 }
  assert.deepEqual(judge(answer(good)), taken)
  assert.deepEqual(judge(answer({ appId: ID, reference: 'p-1', applicationStatus: 'in_review' })), taken)
  for (const status of [201, 202]) assert.deepEqual(judge(answer(good, { status })), taken)
  for (const contentType of ['application/json; charset=utf-8', 'application/problem+json'])
    assert.deepEqual(judge(answer(good, { contentType })), taken)
  assert.deepEqual(judge(answer({ AppId: ID })), { ...taken, processorReference: null, status: null })
  assert.deepEqual(judge(answer({ ...good, ApplicationStatus: 'approved' })), {
    ...taken,
    status: 'approved',
    askInMs: null,
  })
})

void test('D-59 the processor may choose the interval of the next poll, 1 s to an hour', () => {
  const at = (AskInSeconds: unknown, more: object = {}) => judge(answer({ ...good, AskInSeconds, ...more }))
  const taken = { type: 'taken', processorReference: 'p-1', status: 'in_review' }
  assert.deepEqual(at(3), { ...taken, askInMs: 3_000 })
  assert.deepEqual(at(3_600), { ...taken, askInMs: 3_600_000 })
  assert.deepEqual(at(3, { ApplicationStatus: 'approved' }), { ...taken, status: 'approved', askInMs: null })
  for (const odd of [0, -1, 1.5, 3_601, '3', true, []])
    assert.deepEqual(at(odd), { type: 'unknown', code: 'processor-interval' })
})

const silent: readonly [string, HttpAnswer, string][] = [
  ['a page of HTML', answer('<html>ok</html>', { contentType: 'text/html' }), 'processor-not-json'],
  ['HTML that says it is JSON', answer('<html>ok</html>'), 'processor-not-json'],
  ['no type', answer(good, { contentType: '' }), 'processor-not-json'],
  [
    'another type that begins alike',
    answer(good, { contentType: 'application/jsonp' }),
    'processor-not-json',
  ],
  ['half of a body', answer(JSON.stringify(good).slice(0, 20)), 'processor-not-json'],
  ['nothing', answer(''), 'processor-not-json'],
  ['null', answer('null'), 'processor-not-json'],
  ['a list', answer([good]), 'processor-not-json'],
  ['bytes that are no text', answer(good, { body: Buffer.from([0x7b, 0xff, 0x7d]) }), 'processor-not-json'],
  ['a redirect', answer(good, { status: 302 }), 'processor-302'],
  ['204 without a body', answer('', { status: 204 }), 'processor-204'],
  ['206', answer(good, { status: 206 }), 'processor-206'],
  ['another application', answer({ ...good, AppId: ID.replace('a', 'b') }), 'processor-other-application'],
  ['no application', answer({ Reference: 'p-1' }), 'processor-other-application'],
  ['a list of applications', answer({ ...good, AppId: [ID] }), 'processor-other-application'],
  ['a status that we do not know', answer({ ...good, ApplicationStatus: 'APPROVED!' }), 'processor-status'],
  ['a status that is no word', answer({ ...good, ApplicationStatus: 1 }), 'processor-status'],
  ['a reference without end', answer({ ...good, Reference: 'x'.repeat(101) }), 'processor-reference'],
  ['a reference with a line break', answer({ ...good, Reference: 'a\nb' }), 'processor-reference'],
  ['a reference that is no text', answer({ ...good, Reference: { a: 1 } }), 'processor-reference'],
  ['401', answer(good, { status: 401 }), 'processor-401'],
  ['403', answer(good, { status: 403 }), 'processor-403'],
  ['404', answer(good, { status: 404 }), 'processor-404'],
  ['429', answer(good, { status: 429 }), 'processor-429'],
  ['500', answer(good, { status: 500 }), 'processor-500'],
  ['503', answer(good, { status: 503 }), 'processor-503'],
]

for (const [what, given, code] of silent)
  void test(`${what} is unusable: the application is sent again`, () =>
    assert.deepEqual(judge(given), { type: 'unknown', code }))

for (const status of [400, 409, 413, 422])
  void test(`${status} concerns this application only`, () =>
    assert.deepEqual(judge(answer(good, { status })), { type: 'refused', code: `processor-${status}` }))

void test('the polling interval grows to an hour', () => {
  const minute = 60_000
  assert.deepEqual(
    [0, 9, 10, 1_439, 1_440, 100_000].map((age) => askInMs(age * minute) / minute),
    [0.5, 0.5, 10, 10, 60, 60],
  )
})
