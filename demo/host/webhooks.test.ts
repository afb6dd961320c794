import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signWebhook } from '@tapboard/bff'
import type { ApplicationEvent, HostEvent } from '@tapboard/contract'
import { APPROVED_SALE } from './sample-sale.testing.ts'
import { createWebhooks } from './webhooks.ts'

const SECRET = 'secret-of-the-shop-server-1'
const never = new AbortController().signal

const event = (id: string, order: string): HostEvent => ({
  id,
  type: 'sale.approved',
  atMs: 1,
  merchant: 'shop',
  order,
  sale: { ...APPROVED_SALE, order },
})

const webhook = (told: HostEvent | ApplicationEvent, secret = SECRET): Request => {
  const body = JSON.stringify(told)
  return new Request('http://127.0.0.1/webhooks/tapboard', {
    method: 'POST',
    body,
    headers: { ...signWebhook(secret, { id: told.id, body }, Date.now()) },
  })
}

test('stores each event of an order once', async () => {
  const hooks = createWebhooks(SECRET)
  for (const told of [event('a', 'R-1'), event('a', 'R-1'), event('b', 'R-2')])
    assert.equal((await hooks.receive(webhook(told))).status, 204)
  const received = await hooks.received('R-1', 0, 1, never)
  assert.deepEqual(
    received.map((one) => one.event.id),
    ['a'],
  )
  assert.deepEqual(await hooks.received('R-1', received[0]?.number ?? 0, 1, never), [])
})

test('rejects a webhook with a foreign signature', async () => {
  const hooks = createWebhooks(SECRET)
  assert.equal((await hooks.receive(webhook(event('a', 'R-1'), 'secret-of-another-host-0001'))).status, 400)
  assert.deepEqual(await hooks.received('R-1', 0, 1, never), [])
})

test('a waiting page gets the event when the webhook arrives', async () => {
  const hooks = createWebhooks(SECRET)
  const asked = hooks.received('R-1', 0, 10_000, never)
  await hooks.receive(webhook(event('a', 'R-1')))
  assert.equal((await asked).length, 1)
})

test('the partner’s server gets the events of the applicant', async () => {
  const hooks = createWebhooks(SECRET)
  const told: ApplicationEvent = {
    id: 'apl_1.2',
    type: 'application.submitted',
    atMs: 1,
    merchant: 'tidewater',
    applicant: 'T-2001',
    application: {
      id: 'apl_1',
      state: 'submitted',
      version: 3,
      appId: 'app_1',
      reference: 'call_1',
      tierName: 'tide-plus',
    },
  }
  assert.equal((await hooks.receive(webhook(told))).status, 204)
  assert.deepEqual((await hooks.received('T-2001', 0, 1, never))[0]?.event, told)
  assert.deepEqual(await hooks.received('T-2002', 0, 1, never), [])
})
