// The table "Classifying a send", row by row, and hostile answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifySend } from './classify.ts'
import type { Exchange } from '../transport/outbound-port.ts'

interface Http {
  readonly type?: string | null
  readonly encoding?: string
  readonly retryAfter?: string
  readonly complete?: boolean
}

const http = (status: number, body: unknown, more: Http = {}): Exchange => ({
  kind: 'answer',
  answer: {
    status,
    headers: {
      contentType: more.type === undefined ? 'application/json; charset=utf-8' : more.type,
      contentEncoding: more.encoding ?? null,
      retryAfter: more.retryAfter ?? null,
      etag: null,
    },
    body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
    complete: more.complete ?? true,
  },
})
const error = (code: string, more: object = {}): object => ({ error: { code, message: 'x' }, ...more })
const classOf = (seen: Exchange): string => {
  const judged = classifySend(seen, 'tb-1')
  if (judged.kind === 'accepted') return `accepted ${judged.sessionId}`
  if (judged.kind === 'unknown') return 'unknown'
  return `${judged.kind} ${judged.reason}`
}

const table: readonly [string, Exchange, string][] = [
  ['no connection', { kind: 'no_byte', cause: 'refused' }, 'not_sent upstream-unreachable'],
  ['reset after the first byte', { kind: 'broken', cause: 'reset' }, 'unknown'],
  ['time-out after the first byte', { kind: 'broken', cause: 'time-out' }, 'unknown'],
  ['complete 429', http(429, 'slow down', { type: 'text/plain' }), 'not_sent upstream-busy'],
  ['cut 429', http(429, '', { complete: false }), 'unknown'],
  ['200 with a session', http(200, { sessionId: 's1' }), 'accepted s1'],
  ['201 with a session', http(201, { xSessionId: 's1' }), 'accepted s1'],
  [
    'both dialects',
    http(200, { sessionId: 's1', xSessionId: 's1', xExternalRequestID: 'tb-1' }),
    'accepted s1',
  ],
  ['both dialects, unequal', http(200, { sessionId: 's1', xSessionId: 's2' }), 'unknown'],
  ['another request', http(200, { sessionId: 's1', xExternalRequestID: 'tb-2' }), 'unknown'],
  ['INVALID_REQUEST', http(400, error('INVALID_REQUEST')), 'rejected upstream-refused'],
  ['UNAUTHORIZED', http(401, error('UNAUTHORIZED')), 'rejected upstream-unauthorized'],
  ['DEVICE_NOT_FOUND', http(404, error('DEVICE_NOT_FOUND')), 'rejected device-not-found'],
  [
    'code in x-names',
    http(401, { xResult: 'E', xErrorCode: 'UNAUTHORIZED' }),
    'rejected upstream-unauthorized',
  ],
  ['TRANSACTION_FAILED', http(409, error('TRANSACTION_FAILED')), 'rejected upstream-refused'],
  [
    'TRANSACTION_FAILED with a session',
    http(502, error('TRANSACTION_FAILED', { sessionId: 's1' })),
    'accepted s1',
  ],
  [
    'TRANSACTION_FAILED, busy',
    http(409, { xErrorCode: 'TRANSACTION_FAILED', xError: 'is busy' }),
    'rejected device-busy',
  ],
  [
    'TRANSACTION_FAILED, away',
    http(409, { xErrorCode: 'TRANSACTION_FAILED', xError: 'is DISCONNECTED' }),
    'rejected device-not-connected',
  ],
  [
    'duplicate, first send, session named',
    http(409, error('INVALID_REQUEST', { sessionId: 's1' })),
    'unknown',
  ],
  ['duplicate, no session named', http(409, error('INVALID_REQUEST')), 'unknown'],
  ...[
    'Duplicate ID',
    'xExternalRequestID must be unique',
    'This ID was used before',
    'It exists already',
  ].flatMap((message): [string, Exchange, string][] => [
    [`400 that says "${message}"`, http(400, { error: { code: 'INVALID_REQUEST', message } }), 'unknown'],
    [
      `TRANSACTION_FAILED that says "${message}"`,
      http(400, { xErrorCode: 'TRANSACTION_FAILED', xError: message }),
      'unknown',
    ],
  ]),
  ['200 without a session', http(200, { status: 'IN_PROGRESS' }), 'unknown'],
  ['200 with a blank session', http(200, { sessionId: ' ' }), 'unknown'],
  ['200 with a session of 129 characters', http(200, { sessionId: 'x'.repeat(129) }), 'unknown'],
  ['200 with a number', http(200, { sessionId: 7 }), 'unknown'],
  ['200 with an error', http(200, error('UNAUTHORIZED')), 'unknown'],
  ['200 HTML', http(200, '<html>', { type: 'text/html' }), 'unknown'],
  ['200 without a type', http(200, { sessionId: 's1' }, { type: null }), 'unknown'],
  ['200 encoded', http(200, { sessionId: 's1' }, { encoding: 'gzip' }), 'unknown'],
  ['200 cut', http(200, '{"sessionId":"s1"', { complete: false }), 'unknown'],
  ['200 whole, but its end was not seen', http(200, { sessionId: 's1' }, { complete: false }), 'unknown'],
  ['200 not JSON', http(200, '{"sessionId":"s1"'), 'unknown'],
  ['200 with a key twice', http(200, '{"sessionId":"s1","sessionId":"s2"}'), 'unknown'],
  ['200 with a list', http(200, [{ sessionId: 's1' }]), 'unknown'],
  ['204', http(204, ''), 'unknown'],
  ['302', http(302, { sessionId: 's1' }), 'unknown'],
  ['400 without a code', http(400, {}), 'unknown'],
  ['403 HTML', http(403, '<html>', { type: 'text/html' }), 'unknown'],
  ['404 Session_not_found', http(404, error('Session_not_found')), 'unknown'],
  ['408', http(408, error('INVALID_REQUEST')), 'unknown'],
  ['500', http(500, error('INVALID_REQUEST')), 'unknown'],
  ['502 HTML', http(502, '<html>', { type: 'text/html' }), 'unknown'],
  ['503', http(503, {}), 'unknown'],
]

for (const [title, seen, wanted] of table)
  test(`a send that meets "${title}" is ${wanted}`, () => assert.equal(classOf(seen), wanted))

test('D-209 a failed start whose terminal may show the prompt has an unknown result', () => {
  const failed = (status: number, xError: string, more: object = {}): string =>
    classOf(http(status, { xErrorCode: 'TRANSACTION_FAILED', xError, ...more }))
  assert.equal(failed(502, 'The terminal was lost while starting.'), 'unknown')
  assert.equal(failed(502, 'The terminal is disconnected.'), 'unknown')
  assert.equal(failed(500, 'The terminal is busy.'), 'unknown')
  assert.equal(failed(408, 'No answer.'), 'unknown')
  assert.equal(failed(499, 'No answer.'), 'rejected upstream-refused')
  assert.equal(failed(502, 'Lost.', { sessionId: 's1' }), 'accepted s1')
  const busy = 'The terminal is busy with another session.'
  assert.equal(failed(409, busy, { sessionId: 's9' }), 'unknown', 'it may be the session of another sale')
  assert.equal(failed(409, busy, { sessionId: 's1', xExternalRequestID: 'tb-1' }), 'accepted s1')
})

test('D-209 a refusal that names a session has an unknown result', () => {
  for (const [status, code] of [
    [401, 'UNAUTHORIZED'],
    [404, 'DEVICE_NOT_FOUND'],
    [429, 'UNAUTHORIZED'],
    [429, 'TRANSACTION_FAILED'],
  ] as const)
    assert.equal(classOf(http(status, error(code, { xSessionId: 's1' }))), 'unknown', `${status} ${code}`)
  assert.equal(classOf(http(429, { sessionId: 's1' })), 'unknown')
  assert.equal(
    classOf(http(429, { error: { code: 'UNAUTHORIZED', message: 'Later.' } })),
    'not_sent upstream-busy',
  )
})

test('waits Retry-After of a 429, at most a minute, by default a second', () => {
  const waits = ['7', '900', 'soon'].map((retryAfter) => {
    const judged = classifySend(http(429, '', { retryAfter }), 'tb-1')
    return judged.kind === 'not_sent' ? judged.retryAfterMs : null
  })
  assert.deepEqual(waits, [7_000, 60_000, 1_000])
})
