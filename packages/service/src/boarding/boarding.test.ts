/** The boarding API from a partner's view, on both stores. */
import assert from 'node:assert/strict'
import { boarding } from '@tapboard/contract'
import { eachEngine } from '@tapboard/store/testing'
import type { Tables } from '../schema/schema.ts'
import { createService } from '../app/service.ts'
import { ANY_TOKEN, llcValues, Partner, soleValues, TEST_DATA_KEY, type BoardingAnswer } from '../testing.ts'
import type { Store } from '@tapboard/store'

const partnerOn = async (store: Store<Tables>): Promise<Partner> =>
  Partner.join(await createService({ store, dataKey: TEST_DATA_KEY }))

const errorOf = ({ body }: BoardingAnswer) => {
  const read = boarding.BoardingErrorBody.parse(body)
  assert.match(read.Refnum, /^call_[a-z2-7]{16}$/)
  return { code: read.Error.ErrorCode, messages: read.Error.ErrorMessages }
}

const namesOf = ({ body }: BoardingAnswer): unknown[] =>
  boarding.getTiers.answers[200]
    .parse(body)
    .Tiers.map((tier) => (typeof tier === 'string' ? tier : tier.Name))

eachEngine<Tables>(
  'D-22 a sandbox key gets sandbox tiers only, a production key the others, a key of a sandbox account only sandbox tiers',
  async ({ store }) => {
    const partner = await partnerOn(store)
    const { liveKey, testKey, accountId, service } = partner
    const names = Array.from({ length: 12 }, (_, index) => `Tier ${index}`)
    const many = await service.accounts.createAccount('Many')
    for (const name of names) await service.boarding.addTier(many?.id ?? '', { name })
    const kept = await service.boarding.listTiers(many?.id)
    assert.deepEqual(
      kept.map(({ name }) => name),
      names,
      'in the order of their creation, even within one millisecond',
    )
    const live = await partner.post('GetTiers', { ApiKey: liveKey })
    assert.equal(live.status, 200)
    assert.deepEqual(live.body['Tiers'], [
      {
        Name: 'Standard',
        IsSandbox: false,
        Label: 'Standard plan',
        Fees: [{ Label: 'Card present', Value: '2.6 % + 10¢' }],
        Includes: ['One terminal'],
      },
      { Name: 'Plus', IsSandbox: false },
    ])
    const test = await partner.post('gettiernames', { apikey: testKey })
    assert.deepEqual(namesOf(test), ['Standard', 'Trial'])
    const other = await Partner.join(service, 'Other')
    assert.equal(namesOf(await partner.post('GetTiers', { ApiKey: other.liveKey })).length, 2)
    await service.boarding.setSettings(accountId, { sandbox: true })
    assert.deepEqual(namesOf(await partner.post('GetTiers', { ApiKey: liveKey })), ['Standard', 'Trial'])
  },
)

eachEngine<Tables>(
  '§4.6 receives an application with its terms token once, and finds it by AppId or token',
  async ({ store }) => {
    const partner = await partnerOn(store)
    const { liveKey, testKey, accountId, service } = partner
    await service.boarding.setSettings(accountId, { agentId: 'agent-7' })
    const token = await partner.agree()
    const body = partner.submission(llcValues(), token)
    const sent = await partner.post('SubmitGoApp', body)
    const { AppId } = boarding.submitGoApp.answers[200].parse(sent.body)
    assert.equal(sent.body['Equipment'], undefined)
    for (const by of [{ AppId }, { Token: token }, { AppId, Token: token }]) {
      const read = await partner.post('GetApplication', { ApiKey: liveKey, ...by })
      const { ApplicationStatus, TierName } = boarding.getApplication.answers[200].parse(read.body)
      assert.deepEqual([ApplicationStatus, TierName], ['received', 'Standard'])
    }
    const view = await service.boarding.applications.find(AppId)
    assert.deepEqual(
      [view?.agentId, view?.status, view?.reference, view?.lastDigits['taxId']],
      ['agent-7', 'received', sent.body['Refnum'], '4509'],
    )
    const again = await partner.post('SubmitGoApp', body)
    assert.deepEqual(
      [again.status, errorOf(again)],
      [400, { code: 'InvalidToken', messages: ['Token: Agree to the terms again.'] }],
    )
    const twice = await partner.submit(llcValues())
    assert.equal(twice.status, 409)
    const { code, messages } = errorOf(twice)
    assert.equal(code, 'DuplicateApplication')
    assert.match(messages[0] ?? '', new RegExp(AppId))
    const other = await Partner.join(service, 'Other')
    for (const [key, by] of [
      [other.liveKey, { AppId }],
      [other.liveKey, { Token: token }],
      [testKey, { AppId }],
      [liveKey, { AppId: 'app_nothing' }],
      [liveKey, { AppId, Token: 'terms_other' }],
    ] as const) {
      const read = await partner.post('GetApplication', { ApiKey: key, ...by })
      assert.deepEqual([read.status, errorOf(read).code], [404, 'NotFound'])
    }
    assert.equal((await other.submit(llcValues())).status, 200, 'another partner may board the same business')
  },
)

eachEngine<Tables>(
  'D-26 a sandbox application gets test equipment under the test co-brand at once, and may be repeated',
  async ({ store }) => {
    const partner = await partnerOn(store)
    const ids = new Set<string>()
    for (const values of [llcValues(), llcValues(), soleValues({ tierName: 'Trial' })]) {
      const sent = await partner.submit(values, { key: partner.testKey })
      const { AppId, Equipment } = boarding.submitGoApp.answers[200].parse(sent.body)
      assert.match(Equipment?.GatewayAccount.Id ?? '', /^gw_test_/)
      assert.match(Equipment?.ProcessingAccount.Id ?? '', /^pa_test_/)
      assert.deepEqual(
        [Equipment?.GatewayAccount.CoBrand, Equipment?.ProcessingAccount.CoBrand],
        ['test-cobrand', 'test-cobrand'],
      )
      const read = await partner.post('GetApplication', { ApiKey: partner.testKey, AppId })
      assert.deepEqual(read.body['Equipment'], sent.body['Equipment'])
      ids.add(AppId)
    }
    assert.equal(ids.size, 3)
  },
)

eachEngine<Tables>(
  'D-25 a text that the sandbox received twice leads to the newest application',
  async ({ store }) => {
    const partner = await partnerOn(store)
    const { testKey: ApiKey } = partner
    const appIdOf = async (Token: string) =>
      (await partner.post('GetApplication', { ApiKey, Token })).body['AppId']
    const first = await partner.submit(llcValues(), { key: ApiKey })
    assert.equal(await appIdOf(ANY_TOKEN), first.body['AppId'])
    await store.db.updateTable('service_application').set({ created_at_ms: 1 }).execute()
    const second = await partner.submit(llcValues(), { key: ApiKey })
    assert.equal(await appIdOf(ANY_TOKEN), second.body['AppId'])
  },
)

eachEngine<Tables>(
  'D-25 of eight concurrent submissions with one token to two processes, one is received',
  async ({ store, open }) => {
    const partner = await partnerOn(store)
    const second = await createService({ store: await open(), dataKey: TEST_DATA_KEY })
    const elsewhere = Partner.known(second, partner)
    for (const key of [partner.liveKey, partner.testKey]) {
      const token = await partner.agree('Standard', llcValues().corporateName, key)
      const body = partner.submission(llcValues(), token, { key })
      const all = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 ? partner : elsewhere).post('SubmitGoApp', body)),
      )
      assert.equal(all.filter(({ status }) => status === 200).length, 1)
      for (const refused of all.filter(({ status }) => status !== 200))
        assert.ok(['InvalidToken', 'DuplicateApplication'].includes(errorOf(refused).code))
    }
    assert.equal((await partner.service.boarding.applications.list()).length, 2)
    await second.close()
  },
)

eachEngine<Tables>(
  'D-25 a token is valid for its account, tier, kind and legal name, for a day',
  async ({ open }) => {
    let nowMs = Date.now()
    const travelling = await open({ testClock: () => nowMs })
    const partner = await partnerOn(travelling)
    const { service, testKey, liveKey } = partner
    const other = await Partner.join(service, 'Other')
    const token = await partner.agree('Standard', 'Harbor Cycle Repair LLC')
    const submit = (
      from: Partner,
      values: Parameters<Partner['submission']>[0],
      key = from.liveKey,
      sent = token,
    ) => from.post('SubmitGoApp', from.submission(values, sent, { key }))
    for (const refused of [
      await submit(other, llcValues()),
      await submit(partner, llcValues({ tierName: 'Plus' })),
      await submit(partner, llcValues({ corporateName: 'Another Company LLC' })),
      await submit(partner, llcValues(), liveKey, 'terms_aaaaaaaaaaaaaaaaaaaaaaaaaa'),
      await submit(partner, llcValues(), liveKey, ' '),
      await partner.post('SubmitGoApp', partner.submission(llcValues())),
    ])
      assert.deepEqual(errorOf(refused), {
        code: 'InvalidToken',
        messages: ['Token: Agree to the terms again.'],
      })
    assert.equal((await submit(partner, llcValues(), testKey)).status, 200, 'any text, and it stays valid')
    nowMs += 24 * 3_600_000 - 1
    assert.equal(
      (await submit(partner, llcValues({ corporateName: 'HARBOR CYCLE  REPAIR LLC' }))).status,
      200,
    )
    const late = await partner.agree('Standard', 'Late Company LLC')
    nowMs += 24 * 3_600_000
    const expired = await submit(partner, llcValues({ corporateName: 'Late Company LLC' }), liveKey, late)
    assert.equal(errorOf(expired).code, 'InvalidToken')
    const inTest = await partner.agree('Trial', 'Harbor Cycle Repair LLC', testKey)
    const trial = llcValues({ tierName: 'Trial' })
    assert.equal((await submit(partner, trial, testKey, inTest)).status, 200)
    assert.equal(errorOf(await submit(partner, trial, testKey, inTest)).code, 'InvalidToken')
    await service.close()
  },
)

eachEngine<Tables>(
  "D-21 accepts both spellings and both places of the token, and answers in the request's spelling",
  async ({ store }) => {
    const partner = await partnerOn(store)
    let count = 0
    for (const nameCase of ['pascal', 'camel'] as const)
      for (const tokenPlace of ['top', 'signature'] as const) {
        count += 1
        const values = llcValues({ corporateName: `Harbor Cycle Repair ${count} LLC` })
        const token = await partner.agree('Standard', values.corporateName)
        const good = partner.submission(values, token, { nameCase, tokenPlace })
        const bad = await partner.post('submitgoapp', {
          ...good,
          [nameCase === 'pascal' ? 'TaxId' : 'taxId']: '1',
        })
        const error = {
          pascal: ['Status', 'Refnum', 'Error', 'ErrorCode'],
          camel: ['status', 'refnum', 'error', 'errorCode'],
        }[nameCase]
        assert.deepEqual(Object.keys(bad.body), error.slice(0, 3))
        assert.equal((bad.body[error[2] ?? ''] as Record<string, unknown>)[error[3] ?? ''], 'ValidationError')
        const sent = await partner.post('SUBMITGOAPP', good)
        assert.deepEqual(
          Object.keys(sent.body),
          nameCase === 'pascal' ? ['Status', 'Refnum', 'AppId'] : ['status', 'refnum', 'appId'],
        )
      }
    const camel = await partner.post('GetTiers', { apiKey: partner.liveKey })
    assert.deepEqual((camel.body['tiers'] as unknown[])[1], { name: 'Plus', isSandbox: false })
    assert.equal((await partner.service.boarding.applications.list()).length, 4)
  },
)

eachEngine<Tables>(
  '§5.2 missing, wrong, revoked and unauthorized keys get the same answer and no effect',
  async ({ store }) => {
    const partner = await partnerOn(store)
    const { accounts } = partner.service
    const plain = (await accounts.createKey(partner.accountId))?.key ?? ''
    const revoked = await accounts.createKey(partner.accountId, { board: true })
    await accounts.revokeKey(revoked?.id ?? '')
    const { ApiKey, ...rest } = partner.submission(llcValues(), await partner.agree())
    const seen = new Set<string>()
    for (const keys of [
      {},
      { ApiKey: '' },
      { ApiKey: 'tb_live_aaaaaaaaaaaaaaaaaaaaaaaaaa' },
      { ApiKey: plain },
      { ApiKey: revoked?.key },
      { ApiKey: [ApiKey] },
      { ApiKey: null },
      { ApiKey, apiKey: ApiKey },
      { ApiKey: 'x'.repeat(10_000) },
    ])
      for (const operation of ['GetTiers', 'GetTierNames', 'SubmitGoApp', 'Agreement', 'GetApplication']) {
        const answer = await partner.post(operation, { ...keys, ...rest })
        assert.equal(answer.status, 403)
        const {
          ErrorMessage,
          errorMessage = ErrorMessage,
          ...error
        } = (answer.body['Error'] ?? answer.body['error']) as Record<string, unknown>
        seen.add(JSON.stringify(Object.values(error)))
        assert.equal(errorMessage !== undefined, operation.startsWith('GetTier'))
      }
    assert.equal(seen.size, 1)
    assert.match([...seen][0] ?? '', /AccessDenied.*Send a key/)
    assert.equal((await partner.service.boarding.applications.list()).length, 0)
  },
)

eachEngine<Tables>(
  'D-23 a removed tier, or one of the other kind or of another partner, is InvalidTier, even with a token',
  async ({ store }) => {
    const partner = await partnerOn(store)
    const { service, liveKey, testKey } = partner
    for (const [tierName, key] of [
      ['Trial', liveKey],
      ['Plus', testKey],
      ['standard', liveKey],
      ['Standard ', liveKey],
      ['\u0000', liveKey],
    ] as const) {
      const answer = await partner.post(
        'SubmitGoApp',
        partner.submission(llcValues({ tierName }), 'x', { key }),
      )
      assert.deepEqual(errorOf(answer), {
        code: 'InvalidTier',
        messages: ['TierName: Choose a plan that is offered.'],
      })
      const shown = await partner.post('Agreement', { ApiKey: key, TierName: tierName })
      assert.equal(errorOf(shown).code, 'InvalidTier')
    }
    const token = await partner.agree()
    const [standard] = await service.boarding.listTiers(partner.accountId)
    assert.equal(await service.boarding.removeTier(standard?.id ?? ''), true)
    assert.equal(await service.boarding.removeTier(standard?.id ?? ''), false)
    const withdrawn = await partner.post('SubmitGoApp', partner.submission(llcValues(), token))
    assert.equal(errorOf(withdrawn).code, 'InvalidTier')
    await service.boarding.addTier(partner.accountId, {
      name: 'Standard',
      fees: [{ label: 'Card', value: '9 %' }],
    })
    const dearer = await partner.post('SubmitGoApp', partner.submission(llcValues(), token))
    assert.equal(errorOf(dearer).code, 'InvalidToken', 'no acceptance of the new fees')
  },
)
