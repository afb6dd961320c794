/** People in the dashboard: invite, list, new link, role, removal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS, PASSWORD } from '../testing/dashboard.ts'
import { LINKS_MAX } from '../account/attempts.ts'

type Row = Readonly<Record<string, unknown>>

const peopleOf = async (browser: DashboardBrowser): Promise<readonly Row[]> =>
  (await browser.call('GET', '/people')).body['people'] as readonly Row[]

/** Opens a one-time link and sets a password. */
async function open(service: Service, link: unknown): Promise<DashboardBrowser> {
  const browser = new DashboardBrowser(service)
  const token = new URL(String(link)).hash.slice(1)
  assert.equal((await browser.call('POST', '/links/use', { token, password: PASSWORD })).status, 200)
  return browser
}

/** An account whose owner Ada has a password. */
async function withAda(service: Service) {
  const account = await service.accounts.createAccount('Shop')
  const user = await service.users.add({ name: 'Ada', accountId: account?.id ?? '' })
  const link = `https://service.test/dashboard/link#${await service.users.createLink(user?.id ?? '')}`
  return { ada: await open(service, link), adaId: user?.id ?? '', accountId: account?.id ?? '' }
}

eachEngine<Tables>(
  'D-128 an owner invites a person, who sets a password with the link',
  async ({ store }) => {
    const service = await createService({ store, passwords: FAST_PASSWORDS })
    const { ada, adaId } = await withAda(service)
    const made = await ada.call('POST', '/people', { name: ' Grace ', role: 'viewer' })
    assert.match(String(made.body['link']), /^https:\/\/service\.test\/dashboard\/link#[a-z2-7]{52}$/)
    const [first, invited] = await peopleOf(ada)
    assert.deepEqual(
      [first?.['id'], first?.['isLastOwner'], first?.['hasPassword'], first?.['linkUntilMs']],
      [adaId, true, true, null],
    )
    assert.deepEqual(
      [invited?.['name'], invited?.['role'], invited?.['hasPassword'], invited?.['signedInAtMs']],
      ['Grace', 'viewer', false, null],
    )
    assert.equal(typeof invited?.['linkUntilMs'], 'number')
    const grace = await open(service, made.body['link'])
    assert.match((await grace.call('GET', '/people')).text, /"not-allowed".*only an owner sees this page/)
    const [, after] = await peopleOf(ada)
    assert.deepEqual([after?.['hasPassword'], after?.['passkeys'], after?.['linkUntilMs']], [true, 0, null])
    assert.equal(typeof after?.['signedInAtMs'], 'number')
    assert.equal((await ada.call('POST', '/people', { name: 'GRACE', role: 'owner' })).code, 'conflict')
    for (const wrong of [
      { name: ' ', role: 'owner' },
      { name: 'x'.repeat(65), role: 'owner' },
      { name: 'a\u200bb', role: 'owner' },
      { name: 'Linus', role: 'admin' },
      { name: 'Linus' },
    ])
      assert.equal((await ada.call('POST', '/people', wrong)).code, 'invalid', JSON.stringify(wrong))
    await service.close()
  },
)

void test('D-128 a new link ends the earlier one, and the password works until the link is used', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const { ada } = await withAda(service)
  const made = await ada.call('POST', '/people', { name: 'Grace', role: 'viewer' })
  const path = `/people/${String(made.body['id'])}/link`
  const grace = await open(service, (await ada.call('POST', path)).body['link'])
  const token = new URL(String(made.body['link'])).hash.slice(1)
  assert.equal((await grace.call('POST', '/links/read', { token })).code, 'link-ended')
  const { link } = (await ada.call('POST', path)).body
  assert.equal((await grace.call('GET', '/session')).status, 200)
  await open(service, link)
  assert.equal((await grace.call('GET', '/session')).code, 'signed-out')
  await service.close()
})

void test('D-128 the role changes at the next request, in both directions', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const { ada, adaId } = await withAda(service)
  const { id, link } = (await ada.call('POST', '/people', { name: 'Grace', role: 'viewer' })).body
  const grace = await open(service, link)
  const role = (who: unknown, name: string) => ada.call('PUT', `/people/${String(who)}/role`, { role: name })
  const create = { name: 'Till', scopes: ['terminal'], sandbox: false }
  assert.equal((await grace.call('POST', '/keys', create)).code, 'not-allowed')
  assert.equal((await role(id, 'owner')).status, 200)
  assert.equal((await grace.call('POST', '/keys', create)).status, 200)
  assert.equal((await role(id, 'owner')).status, 200, 'again')
  assert.equal((await role(adaId, 'viewer')).status, 200, 'Grace is an owner, too')
  assert.equal((await role(adaId, 'owner')).code, 'not-allowed', 'Ada is a viewer now')
  assert.equal((await ada.call('GET', '/session')).status, 200)
  await service.close()
})

void test('D-128 the last owner is neither removed nor made a viewer; a removed owner is signed out', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const { ada, adaId } = await withAda(service)
  const remove = () => ada.call('DELETE', `/people/${adaId}`)
  const demote = () => ada.call('PUT', `/people/${adaId}/role`, { role: 'viewer' })
  assert.deepEqual([(await remove()).code, (await demote()).code], ['conflict', 'conflict'])
  const { id, link } = (await ada.call('POST', '/people', { name: 'Grace', role: 'owner' })).body
  assert.deepEqual(
    [(await remove()).code, (await demote()).code],
    ['conflict', 'conflict'],
    'Grace cannot sign in yet',
  )
  const grace = await open(service, link)
  const before = ada.cookie
  const removed = await remove()
  assert.equal(removed.status, 200)
  assert.match(removed.headers.get('set-cookie') ?? '', /=; Path=\/; Max-Age=0;/)
  ada.cookie = before
  assert.equal((await ada.call('GET', '/session')).code, 'signed-out')
  assert.equal(
    (await ada.call('POST', '/sign-in', { name: 'Ada', password: PASSWORD })).code,
    'wrong-credentials',
  )
  assert.deepEqual(
    (await peopleOf(grace)).map((person) => person['id']),
    [id],
  )
  assert.equal((await grace.call('DELETE', `/people/${adaId}`)).code, 'not-found')
  await service.close()
})

eachEngine<Tables>('D-128 of two owners who remove each other at once, one stays', async ({ store }) => {
  const service = await createService({ store, passwords: FAST_PASSWORDS })
  const { ada, adaId, accountId } = await withAda(service)
  const { id, link } = (await ada.call('POST', '/people', { name: 'Grace', role: 'owner' })).body
  const grace = await open(service, link)
  const both = await Promise.all([
    ada.call('DELETE', `/people/${String(id)}`),
    grace.call('PUT', `/people/${adaId}/role`, { role: 'viewer' }),
  ])
  assert.equal(both.filter(({ status }) => status === 200).length, 1, both.map(({ text }) => text).join(' '))
  const owners = (await service.users.list(accountId)).filter((user) => user.role === 'owner')
  assert.equal(owners.length, 1)
  await service.close()
})

void test('new links of an account are limited, also for names that are taken', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const { ada, adaId } = await withAda(service)
  for (let count = 0; count < LINKS_MAX; count += 1)
    assert.equal((await ada.call('POST', '/people', { name: 'Ada', role: 'viewer' })).code, 'conflict')
  assert.equal((await ada.call('POST', '/people', { name: 'Grace', role: 'viewer' })).code, 'too-many')
  const late = await ada.call('POST', `/people/${adaId}/link`)
  assert.equal(late.code, 'too-many')
  assert.ok(Number(late.headers.get('retry-after')) > 0)
  await service.close()
})
