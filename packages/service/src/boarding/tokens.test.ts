/** Terms tokens: reasons of rejection, and the second check in the transaction (D-25). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import { hashOf } from '../account/secret.ts'
import type { TermsTokenRow } from '../schema/boarding.ts'
import type { Tables } from '../schema/schema.ts'
import { createService } from '../app/service.ts'
import { llcValues, Partner, TEST_DATA_KEY, withPartner } from '../testing.ts'
import { checkToken, nameKey, spendToken } from './tokens.ts'

const row: TermsTokenRow = {
  hash: 'h',
  acceptanceId: 'agr_1',
  accountId: 'acc_1',
  tierId: 'tier_1',
  corporateName: 'harbor cycle repair llc',
  expiresAtMs: 1_000,
  usedBy: null,
}
const binding = {
  accountId: 'acc_1',
  sandbox: false,
  tierId: 'tier_1',
  corporateName: 'Harbor Cycle Repair LLC',
}

void test('D-25 the sandbox rejects a used token of the account and no other text', () => {
  const inTest = { ...binding, sandbox: true }
  const judged = [
    undefined,
    row,
    { ...row, expiresAtMs: 0 },
    { ...row, tierId: 'tier_2', usedBy: 'app_1' },
    { ...row, corporateName: 'other' },
    { ...row, accountId: 'acc_2', usedBy: 'app_1' },
  ].map((each) => checkToken(each, inTest, 999))
  assert.deepEqual(judged, [null, null, null, null, null, null])
  assert.equal(checkToken({ ...row, usedBy: 'app_1' }, inTest, 999), 'used')
})

void test("D-25 reports the reason of an invalid token; another account's token is unknown", () => {
  assert.equal(checkToken(row, binding, 999), null)
  assert.equal(checkToken(undefined, binding, 999), 'unknown')
  assert.equal(checkToken({ ...row, usedBy: 'app_1' }, { ...binding, accountId: 'acc_2' }, 999), 'unknown')
  assert.equal(checkToken({ ...row, usedBy: 'app_1' }, binding, 2_000), 'used')
  assert.equal(checkToken(row, binding, 1_000), 'expired')
  assert.equal(checkToken(row, { ...binding, tierId: 'tier_2' }, 999), 'other-tier')
  assert.equal(checkToken(row, { ...binding, corporateName: 'Harbor' }, 999), 'other-name')
  assert.equal(nameKey(' HARBOR\u200b  Cycle Repair LLC'), nameKey('Harbor Cycle Repair LLC'))
})

eachEngine<Tables>(
  'D-25 the transaction consumes a token only for its account, tier and name, before its expiry, once',
  async ({ store }) => {
    const service = await createService({ store, dataKey: TEST_DATA_KEY })
    const partner = await Partner.join(service)
    const hash = hashOf(await partner.agree())
    const kept = await store.db
      .selectFrom('service_terms_token')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()
    const good = {
      accountId: kept.account_id,
      sandbox: false,
      tierId: kept.tier_id,
      corporateName: llcValues().corporateName,
    }
    const spend = (changes: Partial<typeof good>, nowMs = kept.expires_at_ms - 1) =>
      store.transaction((trx) => spendToken(trx, hash, { ...good, ...changes }, { appId: 'app_1', nowMs }))
    assert.equal(await spend({ accountId: 'acc_2' }), false)
    assert.equal(await spend({ tierId: 'tier_2' }), false)
    assert.equal(await spend({ corporateName: 'Harbor' }), false)
    assert.equal(await spend({}, kept.expires_at_ms), false)
    assert.equal(await spend({}), true)
    assert.equal(await spend({}), false)
  },
)

void test(
  'D-23 reports an invalid token together with the invalid fields',
  withPartner(async (partner) => {
    const used = await partner.agree()
    assert.equal((await partner.post('SubmitGoApp', partner.submission(llcValues(), used))).status, 200)
    const bad = await partner.post('SubmitGoApp', partner.submission(llcValues({ taxId: '1' }), used))
    assert.deepEqual((bad.body['Error'] as Record<string, unknown>)['ErrorMessages'], [
      'TaxId: Enter nine digits.',
      'Token: Agree to the terms again.',
    ])
  }),
)

void test(
  '§2.4 a sandbox tier always has the test co-brand',
  withPartner(async (partner) => {
    const cobrand = { id: 'live-cobrand', secret: 'co-brand-secret-1' }
    const tier = await partner.service.boarding.addTier(partner.accountId, {
      name: 'Branded',
      sandbox: true,
      cobrand,
    })
    assert.equal(tier?.cobrandId, 'test-cobrand')
    const live = await partner.service.boarding.addTier(partner.accountId, { name: 'Branded', cobrand })
    assert.equal(live?.cobrandId, 'live-cobrand')
  }),
)
