/** Signing in to the dashboard: links, passwords, cookies, sessions, and the attacks on them (D-112). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachEngine, ManualClock } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import type { LogFields } from '../ports.ts'
import type { Tables } from '../schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS, ORIGIN, PASSWORD } from '../testing/dashboard.ts'
import { ADDRESS_MAX, NAME_MAX } from '../account/attempts.ts'
import { passwordFault } from './passwords.ts'
import { scryptPasswords } from './scrypt.ts'

const HOUR_MS = 3_600_000

interface Shop {
  readonly service: Service
  readonly clock: ManualClock
  readonly accountId: string
}

/** A service with one account, on a clock that the test moves. */
const withShop = (work: (shop: Shop) => Promise<void>) => async (): Promise<void> => {
  const clock = new ManualClock()
  const service = await createService({ store: 'file::memory:', clock, passwords: FAST_PASSWORDS })
  const account = await service.accounts.createAccount('Shop')
  try {
    await work({ service, clock, accountId: account?.id ?? '' })
  } finally {
    await service.close()
  }
}

/** Adds a person and returns the token of the first link. */
async function invite(
  { service, accountId }: Pick<Shop, 'service' | 'accountId'>,
  name = 'Ada',
): Promise<string> {
  const user = await service.users.add({ name, accountId })
  return service.users.createLink(user?.id ?? '')
}

eachEngine<Tables>(
  'D-112 a link sets the password once; its replay, and both of two uses, do nothing',
  async ({ store }) => {
    const service = await createService({ store })
    const account = await service.accounts.createAccount('Shop')
    const token = await invite({ service, accountId: account?.id ?? '' })
    const ada = new DashboardBrowser(service)
    const read = await ada.call('POST', '/links/read', { token })
    assert.deepEqual(
      [read.status, read.body['name'], read.body['accountName'], read.body['purpose'], ada.cookie],
      [200, 'Ada', 'Shop', 'set-up', ''],
    )
    assert.equal((await ada.call('POST', '/links/use', { token })).code, 'invalid', 'without a password')
    const both = await Promise.all(
      [ada, new DashboardBrowser(service)].map((each) =>
        each.call('POST', '/links/use', { token, password: PASSWORD }),
      ),
    )
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 410],
    )
    const again = await new DashboardBrowser(service).call('POST', '/links/use', {
      token,
      password: PASSWORD,
    })
    assert.equal(again.code, 'link-ended')
    assert.equal((await ada.call('POST', '/links/read', { token })).code, 'link-ended')
    const grace = new DashboardBrowser(service)
    const entered = await grace.call('POST', '/sign-in', { name: ' ADA ', password: PASSWORD })
    assert.equal(entered.status, 200)
    const user = entered.body['user'] as Record<string, unknown>
    assert.deepEqual([user['name'], user['role'], user['hasPassword']], ['Ada', 'owner', true])
    const rows = JSON.stringify([
      await store.db.selectFrom('service_user').selectAll().execute(),
      await store.db.selectFrom('service_user_link').selectAll().execute(),
      await store.db.selectFrom('service_user_session').selectAll().execute(),
      await store.db.selectFrom('service_attempt').selectAll().execute(),
    ])
    for (const secret of [PASSWORD, token, grace.cookie.split('=')[1] ?? ''])
      assert.equal(rows.includes(secret), false)
    await service.close()
  },
)

void test(
  'a link ends after 24 hours, with a newer link, and with its person',
  withShop(async (shop) => {
    const { service, clock, accountId } = shop
    const browser = new DashboardBrowser(service)
    const code = async (token: string) => (await browser.call('POST', '/links/read', { token })).code
    const first = await invite(shop)
    const user = await service.users.find('ada')
    const second = await service.users.createLink(user?.id ?? '')
    assert.deepEqual([await code(first), await code(second)], ['link-ended', undefined])
    await clock.advance(24 * HOUR_MS)
    assert.equal(await code(second), 'link-ended')
    const third = await service.users.createLink(user?.id ?? '')
    await service.users.add({ name: 'Grace', accountId })
    assert.equal(await service.users.remove(user?.id ?? ''), 'done')
    assert.equal(await code(third), 'link-ended')
    assert.equal(await service.users.remove(user?.id ?? ''), 'missing')
    assert.notEqual(await service.users.add({ name: 'Ada', accountId }), null, 'the name is free again')
  }),
)

void test(
  'a new set-up link replaces the password and ends every session of the person',
  withShop(async (shop) => {
    const { service } = shop
    const [ada, other] = [new DashboardBrowser(service), new DashboardBrowser(service)]
    await ada.call('POST', '/links/use', { token: await invite(shop), password: PASSWORD })
    const token = await service.users.createLink((await service.users.find('Ada'))?.id ?? '')
    await other.call('POST', '/links/use', { token, password: `${PASSWORD} 2` })
    assert.equal((await ada.call('GET', '/session')).code, 'signed-out')
    assert.equal((await other.call('GET', '/session')).status, 200)
    assert.equal(
      (await ada.call('POST', '/sign-in', { name: 'Ada', password: PASSWORD })).code,
      'wrong-credentials',
    )
  }),
)

void test(
  'the cookie is __Host-, Secure, HttpOnly and Strict on https; each sign-in has a new one and ends the old one',
  withShop(async (shop) => {
    const { service } = shop
    const ada = new DashboardBrowser(service)
    const chosen = `__Host-tapboard-dashboard=${'a'.repeat(52)}`
    ada.cookie = chosen
    const used = await ada.call('POST', '/links/use', { token: await invite(shop), password: PASSWORD })
    assert.match(
      used.headers.get('set-cookie') ?? '',
      /^__Host-tapboard-dashboard=[a-z2-7]{52}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    const first = ada.cookie
    assert.notEqual(first, chosen)
    await ada.call('POST', '/sign-in', { name: 'Ada', password: PASSWORD })
    assert.notEqual(ada.cookie, first)
    const thief = new DashboardBrowser(service)
    thief.cookie = first
    assert.equal((await thief.call('GET', '/session')).code, 'signed-out')
    thief.cookie = `${ada.cookie}; ${chosen}`
    assert.equal((await thief.call('GET', '/session')).code, 'signed-out', 'two cookies of one name')
    const plain = await service.fetch(
      new Request('http://127.0.0.1:4010/dashboard/api/sign-out', {
        method: 'POST',
        headers: { origin: 'http://127.0.0.1:4010', 'x-tapboard-dashboard': '1' },
      }),
    )
    assert.equal(
      plain.headers.get('set-cookie'),
      'tapboard-dashboard=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
    )
  }),
)

void test(
  'a session ends by signing out, after 12 hours without a request, and after 7 days',
  withShop(async (shop) => {
    const { service, clock } = shop
    const ada = new DashboardBrowser(service)
    await ada.call('POST', '/links/use', { token: await invite(shop), password: PASSWORD })
    const signedIn = async (): Promise<boolean> => {
      const again = new DashboardBrowser(service)
      again.cookie = ada.cookie
      return (await again.call('GET', '/session')).status === 200
    }
    const signIn = () => ada.call('POST', '/sign-in', { name: 'Ada', password: PASSWORD })
    await clock.advance(11 * HOUR_MS)
    assert.equal(await signedIn(), true)
    await clock.advance(12 * HOUR_MS)
    assert.equal(await signedIn(), false)
    await signIn()
    for (let hours = 0; hours < 7 * 24 - 11; hours += 11) {
      assert.equal(await signedIn(), true)
      await clock.advance(11 * HOUR_MS)
    }
    await clock.advance(11 * HOUR_MS)
    assert.equal(await signedIn(), false)
    await signIn()
    const kept = ada.cookie
    assert.equal((await ada.call('POST', '/sign-out')).status, 200)
    ada.cookie = kept
    assert.equal(await signedIn(), false)
  }),
)

void test(
  'brute force: a name is locked after ten wrong passwords for 15 minutes, whether it exists or not',
  withShop(async (shop) => {
    const { service, clock } = shop
    const ada = new DashboardBrowser(service)
    await ada.call('POST', '/links/use', { token: await invite(shop), password: PASSWORD })
    const guess = (name: string, password: string, address: string) =>
      new DashboardBrowser(service, address).call('POST', '/sign-in', { name, password })
    for (const name of ['ada', 'nobody']) {
      const tried = await Promise.all(
        Array.from({ length: NAME_MAX }, (_, index) => guess(name, 'wrong password', `198.51.100.${index}`)),
      )
      assert.deepEqual(new Set(tried.map(({ text }) => text)).size, 1, 'one answer')
      assert.deepEqual(new Set(tried.map(({ code }) => code)), new Set(['wrong-credentials']))
      const locked = await guess(name, PASSWORD, '203.0.113.9')
      assert.deepEqual([locked.code, Number(locked.headers.get('retry-after')) > 600], ['too-many', true])
    }
    await clock.advance(15 * 60_000)
    assert.equal((await guess('ada', PASSWORD, '203.0.113.9')).status, 200)
  }),
)

void test(
  'brute force: an address is locked after a hundred attempts; an IPv6 host counts as its network',
  withShop(async ({ service }) => {
    const attack = (address: string) =>
      new DashboardBrowser(service, address).call('POST', '/links/read', { token: 'a'.repeat(52) })
    for (let count = 0; count < ADDRESS_MAX; count += 1)
      assert.equal((await attack(`2001:db8::${count.toString(16)}`)).code, 'link-ended')
    assert.equal((await attack('2001:db8::ffff')).code, 'too-many')
    assert.equal((await attack('2001:db8:0:0:1::1')).code, 'too-many')
    assert.equal((await attack('2001:db8:0:1::1')).code, 'link-ended')
  }),
)

void test(
  'cross-site requests are rejected before the session is read, whatever they prove',
  withShop(async (shop) => {
    const { service } = shop
    const ada = new DashboardBrowser(service)
    await ada.call('POST', '/links/use', { token: await invite(shop), password: PASSWORD })
    const attacks: readonly Readonly<Record<string, string | null>>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.service.test', 'sec-fetch-site': 'same-site' },
      { origin: 'https://service.test:8443' },
      { origin: 'http://service.test', 'sec-fetch-site': null },
      { origin: 'null', 'sec-fetch-site': null },
      { origin: null, 'sec-fetch-site': null },
      { origin: null, 'sec-fetch-site': 'none' },
      { 'x-tapboard-dashboard': null },
    ]
    for (const headers of attacks)
      for (const path of ['/sign-out', '/sign-in', '/links/use'])
        assert.equal((await ada.call('POST', path, {}, headers)).code, 'other-site', JSON.stringify(headers))
    const image = await ada.call('GET', '/session', undefined, { 'sec-fetch-site': 'cross-site' })
    assert.equal(image.code, 'other-site')
    const preflight = await ada.call('OPTIONS', '/sign-out', undefined, { origin: 'https://evil.example' })
    assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [404, null])
    assert.equal((await ada.call('GET', '/session')).status, 200, 'the session is untouched')
  }),
)

void test('D-151 a page whose name was pointed at the service is not the dashboard without a public URL', async () => {
  const service = await createService({ store: 'file::memory:' })
  const statusOf = async (host: string, method: string): Promise<number> => {
    const origin = `http://${host}`
    const path = method === 'GET' ? 'session' : 'links/read'
    const answer = await service.fetch(
      new Request(`${origin}/dashboard/api/${path}`, {
        method,
        headers: { 'x-tapboard-dashboard': '1', ...(method === 'GET' ? {} : { origin }) },
        ...(method === 'GET' ? {} : { body: JSON.stringify({ token: 'a'.repeat(52) }) }),
      }),
    )
    return answer.status
  }
  for (const host of [
    'rebound.example:4010',
    '127.0.0.1.example',
    'localhost.example',
    '127-0-0-1.example',
    'internal',
  ])
    for (const method of ['GET', 'POST']) assert.equal(await statusOf(host, method), 403, host)
  for (const host of ['127.0.0.1:4010', '10.0.0.7', '[::1]:4010', 'localhost:4010', 'tapboard.localhost']) {
    assert.equal(await statusOf(host, 'GET'), 401, host)
    assert.equal(await statusOf(host, 'POST'), 410, host)
  }
  await service.close()
})

void test('behind a proxy, publicUrl decides about origin and cookie', async () => {
  const service = await createService({ store: 'file::memory:', publicUrl: ORIGIN })
  const send = (origin: string) =>
    service.fetch(
      new Request('http://10.0.0.7:4010/dashboard/api/links/read', {
        method: 'POST',
        headers: { origin, 'x-tapboard-dashboard': '1' },
        body: JSON.stringify({ token: 'a'.repeat(52) }),
      }),
    )
  assert.equal((await send(ORIGIN)).status, 410)
  assert.equal((await send('http://10.0.0.7:4010')).status, 403)
  await service.close()
})

void test(
  'bodies are limited and have the members of the route only',
  withShop(async ({ service }) => {
    const browser = new DashboardBrowser(service)
    const code = async (body: unknown) => (await browser.call('POST', '/sign-in', body)).code
    assert.equal(await code({ name: 'x'.repeat(70_000), password: 'x' }), 'too-large')
    for (const body of [
      '',
      '[]',
      'null',
      '{"name":1,"password":"x"}',
      { name: 'Ada' },
      { name: 'Ada', password: PASSWORD, role: 'owner' },
      { name: 'Ada', password: 'x'.repeat(129) },
      '{"name":"Ada","name":"Eve","password":"x"}',
    ])
      assert.equal(await code(body), 'invalid', JSON.stringify(body))
  }),
)

void test(
  'changing the password needs the current one, ends the other sessions and keeps this one',
  withShop(async (shop) => {
    const { service } = shop
    const [ada, other] = [new DashboardBrowser(service), new DashboardBrowser(service)]
    await ada.call('POST', '/links/use', { token: await invite(shop), password: PASSWORD })
    await other.call('POST', '/sign-in', { name: 'Ada', password: PASSWORD })
    const change = (current: string, password: string) => ada.call('PUT', '/password', { current, password })
    assert.equal((await change('wrong', 'another long password')).code, 'wrong-credentials')
    assert.equal((await change(PASSWORD, 'short')).code, 'invalid')
    assert.equal((await change(PASSWORD, 'another long password')).status, 200)
    assert.equal((await ada.call('GET', '/session')).status, 200)
    assert.equal((await other.call('GET', '/session')).code, 'signed-out')
    for (let count = 0; count < NAME_MAX; count += 1) await change('wrong', PASSWORD)
    assert.equal((await change('another long password', PASSWORD)).code, 'too-many')
  }),
)

void test('the log names people by their IDs, never a name, a password, a link or a cookie', async () => {
  const lines: string[] = []
  const write = (fields: object, message: string): void => void lines.push(JSON.stringify([fields, message]))
  const log = { info: write, warn: write, error: write }
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS, log })
  const account = await service.accounts.createAccount('Shop')
  const token = await invite({ service, accountId: account?.id ?? '' }, 'Ada Lovelace')
  const ada = new DashboardBrowser(service)
  await ada.call('POST', '/links/use', { token, password: PASSWORD })
  await ada.call('POST', '/sign-in', { name: 'Ada Lovelace', password: 'a wrong password' })
  await ada.call('PUT', '/password', { current: PASSWORD, password: `${PASSWORD} 2` })
  await ada.call('GET', '/transactions?from=0&to=1000&search=in-the-query')
  const all = lines.join('\n')
  assert.match(all, /"userId":"usr_[a-z2-7]{26}".*a person signed in/)
  assert.match(all, /"code":"wrong-credentials"/)
  assert.match(all, /"route":"changePassword".*changed in the dashboard/)
  const cookie = ada.cookie.split('=')[1] ?? ''
  for (const secret of ['Ada', token, PASSWORD, 'a wrong password', cookie, 'in-the-query'])
    assert.equal(all.includes(secret), false, secret)
  await service.close()
})

void test('D-141 a refused request of the dashboard is a log line with its source, an answered one is not', async () => {
  const lines: LogFields[] = []
  const add = (fields: LogFields): void => void lines.push(fields)
  const log = { info: add, warn: add, error: add }
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS, log })
  const account = await service.accounts.createAccount('Shop')
  const token = await invite({ service, accountId: account?.id ?? '' })
  const ada = new DashboardBrowser(service, '198.51.100.7')
  const last = () => lines.findLast(({ status }) => status !== undefined)
  await ada.call('POST', '/links/use', { token, password: PASSWORD })
  assert.deepEqual([last()?.route, last()?.source], ['dashboard.useLink', undefined])
  const refused: readonly (readonly [method: string, path: string, body: object, code: string])[] = [
    ['POST', '/sign-in', { name: 'Ada', password: 'a wrong password' }, 'wrong-credentials'],
    ['POST', '/sign-in/passkey', { response: { id: 'unknown' } }, 'wrong-credentials'],
    ['POST', '/links/use', { token, password: PASSWORD }, 'link-ended'],
    ['PUT', '/password', { current: 'wrong', password: 'another long password' }, 'wrong-credentials'],
  ]
  for (const [method, path, body, code] of refused) {
    assert.equal((await ada.call(method, path, body)).code, code, path)
    assert.deepEqual([last()?.code, last()?.source], [code, '198.51.100.7'], path)
  }
  await service.close()
})

void test('a hash has its own salt and parameters; no other text verifies', async () => {
  const [one, two] = await Promise.all([scryptPasswords.hash(PASSWORD), scryptPasswords.hash(PASSWORD)])
  assert.notEqual(one, two)
  assert.equal(await scryptPasswords.verify(PASSWORD, one), true)
  assert.equal(await scryptPasswords.verify(`${PASSWORD} `, one), false)
  for (const hash of ['', 'plain', one.replace('scrypt$15', 'scrypt$30'), one.slice(0, -1), `${one}A`])
    assert.equal(await scryptPasswords.verify(PASSWORD, hash), false, hash)
})

void test('rejects short, long, repeated and well-known passwords, and the names of person and account', () => {
  const names = ['Ada Lovelace', 'Corner Repair']
  const weak = [
    'short',
    'x'.repeat(129),
    'aaaaaaaaaaaa',
    'abababababab',
    'password1234',
    '123456789012',
    'abcabcabcabc',
    'adalovelace!',
    'Lovelace-2026-Ada',
    'CornerRepair2026',
    'tapboard-dashboard',
    'Welcome2026!!',
    'qwerty123456',
    '1qaz2wsx3edc',
    'q1w2e3r4t5y6',
    '123qweasdzxc',
  ]
  for (const password of weak) assert.notEqual(passwordFault(password, names), null, password)
  const long =
    'a sentence of a hundred and twenty-eight characters is accepted as it is, with blanks, dots, and everything that was typed in it.'
  for (const good of [
    PASSWORD,
    'Zwölf Boxkämpfer',
    '密码是很长的一句话没有人知道',
    'the terminal sings at noon',
    'ada likes warm croissants',
    long.slice(0, 128),
  ])
    assert.equal(passwordFault(good, names), null, good)
})
