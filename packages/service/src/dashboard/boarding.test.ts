/** Boarding in the dashboard: partner record, settings, tiers, applications, webhook (§2.4, §5.3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import { createService } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { DashboardBrowser } from '../testing/dashboard.ts'
import { answerJson, receiver } from '../testing/receiver.ts'
import { WEBHOOK_MAX } from '../account/attempts.ts'
import { llcValues, Partner, TEST_DATA_KEY, withPartner } from '../testing.ts'

type Row = Readonly<Record<string, unknown>>

/** Finds a tier in the list of a browser. */
async function tierOf(browser: DashboardBrowser, name: string, sandbox: boolean): Promise<Row | undefined> {
  const { body } = await browser.call('GET', '/boarding/tiers')
  return (body['tiers'] as readonly Row[]).find(
    (tier) => tier['name'] === name && tier['sandbox'] === sandbox,
  )
}

eachEngine<Tables>(
  'D-119 "Is Sandbox" of a tier sets the test co-brand, and no token or application crosses to the other kind',
  async ({ store }) => {
    const service = await createService({ store, dataKey: TEST_DATA_KEY })
    const partner = await Partner.join(service)
    const owner = await DashboardBrowser.signedIn(service, partner.accountId)
    const plus = await tierOf(owner, 'Plus', false)
    assert.equal(plus?.['cobrandId'], 'live-cobrand')
    const token = await partner.agree('Plus')
    const submitted = await partner.submit(llcValues({ tierName: 'Plus', corporateName: 'Earlier LLC' }))
    assert.equal(submitted.status, 200)
    const put = (id: unknown, sandbox: boolean) =>
      owner.call('PUT', `/boarding/tiers/${String(id)}/sandbox`, { sandbox })
    const switched = await put(plus?.['id'], true)
    assert.deepEqual(
      [switched.body['name'], switched.body['sandbox'], switched.body['cobrandId']],
      ['Plus', true, 'test-cobrand'],
    )
    assert.equal((await put(plus?.['id'], true)).code, 'not-found', 'the old tier is gone')
    assert.deepEqual((await put(switched.body['id'], true)).body, switched.body, 'again: no change')
    const application = await store.db.selectFrom('service_application').selectAll().executeTakeFirstOrThrow()
    assert.equal(application.tier_id, plus?.['id'], 'an earlier application keeps its co-brand')
    const values = llcValues({ tierName: 'Plus' })
    const late = await partner.post('SubmitGoApp', partner.submission(values, token))
    assert.match(JSON.stringify(late.body), /InvalidTier/)
    const back = await put(switched.body['id'], false)
    assert.equal(back.body['cobrandId'], 'house')
    const replay = await partner.post('SubmitGoApp', partner.submission(values, token))
    assert.match(JSON.stringify(replay.body), /InvalidToken/)
    const standard = await tierOf(owner, 'Standard', false)
    assert.equal((await put(standard?.['id'], true)).code, 'conflict', 'a sandbox tier of this name exists')
    assert.deepEqual(await tierOf(owner, 'Standard', false), standard)
    await service.close()
  },
)

eachEngine<Tables>(
  'D-120 §5.3 the partner record has an ID that never changes, for the setting of the agent',
  async ({ store }) => {
    const service = await createService({ store, dataKey: TEST_DATA_KEY })
    const partner = await Partner.join(service)
    const owner = await DashboardBrowser.signedIn(service, partner.accountId)
    const named = await owner.call('PUT', '/boarding/partner', { name: ' Tidewater ' })
    const record = named.body['partner'] as Row
    assert.match(String(record['id']), /^partner_[a-z2-7]{26}$/)
    assert.equal(record['name'], 'Tidewater')
    const renamed = await owner.call('PUT', '/boarding/partner', { name: 'Tidewater Payments' })
    assert.deepEqual(renamed.body['partner'], { id: record['id'], name: 'Tidewater Payments' })
    const set = await owner.call('PUT', '/boarding', { agentId: record['id'], sandbox: true })
    assert.deepEqual([set.body['agentId'], set.body['sandbox']], [record['id'], true])
    const cleared = await owner.call('PUT', '/boarding', { agentId: ' ' })
    assert.deepEqual([cleared.body['agentId'], cleared.body['sandbox']], [null, true])
    for (const name of ['', ' ', '\n', 'x'.repeat(65)])
      assert.equal((await owner.call('PUT', '/boarding/partner', { name })).code, 'invalid')
    await service.close()
  },
)

void test(
  'an application shows its possible moves; each move follows the table',
  withPartner(async (partner) => {
    const owner = await DashboardBrowser.signedIn(partner.service, partner.accountId)
    const { body } = await partner.submit(llcValues())
    const path = `/boarding/applications/${String(body['AppId'])}`
    const move = (status: string) => owner.call('PUT', `${path}/status`, { status })
    const before = await owner.call('GET', path)
    assert.deepEqual(before.body['moves'], [
      'in_review',
      'action_required',
      'approved',
      'declined',
      'withdrawn',
    ])
    assert.deepEqual((await move('approved')).body['moves'], [])
    assert.equal((await move('in_review')).code, 'conflict')
    assert.equal((await move('received')).code, 'conflict')
    assert.equal((await move('lost')).code, 'invalid')
    const listed = await owner.call('GET', '/boarding/applications')
    assert.equal((listed.body['applications'] as readonly Row[])[0]?.['status'], 'approved')
  }),
)

void test(
  'tiers are added and removed; invalid ones are refused with a sentence',
  withPartner(async (partner) => {
    const owner = await DashboardBrowser.signedIn(partner.service, partner.accountId)
    const wanted = {
      name: 'Gold',
      sandbox: true,
      label: '',
      fees: [{ label: 'Card', value: '2 %' }],
      includes: ['A'],
    }
    const made = await owner.call('POST', '/boarding/tiers', wanted)
    assert.deepEqual([made.body['cobrandId'], made.body['label']], ['test-cobrand', null])
    assert.equal((await owner.call('POST', '/boarding/tiers', wanted)).code, 'conflict')
    assert.equal((await owner.call('POST', '/boarding/tiers', { ...wanted, name: ' ' })).code, 'invalid')
    const path = `/boarding/tiers/${String(made.body['id'])}`
    assert.equal((await owner.call('DELETE', path)).status, 200)
    assert.equal((await owner.call('DELETE', path)).code, 'not-found')
  }),
)

void test('a test event is signed and reported with the answer; a private address is refused without the option', async () => {
  const server = await receiver((response, { path }) =>
    answerJson(response, {}, path === '/broken' ? 500 : 204),
  )
  const open = await createService({ store: 'file::memory:', privateWebhooks: true, dataKey: TEST_DATA_KEY })
  const closed = await createService({ store: 'file::memory:', dataKey: TEST_DATA_KEY })
  try {
    for (const [service, path, delivered, words] of [
      [open, '/hook', true, /received the event and answered 204/],
      [open, '/broken', false, /answered 500/],
      [closed, '/hook', false, /not a public one/],
    ] as const) {
      const account = await service.accounts.createAccount(`Partner ${path}`)
      const owner = await DashboardBrowser.signedIn(service, account?.id ?? '')
      assert.equal((await owner.call('POST', '/boarding/webhook/test')).code, 'conflict')
      const set = await owner.call('PUT', '/boarding/webhook', { url: `${server.url}${path}` })
      assert.match(String(set.body['secret']), /^whsec_[0-9A-Za-z+/]{32}$/)
      const tested = await owner.call('POST', '/boarding/webhook/test')
      assert.equal(tested.body['delivered'], delivered)
      assert.match(String(tested.body['message']), words)
      assert.equal((await owner.call('GET', '/boarding')).text.includes(String(set.body['secret'])), false)
      assert.equal((await owner.call('DELETE', '/boarding/webhook')).status, 200)
      assert.equal((await owner.call('GET', '/boarding')).body['webhookUrl'], null)
    }
    const [first] = server.requests
    assert.equal((JSON.parse(first?.body ?? '{}') as Row)['type'], 'webhook.test')
    assert.match(String(first?.headers['webhook-signature']), /^v1,[0-9A-Za-z+/]{43}=$/)
    const [limited] = await open.accounts.listAccounts()
    const person = await DashboardBrowser.signedIn(open, limited?.id ?? '', { name: 'Person' })
    await person.call('PUT', '/boarding/webhook', { url: `${server.url}/hook` })
    const codes: unknown[] = []
    for (let count = 0; count < WEBHOOK_MAX; count += 1)
      codes.push((await person.call('POST', '/boarding/webhook/test')).code)
    assert.equal(codes.at(0), undefined)
    assert.equal(codes.at(-1), 'too-many')
    const account = await open.accounts.createAccount('Other')
    const owner = await DashboardBrowser.signedIn(open, account?.id ?? '')
    for (const url of [
      '',
      'ftp://partner.example',
      'https://user:pass@partner.example/',
      'javascript:alert(1)',
    ])
      assert.equal((await owner.call('PUT', '/boarding/webhook', { url })).code, 'invalid', url)
  } finally {
    server.close()
    await open.close()
    await closed.close()
  }
})
