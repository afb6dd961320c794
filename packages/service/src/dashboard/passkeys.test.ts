/** Passkeys (WebAuthn): a software authenticator adds and uses one, and every false answer is refused (D-125). */
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { eachEngine } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { Authenticator, base64url, optionsOf, type Deviations, type Json } from '../testing/authenticator.ts'
import { DashboardBrowser, FAST_PASSWORDS, PASSWORD } from '../testing/dashboard.ts'

/** Adds a person without a password; returns the token of the link. */
async function invite(service: Service, accountId: string, name: string): Promise<string> {
  const user = await service.users.add({ name, accountId })
  return service.users.createLink(user?.id ?? '')
}

/** Sets a passkey by the link of a new person. */
async function join(service: Service, accountId: string, name: string) {
  const [browser, key] = [new DashboardBrowser(service), new Authenticator()]
  const token = await invite(service, accountId, name)
  const begun = await browser.call('POST', '/links/passkey/begin', { token })
  const used = await browser.call('POST', '/links/passkey', { token, response: key.create(optionsOf(begun)) })
  assert.equal(used.status, 200, used.text)
  return { browser, key, token }
}

const begin = async (browser: DashboardBrowser): Promise<Json> =>
  optionsOf(await browser.call('POST', '/sign-in/passkey/begin'))

const enter = async (browser: DashboardBrowser, response: Json): Promise<unknown> => {
  const { code, status } = await browser.call('POST', '/sign-in/passkey', { response })
  return code ?? status
}

eachEngine<Tables>(
  'D-125 a person sets a passkey with the link, once, and signs in with it',
  async ({ store }) => {
    const service = await createService({ store, passwords: FAST_PASSWORDS })
    const account = await service.accounts.createAccount('Shop')
    const { browser, key, token } = await join(service, account?.id ?? '', 'Ada')
    const session = (await browser.call('GET', '/session')).body['user'] as Json
    assert.deepEqual([session['name'], session['hasPassword']], ['Ada', false])
    assert.equal((await browser.call('POST', '/links/passkey/begin', { token })).code, 'link-ended')
    const again = new DashboardBrowser(service)
    assert.equal(await enter(again, key.get(await begin(again))), 200)
    const listed = (await again.call('GET', '/passkeys')).body['passkeys'] as readonly Json[]
    assert.equal(typeof listed[0]?.['usedAtMs'], 'number')
    const path = `/passkeys/${base64url(key.id)}`
    assert.equal((await again.call('DELETE', path)).code, 'conflict', 'the only way to sign in')
    await again.call('PUT', '/password', { password: PASSWORD })
    assert.equal((await again.call('DELETE', path)).status, 200)
    assert.equal(await enter(again, key.get(await begin(again))), 'wrong-credentials')
    await service.close()
  },
)

void test('D-125 refuses false answers of an authenticator, and a challenge is used up', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const account = await service.accounts.createAccount('Shop')
  const { key } = await join(service, account?.id ?? '', 'Ada')
  const stranger = new DashboardBrowser(service)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const wrong: readonly Deviations[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://service.test' },
    { rpId: 'evil.example' },
    { challenge: base64url(randomBytes(32)) },
    { flags: 0 },
    { flags: 1 },
    { type: 'webauthn.create' },
    { counter: 0 },
    { key: other },
  ]
  for (const deviations of wrong)
    assert.equal(
      await enter(stranger, key.get(await begin(stranger), deviations)),
      'wrong-credentials',
      Object.keys(deviations).join(),
    )
  const options = await begin(stranger)
  const answer = key.get(options)
  assert.equal(await enter(stranger, answer), 200)
  assert.equal(await enter(new DashboardBrowser(service), answer), 'wrong-credentials', 'replayed')
  assert.equal(await enter(new DashboardBrowser(service), key.get(options)), 'wrong-credentials')
  for (const response of [{}, { id: 1 }, { id: base64url(key.id) }, { id: 'x', response: {} }])
    assert.equal(await enter(new DashboardBrowser(service), response), 'wrong-credentials')
  await service.close()
})

void test('D-125 a passkey is added only to the person whose challenge it answers', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const account = await service.accounts.createAccount('Shop')
  const [ada, eve] = [
    await join(service, account?.id ?? '', 'Ada'),
    await join(service, account?.id ?? '', 'Eve'),
  ]
  const options = optionsOf(await ada.browser.call('POST', '/passkeys/begin'))
  const add = async (browser: DashboardBrowser, response: Json, name = 'Phone') => {
    const { code, status } = await browser.call('POST', '/passkeys', { name, response })
    return code ?? status
  }
  assert.equal(await add(eve.browser, new Authenticator().create(options)), 'invalid', 'for another person')
  const signIn = await begin(eve.browser)
  assert.equal(await add(eve.browser, new Authenticator().create(signIn)), 'invalid', 'for another purpose')
  for (const deviations of [{ origin: 'https://evil.example' }, { flags: 1 }, { rpId: 'evil.example' }]) {
    const own = optionsOf(await ada.browser.call('POST', '/passkeys/begin'))
    assert.equal(await add(ada.browser, new Authenticator().create(own, deviations)), 'invalid')
  }
  const own = optionsOf(await ada.browser.call('POST', '/passkeys/begin'))
  assert.equal(await add(ada.browser, eve.key.create(own)), 'invalid', 'a passkey of another person')
  const more = optionsOf(await ada.browser.call('POST', '/passkeys/begin'))
  assert.equal(await add(ada.browser, new Authenticator().create(more), ' '), 'invalid', 'without a name')
  assert.equal(await add(ada.browser, new Authenticator().create(more)), 200)
  assert.equal((await eve.browser.call('DELETE', `/passkeys/${base64url(ada.key.id)}`)).code, 'not-found')
  assert.equal(((await ada.browser.call('GET', '/passkeys')).body['passkeys'] as readonly Json[]).length, 2)
  await service.close()
})

void test('D-125 a passkey of another person is refused at a link, which stays', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const accountId = (await service.accounts.createAccount('Shop'))?.id ?? ''
  const { key } = await join(service, accountId, 'Ada')
  const browser = new DashboardBrowser(service)
  const token = await invite(service, accountId, 'Eve')
  const use = async (by: Authenticator) => {
    const begun = await browser.call('POST', '/links/passkey/begin', { token })
    return browser.call('POST', '/links/passkey', { token, response: by.create(optionsOf(begun)) })
  }
  assert.equal((await use(key)).code, 'wrong-credentials')
  assert.equal((await use(new Authenticator())).status, 200)
  await service.close()
})

void test('D-125 removing a passkey ends the other sessions and keeps this one', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const account = await service.accounts.createAccount('Shop')
  const { browser, key } = await join(service, account?.id ?? '', 'Ada')
  const stranger = await join(service, account?.id ?? '', 'Eve')
  const stolen = new DashboardBrowser(service)
  assert.equal(await enter(stolen, key.get(await begin(stolen))), 200)
  const options = optionsOf(await browser.call('POST', '/passkeys/begin'))
  const response = new Authenticator().create(options)
  assert.equal((await browser.call('POST', '/passkeys', { name: 'Phone', response })).status, 200)
  assert.equal((await stolen.call('GET', '/session')).status, 200, 'a further passkey ends nothing')
  assert.equal((await browser.call('DELETE', `/passkeys/${base64url(key.id)}`)).status, 200)
  assert.equal((await stolen.call('GET', '/session')).code, 'signed-out')
  for (const kept of [browser, stranger.browser])
    assert.equal((await kept.call('GET', '/session')).status, 200)
  await service.close()
})

void test('D-125 a new set-up link removes every passkey, and a removed person has none', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const account = await service.accounts.createAccount('Shop')
  const { browser, key } = await join(service, account?.id ?? '', 'Ada')
  const user = await service.users.find('Ada')
  const token = await service.users.createLink(user?.id ?? '')
  await new DashboardBrowser(service).call('POST', '/links/use', { token, password: PASSWORD })
  assert.equal((await browser.call('GET', '/session')).code, 'signed-out')
  assert.equal(await enter(browser, key.get(await begin(browser))), 'wrong-credentials')
  const eve = await join(service, account?.id ?? '', 'Eve')
  await service.users.remove((await service.users.find('Eve'))?.id ?? '')
  assert.equal(await enter(eve.browser, eve.key.get(await begin(eve.browser))), 'wrong-credentials')
  await service.close()
})
