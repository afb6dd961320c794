// The answer to a refusal: status, members, challenge and Retry-After (RFC 9457, RFC 6750 §3.1, RFC 9449 §7.1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROBLEMS, type ProblemCode } from '@tapboard/contract'
import { refuse, type Refusal } from '../refusal.ts'
import { problemResponse, type Scheme } from './problem.ts'

const PUBLIC_URL = 'https://pay.shop.example/tapboard'
const answer = (refusal: Refusal, scheme: Scheme = 'DPoP'): Response =>
  problemResponse(refusal, { requestId: 'request-1', scheme, publicUrl: PUBLIC_URL })

void test('has the status and title of its code, the detail, the request ID and the address of its help', async () => {
  for (const [code, [status, title]] of Object.entries(PROBLEMS)) {
    const response = answer(refuse(code as ProblemCode, 'Do this.'))
    assert.equal(response.status, status)
    assert.equal(response.headers.get('content-type'), 'application/problem+json')
    const { type, help, ...body } = (await response.json()) as Record<string, unknown>
    assert.deepEqual(body, { title, status, detail: 'Do this.', requestId: 'request-1' })
    assert.match(String(type), new RegExp(`[:/]${code}$`))
    assert.match(String(help), new RegExp(`^${PUBLIC_URL}/.*#${code}$`))
  }
})

void test('has the issues, the sale and the application of the refusal', async () => {
  const more = {
    issues: [{ path: 'a', code: 'b', message: 'c' }],
    sale: { id: 's' } as never,
    application: { id: 'a' },
  }
  const body = (await answer(refuse('sale-open', 'x', more)).json()) as Record<string, unknown>
  assert.deepEqual({ issues: body['issues'], sale: body['sale'], application: body['application'] }, more)
})

void test('a 401 has the challenge of its scheme, and no other status has one', () => {
  const challenge = (code: ProblemCode, scheme: Scheme): string | null =>
    answer(refuse(code, 'x'), scheme).headers.get('www-authenticate')
  const algs = 'algs="ES256 ES384 EdDSA Ed25519"'
  assert.equal(challenge('token-missing', 'DPoP'), `DPoP ${algs}`)
  assert.equal(challenge('token-missing', 'Bearer'), 'Bearer')
  assert.equal(challenge('token-invalid', 'DPoP'), `DPoP error="invalid_token", ${algs}`)
  assert.equal(challenge('token-expired', 'Bearer'), 'Bearer error="invalid_token"')
  assert.equal(challenge('dpop-invalid', 'DPoP'), `DPoP error="invalid_dpop_proof", ${algs}`)
  assert.equal(challenge('dpop-nonce', 'DPoP'), `DPoP error="use_dpop_nonce", ${algs}`)
  assert.equal(challenge('host-unauthorized', 'DPoP'), 'Bearer error="invalid_token"')
  for (const code of ['forbidden', 'not-found', 'rate-limited'] as const)
    assert.equal(challenge(code, 'DPoP'), null)
})

void test('a 429 or 503 has Retry-After, 2 s if the refusal names no time, and another status has none', () => {
  const retry = (code: ProblemCode, retryAfterSeconds?: number): string | null =>
    answer(refuse(code, 'x', retryAfterSeconds === undefined ? {} : { retryAfterSeconds })).headers.get(
      'retry-after',
    )
  assert.equal(retry('rate-limited'), '2')
  assert.equal(retry('rate-limited', 60), '60')
  assert.equal(retry('store-unavailable'), '2')
  assert.equal(retry('draining', 5), '5')
  assert.equal(retry('not-found', 5), null)
})

void test('the headers of the refusal are those of the answer', () => {
  const headers = { allow: 'GET', 'retry-after': '9' }
  const response = answer(refuse('rate-limited', 'x', { headers }))
  assert.deepEqual([response.headers.get('allow'), response.headers.get('retry-after')], ['GET', '9'])
})
