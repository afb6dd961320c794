// Handlers of API keys. Every function takes the account of the session: a key of another account is a missing one.
import { usableScopes, type Key, type KEY_ROUTES } from '@tapboard/contract/dashboard'
import { isAccountName, TEST_KEY_OF_LIVE_ACCOUNT, type Accounts, type KeyInfo } from '../account/accounts.ts'
import type { Kernel } from '../kernel.ts'
import type { DashboardCall, HandlersOf } from './call.ts'
import { ownerOf } from './people.ts'
import { notFound, refuseDashboard, signedOut } from './refusal.ts'
import type { UserRepository } from './users.ts'

const DAY_MS = 86_400_000

const keyOf = (key: KeyInfo): Key => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  scopes: [...key.scopes],
  sandbox: key.sandbox,
  createdAtMs: key.createdAtMs,
  expiresAtMs: key.expiresAtMs,
  usedAtMs: key.usedAtMs,
  revokedAtMs: key.revokedAtMs,
  createdBy: key.createdBy,
  revokedBy: key.revokedBy,
})

/** Creates the handlers of API keys. */
export function keyHandlers(
  { store, log }: Kernel,
  accounts: Accounts,
  users: Pick<UserRepository, 'isStillOwner'>,
): HandlersOf<typeof KEY_ROUTES> {
  /** Writes the line of the audit; the row of the key names its author, too. */
  const audit = (
    action: 'key-created' | 'key-revoked',
    keyId: string,
    { person, browser: { address } }: Pick<DashboardCall<typeof KEY_ROUTES.createKey>, 'person' | 'browser'>,
  ): void => {
    const author = { accountId: person.account.id, userId: person.user.id }
    log.info({ action, keyId, ...author, ...(address === null ? {} : { source: address }) }, 'audit')
  }
  return {
    async listKeys({ person }) {
      const keys = await accounts.listKeys(person.account.id)
      return { keys: keys.map(keyOf).toReversed() }
    },
    async createKey(call) {
      const { person, body } = call
      const { name, scopes, sandbox, days } = body
      if (!isAccountName(name.trim()))
        return refuseDashboard('invalid', 'Give the key a name of 1 to 64 printable characters.')
      if (person.account.sandbox && !sandbox)
        return refuseDashboard('invalid', 'This is a test account: it has test keys only.')
      if (
        usableScopes(scopes, { testKey: sandbox, testAccount: person.account.sandbox }).length < scopes.length
      )
        return refuseDashboard('invalid', TEST_KEY_OF_LIVE_ACCOUNT)
      const expiry = days === undefined ? {} : { expiresAtMs: (await store.now()) + days * DAY_MS }
      const wanted = { name, scopes, sandbox, ...expiry, createdBy: person.user.name }
      const made = await accounts.createKey(person.account.id, wanted)
      if (made === null) return notFound('account')
      // An owner who was removed meanwhile gets no key.
      if (!(await users.isStillOwner(ownerOf(person)))) {
        await accounts.revokeKey(made.id, { revokedBy: person.user.name })
        return signedOut()
      }
      audit('key-created', made.id, call)
      return made
    },
    async revokeKey(call) {
      const { person, params } = call
      const id = params['id'] ?? ''
      const done = await accounts.revokeKey(id, {
        accountId: person.account.id,
        revokedBy: person.user.name,
      })
      if (!done) return notFound('active key')
      audit('key-revoked', id, call)
      return null
    },
  }
}
