// The payment processor in the trace of a session: one span for each call, and a failed span for an unknown answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Span, SpanStart, Tracing } from '@tapboard/server'
import type { Kernel } from '../../kernel.ts'
import type { AuthorizationRequest, Authorizer } from './authorizer.ts'
import { tracedAuthorizer } from './traced-authorizer.ts'

const REQUEST = { sessionId: 'ses_1', deviceId: 'dev_1' } as AuthorizationRequest
const PARENT = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }

/** A processor with these answers, and the starts and failures of its spans. */
function traced(answers: { authorize?: object; reverse?: object }) {
  const started: SpanStart[] = []
  const failed: string[] = []
  const signals: AbortSignal[] = []
  const span: Span = { identity: PARENT, rename() {}, set() {}, fail: (type) => void failed.push(type) }
  const tracing: Tracing = {
    run: (start, work) => {
      started.push(start)
      return work(span)
    },
    active: () => null,
    detach: (work) => work(),
  }
  const origins = { of: (origin: string) => (origin === 'dev_1 ses_1' ? PARENT : null) }
  const answer = (value: object | undefined) => (_: AuthorizationRequest, signal: AbortSignal) => {
    signals.push(signal)
    return Promise.resolve(value as never)
  }
  const authorizer: Authorizer = { authorize: answer(answers.authorize), reverse: answer(answers.reverse) }
  const kernel = { traces: { tracing, origins } } as unknown as Kernel
  return { started, failed, signals, authorizer: tracedAuthorizer(authorizer, kernel) }
}

const { signal } = new AbortController()
const startOf = (name: string): SpanStart => ({
  name,
  kind: 'internal',
  attributes: { 'tapboard.session.id': 'ses_1' },
  parent: PARENT,
})

void test('a charge and a reversal have a span with the session, below the request that began it', async () => {
  const decided = { type: 'decided', status: 'approved' }
  const { authorizer, started, failed, signals } = traced({
    authorize: decided,
    reverse: { type: 'reversed' },
  })
  assert.deepEqual(await authorizer.authorize(REQUEST, signal), decided)
  assert.deepEqual(await authorizer.reverse(REQUEST, signal), { type: 'reversed' })
  assert.deepEqual(started, [startOf('authorize session'), startOf('reverse session')])
  assert.deepEqual(failed, [])
  assert.deepEqual(signals, [signal, signal])
})

void test('an unknown answer fails the span with its code, and any other answer does not', async () => {
  const unknown = (code: string) => ({ type: 'unknown', code })
  const { authorizer, failed } = traced({ authorize: unknown('timeout'), reverse: unknown('no-answer') })
  await authorizer.authorize(REQUEST, signal)
  await authorizer.reverse(REQUEST, signal)
  assert.deepEqual(failed, ['timeout', 'no-answer'])
  for (const type of ['refused', 'unsent']) {
    const other = traced({ authorize: { type, code: 'x' } })
    await other.authorizer.authorize(REQUEST, signal)
    assert.deepEqual(other.failed, [])
  }
})

void test('without OpenTelemetry the processor is not wrapped', () => {
  const authorizer = {} as Authorizer
  assert.equal(tracedAuthorizer(authorizer, { traces: null } as Kernel), authorizer)
})
