import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROBLEM_PREFIX } from '@tapboard/contract'
import { tokenFault } from './token-fault.part.ts'
import { tokenRefusal } from './token-source.ts'

const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name })
const problem = (code: string, status: number): object => ({ type: PROBLEM_PREFIX + code, status })
const judge = (reason: unknown, online = true): string => tokenFault(reason, online).code

/** Every form in which a page may report the reason for a missing token. */
const FORMS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'token-unreachable': {
    'fetch in Chromium': new TypeError('Failed to fetch'),
    'fetch in Firefox': new TypeError('NetworkError when attempting to fetch resource.'),
    'fetch in WebKit': new TypeError('Load failed'),
    'fetch in WebKit, offline': new TypeError('The Internet connection appears to be offline.'),
    'fetch in WebKitGTK': new TypeError('Could not connect to localhost: Connection refused'),
    'fetch in Node': new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }),
    'an abort': new DOMException('The operation was aborted.', 'AbortError'),
    'a time-out': new DOMException('The operation timed out.', 'TimeoutError'),
    'a network error by name': new DOMException('A network error occurred.', 'NetworkError'),
    axios: Object.assign(new Error('Network Error'), { code: 'ERR_NETWORK' }),
    Angular: { name: 'HttpErrorResponse', status: 0 },
  },
  'token-unauthorized': {
    'a Response, rejected': new Response(null, { status: 401 }),
    'a Response, resolved': new Error('it resolved without a token', {
      cause: new Response('', { status: 403 }),
    }),
    'an error with status': Object.assign(new Error('No token'), { status: 401 }),
    'an error with response': Object.assign(new Error('401'), { response: { status: 403 } }),
    'an error with cause': new Error('No token', { cause: { status: 401 } }),
    'an error within an error': new Error('x', { cause: new Error('y', { cause: { status: 403 } }) }),
    'a body of Fastify or Nest': { statusCode: 403, message: 'Forbidden' },
    'a problem document of the page’s own': { type: 'about:blank', status: 401 },
  },
  'token-unavailable': {
    'a gateway': new Response('<html>', { status: 502 }),
    'an error with status': Object.assign(new Error(), { status: 503 }),
    'an error inside the page’s server': { statusCode: 500 },
    'a time-out of the page’s server': Object.assign(new Error(), { response: { status: 408 } }),
    'a problem document of the BFF': problem('store-unavailable', 503),
    'a problem document, resolved': new Error('', { cause: problem('draining', 503) }),
    'a body of axios': { response: { data: problem('upstream-unavailable', 503) } },
    'a page in place of JSON': new SyntaxError('Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON'),
  },
  'token-limited': {
    'a Response': new Response(null, { status: 429 }),
    'an error with status': Object.assign(new Error(), { status: 429 }),
    'a problem document, resolved': new Error('', { cause: problem('rate-limited', 429) }),
    'a problem document in a 500 of the page’s server': { status: 500, data: problem('rate-limited', 429) },
  },
  'token-refused': {
    'a plain error': new Error('no'),
    'a text': 'no',
    nothing: undefined,
    null: null,
    'a mistake in the callback': new TypeError("Cannot read properties of undefined (reading 'order')"),
    'a mistake in the callback, Firefox': new TypeError('order is undefined'),
    'a function that does not exist': new TypeError('client.connect is not a function'),
    'fetch with a wrong address': new TypeError("Failed to execute 'fetch' on 'Window': Failed to parse URL"),
    'not found': new Response(null, { status: 404 }),
    'a wrong request': problem('invalid-request', 400),
    'a wrong secret of the page’s server': problem('host-unauthorized', 401),
    'a Response in place of its JSON': new Error('it resolved without a token', {
      cause: new Response('{}'),
    }),
    'an unknown error': named('ReferenceError', 'order is not defined'),
  },
}

for (const [code, forms] of Object.entries(FORMS))
  test(`D-105 recognizes ${code} in each of ${Object.keys(forms).length} forms`, () => {
    for (const [form, reason] of Object.entries(forms)) assert.equal(judge(reason), code, form)
  })

test('D-105 a browser that is offline explains any failure without an answer', () => {
  assert.equal(judge(new Error('no'), false), 'token-unreachable')
  assert.equal(judge({ status: 401 }, false), 'token-unauthorized')
})

test('D-105 reads Retry-After from a Response or from plain headers, in seconds or as a date', () => {
  const wait = (headers: object): number =>
    tokenRefusal('sale', tokenFault({ response: { status: 429, headers } }, true)).retryAfterMs
  assert.equal(wait(new Headers({ 'Retry-After': '7' })), 7_000)
  assert.equal(wait({ 'retry-after': '7' }), 7_000)
  assert.equal(wait({ 'retry-after': 'soon' }), 0)
  const inOneMinute = wait({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
  assert.ok(inOneMinute > 50_000 && inOneMinute <= 60_000, `${inOneMinute}`)
  assert.equal(wait({ 'retry-after': '99999999999' }), 3_600_000)
})

test('D-105 the sentence describes the failure, and contains no token and no secret', () => {
  const secret = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtMSJ9.c2lnbmF0dXJlLXNpZ25hdHVyZQ'
  for (const reason of [
    new Error(`refused: Bearer ${secret}`),
    new SyntaxError(`Unexpected token 'e', "${secret}" is not valid JSON`),
    new Error('x', { cause: { status: 401, message: secret, token: secret } }),
    secret,
  ]) {
    const { detail } = tokenRefusal('sale', tokenFault(reason, true))
    for (const part of secret.split('.')) assert.ok(!detail.includes(part.slice(0, 10)), detail)
  }
  assert.match(
    tokenRefusal('setup', tokenFault({ status: 503 }, true)).detail,
    /a setup token: your server answered 503/,
  )
  assert.match(tokenFault(new Error('order is unknown'), true).why, /order is unknown/)
})

test('D-105 the sentence repeats the detail of the problem that the page passes on, without secrets', () => {
  const detail = 'Send the hostSecret of the configuration, not c2VjcmV0LXNlY3JldC1zZWNyZXQ.'
  const passedOn = { ...problem('host-unauthorized', 401), detail }
  for (const reason of [passedOn, new Error('it resolved', { cause: passedOn }), { data: passedOn }])
    assert.equal(
      tokenFault(reason, true).why,
      'your server answered 401 (host-unauthorized): Send the hostSecret of the configuration, not …',
    )
})

test('D-105 classifies an error that refers to itself', () => {
  const loop: { cause?: unknown } = {}
  loop.cause = loop
  assert.equal(judge(loop), 'token-refused')
})
