// Assertions for every answer of the BFF: an answer of the route's row by schema, or a registered problem of the row, with the
// headers of P30.
import assert from 'node:assert/strict'
import { Problem, PROBLEMS, web, type ProblemCode, type Route } from '@tapboard/contract'
import { problemCode } from '@tapboard/contract/testing'
import { SECRETS } from './bench.ts'

/** Problem codes that every route may return. */
const COMMON: readonly ProblemCode[] = [
  'invalid-request',
  'not-found',
  'method-not-allowed',
  'body-too-large',
  'unsupported-media-type',
  'rate-limited',
  'internal-error',
  'store-unavailable',
  'draining',
]
const OF_TOKENS: readonly ProblemCode[] = [
  'token-missing',
  'token-invalid',
  'token-expired',
  'dpop-invalid',
  'dpop-nonce',
  'origin-not-allowed',
  'forbidden',
]

/** Asserts that a text contains no secret of the bench, no stack trace and no path (P20, P29). */
export function assertNoSecret(text: string): void {
  for (const secret of Object.values(SECRETS)) assert.ok(!text.includes(secret), 'a secret is in the text')
  assert.doesNotMatch(text, /\n\s+at |node_modules|\/src\/|select .* from|SqliteError/i)
}

/** Reads a problem and asserts that it is registered, uniform and without secrets (P29). */
export async function readProblem(response: Response): Promise<{ code: ProblemCode; problem: Problem }> {
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  const text = await response.text()
  assertNoSecret(text)
  const problem = Problem.parse(JSON.parse(text))
  const code = problemCode(problem)
  assert.ok(code !== null, `an unregistered problem: ${problem.type}`)
  assert.deepEqual([response.status, problem.status], [PROBLEMS[code][0], PROBLEMS[code][0]])
  assert.equal(problem.title, PROBLEMS[code][1])
  assert.equal(problem.requestId, response.headers.get('x-request-id'))
  assert.match(problem.detail, /^[A-Z“"A-Za-z].*\.$/)
  if (response.status === 429 || response.status === 503) {
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  }
  if (response.status === 401) assert.ok(response.headers.has('www-authenticate'))
  return { code, problem }
}

/** Asserts that a response is a problem with this code. */
export async function expectProblem(response: Response, code: ProblemCode): Promise<Problem> {
  const read = await readProblem(response)
  assert.equal(read.code, code, read.problem.detail)
  return read.problem
}

/** Asserts that a response is one that the row of a route allows; returns its body. */
export async function expectAnswer(name: web.WebRouteName, response: Response): Promise<unknown> {
  const route: Route<ProblemCode> = web.WEB_ROUTES[name]
  assert.ok(response.headers.has('x-request-id'))
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  const answer = route.answers[response.status]
  if (answer === undefined) {
    const { code } = await readProblem(response)
    const tokens = route.auth === 'none' ? [] : OF_TOKENS
    assert.ok([...COMMON, ...tokens, ...route.errors].includes(code), `${name} must not answer ${code}`)
    return null
  }
  if (answer === 'event-stream') return null
  const text = await response.text()
  assertNoSecret(text)
  if (answer === 'empty') {
    assert.equal(text, '')
    return null
  }
  if (answer === 'html') return text
  const body: unknown = JSON.parse(text)
  // A schema drops unknown members, so an answer with more than its row has is unequal.
  if (answer !== 'json') assert.deepEqual(answer.parse(body), body)
  return body
}
