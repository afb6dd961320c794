// Liveness, readiness, the OpenAPI document and the catalogue of errors.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Refusal } from '../refusal.ts'
import type { Call } from './call.ts'
import { ERROR_PAGE } from './error-page.ts'
import { createLifecycle } from './lifecycle.ts'
import { serviceHandlers } from './service-routes.ts'

type Deps = Parameters<typeof serviceHandlers>[0]

const handlers = (members: Partial<Deps> = {}) =>
  serviceHandlers({
    lifecycle: createLifecycle(),
    probe: async () => {},
    failing: () => null,
    document: () => ({ openapi: '3.1.0' }),
    ...members,
  })
const CALL = {} as Call<never>
const refusal = async (members: Partial<Deps>): Promise<Partial<Refusal>> => {
  const reply = await handlers(members).getReadiness(CALL)
  assert.ok(!reply.ok)
  return {
    code: reply.code,
    detail: reply.detail,
    ...('retryAfterSeconds' in reply ? { retryAfterSeconds: reply.retryAfterSeconds } : {}),
  }
}

void test('is ready while the store commits and the loops of the sales run', async () => {
  assert.deepEqual(await handlers().getReadiness(CALL), { ok: true, status: 200, body: { status: 'ready' } })
})

void test('is not ready once the process leaves, which does all other work until it drains', async () => {
  const lifecycle = createLifecycle()
  lifecycle.leave()
  assert.equal((await refusal({ lifecycle })).code, 'draining')
  assert.equal(lifecycle.refusal(), null)
  lifecycle.drain()
  assert.equal(lifecycle.refusal()?.code, 'draining')
})

void test('is not ready while the process drains, before the store is asked', async () => {
  const lifecycle = createLifecycle()
  assert.equal(lifecycle.refusal(), null)
  lifecycle.drain()
  lifecycle.drain()
  let asked = 0
  const probe = async (): Promise<void> => void (asked += 1)
  const detail = 'Send the request again: another instance, or this one after its restart, will handle it.'
  assert.deepEqual(await refusal({ lifecycle, probe }), { code: 'draining', detail, retryAfterSeconds: 2 })
  assert.equal(asked, 0)
})

void test('is not ready without a store that commits, or while a loop of the sales fails', async () => {
  const code = 'store-unavailable'
  const probe = () => Promise.reject(new Error('no'))
  assert.deepEqual(await refusal({ probe }), { code, detail: 'Wait: the store does not commit a write.' })
  assert.deepEqual(await refusal({ failing: () => 'claim' }), {
    code,
    detail: 'Wait: claiming sales fails again and again (claim-failing).',
  })
  assert.deepEqual(await refusal({ failing: () => 'renew' }), {
    code,
    detail: 'Wait: renewing the leases on sales fails again and again (renew-failing).',
  })
})

void test('is live in every state, and its documents may be kept for a minute', async () => {
  const lifecycle = createLifecycle()
  lifecycle.drain()
  const all = handlers({ lifecycle, probe: () => Promise.reject(new Error('no')), failing: () => 'claim' })
  assert.deepEqual(await all.getLiveness(CALL), { ok: true, status: 200, body: { status: 'live' } })
  assert.deepEqual(await all.getOpenApi(CALL), {
    ok: true,
    status: 200,
    body: new TextEncoder().encode('{"openapi":"3.1.0"}'),
    headers: { 'cache-control': 'public, max-age=60' },
  })
  assert.deepEqual(await all.getErrors(CALL), {
    ok: true,
    status: 200,
    body: ERROR_PAGE,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
})

void test('makes and writes the OpenAPI document at its first request, once', async () => {
  let made = 0
  const { getOpenApi } = handlers({ document: () => ({ number: (made += 1) }) })
  assert.equal(made, 0)
  const [first, second] = [await getOpenApi(CALL), await getOpenApi(CALL)]
  assert.deepEqual(first.ok && first.body, new TextEncoder().encode('{"number":1}'))
  assert.equal(second.ok && second.body, first.ok && first.body)
  assert.equal(made, 1)
})
