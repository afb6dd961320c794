// P54 while a sale is sent: with any answer to an initiate, the upstream is asked once, and the result is unknown unless the
// answer is unambiguous.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SaleColumns } from '../../packages/bff/src/sale/ledger/tables.ts'
import { json, answer } from '../../packages/bff/src/upstream/transport/hostile.testing.ts'
import type { Lie } from './support/hostile-service.ts'
import { openHostileShop, type HostileShop } from './support/hostile-shop.ts'
import { BROKEN_FORMS, changed, liesOf, ODD_FORMS } from './support/lies.ts'
import { scope } from '../kit/scope.ts'

const LIMIT_MS = 120_000

const refused =
  (status: string, code: string, more: object = {}): Lie =>
  () =>
    answer(status, JSON.stringify({ error: { code, message: 'x' }, ...more }))

type End = readonly [state: SaleColumns['state'], reason: SaleColumns['reason']]
const UNKNOWN: End = ['in_doubt', 'no_session']

/** Well-formed answers with their expected ends. */
const WORDS: Readonly<Record<string, readonly [Lie, End]>> = {
  'no session': [changed({ sessionId: null, xSessionId: null }), UNKNOWN],
  'a blank session': [changed({ sessionId: ' ', xSessionId: ' ' }), UNKNOWN],
  'a session of 129 characters': [changed({ sessionId: 'x'.repeat(129), xSessionId: null }), UNKNOWN],
  'a session with a line break': [changed({ sessionId: 'ses_\n1', xSessionId: null }), UNKNOWN],
  'a session that is a number': [changed({ sessionId: 7, xSessionId: 7 }), UNKNOWN],
  'a session that is a list': [changed({ sessionId: ['ses_1'], xSessionId: null }), UNKNOWN],
  'two sessions': [changed({ sessionId: 'ses_other' }), UNKNOWN],
  'another external ID': [changed({ xExternalRequestID: 'tb-other' }), UNKNOWN],
  'UNAUTHORIZED under 200': [changed({ xErrorCode: 'UNAUTHORIZED', xResult: 'E' }), UNKNOWN],
  'INVALID_REQUEST under 500': [refused('500 Oops', 'INVALID_REQUEST'), UNKNOWN],
  'INVALID_REQUEST under 302': [refused('302 Found', 'INVALID_REQUEST'), UNKNOWN],
  'an unknown code under 400': [refused('400 Bad Request', 'SOMETHING'), UNKNOWN],
  '400 without a code': [() => answer('400 Bad Request', '{}'), UNKNOWN],
  '400 HTML': [() => answer('400 Bad Request', '<html>', { 'content-type': 'text/html' }), UNKNOWN],
  '409 that names a session': [
    refused('409 Conflict', 'INVALID_REQUEST', { sessionId: 'ses_other' }),
    UNKNOWN,
  ],
  '408': [refused('408 Request Timeout', 'INVALID_REQUEST'), UNKNOWN],
  Session_not_found: [refused('404 Not Found', 'Session_not_found'), UNKNOWN],
  'a 429 that is cut': [() => 'HTTP/1.1 429 Slow\r\ncontent-length: 9\r\n\r\nslow', UNKNOWN],
  'a refusal that is cut': [
    () => answer('400 Bad Request', '{"error":{"code":"INVALID_REQUEST"', { 'content-length': '99' }),
    UNKNOWN,
  ],
  'a refusal with a key twice': [
    () => answer('400 Bad Request', '{"error":{"code":"INVALID_REQUEST"},"error":{"code":"UNAUTHORIZED"}}'),
    UNKNOWN,
  ],
  INVALID_REQUEST: [refused('400 Bad Request', 'INVALID_REQUEST'), ['not_started', 'upstream-refused']],
  UNAUTHORIZED: [refused('401 Unauthorized', 'UNAUTHORIZED'), ['not_started', 'upstream-unauthorized']],
  DEVICE_NOT_FOUND: [refused('404 Not Found', 'DEVICE_NOT_FOUND'), ['not_started', 'device-not-found']],
  'TRANSACTION_FAILED, busy': [
    () => json({ error: { code: 'TRANSACTION_FAILED', message: 'The device is busy.' } }),
    ['not_started', 'device-busy'],
  ],
}

void describe('invalid answers to an initiate', () => {
  const life = scope()
  const lies = liesOf(WORDS)
  /** A session named together with a word of another service is followed: its reads decide. */
  const FOLLOWED = new Set(['an error body under 200', ...Object.keys(ODD_FORMS)])
  let shop: HostileShop

  before(async () => {
    shop = await openHostileShop(life, lies)
    shop.service.lying = 'initiate'
    await shop.sell()
    shop.clock.hurry(5)
  })
  after(() => life.end())

  const endsAs = async (title: string, [state, reason]: End): Promise<void> => {
    const sale = await shop.reaches(
      title,
      ['in_doubt', 'review', 'not_started', 'approved', 'failed'],
      LIMIT_MS,
    )
    assert.deepEqual([sale.state, sale.reason], [state, reason])
    assert.equal(shop.service.initiates.get(sale.device_id), 1)
    assert.equal(sale.send_count, 1)
  }

  for (const title of Object.keys(BROKEN_FORMS))
    if (!FOLLOWED.has(title))
      test(`P54 an initiate answered with ${title} has an unknown result and is not repeated`, () =>
        endsAs(title, UNKNOWN))
  for (const title of FOLLOWED)
    test(`P54 an initiate answered with ${title} names its session, which is followed`, () =>
      endsAs(title, ['approved', null]))
  for (const [title, [, wanted]] of Object.entries(WORDS))
    test(`P54 an initiate answered with ${title} ends as ${wanted.join(' ')}`, () => endsAs(title, wanted))
})
