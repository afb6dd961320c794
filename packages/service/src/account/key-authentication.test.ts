/** D-141: the log line of a refused key names its source, key and reason; guesses of keys are slowed per network. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GUESSES_MAX } from '@tapboard/server'
import { ManualClock } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import type { LogFields } from '../ports.ts'
import { SLOW_BODY_MS } from './key-authentication.ts'

const UNKNOWN = `tb_live_${'a'.repeat(26)}`

/** A service behind one proxy, with the lines of its log. */
async function started() {
  const lines: LogFields[] = []
  const add = (fields: LogFields): void => void lines.push(fields)
  const clock = new ManualClock()
  const log = { info: add, warn: add, error: add }
  const service = await createService({ store: 'file::memory:', clock, log, proxies: 1 })
  const account = (await service.accounts.createAccount('Shop'))?.id ?? ''
  return { service, account, clock, lines }
}

const send = (service: Service, key: string | null, from = '192.0.2.7'): Promise<Response> =>
  service.fetch(
    new Request('http://s/v1/Device', {
      headers: { 'x-forwarded-for': from, ...(key === null ? {} : { authorization: key }) },
    }),
    { address: '10.0.0.1' },
  )

const board = (service: Service, ApiKey: string, from = '192.0.2.7'): Promise<Response> =>
  service.fetch(
    new Request('http://s/boarding/GetTiers', {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: JSON.stringify({ ApiKey }),
    }),
    { address: '10.0.0.1' },
  )

void test('D-141 the log tells unknown, revoked and expired keys apart; the answers do not', async () => {
  const { service, account, lines } = await started()
  const { accounts } = service
  const revoked = await accounts.createKey(account)
  await accounts.revokeKey(revoked?.id ?? '')
  const expired = await accounts.createKey(account, { expiresAtMs: 1 })
  const boarding = await accounts.createKey(account, { scopes: ['board'] })
  const answers = new Set<string>()
  for (const [key, reason, keyId] of [
    [null, 'key-missing', undefined],
    [UNKNOWN, 'key-unknown', undefined],
    ['Bearer nonsense', 'key-unknown', undefined],
    [revoked?.key, 'key-revoked', revoked?.id],
    [expired?.key, 'key-expired', expired?.id],
    [boarding?.key, 'scope', boarding?.id],
  ] as const) {
    const response = await send(service, key ?? null)
    assert.equal(response.status, 401)
    if (reason !== 'scope') answers.add((await response.text()).replace(/call_\w+/g, ''))
    const line = lines.at(-1)
    assert.deepEqual(
      [line?.code, line?.reason, line?.keyId, line?.source, line?.status],
      ['UNAUTHORIZED', reason, keyId, '192.0.2.7', 401],
    )
    assert.match(line?.reference ?? '', /^call_/)
  }
  assert.equal(answers.size, 1)
  await board(service, revoked?.key ?? '')
  const line = lines.find(({ route, code }) => route === 'getTiers' && code === 'AccessDenied')
  assert.deepEqual([line?.reason, line?.keyId, line?.source], ['key-revoked', revoked?.id, '192.0.2.7'])
  await service.close()
})

void test('D-141 the line of an answered request names account and key, and no address', async () => {
  const { service, account, lines } = await started()
  const key = await service.accounts.createKey(account, { scopes: ['terminal', 'board'] })
  const last = () => lines.findLast(({ status }) => status !== undefined)
  for (const answer of [await send(service, key?.key ?? null), await board(service, key?.key ?? '')]) {
    assert.equal(answer.status, 200)
    const { accountId, keyId, source } = last() ?? {}
    assert.deepEqual([accountId, keyId, source], [account, key?.id, undefined])
  }
  await service.close()
})

void test('D-141 wrong keys are slowed per network; a right one from elsewhere is not', async () => {
  const { service, account, clock, lines } = await started()
  const right = (await service.accounts.createKey(account, { board: true }))?.key ?? ''
  for (let count = 0; count < GUESSES_MAX; count += 1) {
    const response = await (count % 2 === 0 ? send(service, UNKNOWN) : board(service, UNKNOWN))
    assert.equal(response.status, count % 2 === 0 ? 401 : 403)
  }
  const slowed = await send(service, right)
  assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, '60'])
  assert.equal(lines.at(-1)?.reason, 'guesses')
  assert.equal((await board(service, right)).status, 429)
  assert.equal((await send(service, right, '192.0.2.8')).status, 200)
  assert.equal('source' in (lines.at(-1) ?? {}), false)
  clock.jump(60_000)
  assert.equal((await send(service, right)).status, 200)
  await service.close()
})

void test('D-19 a key that is revoked while the body of its request arrives does nothing', async () => {
  const { service, account, clock, lines } = await started()
  const key = await service.accounts.createKey(account)
  const ask = (whileArriving: () => Promise<unknown>): Promise<Response> => {
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await whileArriving()
          controller.enqueue(new TextEncoder().encode(JSON.stringify({ xDeviceSerialNumber: 'x' })))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', headers: { authorization: key?.key ?? '' }, body, duplex: 'half' }
    return service.fetch(new Request('http://s/v1/Device', init as RequestInit))
  }
  const slow = await ask(() => clock.advance(SLOW_BODY_MS + 1))
  assert.equal(slow.status, 400, 'a slow body is read, and its contents are wrong')
  const revoked = await ask(async () => {
    await clock.advance(SLOW_BODY_MS + 1)
    await service.accounts.revokeKey(key?.id ?? '')
  })
  assert.equal(revoked.status, 401)
  assert.deepEqual([lines.at(-1)?.reason, lines.at(-1)?.keyId], ['key-revoked', key?.id])
  await service.close()
})
