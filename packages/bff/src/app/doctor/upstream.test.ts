// The findings about an upstream that is busy.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transport } from '../../upstream/transport/outbound-port.ts'
import { examineKeys } from './upstream.ts'

const answering = (status: number): Transport => ({
  request: async () => ({
    status,
    headers: { contentType: 'application/json', contentEncoding: null, retryAfter: '2', etag: null },
    body: new TextEncoder().encode('{"error":{"code":"UNAVAILABLE","message":"No."}}'),
    complete: true,
  }),
  hasRoomToHold: () => true,
  close: async () => {},
})

for (const [status, words] of [
  [503, /^TAPBOARD_TERMINAL_URL answers 503: it is overloaded, or cannot reach its store\./],
  [429, /^TAPBOARD_TERMINAL_URL answers 429: the key is at its rate limit\./],
] as const)
  void test(`the examination of a key tells the cause of ${status}`, async () => {
    const merchant = { id: 'shop', apiKey: 'tb_test_key' }
    const config = { terminalUrl: 'http://127.0.0.1:1', dialect: 'spec' } as const
    const finding = await examineKeys(merchant, config, () => answering(status))
    assert.match(finding.message, words)
  })
