/** A password that was stolen ends with its replacement, also for a sign-in that is under way. */
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { createService } from '../app/service.ts'
import type { Tables } from '../schema/schema.ts'
import { DashboardBrowser, FAST_PASSWORDS, PASSWORD } from '../testing/dashboard.ts'

eachEngine<Tables>(
  'D-112 a sign-in with a password that a link replaces meanwhile opens no session',
  async ({ store }) => {
    let meanwhile = (): Promise<unknown> => Promise.resolve()
    const passwords = {
      ...FAST_PASSWORDS,
      async verify(password: string, hash: string): Promise<boolean> {
        const good = await FAST_PASSWORDS.verify(password, hash)
        await meanwhile()
        return good
      },
    }
    const service = await createService({ store, passwords })
    const accountId = (await service.accounts.createAccount('Shop'))?.id ?? ''
    const ada = new DashboardBrowser(service)
    const { id = '' } = (await service.users.add({ name: 'Ada', accountId })) ?? {}
    const first = await service.users.createLink(id)
    await ada.call('POST', '/links/use', { token: first, password: PASSWORD })
    const token = await service.users.createLink(id)
    const thief = new DashboardBrowser(service)
    meanwhile = () => ada.call('POST', '/links/use', { token, password: `${PASSWORD}, but another` })
    const entered = await thief.call('POST', '/sign-in', { name: 'Ada', password: PASSWORD })
    assert.equal(entered.code, 'wrong-credentials')
    assert.equal((await thief.call('GET', '/session')).code, 'signed-out')
    assert.equal((await ada.call('GET', '/session')).status, 200)
    await service.close()
  },
)
