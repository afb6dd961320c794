/**
 * Two requests at the same moment never leave what neither order of them leaves: the second request happens after each statement of the
 * first one, in and outside of its transactions.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANGE_HEADER } from '@tapboard/contract/dashboard'
import { eachEngine, type EngineContext } from '@tapboard/store/testing'
import { createService, type Service } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { Authenticator, base64url, optionsOf, type Json } from '../testing/authenticator.ts'
import {
  DashboardBrowser,
  FAST_PASSWORDS,
  ORIGIN,
  PASSWORD,
  type DashboardAnswer,
} from '../testing/dashboard.ts'
import { Interleaved, type Meanwhile } from '../testing/interleaved.ts'

let browsers = 0

/** A browser with an address of its own, so that no limit of an address is reached. */
function browserAt(service: Service): DashboardBrowser {
  browsers += 1
  return new DashboardBrowser(service, `10.${browsers >> 8}.${browsers & 255}.1`)
}

const OTHER_PASSWORD = `${PASSWORD}, but another`

/** Two requests, and what must hold after both. */
interface Pair {
  readonly first: () => Promise<DashboardAnswer>
  readonly second: () => Promise<unknown>
  readonly holds: (first: DashboardAnswer, meanwhile: Meanwhile) => Promise<void>
}

/** A service for the first request and another one on the same database. */
interface Race {
  readonly slow: Service
  readonly other: Service
  readonly accountId: string
}

/** Runs new pairs until the second request happened after the last statement of the first one. */
function eachStatement(title: string, pairOf: (race: Race, name: string) => Promise<Pair>): void {
  eachEngine<Tables>(title, async ({ store, open }: EngineContext<Tables>) => {
    const interleaved = new Interleaved(store, await open())
    const slow = await createService({ store: interleaved.store, passwords: FAST_PASSWORDS })
    const other = await createService({ store: await open(), passwords: FAST_PASSWORDS })
    const accountId = (await slow.accounts.createAccount('Shop'))?.id ?? ''
    for (let at = 0; ; at += 1) {
      const { first, second, holds } = await pairOf({ slow, other, accountId }, `Ada ${at}`)
      const done = await interleaved.run(at, first, second)
      await holds(done.first, done.meanwhile)
      if (done.meanwhile !== 'nothing') continue
      assert.ok(at > 0, 'the first request has statements')
      break
    }
    await Promise.all([slow.close(), other.close()])
  })
}

/** Adds a person; returns the person's ID and first link. */
async function invite({ other, accountId }: Race, name: string) {
  const { id = '' } = (await other.users.add({ name, accountId })) ?? {}
  return { id, token: await other.users.createLink(id) }
}

/** A person with a passkey, who is signed in at a service. */
async function withPasskey(race: Race, name: string, at: Service) {
  const { id, token } = await invite(race, name)
  const [browser, key] = [browserAt(at), new Authenticator()]
  const begun = await browser.call('POST', '/links/passkey/begin', { token })
  const response = key.create(optionsOf(begun))
  assert.equal((await browser.call('POST', '/links/passkey', { token, response })).status, 200)
  return { id, key, browser }
}

/** Answers the question for a passkey of a browser that is not signed in. */
async function answerOf(browser: DashboardBrowser, key: Authenticator): Promise<Json> {
  return key.get(optionsOf(await browser.call('POST', '/sign-in/passkey/begin')))
}

const beginOwn = async (browser: DashboardBrowser): Promise<Json> =>
  optionsOf(await browser.call('POST', '/passkeys/begin'))

const passkeysOf = async (browser: DashboardBrowser): Promise<number> =>
  ((await browser.call('GET', '/passkeys')).body['passkeys'] as readonly Json[]).length

const isIn = async (browser: DashboardBrowser): Promise<boolean> =>
  (await browser.call('GET', '/session')).status === 200

const canEnter = async (browser: DashboardBrowser, key: Authenticator): Promise<boolean> =>
  (await browser.call('POST', '/sign-in/passkey', { response: await answerOf(browser, key) })).status === 200

/** The use of a new set-up link by its person, with a password. */
async function reset({ other }: Race, id: string) {
  const token = await other.users.createLink(id)
  const owner = browserAt(other)
  return { owner, use: () => owner.call('POST', '/links/use', { token, password: OTHER_PASSWORD }) }
}

eachStatement('D-128 a sign-in with a passkey that a link replaces opens no session', async (race, name) => {
  const { id, key } = await withPasskey(race, name, race.other)
  const { owner, use } = await reset(race, id)
  const thief = browserAt(race.slow)
  const response = await answerOf(thief, key)
  return {
    first: () => thief.call('POST', '/sign-in/passkey', { response }),
    second: use,
    holds: async () => assert.deepEqual([await isIn(thief), await isIn(owner)], [false, true]),
  }
})

eachStatement('D-128 a link that replaces a passkey ends a sign-in with it', async (race, name) => {
  const { id, key } = await withPasskey(race, name, race.other)
  const token = await race.other.users.createLink(id)
  const owner = browserAt(race.slow)
  const thief = browserAt(race.other)
  const response = await answerOf(thief, key)
  return {
    first: () => owner.call('POST', '/links/use', { token, password: OTHER_PASSWORD }),
    second: () => thief.call('POST', '/sign-in/passkey', { response }),
    holds: async () => assert.deepEqual([await isIn(thief), await isIn(owner)], [false, true]),
  }
})

eachStatement('D-128 a passkey that a session adds is no way in after a link', async (race, name) => {
  const { id, browser } = await withPasskey(race, name, race.slow)
  const { owner, use } = await reset(race, id)
  const key = new Authenticator()
  const response = key.create(await beginOwn(browser))
  return {
    first: () => browser.call('POST', '/passkeys', { name: 'Phone', response }),
    second: use,
    holds: async () =>
      assert.deepEqual([await passkeysOf(owner), await canEnter(browserAt(race.other), key)], [0, false]),
  }
})

eachStatement('D-128 a link leaves no passkey that a session adds meanwhile', async (race, name) => {
  const { id, browser } = await withPasskey(race, name, race.other)
  const token = await race.other.users.createLink(id)
  const owner = browserAt(race.slow)
  const key = new Authenticator()
  const response = key.create(await beginOwn(browser))
  return {
    first: () => owner.call('POST', '/links/use', { token, password: OTHER_PASSWORD }),
    second: () => browser.call('POST', '/passkeys', { name: 'Phone', response }),
    holds: async () =>
      assert.deepEqual([await passkeysOf(owner), await canEnter(browserAt(race.other), key)], [0, false]),
  }
})

eachStatement('D-128 a session that a link ends sets no password', async (race, name) => {
  const { id, browser } = await withPasskey(race, name, race.slow)
  const token = await race.other.users.createLink(id)
  const owner = browserAt(race.other)
  const begun = await owner.call('POST', '/links/passkey/begin', { token })
  const response = new Authenticator().create(optionsOf(begun))
  return {
    first: () => browser.call('PUT', '/password', { password: PASSWORD }),
    second: () => owner.call('POST', '/links/passkey', { token, response }),
    async holds() {
      const { code } = await browserAt(race.other).call('POST', '/sign-in', {
        name,
        password: PASSWORD,
      })
      assert.deepEqual([code, await isIn(owner)], ['wrong-credentials', true])
    },
  }
})

eachStatement('D-128 of two removals of the only two passkeys one is refused', async (race, name) => {
  const { browser, key } = await withPasskey(race, name, race.slow)
  const phone = new Authenticator()
  const response = phone.create(await beginOwn(browser))
  await browser.call('POST', '/passkeys', { name: 'Phone', response })
  const elsewhere = browserAt(race.other)
  elsewhere.cookie = browser.cookie
  const remove = (from: DashboardBrowser, { id }: Authenticator) =>
    from.call('DELETE', `/passkeys/${base64url(id)}`)
  return {
    first: () => remove(browser, key),
    second: () => remove(elsewhere, phone),
    holds: async () => assert.equal(await passkeysOf(browser), 1),
  }
})

eachStatement('D-128 of two links that are made at once one works', async (race, name) => {
  const owner = await DashboardBrowser.signedIn(race.slow, race.accountId, { name: `Owner of ${name}` })
  const { id } = await invite(race, name)
  let later = ''
  const works = async (token: string): Promise<boolean> =>
    (await owner.call('POST', '/links/read', { token })).status === 200
  return {
    first: () => owner.call('POST', `/people/${id}/link`),
    second: async () => (later = await race.other.users.createLink(id)),
    async holds({ body }) {
      const first = new URL(String(body['link'])).hash.slice(1)
      assert.equal([await works(first), await works(later)].filter(Boolean).length, 1)
    },
  }
})

eachStatement('D-128 of two owners who remove each other one stays', async (race, name) => {
  const accountId = (await race.other.accounts.createAccount(name))?.id ?? ''
  const ada = await withPasskey({ ...race, accountId }, name, race.slow)
  const grace = await withPasskey({ ...race, accountId }, `Grace of ${name}`, race.other)
  return {
    first: () => ada.browser.call('DELETE', `/people/${grace.id}`),
    second: () => grace.browser.call('DELETE', `/people/${ada.id}`),
    holds: async () => assert.equal((await race.other.users.list(accountId)).length, 1),
  }
})

/** Requests with which an owner who is removed could leave a way back. */
const WAYS_BACK: readonly [
  what: string,
  send: (eve: DashboardBrowser, id: string) => Promise<DashboardAnswer>,
][] = [
  ['invites no person', (eve) => eve.call('POST', '/people', { name: 'Mallory', role: 'owner' })],
  ['makes no owner', (eve, id) => eve.call('PUT', `/people/${id}/role`, { role: 'owner' })],
  ['gets no link', (eve, id) => eve.call('POST', `/people/${id}/link`)],
  ['gets no key', (eve) => eve.call('POST', '/keys', { name: 'Till', scopes: ['terminal'], sandbox: false })],
  ['removes no person', (eve, id) => eve.call('DELETE', `/people/${id}`)],
]
for (const [what, send] of WAYS_BACK)
  eachStatement(`D-128 an owner who is removed meanwhile ${what}`, async (race, name) => {
    const { accountId, other, slow } = race
    await DashboardBrowser.signedIn(other, accountId, { name: `Owner of ${name}` })
    const ownId = (await other.users.find(`Owner of ${name}`))?.id ?? ''
    await other.users
      .createLink(ownId)
      .then((token) => browserAt(other).call('POST', '/links/use', { token, password: PASSWORD }))
    const eve = await DashboardBrowser.signedIn(slow, accountId, { name })
    const eveId = (await other.users.find(name))?.id ?? ''
    const { id = '' } =
      (await other.users.add({ name: `Viewer of ${name}`, accountId, role: 'viewer' })) ?? {}
    const mallory = await other.users.find('Mallory')
    if (mallory !== null) await other.users.remove(mallory.id)
    return {
      first: () => send(eve, id),
      second: () => other.users.remove(eveId),
      async holds(first, meanwhile) {
        assert.equal(await other.users.find(name), null)
        if (meanwhile !== 'ended') return
        assert.equal(first.code, 'signed-out')
        const keys = await other.accounts.listKeys(accountId)
        assert.deepEqual(
          keys.filter(({ createdBy, revokedAtMs }) => createdBy === name && revokedAtMs === null),
          [],
        )
      },
    }
  })

void test('D-128 a body that arrives after the end of its session changes nothing', async () => {
  const service = await createService({ store: 'file::memory:', passwords: FAST_PASSWORDS })
  const accountId = (await service.accounts.createAccount('Shop'))?.id ?? ''
  const eve = await DashboardBrowser.signedIn(service, accountId, { name: 'Eve' })
  const userId = (await service.users.find('Eve'))?.id ?? ''
  await DashboardBrowser.signedIn(service, accountId, { name: 'Ada' })
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        assert.equal(await service.users.remove(userId), 'done')
        const wanted = { name: 'Till', scopes: ['terminal'], sandbox: false }
        controller.enqueue(new TextEncoder().encode(JSON.stringify(wanted)))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    cookie: eve.cookie,
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
    [CHANGE_HEADER]: '1',
  }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await service.fetch(new Request(`${ORIGIN}/dashboard/api/keys`, init as RequestInit))
  assert.deepEqual([answer.status, await service.accounts.listKeys(accountId)], [401, []])
  await service.close()
})
