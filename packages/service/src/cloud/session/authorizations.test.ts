/** Sessions with an external payment processor: answers, outages, crashes, cancels. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../../schema/schema.ts'
import { ManualClock, Stack, type StackOptions } from '../../testing.ts'
import { DashboardBrowser } from '../../testing/dashboard.ts'
import type { AuthorizationAnswer, AuthorizationRequest, ReversalAnswer } from './authorizer.ts'

const APPROVED: AuthorizationAnswer = {
  type: 'decided',
  status: 'approved',
  responseCode: '00',
  approvalCode: 'EX1234',
  message: 'Approved',
}
const UNKNOWN: AuthorizationAnswer = { type: 'unknown', code: 'authorizer-timeout' }
const REFUSED: AuthorizationAnswer = { type: 'refused', code: 'authorizer-422' }
const UNSENT: AuthorizationAnswer = { type: 'unsent', code: 'authorizer-unreachable' }

/** A processor that gives the answers in turn, the last one for ever. */
class ScriptedAuthorizer {
  readonly asked: AuthorizationRequest[] = []
  readonly reversed: AuthorizationRequest[] = []
  /** Answers to reversals in turn, then `reversed`. */
  readonly reversals: (ReversalAnswer | Error)[] = []
  readonly #answers: (AuthorizationAnswer | Error)[]

  constructor(...answers: (AuthorizationAnswer | Error)[]) {
    this.#answers = answers
  }

  async authorize(request: AuthorizationRequest): Promise<AuthorizationAnswer> {
    this.asked.push(request)
    const [next = APPROVED, ...others] = this.#answers
    if (others.length > 0) this.#answers.shift()
    if (next instanceof Error) throw next
    return next
  }

  async reverse(request: AuthorizationRequest): Promise<ReversalAnswer> {
    this.reversed.push(request)
    const next = this.reversals.shift() ?? { type: 'reversed' }
    if (next instanceof Error) throw next
    return next
  }
}

interface Till {
  readonly stack: Stack
  readonly clock: ManualClock
  readonly sessionId: string
  /** Advances the clock until the condition holds, with real time for the store. */
  until(done: () => boolean | Promise<boolean>): Promise<void>
  status(): Promise<unknown>
  /** Reads the reversal as the dashboard shows it. */
  reversal(): Promise<unknown>
}

/** Presents a card at a terminal of a service with this processor. */
async function paying(
  authorizer: ScriptedAuthorizer,
  body: (till: Till) => Promise<void>,
  options: StackOptions = {},
): Promise<void> {
  const clock = new ManualClock()
  const stack = await Stack.start({ clock, authorizer, scriptedTerminals: true, ...options })
  const until: Till['until'] = async (done) => {
    const giveUpAt = performance.now() + 20_000
    while (!(await done())) {
      if (performance.now() > giveUpAt) assert.fail('the expected condition did not occur')
      await clock.advance(250)
      // Real time for the store: a request over a socket.
      await stack.call('GET', '/v1/Device')
    }
  }
  try {
    const { deviceId } = await stack.register('FRONT-OK')
    await until(
      async () => (await stack.call('GET', `/v1/Device/${deviceId}`)).body['status'] === 'CONNECTED',
    )
    const started = await stack.initiate(deviceId, 'order-1')
    assert.equal(started.status, 200, JSON.stringify(started.body))
    const sessionId = String(started.body['sessionId'])
    await until(() => authorizer.asked.length > 0)
    const [account] = await stack.service.accounts.listAccounts()
    const owner = await DashboardBrowser.signedIn(stack.service, account?.id ?? '')
    await body({
      stack,
      clock,
      sessionId,
      until,
      status: async () => (await stack.read(sessionId)).body['status'],
      reversal: async () => (await owner.call('GET', `/transactions/${sessionId}`)).body['reversal'],
    })
  } finally {
    await stack.stop()
  }
}

const chargesOf = async (stack: Stack): Promise<number> => {
  let count = 0
  for await (const _ of stack.service.charges()) count += 1
  return count
}

void test('D-124 the processor gets the charge and decides', () => {
  const authorizer = new ScriptedAuthorizer(APPROVED)
  return paying(authorizer, async ({ stack, sessionId, until, status }) => {
    await until(async () => (await status()) === 'COMPLETED')
    const { body } = await stack.read(sessionId)
    assert.deepEqual([body['xGatewayStatus'], body['xAuthCode']], ['Approved', 'EX1234'])
    const [request] = authorizer.asked
    assert.deepEqual(
      [
        request?.sessionId,
        request?.amountMinor,
        request?.currency,
        request?.card.lastFour,
        request?.externalId,
      ],
      [sessionId, 4_200, 'USD', '4242', 'order-1'],
    )
    assert.equal(authorizer.asked.length, 1)
    assert.equal(await chargesOf(stack), 1)
  })
})

void test('D-124 an unknown answer is asked again under the same session until it is known; one charge is recorded', () => {
  const authorizer = new ScriptedAuthorizer(
    UNKNOWN,
    new Error('a fault of a custom processor'),
    UNKNOWN,
    APPROVED,
  )
  return paying(authorizer, async ({ stack, sessionId, until, status }) => {
    await until(() => authorizer.asked.length === 2)
    assert.equal(await status(), 'IN_PROGRESS')
    await until(async () => (await status()) === 'COMPLETED')
    assert.deepEqual(
      authorizer.asked.map((request) => request.sessionId),
      [sessionId, sessionId, sessionId, sessionId],
    )
    assert.equal(await chargesOf(stack), 1)
  })
})

void test('D-129 a session without an answer cannot be cancelled for 30 s; then it ends in error and is reversed', () => {
  const authorizer = new ScriptedAuthorizer(UNKNOWN)
  return paying(authorizer, async ({ stack, clock, sessionId, until, status, reversal }) => {
    clock.jump(25_000)
    await until(() => authorizer.asked.length > 1)
    assert.equal(await status(), 'IN_PROGRESS')
    const cancel = await stack.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })
    assert.equal(cancel.status, 409)
    await until(async () => (await status()) === 'ERROR')
    const { body } = await stack.read(sessionId)
    const result = body['transactionResult'] as Record<string, unknown>
    assert.match(String(result['message'] ?? result['statusMessage']), /did not answer in time.*reversed/)
    assert.equal('xRefNum' in body, false)
    const second = await stack.initiate(String(body['deviceId']), 'order-2')
    assert.equal(second.status, 200, 'the terminal is free')
    await until(async () => (await reversal()) === 'done')
    assert.deepEqual(
      authorizer.reversed.map((request) => [request.sessionId, request.amountMinor]),
      [[sessionId, 4_200]],
    )
    assert.equal(await chargesOf(stack), 0)
  })
})

void test('D-129 an unconfirmed reversal is repeated until the processor confirms it', () => {
  const authorizer = new ScriptedAuthorizer(UNKNOWN)
  authorizer.reversals.push(UNKNOWN, new Error('a fault of a custom processor'), UNKNOWN)
  return paying(authorizer, async ({ clock, sessionId, until, status, reversal }) => {
    clock.jump(31_000)
    await until(() => authorizer.reversed.length === 2)
    assert.deepEqual([await status(), await reversal()], ['ERROR', 'pending'])
    await until(async () => (await reversal()) === 'done')
    assert.deepEqual(new Set(authorizer.reversed.map((request) => request.sessionId)), new Set([sessionId]))
    assert.equal(authorizer.reversed.length, 4)
    assert.equal(await status(), 'ERROR')
  })
})

void test('D-129 an approval that arrives after the reversal began changes nothing', () => {
  let approve: (answer: AuthorizationAnswer) => void = () => {}
  const authorizer = new ScriptedAuthorizer(UNKNOWN)
  authorizer.authorize = (request) => {
    authorizer.asked.push(request)
    return new Promise((resolve) => (approve = resolve))
  }
  return paying(authorizer, async ({ stack, clock, until, status, reversal }) => {
    clock.jump(31_000)
    await until(async () => (await reversal()) === 'done')
    approve(APPROVED)
    await clock.advance(5_000)
    assert.equal(await status(), 'ERROR')
    assert.equal(await chargesOf(stack), 0)
  })
})

void test('D-124 a refused request ends the session in error, without a charge', () =>
  paying(new ScriptedAuthorizer(REFUSED), async ({ stack, sessionId, until, status }) => {
    await until(async () => (await status()) === 'ERROR')
    const { body } = await stack.read(sessionId)
    assert.equal('xRefNum' in body, false)
    assert.equal((body['transactionResult'] as { status: string }).status, 'error')
    assert.equal(await chargesOf(stack), 0)
  }))

void test('D-124 a refusal after an unknown answer ends nothing', () => {
  const authorizer = new ScriptedAuthorizer(UNKNOWN, REFUSED)
  return paying(authorizer, async ({ until, status }) => {
    await until(() => authorizer.asked.length > 3)
    assert.equal(await status(), 'IN_PROGRESS')
  })
})

void test('D-124 a processor that cannot be reached charges nothing: the session can be cancelled, or times out', () => {
  const authorizer = new ScriptedAuthorizer(UNSENT)
  return paying(authorizer, async ({ clock, until, status }) => {
    await until(() => authorizer.asked.length > 2)
    assert.equal(await status(), 'IN_PROGRESS')
    clock.jump(300_000)
    await until(async () => (await status()) === 'TIMEOUT')
  })
})

eachEngine<Tables>(
  'D-124 after a crash another process asks again and gets the first decision',
  async ({ open }) => {
    const clock = new ManualClock()
    const hanging = {
      authorize: () => new Promise<AuthorizationAnswer>(() => {}),
      reverse: () => new Promise<ReversalAnswer>(() => {}),
    }
    const testClock = (): number => clock.now()
    const first = await Stack.start({
      clock,
      store: await open({ testClock }),
      authorizer: hanging,
      scriptedTerminals: true,
    })
    const { deviceId } = await first.register('FRONT-OK')
    const turnUntil = async (done: () => Promise<boolean>): Promise<void> => {
      const giveUpAt = performance.now() + 20_000
      while (!(await done())) {
        if (performance.now() > giveUpAt) assert.fail('the expected condition did not occur')
        await clock.advance(250)
      }
    }
    await turnUntil(
      async () => (await first.call('GET', `/v1/Device/${deviceId}`)).body['status'] === 'CONNECTED',
    )
    const sessionId = String((await first.initiate(deviceId, 'order-1')).body['sessionId'])
    await turnUntil(async () => (await first.read(sessionId)).body['xProgress'] === 'authorizing')
    await turnUntil(
      async () => (await first.call('POST', '/v1/Session/cancel', { xSessionId: sessionId })).status === 409,
    )
    const authorizer = new ScriptedAuthorizer(APPROVED)
    const second = await Stack.start({ clock, store: await open({ testClock }), authorizer }, first.key)
    await turnUntil(
      async () =>
        (await second.read(sessionId)).body['xGatewayStatus'] === 'Approved' || authorizer.asked.length > 0,
    )
    assert.deepEqual(
      authorizer.asked.map((request) => request.sessionId),
      [sessionId],
    )
    await second.stop()
    await first.stop()
  },
)
