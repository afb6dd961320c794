// Metrics of the boarding API by operation and kind of answer, without content of requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '../../upstream/transport/hostile.testing.ts'
import {
  ASK,
  openBoardingClient,
  GOOD_END,
  HONEST,
  type Question,
} from '../../upstream/boarding/boarding-client.testing.ts'
import { createMeters } from '../../observe/meters.ts'
import { meterBoarding } from './metered-boarding.ts'

void test('measures every request to the boarding API and returns its answer unchanged', async (context) => {
  const { client, server } = await openBoardingClient(context)
  const meters = createMeters()
  const metered = meterBoarding(client, meters)
  for (const question of Object.keys(HONEST) as Question[]) {
    server.behave = json(HONEST[question])
    assert.equal((await ASK[question](metered)).kind, GOOD_END[question])
  }
  server.behave = json({})
  await ASK.tiers(metered)
  const text = await meters.registry.metrics()
  for (const line of [
    'get_tiers",outcome="found"',
    'get_tiers",outcome="garbled"',
    'get_terms",outcome="found"',
    'accept_terms",outcome="accepted"',
    'submit_application",outcome="accepted"',
    'find_application",outcome="found"',
  ])
    assert.ok(text.includes(`operation="${line}`), line)
  assert.doesNotMatch(text, /Retail|Ann|tb_board_key|app_1/)
})
