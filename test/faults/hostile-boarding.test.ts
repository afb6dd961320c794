// P54 for the boarding API: with any hostile answer, in any form, no request ends with a false success, no submission is sent
// twice, and every request ends in time.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  ASK,
  openBoardingClient,
  GOOD_END,
  HONEST,
  type Question,
} from '../../packages/bff/src/upstream/boarding/boarding-client.testing.ts'
import { BROKEN_FORMS, ODD_FORMS } from './support/lies.ts'
import { scope } from '../kit/scope.ts'

/** Forms that affect only words of the terminal API, or are too large for everything but documents. */
const NOT_HERE = new Set(['the same key twice', 'one byte over 64 KiB'])
const LIMIT_MS = 30_000

for (const question of Object.keys(HONEST) as Question[])
  void describe(`a hostile boarding API: ${question}`, { concurrency: 8 }, () => {
    const open = scope()
    after(() => open.end())
    for (const [form, lie] of Object.entries(BROKEN_FORMS)) {
      if (NOT_HERE.has(form)) continue
      void test(`P54 rejects ${form}`, { timeout: LIMIT_MS }, async () => {
        const { client, server } = await openBoardingClient(open)
        server.behave = lie(HONEST[question])
        const { kind } = await ASK[question](client)
        assert.equal(kind, question === 'submit' ? 'unknown' : 'fault')
        if (question === 'submit') assert.ok(server.requests.length <= 1)
      })
    }
    for (const [form, lie] of Object.entries(ODD_FORMS))
      void test(`accepts the truth as ${form}`, { timeout: LIMIT_MS }, async () => {
        const { client, server } = await openBoardingClient(open)
        server.behave = lie(HONEST[question])
        assert.equal((await ASK[question](client)).kind, GOOD_END[question])
      })
  })

void test('P54 rejects tiers above 64 KiB, accepts documents of that size', async (context) => {
  const { client, server } = await openBoardingClient(context)
  const large = (honest: object): Buffer => BROKEN_FORMS['one byte over 64 KiB']?.(honest as never) as Buffer
  server.behave = large(HONEST.tiers)
  assert.equal((await ASK.tiers(client)).kind, 'fault')
  server.behave = large(HONEST.terms)
  assert.equal((await ASK.terms(client)).kind, 'found')
  server.behave = large(HONEST.submit)
  assert.equal((await ASK.submit(client)).kind, 'unknown')
})
