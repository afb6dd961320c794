/** Requests to the payment processor in the background: the end of a stop, and the lines of the log (D-124, D-129). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deferred, turn } from '@tapboard/store/testing'
import type { Kernel } from '../../kernel.ts'
import type { SessionRow } from '../../schema/schema.ts'
import { Authorizations } from './authorizations.ts'
import type { Authorizer } from './authorizer.ts'
import type { SessionRepository } from './session-repository.ts'

const ASKING = {
  id: 'ses_1',
  deviceId: 'dev_1',
  accountId: 'acc',
  externalId: 'order-1',
  command: 'cc:sale',
  amountMinor: 4_200,
  currency: 'USD',
  status: 'IN_PROGRESS',
  resultStatus: null,
  reversal: null,
  asks: 2,
  cardBrand: 'Visa',
  cardLastFour: '4242',
  cardEntry: 'tap',
} as SessionRow
const NO_RESULT = 'the payment processor gave no result; it is asked again until the charge is reversed'
const NOT_REVERSED = 'the payment processor has not confirmed the reversal; it is asked again'

/** Follows `row` with a processor; `applied` records the events of the session. */
function begin(
  row: SessionRow,
  processor: Partial<Authorizer>,
  apply: () => Promise<unknown> = async () => {},
) {
  const lines: unknown[] = []
  const events: string[] = []
  let follows = 0
  const log = Object.fromEntries(
    ['info', 'warn', 'error'].map((level) => [
      level,
      (fields: object, message: string) => void lines.push({ level, ...fields, message }),
    ]),
  )
  const sessions = {
    follow: async () => {
      follows += 1
      return { row, moved: true }
    },
    apply: async (_id: string, event: { readonly type: string }) => {
      events.push(event.type)
      await apply()
    },
  } as unknown as SessionRepository
  const authorizations = new Authorizations({ log } as unknown as Kernel, sessions, processor as Authorizer)
  return { authorizations, events, lines, follows: () => follows }
}

void test('D-124 a stop ends a request whose processor ignores its signal, and waits until that is recorded', async () => {
  const { promise, resolve } = deferred()
  const { authorizations, events, lines, follows } = begin(
    ASKING,
    { authorize: () => new Promise(() => {}) },
    () => promise,
  )
  await authorizations.follow('ses_1')
  await turn()
  assert.deepEqual(events, [])
  let isStopped = false
  const stopped = authorizations.stop().then(() => (isStopped = true))
  await turn()
  assert.deepEqual(events, ['authorization_unknown'])
  assert.deepEqual(lines, [
    {
      level: 'warn',
      sessionId: 'ses_1',
      deviceId: 'dev_1',
      attempts: 2,
      code: 'authorizer-stopped',
      message: NO_RESULT,
    },
  ])
  assert.equal(isStopped, false)
  resolve()
  await stopped
  assert.equal(await authorizations.follow('ses_1'), null, 'nothing is asked after the stop')
  assert.equal(follows(), 1)
})

void test('D-124 the log has the code of an answer without a result, of a late refusal and of a fault', async () => {
  const cases = [
    [
      { authorize: async () => ({ type: 'unknown', code: 'authorizer-timeout' }) },
      'warn',
      'authorizer-timeout',
    ],
    [{ authorize: async () => ({ type: 'refused', code: 'authorizer-422' }) }, 'error', 'authorizer-422'],
    [{ authorize: async () => Promise.reject(new Error('x')) }, 'warn', 'authorizer-fault'],
  ] as const
  for (const [processor, level, code] of cases) {
    const { authorizations, lines } = begin(ASKING, processor as Partial<Authorizer>)
    await authorizations.follow('ses_1')
    await turn()
    assert.deepEqual(lines, [
      { level, sessionId: 'ses_1', deviceId: 'dev_1', attempts: 2, code, message: NO_RESULT },
    ])
  }
  const first = begin({ ...ASKING, asks: 1 }, {
    authorize: async () => ({ type: 'refused', code: 'authorizer-422' }),
  } as Partial<Authorizer>)
  await first.authorizations.follow('ses_1')
  await turn()
  assert.deepEqual([first.lines, first.events], [[], ['authorization_refused']])
})

void test('D-129 an unconfirmed reversal is logged as such, a store that fails with the name of its error', async () => {
  const reversing = { ...ASKING, status: 'ERROR', reversal: 'pending' } as SessionRow
  const line = { level: 'error', sessionId: 'ses_1', deviceId: 'dev_1', attempts: 2, message: NOT_REVERSED }
  const unconfirmed = begin(reversing, { reverse: async () => ({ type: 'unknown', code: 'authorizer-500' }) })
  await unconfirmed.authorizations.follow('ses_1')
  await turn()
  assert.deepEqual(unconfirmed.lines, [{ ...line, code: 'authorizer-500' }])
  assert.deepEqual(unconfirmed.events, ['reversal_unconfirmed'])
  const failing = begin(reversing, { reverse: async () => ({ type: 'reversed' }) }, () =>
    Promise.reject(new TypeError('the store is away')),
  )
  await failing.authorizations.follow('ses_1')
  await turn()
  assert.deepEqual(failing.lines, [{ ...line, code: 'TypeError' }])
  assert.deepEqual(failing.events, ['reversal_confirmed'])
  const odd = begin(reversing, { reverse: async () => ({ type: 'reversed' }) }, () =>
    Promise.reject('a text' as unknown as Error),
  )
  await odd.authorizations.follow('ses_1')
  await turn()
  assert.deepEqual(odd.lines, [{ ...line, code: 'unknown' }])
})

void test('D-129 a session that ends without a charge is not reversed', async () => {
  const asked: string[] = []
  const ended = { ...ASKING, status: 'TIMEOUT', asks: 0, reversal: null } as SessionRow
  const { authorizations } = begin(ended, {
    authorize: async () => Promise.reject(new Error(`${asked.push('authorize')}`)),
    reverse: async () => Promise.reject(new Error(`${asked.push('reverse')}`)),
  })
  assert.equal((await authorizations.follow('ses_1'))?.moved, true)
  await turn()
  assert.deepEqual(asked, [])
})
