/** API keys and secrets (D-19, D-28): shown once, stored as hashes, invalid at once when revoked. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import type { Tables } from '../schema/schema.ts'
import { createService } from '../app/service.ts'
import type { NewKeyOptions } from './accounts.ts'
import { base32 } from '@tapboard/server'
import { looksLikeId, newId, newPairingCode, newReference, plainCode } from './secret.ts'

const bytes = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 37 + 11) % 256)

eachEngine<Tables>(
  'stores a key as a hash only, lists its last characters, and rejects it when revoked',
  async ({ store }) => {
    const service = await createService({ store })
    const { accounts } = service
    const account = await accounts.createAccount('  Shop ')
    assert.equal(account?.name, 'Shop')
    assert.equal(await accounts.createAccount('Shop'), null)
    assert.deepEqual(await accounts.findAccount('Shop'), account)
    const live = await accounts.createKey(account?.id ?? '', { board: true })
    const sandbox = await accounts.createKey(account?.id ?? '', { board: true, sandbox: true })
    assert.match(live?.key ?? '', /^tb_live_[a-z2-7]{26}$/)
    assert.match(sandbox?.key ?? '', /^tb_test_[a-z2-7]{26}$/)
    assert.equal(await accounts.createKey('acc_none'), null)
    const kept = JSON.stringify(await store.db.selectFrom('service_key').selectAll().execute())
    assert.equal(kept.includes(live?.key.slice(8) ?? ''), false)
    const ask = async (): Promise<number> => {
      const headers = { Authorization: live?.key ?? '' }
      return (await service.fetch(new Request('http://service/v1/Device', { headers }))).status
    }
    assert.equal(await ask(), 200)
    assert.equal(await accounts.revokeKey(live?.id ?? ''), true)
    assert.equal(await accounts.revokeKey(live?.id ?? ''), false)
    assert.equal(await ask(), 401)
    const listed = (await accounts.listKeys()).map(({ hint, board, sandbox: test, revokedAtMs }) => [
      hint,
      board,
      test,
      revokedAtMs !== null,
    ])
    assert.deepEqual(
      listed.toSorted((a, b) => Number(a[2]) - Number(b[2])),
      [
        [live?.key.slice(-4), true, false, true],
        [sandbox?.key.slice(-4), true, true, false],
      ],
    )
    await service.close()
  },
)

eachEngine<Tables>(
  'D-111 a key reaches only the APIs of its scopes, expires, and records its last use',
  async ({ store }) => {
    const clock = new ManualClock()
    const service = await createService({ store, clock })
    const { accounts } = service
    const account = (await accounts.createAccount('Shop'))?.id ?? ''
    const other = (await accounts.createAccount('Other'))?.id ?? ''
    const nowMs = await store.now()
    const make = async (options: NewKeyOptions): Promise<string> =>
      (await accounts.createKey(account, options))?.key ?? ''
    const devices = async (key: string): Promise<number> =>
      (await service.fetch(new Request('http://s/v1/Device', { headers: { Authorization: key } }))).status
    const tiers = async (ApiKey: string): Promise<number> =>
      (
        await service.fetch(
          new Request('http://s/boarding/GetTiers', { method: 'POST', body: JSON.stringify({ ApiKey }) }),
        )
      ).status
    const board = await make({ name: ' Sign-up ', scopes: ['board'] })
    assert.deepEqual([await devices(board), await tiers(board)], [401, 200])
    const terminal = await make({ name: 'Till', scopes: ['terminal'], expiresAtMs: nowMs + 3_600_000 })
    assert.deepEqual([await devices(terminal), await tiers(terminal)], [200, 403])
    assert.equal(await devices(await make({ name: 'Old', expiresAtMs: nowMs })), 401)
    const listed = await accounts.listKeys(account)
    const named = (wanted: string) => listed.find(({ name }) => name === wanted)
    assert.deepEqual([named('Sign-up')?.scopes, named('Till')?.scopes], [['board'], ['terminal']])
    assert.deepEqual([named('Till')?.usedAtMs, named('Old')?.usedAtMs], [clock.now(), null])
    assert.deepEqual(await accounts.listKeys(other), [])
    assert.equal(await accounts.revokeKey(named('Sign-up')?.id ?? '', { accountId: other }), false)
    assert.equal(await tiers(board), 200)
    for (const wrong of [{ name: ' ' }, { name: 'a\nb' }, { scopes: [] }])
      await assert.rejects(accounts.createKey(account, wrong), RangeError)
    await service.close()
  },
)

eachEngine<Tables>(
  'D-133 a test key of a live account never reaches its terminals, sessions or reports',
  async ({ store }) => {
    const service = await createService({ store })
    const { accounts } = service
    const account = (await accounts.createAccount('Shop'))?.id ?? ''
    for (const scopes of [['terminal'], ['report'], ['terminal', 'board'], ['credit']] as const)
      await assert.rejects(accounts.createKey(account, { scopes, sandbox: true }), /Test terminals belong to/)
    await assert.rejects(accounts.createKey(account, { sandbox: true }), RangeError)
    const made = await accounts.createKey(account, { board: true, sandbox: true })
    assert.deepEqual((await accounts.listKeys())[0]?.scopes, ['board'])
    // A key of an earlier version has both scopes.
    await store.db.updateTable('service_key').set({ scopes: 'terminal board credit' }).execute()
    const headers = { Authorization: made?.key ?? '' }
    for (const [method, path] of [
      ['GET', '/v1/Device'],
      ['POST', '/v1/Device'],
      ['POST', '/v1/Session/initiate'],
      ['GET', '/v1/Session/ses_any'],
      ['POST', '/reportjson'],
      ['POST', '/payments'],
    ] as const) {
      const answer = await service.fetch(new Request(`http://s${path}`, { method, headers }))
      assert.equal(answer.status, 401, path)
      assert.match(await answer.text(), /"UNAUTHORIZED".*a test key of a live account/, path)
    }
    const test = (await accounts.createAccount('Trial', { sandbox: true }))?.id ?? ''
    await assert.rejects(accounts.createKey(test, { sandbox: false }), /test keys only/)
    const trial = (await accounts.createKey(test))?.key ?? ''
    const devices = new Request('http://s/v1/Device', { headers: { Authorization: trial } })
    assert.equal((await service.fetch(devices)).status, 200, 'the terminals of a test account')
    await service.close()
  },
)

eachEngine<Tables>(
  'D-133 the scope "report" reads reports and nothing else; the scope "terminal" contains it',
  async ({ store }) => {
    const service = await createService({ store })
    const account = (await service.accounts.createAccount('Shop'))?.id ?? ''
    const statuses = async (options: NewKeyOptions): Promise<readonly number[]> => {
      const Authorization = (await service.accounts.createKey(account, options))?.key ?? ''
      const ask = async (path: string, init: RequestInit): Promise<number> =>
        (await service.fetch(new Request(`http://s${path}`, { ...init, headers: { Authorization } }))).status
      const body = JSON.stringify({ xCommand: 'Report:Transaction', xRefNum: '123456789012' })
      return [await ask('/reportjson', { method: 'POST', body }), await ask('/v1/Device', {})]
    }
    assert.deepEqual(await statuses({ scopes: ['report'] }), [200, 401])
    assert.deepEqual(await statuses({ scopes: ['terminal'] }), [200, 200])
    assert.deepEqual(await statuses({ scopes: ['board'] }), [401, 401])
    await service.close()
  },
)

void test('accepts account names of 1 to 64 printable characters only', async () => {
  const { accounts, close } = await createService({ store: 'file::memory:' })
  for (const name of ['', ' ', 'a\nb', 'x'.repeat(65)])
    await assert.rejects(accounts.createAccount(name), RangeError)
  await close()
})

void test('IDs and codes have their documented formats', () => {
  assert.equal(base32(new TextEncoder().encode('foobar')), 'mzxw6ytboi')
  assert.equal(base32(new Uint8Array(16)).length, 26)
  assert.ok(looksLikeId(newId(bytes, 'dev'), 'dev'))
  for (const text of [
    'dev_',
    'dev',
    `ses_${'a'.repeat(26)}`,
    `dev_${'A'.repeat(26)}`,
    `dev_${'a'.repeat(27)}`,
  ])
    assert.equal(looksLikeId(text, 'dev'), false)
  assert.match(newReference(bytes), /^[1-9]\d{11}$/)
  assert.match(newPairingCode(bytes), /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  assert.equal(plainCode(' 4f7k 2pqm-'), '4F7K2PQM')
})
