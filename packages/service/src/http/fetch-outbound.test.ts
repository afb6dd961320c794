// Outbound requests by `fetch`: bounded in time and size, and no recognizable internal addresses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '@tapboard/store/testing'
import type { Fetch } from '@tapboard/server'
import { fetchOutbound } from './fetch-outbound.ts'

const REQUEST = {
  url: 'https://partner.example/hook',
  method: 'POST',
  headers: { 'x-signature': 's' },
  body: '{}',
  timeoutMs: 10_000,
  maxBytes: 4,
  signal: new AbortController().signal,
} as const

const outbound = (fetch: Fetch, clock = new ManualClock()) =>
  fetchOutbound(fetch)(clock, { publicOnly: true })

test('reads an answer up to its limit and follows no redirect', async () => {
  const asked: RequestInit[] = []
  const way = outbound(async (_, init) => {
    asked.push(init)
    return new Response('123456', { status: 202, headers: { 'content-type': 'text/plain' } })
  })
  assert.deepEqual(await way.send(REQUEST), {
    ok: true,
    status: 202,
    contentType: 'text/plain',
    body: new TextEncoder().encode('1234'),
    whole: false,
  })
  assert.equal(asked[0]?.redirect, 'manual')
  way.close()
})

test('rejects internal addresses and names before sending', async () => {
  const way = outbound(() => Promise.reject(new Error('it was sent')))
  for (const host of [
    '127.0.0.1',
    '10.1.2.3',
    '[::1]',
    'localhost',
    'localhost.',
    'printer.local',
    'vault.internal.',
  ])
    assert.deepEqual(await way.send({ ...REQUEST, url: `https://${host}/` }), {
      ok: false,
      code: 'address-refused',
    })
})

test('reports the reason of a missing answer: timeout, stopped or broken', async () => {
  const failing = outbound(() => Promise.reject(new TypeError('failed')))
  assert.deepEqual(await failing.send(REQUEST), { ok: false, code: 'broken' })
  const clock = new ManualClock()
  const hanging = outbound(
    (_, { signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }),
      ),
    clock,
  )
  const late = hanging.send(REQUEST)
  await clock.advance(REQUEST.timeoutMs)
  assert.deepEqual(await late, { ok: false, code: 'timeout' })
  const stopped = hanging.send(REQUEST)
  hanging.close()
  assert.deepEqual(await stopped, { ok: false, code: 'stopped' })
})
