/** D-148: the refusals of the three APIs, counted by code and reason with a bounded number of label values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GUESSES_MAX } from '@tapboard/server'
import { createService, type Service } from '../app/service.ts'
import { createRefusalCounter } from './refusal-counter.ts'

const ORIGIN = 'http://localhost:4010'

/** The counts of a service, `code reason` → number. */
async function countsOf(service: Service): Promise<ReadonlyMap<string, number>> {
  const lines = (await service.metrics())
    .split('\n')
    .filter((line) => line.startsWith('tapboard_http_refusals_total{'))
  return new Map(
    lines.map((line) => {
      const [, code, reason = '', count] =
        /^tapboard_http_refusals_total\{code="(\w[\w-]*)"(?:,reason="([\w-]+)")?\} (\d+)$/.exec(line) ?? []
      assert.ok(code !== undefined, line)
      return [`${code} ${reason}`.trim(), Number(count)]
    }),
  )
}

void test('D-148 refusals of the terminal API, the boarding API and the dashboard are counted by code and reason', async () => {
  const service = await createService({ store: 'file::memory:' })
  const call = async (method: string, path: string, key?: string, body?: object): Promise<number> => {
    const init = {
      method,
      headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { Authorization: key }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    return (await service.fetch(new Request(`${ORIGIN}${path}`, init), { address: '192.0.2.7' })).status
  }
  const account = await service.accounts.createAccount('Shop')
  const { accounts } = service
  const made = await accounts.createKey(account?.id ?? '', { scopes: ['report'] })
  const revoked = await accounts.createKey(account?.id ?? '')
  assert.ok(made !== null && revoked !== null)
  await accounts.revokeKey(revoked.id)
  assert.equal(await call('GET', '/v1/Device'), 401)
  assert.equal(await call('GET', '/v1/Device', revoked.key), 401)
  assert.equal(await call('GET', '/v1/Device', made.key), 401)
  assert.equal(await call('POST', '/boarding/GetTiers', undefined, { ApiKey: made.key }), 403)
  assert.equal(await call('GET', '/dashboard/api/keys'), 401)
  assert.equal(await call('GET', '/no/such/path'), 404)
  assert.equal(await call('PUT', '/v1/Device'), 405)
  assert.equal(await call('POST', '/boarding/NoSuchOperation'), 404)
  assert.equal(await call('GET', '/dashboard/api/no-such-address'), 404)
  for (let count = 0; count <= GUESSES_MAX; count += 1) await call('GET', '/v1/Device', `tb_live_${count}`)
  assert.deepEqual(Object.fromEntries(await countsOf(service)), {
    'UNAUTHORIZED key-missing': 1,
    'UNAUTHORIZED key-revoked': 1,
    'UNAUTHORIZED scope': 1,
    'AccessDenied scope': 1,
    'signed-out': 1,
    INVALID_REQUEST: 2,
    NotFound: 1,
    'not-found': 1,
    'UNAUTHORIZED key-unknown': GUESSES_MAX + 1,
  })
  await service.close()
})

void test('D-148 an answered request and a health probe are no refusals', async () => {
  const service = await createService({ store: 'file::memory:' })
  for (const path of ['/health/live', '/health/ready', '/docs'])
    await service.fetch(new Request(`${ORIGIN}${path}`))
  assert.equal((await countsOf(service)).size, 0)
  await service.close()
})

void test('D-148 unknown codes and reasons share one label value', () => {
  const counter = createRefusalCounter()
  for (let at = 0; at < 1_000; at += 1) counter.count({ code: `code-${at}`, reason: `"}\n${at}` })
  assert.match(counter.text(), /^tapboard_http_refusals_total\{code="other",reason="other"\} 1000\n$/m)
})
