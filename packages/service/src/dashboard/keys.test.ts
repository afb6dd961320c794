/** Keys and terminals in the dashboard. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createService } from '../app/service.ts'
import type { LogFields } from '../ports.ts'
import { DashboardBrowser } from '../testing/dashboard.ts'
import { withStack } from '../testing.ts'

type Row = Readonly<Record<string, unknown>>

void test(
  'a key is shown once, works with its scopes only, and is listed with its last use until it is revoked',
  withStack(async (stack) => {
    const account = await stack.service.accounts.createAccount('Live shop')
    const owner = await DashboardBrowser.signedIn(stack.service, account?.id ?? '')
    const wanted = { name: ' Till 1 ', scopes: ['terminal'], sandbox: false, days: 30 }
    const made = await owner.call('POST', '/keys', wanted)
    const key = String(made.body['key'])
    assert.match(key, /^tb_live_/)
    const headers = { Authorization: key }
    const ask = async () => (await stack.call('GET', '/v1/Device', undefined, headers)).status
    assert.equal(await ask(), 200)
    const listed = await owner.call('GET', '/keys')
    assert.equal(listed.text.includes(key), false)
    const [row] = listed.body['keys'] as readonly Row[]
    assert.deepEqual([row?.['name'], row?.['hint'], row?.['scopes']], ['Till 1', key.slice(-4), ['terminal']])
    assert.equal(typeof row?.['usedAtMs'], 'number')
    assert.equal(Math.round((Number(row?.['expiresAtMs']) - Number(row?.['createdAtMs'])) / 86_400_000), 30)
    assert.equal((await owner.call('DELETE', `/keys/${String(row?.['id'])}`)).status, 200)
    assert.equal((await owner.call('DELETE', `/keys/${String(row?.['id'])}`)).code, 'not-found')
    assert.equal(await ask(), 401)
    for (const wrong of [
      { ...wanted, name: ' ' },
      { ...wanted, scopes: [] },
      { ...wanted, scopes: ['admin'] },
      { ...wanted, days: 0 },
      { ...wanted, days: 1.5 },
      { ...wanted, days: 3_651 },
    ])
      assert.equal((await owner.call('POST', '/keys', wrong)).code, 'invalid', JSON.stringify(wrong))
    for (const scopes of [['terminal'], ['report'], ['terminal', 'board']])
      assert.equal((await owner.call('POST', '/keys', { ...wanted, scopes, sandbox: true })).code, 'invalid')
    const boarder = { ...wanted, scopes: ['board'], sandbox: true }
    assert.equal(
      (await owner.call('POST', '/keys', boarder)).status,
      200,
      'D-133 a test key that boards only',
    )
    const persons = (await owner.call('GET', '/keys')).body['keys'] as readonly Row[]
    const authors = persons.map(({ createdBy, revokedBy }) => `${String(createdBy)}, ${String(revokedBy)}`)
    const name = `owner of ${account?.id}`
    assert.deepEqual(authors.toSorted(), [`${name}, null`, `${name}, ${name}`])
    const sandbox = await stack.service.accounts.createAccount('Test account', { sandbox: true })
    const tester = await DashboardBrowser.signedIn(stack.service, sandbox?.id ?? '')
    assert.equal((await tester.call('POST', '/keys', wanted)).code, 'invalid', 'a test account has test keys')
  }),
)

void test('D-147 a created and a revoked key are log lines with the person and the source', async () => {
  const lines: { readonly message: string; readonly fields: LogFields }[] = []
  const add = (fields: LogFields, message: string): void => void lines.push({ message, fields })
  const service = await createService({
    store: 'file::memory:',
    log: { info: add, warn: add, error: add },
  })
  const account = await service.accounts.createAccount('Live shop')
  const owner = await DashboardBrowser.signedIn(service, account?.id ?? '')
  const wanted = { name: 'Till 1', scopes: ['terminal'], sandbox: false }
  const { id: keyId, key } = (await owner.call('POST', '/keys', wanted)).body
  for (let times = 0; times < 2; times += 1) await owner.call('DELETE', `/keys/${String(keyId)}`)
  const audited = lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields)
  assert.deepEqual(
    audited.map(({ action, keyId: id, accountId }) => [action, id, accountId]),
    [
      ['key-created', keyId, account?.id],
      ['key-revoked', keyId, account?.id],
    ],
  )
  for (const { userId } of audited) assert.match(userId ?? '', /^usr_/)
  assert.equal(JSON.stringify(lines).includes(String(key)), false)
  await service.close()
})

void test(
  'a terminal is registered, pairs with its code, is renamed, gets a new code and is removed',
  withStack(async (stack) => {
    const [account] = await stack.service.accounts.listAccounts()
    const owner = await DashboardBrowser.signedIn(stack.service, account?.id ?? '')
    const wanted = { serial: 'SN-7', model: 'a920 pro', name: ' Front ' }
    const made = await owner.call('POST', '/terminals', wanted)
    assert.equal((await owner.call('POST', '/terminals', wanted)).code, 'conflict')
    const path = `/terminals/${String(made.body['id'])}`
    const list = async () => ((await owner.call('GET', '/terminals')).body['terminals'] as readonly Row[])[0]
    assert.deepEqual(
      [
        (await list())?.['model'],
        (await list())?.['name'],
        (await list())?.['status'],
        (await list())?.['paired'],
      ],
      ['A920 Pro', 'Front', 'DISCONNECTED', false],
    )
    const again = await owner.call('POST', `${path}/code`)
    assert.notEqual(again.body['pairingCode'], made.body['pairingCode'])
    await stack.connect({ pairingCode: String(again.body['pairingCode']) }, 'SN-7')
    assert.deepEqual([(await list())?.['status'], (await list())?.['paired']], ['CONNECTED', true])
    assert.equal((await owner.call('PUT', path, { name: 'Back' })).status, 200)
    assert.equal((await list())?.['name'], 'Back')
    await stack.initiate(String(made.body['id']), 'order-1')
    assert.equal((await owner.call('DELETE', path)).code, 'conflict', 'a payment is running')
    for (const wrong of [
      { ...wanted, serial: 'a\nb' },
      { ...wanted, model: 'B1' },
      { ...wanted, name: '' },
    ])
      assert.equal((await owner.call('POST', '/terminals', wrong)).code, 'invalid', JSON.stringify(wrong))
    const second = await owner.call('POST', '/terminals', { ...wanted, serial: 'SN-8' })
    assert.equal((await owner.call('DELETE', `/terminals/${String(second.body['id'])}`)).status, 200)
  }),
)
