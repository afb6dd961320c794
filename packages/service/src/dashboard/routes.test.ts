/** Every route of the dashboard against people of other accounts, viewers and strangers (D-112). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DASHBOARD_ROUTES, type DashboardRouteName } from '@tapboard/contract/dashboard'
import { openStore, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS } from '../testing/dashboard.ts'
import { initiateBody, llcValues, Partner, TEST_DATA_KEY } from '../testing.ts'

const NAMES = Object.keys(DASHBOARD_ROUTES) as readonly DashboardRouteName[]

/** Markup in each text that a person chooses. */
const MARKUP = '<img src=x onerror=alert(1)>'

const PERIOD = '?from=0&to=34000000000'

interface Objects {
  readonly key: string
  readonly terminal: string
  readonly session: string
  readonly tier: string
  readonly application: string
  readonly person: string
}

/** A path and a valid body of each route for the objects of an account. */
const requestsOf = (
  own: Objects,
): Readonly<Record<DashboardRouteName, { readonly path: string; readonly body?: object }>> => ({
  readLink: { path: '/links/read', body: { token: 'a'.repeat(52) } },
  useLink: { path: '/links/use', body: { token: 'a'.repeat(52) } },
  signIn: { path: '/sign-in', body: { name: 'x', password: 'x' } },
  readSession: { path: '/session' },
  signOut: { path: '/sign-out' },
  changePassword: { path: '/password', body: { current: 'wrong', password: 'x' } },
  listPasskeys: { path: '/passkeys' },
  beginPasskey: { path: '/passkeys/begin' },
  addPasskey: { path: '/passkeys', body: { name: 'New', response: {} } },
  removePasskey: { path: '/passkeys/none' },
  beginLinkPasskey: { path: '/links/passkey/begin', body: { token: 'a'.repeat(52) } },
  useLinkPasskey: { path: '/links/passkey', body: { token: 'a'.repeat(52), response: {} } },
  beginPasskeySignIn: { path: '/sign-in/passkey/begin' },
  passkeySignIn: { path: '/sign-in/passkey', body: { response: {} } },
  listKeys: { path: '/keys' },
  createKey: { path: '/keys', body: { name: 'New', scopes: ['board'], sandbox: true } },
  revokeKey: { path: `/keys/${own.key}` },
  listPeople: { path: '/people' },
  invitePerson: { path: '/people', body: { name: 'New person', role: 'viewer' } },
  linkPerson: { path: `/people/${own.person}/link` },
  changeRole: { path: `/people/${own.person}/role`, body: { role: 'owner' } },
  removePerson: { path: `/people/${own.person}` },
  listTerminals: { path: '/terminals' },
  registerTerminal: { path: '/terminals', body: { serial: 'NEW-1', model: 'A35', name: 'New' } },
  renameTerminal: { path: `/terminals/${own.terminal}`, body: { name: 'Renamed' } },
  pairTerminal: { path: `/terminals/${own.terminal}/code` },
  removeTerminal: { path: `/terminals/${own.terminal}` },
  listTransactions: { path: `/transactions${PERIOD}` },
  readTransaction: { path: `/transactions/${own.session}` },
  exportTransactions: { path: `/transactions.csv${PERIOD}` },
  watch: { path: '/events' },
  readBoarding: { path: '/boarding' },
  changeBoarding: { path: '/boarding', body: { agentId: 'agent-x', sandbox: true } },
  namePartner: { path: '/boarding/partner', body: { name: 'Partner' } },
  listTiers: { path: '/boarding/tiers' },
  addTier: { path: '/boarding/tiers', body: { name: 'New', sandbox: true, fees: [], includes: [] } },
  switchTier: { path: `/boarding/tiers/${own.tier}/sandbox`, body: { sandbox: true } },
  removeTier: { path: `/boarding/tiers/${own.tier}` },
  listApplications: { path: '/boarding/applications' },
  readApplication: { path: `/boarding/applications/${own.application}` },
  moveApplication: {
    path: `/boarding/applications/${own.application}/status`,
    body: { status: 'in_review' },
  },
  setWebhook: { path: '/boarding/webhook', body: { url: 'https://partner.example/hook' } },
  removeWebhook: { path: '/boarding/webhook' },
  testWebhook: { path: '/boarding/webhook/test' },
})

interface World {
  readonly service: Service
  readonly store: Store<Tables>
  readonly partner: Partner
  readonly own: Objects
}

/** An account with one object of each kind, and texts that contain markup. */
async function build(store: Store<Tables>): Promise<World> {
  const service = await createService({ store, passwords: FAST_PASSWORDS, dataKey: TEST_DATA_KEY })
  const partner = await Partner.join(service, `Shop ${MARKUP}`)
  const made = await service.accounts.createKey(partner.accountId, { name: MARKUP })
  const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { Authorization: made?.key ?? '' }
    const request = new Request(`http://s${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await (await service.fetch(request)).json()) as Record<string, unknown>
  }
  const device = { deviceSerialNumber: 'SN-1', deviceMake: 'A920', deviceFriendlyName: MARKUP }
  const { deviceId } = await ask('/v1/Device', device)
  await store.db.updateTable('service_device').set({ connected_until_ms: Number.MAX_SAFE_INTEGER }).execute()
  const started = await ask('/v1/Session/initiate', initiateBody(String(deviceId), 'order-1'))
  const submitted = await partner.submit(llcValues())
  await service.boarding.setWebhook(partner.accountId, {
    url: 'https://own.example/hook',
    secret: 'secret-of-the-webhook-of-the-shop',
  })
  await service.boarding.setSettings(partner.accountId, { agentId: 'agent-own' })
  const person = await service.users.add({
    name: `P ${MARKUP}`,
    accountId: partner.accountId,
    role: 'viewer',
  })
  await service.users.createLink(person?.id ?? '')
  const tier = (await service.boarding.listTiers(partner.accountId)).find(({ name }) => name === 'Plus')
  const own = {
    key: made?.id ?? '',
    terminal: String(deviceId),
    session: String(started['sessionId']),
    tier: tier?.id ?? '',
    application: String(submitted.body['AppId']),
    person: person?.id ?? '',
  }
  for (const [name, id] of Object.entries(own)) assert.match(id, /^[a-z]+_[a-z2-7]{26}$/, name)
  return { service, store, partner, own }
}

/** The rows of an account, without those that every request changes. */
async function snapshot({ db }: Store<Tables>, { person }: Objects): Promise<string> {
  const rows = await Promise.all([
    db.selectFrom('service_key').selectAll().orderBy('id').execute(),
    db.selectFrom('service_device').selectAll().orderBy('id').execute(),
    db.selectFrom('service_session').selectAll().orderBy('id').execute(),
    db.selectFrom('service_tier').selectAll().orderBy('id').execute(),
    db.selectFrom('service_application').selectAll().orderBy('id').execute(),
    db.selectFrom('service_boarding_setting').selectAll().orderBy('account_id').execute(),
    db.selectFrom('service_webhook_target').selectAll().orderBy('account_id').execute(),
    db.selectFrom('service_partner').selectAll().orderBy('id').execute(),
    db.selectFrom('service_user').selectAll().where('id', '=', person).execute(),
    db.selectFrom('service_user_link').selectAll().where('user_id', '=', person).execute(),
  ])
  return JSON.stringify(rows)
}

eachEngine<Tables>('D-112 no route shows or changes a row of another account', async ({ store }) => {
  const { service, own, partner } = await build(store)
  const stranger = await service.accounts.createAccount('Stranger')
  const browser = await DashboardBrowser.signedIn(service, stranger?.id ?? '')
  const requests = requestsOf(own)
  const hidden = [...Object.values(own), partner.accountId, 'agent-own', 'own.example', MARKUP, 'Harbor']
  // These change the stranger's own account; `watch` has no end and no content.
  const ownOnly = new Set<DashboardRouteName>([
    ...(['createKey', 'registerTerminal', 'changeBoarding', 'namePartner', 'addTier'] as const),
    ...(['setWebhook', 'removeWebhook', 'invitePerson', 'watch', 'signOut'] as const),
  ])
  const before = await snapshot(store, own)
  for (const name of NAMES.filter((each) => !ownOnly.has(each))) {
    const { method, path } = DASHBOARD_ROUTES[name]
    const answer = await browser.call(method, requests[name].path, requests[name].body)
    if (path.includes('{id}')) assert.equal(answer.code, 'not-found', name)
    for (const text of hidden) assert.equal(answer.text.includes(text), false, `${name} shows ${text}`)
  }
  assert.equal(await snapshot(store, own), before)
  for (const name of ownOnly) {
    if (name === 'watch' || name === 'signOut') continue
    const answer = await browser.call(DASHBOARD_ROUTES[name].method, requests[name].path, requests[name].body)
    assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    for (const text of hidden) assert.equal(answer.text.includes(text), false, `${name} shows ${text}`)
  }
  const owner = await DashboardBrowser.signedIn(service, partner.accountId)
  const settings = await owner.call('GET', '/boarding')
  assert.deepEqual(
    [settings.body['agentId'], settings.body['webhookUrl'], settings.body['partner']],
    ['agent-own', 'https://own.example/hook', null],
  )
  await service.close()
})

eachEngine<Tables>(
  'D-112 a viewer changes nothing, and reads everything but the people',
  async ({ store }) => {
    const { service, own, partner } = await build(store)
    const viewer = await DashboardBrowser.signedIn(service, partner.accountId, { role: 'viewer' })
    // A viewer changes the own way to sign in; these bodies are wrong.
    const personal = new Set<DashboardRouteName>(['changePassword', 'addPasskey', 'removePasskey'])
    const requests = requestsOf(own)
    const before = await snapshot(store, own)
    for (const name of NAMES) {
      const { method, role } = DASHBOARD_ROUTES[name]
      if (role === 'none' || name === 'signOut' || name === 'watch') continue
      const answer = await viewer.call(method, requests[name].path, requests[name].body)
      if (role === 'owner') assert.equal(answer.code, 'not-allowed', name)
      else if (!personal.has(name)) assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    }
    assert.equal(await snapshot(store, own), before)
    await service.close()
  },
)

void test('every route without a session answers "signed-out", changes nothing and clears the cookie', async () => {
  const store = await openStore<Tables>('file::memory:')
  const { service, own } = await build(store)
  const requests = requestsOf(own)
  const before = await snapshot(store, own)
  const stranger = new DashboardBrowser(service)
  for (const cookie of ['', `__Host-tapboard-dashboard=${'a'.repeat(52)}`, '__Host-tapboard-dashboard='])
    for (const name of NAMES.filter((each) => DASHBOARD_ROUTES[each].role !== 'none')) {
      stranger.cookie = cookie
      const answer = await stranger.call(
        DASHBOARD_ROUTES[name].method,
        requests[name].path,
        requests[name].body,
      )
      assert.equal(answer.code, 'signed-out', name)
      assert.match(answer.headers.get('set-cookie') ?? '', /=; Path=\/; Max-Age=0;/)
    }
  assert.equal(await snapshot(store, own), before)
  await service.close()
  await store.close()
})

void test('every changing route rejects another site, a large body and unknown members', async () => {
  const store = await openStore<Tables>('file::memory:')
  const { service, own, partner } = await build(store)
  const owner = await DashboardBrowser.signedIn(service, partner.accountId)
  const requests = requestsOf(own)
  const before = await snapshot(store, own)
  for (const name of NAMES.filter((each) => DASHBOARD_ROUTES[each].method !== 'GET')) {
    const { method } = DASHBOARD_ROUTES[name]
    const { path, body } = requests[name]
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await owner.call(method, path, body, evil)).code, 'other-site', name)
    if (body === undefined) continue
    const large = await owner.call(method, path, { ...body, name: 'x'.repeat(70_000) })
    assert.equal(large.code, 'too-large', name)
    assert.equal((await owner.call(method, path, { ...body, account: 'acc_other' })).code, 'invalid', name)
    for (const wrong of ['', '[]', '{"', '{"name":{"$gt":""}}'])
      assert.equal((await owner.call(method, path, wrong)).code, 'invalid', `${name} ${wrong}`)
  }
  assert.equal(await snapshot(store, own), before)
  assert.equal((await owner.call('GET', '/session')).status, 200)
  await service.close()
  await store.close()
})

void test('no answer contains a regulated value, a part of one, a hash or a secret', async () => {
  const store = await openStore<Tables>('file::memory:')
  const { service, own, partner } = await build(store)
  const owner = await DashboardBrowser.signedIn(service, partner.accountId)
  const requests = requestsOf(own)
  const { taxId, banking, signers } = llcValues()
  const [row] = await store.db.selectFrom('service_application').selectAll().execute()
  const keys = await store.db.selectFrom('service_key').selectAll().execute()
  const hidden = [
    taxId,
    banking.accountNumber,
    banking.routingNumber,
    ...signers.flatMap(({ ssn, dateOfBirth }) => [ssn, dateOfBirth]),
    'lastDigits',
    ...[row?.sealed, row?.fingerprint, row?.token_hash].map(String),
    ...keys.map(({ hash }) => hash),
    partner.liveKey,
    'secret-of-the-webhook',
  ]
  for (const name of NAMES.filter((each) => DASHBOARD_ROUTES[each].method === 'GET' && each !== 'watch')) {
    const { text, status, headers } = await owner.call('GET', requests[name].path)
    assert.equal(status, 200, name)
    for (const value of hidden) assert.equal(text.includes(value), false, `${name} contains ${value}`)
    // Markup is only ever data: JSON or CSV that no browser renders.
    assert.match(headers.get('content-type') ?? '', /^(application\/json|text\/csv; charset=utf-8)$/)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('cache-control'), 'no-store')
  }
  const moved = await owner.call('PUT', requests.moveApplication.path, { status: 'in_review' })
  for (const value of hidden) assert.equal(moved.text.includes(value), false)
  await service.close()
  await store.close()
})
