/** Sessions over HTTP: §4.3, §4.4, and D-06 … D-17, with a real terminal on the other side. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, upstream } from '@tapboard/contract'
import { initiateBody, Stack, withStack } from '../../testing.ts'

const answers = upstream.initiateSession.answers[200]

void test(
  'initiate answers at once with the session in both dialects and Retry-After 2 s (§4.3, D-15)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    const { status, body, headers } = await stack.initiate(deviceId, 'order-1', { xInvoice: 'R-1' })
    assert.equal(status, 200)
    answers.parse(body)
    assert.equal(headers.get('retry-after'), '2')
    assert.equal(headers.get('etag'), '"1"')
    const { sessionId, xSessionId, xRefnum } = body
    assert.match(String(sessionId), /^ses_[a-z2-7]{26}$/)
    assert.equal(xSessionId, sessionId)
    assert.match(String(xRefnum), /^call_/)
    assert.equal('xRefNum' in body, false, 'no reference before there is an outcome (D-11)')
    for (const [name, value] of Object.entries({
      status: 'INITIATING',
      amount: 42,
      xAmount: '42.00',
      transactionType: 'cc:sale',
      xInvoice: 'R-1',
      xDeviceId: deviceId,
    }))
      assert.equal(body[name], value)
  }),
)

const outcomes: readonly [string, string, string, string, string | null][] = [
  ['42.00', 'COMPLETED', 'approved', 'approved', '00'],
  ['42.51', 'COMPLETED', 'declined', 'declined', '51'],
  ['42.05', 'COMPLETED', 'declined', 'declined', '05'],
  ['42.91', 'ERROR', 'error', 'failed', '91'],
  ['42.98', 'TIMEOUT', 'timeout', 'timed_out', null],
]
for (const [amount, sessionStatus, status, judged, code] of outcomes)
  void test(
    `an amount of ${amount} ends as ${status}, identically in every field (D-09, D-10, D-11, D-12, D-13)`,
    withStack(async (stack) => {
      const { deviceId, terminal } = await stack.device()
      const body = {
        xPayload: { ...initiateBody(deviceId, 'order-1'), xAmount: amount, xDeviceID: undefined },
        xDeviceId: deviceId,
      }
      const started = await stack.call('POST', '/v1/session/INITIATE', body)
      const sessionId = await terminal.pay()
      assert.equal(started.body['sessionId'], sessionId)
      assert.equal((await terminal.receive('authorization')).status, status)
      terminal.send({ type: 'result_shown', sessionId })
      const done = await stack.until(sessionId, sessionStatus)
      answers.parse(done)
      const result = done['transactionResult'] as Record<string, unknown>
      assert.equal(result['status'], status)
      assert.equal(done['responseCode'] ?? null, code)
      assert.match(String(result['Date']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      const outcome = outcomeOf(done, {
        sessionId,
        externalId: 'order-1',
        deviceId,
        amountMinor: Math.round(Number(amount) * 100),
        currency: 'USD',
      })
      assert.equal(outcome.kind, judged)
    }),
  )

void test(
  "an external ID is unique forever: a repeat is rejected with the session's ID (D-14)",
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const first = await stack.initiate(deviceId, 'order-1')
    const sessionId = await terminal.pay()
    terminal.send({ type: 'result_shown', sessionId })
    await stack.until(sessionId, 'COMPLETED')
    const again = await stack.initiate(deviceId, 'order-1')
    assert.equal(again.status, 409)
    assert.equal(again.body['xErrorCode'], 'INVALID_REQUEST')
    assert.equal(again.body['sessionId'], first.body['sessionId'])
    assert.equal(again.body['xSessionId'], first.body['sessionId'])
    terminal.unplug()
    while ((await stack.call('GET', `/v1/Device/${deviceId}`)).body['status'] !== 'DISCONNECTED');
    const away = await stack.initiate(deviceId, 'order-1')
    assert.deepEqual([away.status, away.body['sessionId']], [409, first.body['sessionId']])
  }),
)

void test(
  'with replay, the same request returns the same session and any other request is rejected (D-14)',
  withStack(
    async (stack) => {
      const { deviceId } = await stack.device()
      const first = await stack.initiate(deviceId, 'order-1')
      const again = await stack.initiate(deviceId, 'order-1')
      assert.equal(again.status, 200)
      assert.equal(again.body['sessionId'], first.body['sessionId'])
      const paymentOf = () => stack.call('POST', '/payments', initiateBody(deviceId, 'order-1'))
      assert.equal((await paymentOf()).status, 202)
      await stack.call('POST', '/v1/Session/cancel', { xSessionId: first.body['sessionId'] })
      assert.equal((await paymentOf()).status, 200)
      const second = await stack.register('SN-2')
      for (const change of [{ xAmount: 43 }, { xDeviceID: second.deviceId }]) {
        const other = await stack.initiate(deviceId, 'order-1', change)
        assert.equal(other.status, 409)
        assert.equal(other.body['xErrorCode'], 'INVALID_REQUEST')
        assert.equal(other.body['sessionId'], first.body['sessionId'])
      }
    },
    { repeat: 'replay' },
  ),
)

void test(
  'twenty concurrent requests with one external ID create one session (D-14, D-15)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    const all = await Promise.all(Array.from({ length: 20 }, () => stack.initiate(deviceId, 'order-1')))
    assert.equal(all.filter(({ status }) => status === 200).length, 1)
    assert.equal(all.filter(({ status }) => status === 409).length, 19)
  }),
)

void test(
  'rejects a second session on a busy device without naming the first (D-15)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const second = await stack.initiate(deviceId, 'order-2')
    assert.equal(second.status, 409)
    assert.equal(second.body['xErrorCode'], 'TRANSACTION_FAILED')
    assert.match(String(second.body['xError']), /busy/)
    assert.equal('sessionId' in second.body, false)
  }),
)

void test(
  'rejects a session on a DISCONNECTED device at once and stores nothing (§3.1, D-20)',
  withStack(async (stack) => {
    const { deviceId } = await stack.register()
    const refused = await stack.initiate(deviceId, 'order-1')
    assert.equal(refused.status, 409)
    assert.equal(refused.body['xErrorCode'], 'TRANSACTION_FAILED')
    const found = await stack.call('GET', '/v1/Session?xExternalRequestID=order-1')
    assert.equal(found.body['xErrorCode'], 'Session_not_found')
  }),
)

void test(
  'finds a session by its external ID, with a case-insensitive parameter name (D-16)',
  withStack(async (stack) => {
    const { deviceId } = await stack.device()
    const { body } = await stack.initiate(deviceId, 'order-1')
    const found = await stack.call('GET', '/v1/session?xexternalrequestid=order-1')
    assert.equal(found.body['sessionId'], body['sessionId'])
    const Authorization = await stack.newKey('Other shop')
    const path = '/v1/session?xExternalRequestID=order-1'
    assert.equal((await stack.call('GET', path, undefined, { Authorization })).status, 404)
    const { status, body: refusal } = await stack.call('GET', '/v1/session')
    assert.equal(status, 400)
    assert.match(String(refusal['xError']), /^xExternalRequestID is required in the query: 1 to 64 /)
  }),
)

void test(
  'a cancel removes the prompt, is idempotent, and frees the device (D-16)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const { body } = await stack.initiate(deviceId, 'order-1')
    await terminal.receive('prompt')
    const cancel = { xSessionId: body['sessionId'], xDeviceId: deviceId }
    for (const [wrong, error] of [
      [{ xDeviceId: deviceId }, /^xSessionId is missing/],
      [{ ...cancel, xDeviceId: 5 }, /^xDeviceId must be a text/],
      [{ ...cancel, xDeviceId: 'dev_other' }, /^xDeviceId is not the device of that session/],
    ] as const) {
      const refused = await stack.call('POST', '/v1/Session/cancel', wrong)
      assert.equal(refused.status, 400)
      assert.match(String(refused.body['xError']), error)
    }
    const done = await stack.call('POST', '/v1/Session/cancel', cancel)
    assert.equal(done.status, 200)
    assert.equal(done.body['status'], 'API_CANCELLED')
    assert.equal((await terminal.receive('end')).reason, 'api_cancelled')
    assert.equal((await stack.call('POST', '/v1/Session/cancel', cancel)).status, 200)
    assert.equal((await stack.initiate(deviceId, 'order-2')).status, 200)
  }),
)

void test(
  'an earlier payment wins over a later cancel (D-09)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    await stack.initiate(deviceId, 'order-1')
    const sessionId = await terminal.pay()
    await terminal.receive('authorization')
    const late = await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    assert.equal(late.status, 409)
    assert.equal(late.body['xErrorCode'], 'TRANSACTION_FAILED')
    assert.match(String(late.body['xError']), /^The payment came first/)
    terminal.send({ type: 'result_shown', sessionId })
    assert.equal((await stack.until(sessionId, 'COMPLETED'))['responseCode'], '00')
    const over = await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    assert.equal(over.status, 409)
    assert.match(String(over.body['xError']), /^The session is already COMPLETED/)
  }),
)

void test(
  'a long poll answers on a change, at once for an outdated ETag, and at its timeout at the latest (D-16)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const { body, headers } = await stack.initiate(deviceId, 'order-1')
    const sessionId = String(body['sessionId'])
    const held = stack.read(sessionId, headers.get('etag') ?? '')
    terminal.send({ type: 'prompt_shown', sessionId })
    const changed = await held
    assert.equal(changed.body['status'], 'IN_PROGRESS')
    assert.equal(changed.body['xProgress'], 'waiting_for_card')
    assert.equal(changed.headers.get('preference-applied'), 'wait=20')
    assert.equal((await stack.read(sessionId, '"1"')).headers.get('etag'), '"2"')
    const path = `/v1/Session/${sessionId}`
    const plain = await stack.call('GET', path)
    assert.equal(plain.headers.get('preference-applied'), null)
    const other = await stack.device('SN-2')
    const payment = initiateBody(other.deviceId, 'order-2')
    const [over, paid] = await Promise.all([
      stack.call('GET', path, undefined, { Prefer: 'respond-async, wait=1' }),
      stack.call('POST', '/payments', payment, { Prefer: 'wait=1' }),
    ])
    assert.deepEqual([paid.status, paid.headers.get('retry-after')], [202, '2'], 'the payment is open (D-17)')
    assert.equal(over.body['status'], 'IN_PROGRESS')
    assert.equal(over.headers.get('preference-applied'), 'wait=1')
    const gone = new AbortController()
    const aborted = stack.call('GET', path, undefined, { Prefer: 'wait=20' }, gone.signal)
    gone.abort()
    await assert.rejects(aborted)
    await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    const final = await stack.call('GET', path, undefined, { Prefer: 'wait=90', 'If-None-Match': '"3"' })
    assert.equal(final.body['status'], 'API_CANCELLED')
    assert.equal(final.headers.get('preference-applied'), 'wait=30')
    assert.equal(final.headers.get('retry-after'), null)
  }),
)

void test(
  'POST /payments may wait for the end; its command is optional (D-17)',
  withStack(async (stack) => {
    const { deviceId, terminal } = await stack.device()
    const body = { ...initiateBody(deviceId, 'order-1'), xCommand: undefined }
    const asked = stack.call('POST', '/payments', body, { Prefer: 'wait=600' })
    const sessionId = await terminal.pay()
    await terminal.receive('authorization')
    terminal.send({ type: 'result_shown', sessionId })
    const paid = await asked
    assert.equal(paid.status, 200)
    assert.equal(paid.headers.get('preference-applied'), 'wait=120')
    assert.equal(paid.body['xGatewayStatus'], 'Approved')
    assert.equal(paid.body['transactionType'], 'cc:sale')
    const open = await stack.call('POST', '/Payments', initiateBody(deviceId, 'order-2'))
    assert.equal(open.status, 202)
    assert.equal(open.body['status'], 'INITIATING')
    assert.equal(open.headers.get('preference-applied'), null)
  }),
)

void test('a strict service has no additions: no cancel, look-up, long poll, INITIATING, progress, version or session of a device (D-09, D-16, D-27)', async () => {
  const stack = await Stack.start({ strict: true })
  try {
    const { deviceId, terminal } = await stack.device()
    const { body, headers } = await stack.initiate(deviceId, 'order-1')
    const sessionId = String(body['sessionId'])
    assert.deepEqual([body['status'], body['xSessionStatus']], ['IN_PROGRESS', 'IN_PROGRESS'])
    assert.equal(
      (await stack.read(sessionId)).body['status'],
      'IN_PROGRESS',
      'the terminal shows nothing yet',
    )
    assert.equal(headers.get('etag'), null)
    assert.equal(headers.get('retry-after'), '2')
    const cancel = await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    assert.equal(cancel.status, 405)
    assert.equal((await stack.call('GET', '/v1/Session?xExternalRequestID=order-1')).status, 404)
    terminal.send({ type: 'prompt_shown', sessionId })
    const seen = await stack.read(sessionId, '"1"')
    assert.equal(seen.headers.get('preference-applied'), null)
    assert.equal('xProgress' in seen.body, false)
    const other = await stack.device('SN-2')
    const payment = initiateBody(other.deviceId, 'order-2')
    const open = await stack.call('POST', '/payments', payment, { Prefer: 'wait=1' })
    assert.deepEqual([open.status, open.headers.get('preference-applied')], [202, null])
    assert.equal('xLiveSession' in (await stack.call('GET', `/v1/Device/${deviceId}`)).body, false)
    const { paths } = (await stack.call('GET', '/openapi.json')).body as { paths: object }
    assert.equal('/v1/Session/cancel' in paths, false)
    assert.equal('/v1/Session/{xSessionId}' in paths, true)
  } finally {
    await stack.stop()
  }
})
