// Handlers of API keys. Every function takes the account of the session: a key of another account is a missing one.
import type { Key, KEY_ROUTES } from '@tapboard/contract/dashboard'
import { isAccountName, type Accounts, type KeyInfo } from '../account/accounts.ts'
import type { Kernel } from '../kernel.ts'
import type { HandlersOf } from './call.ts'
import { notFound, refuseDashboard } from './refusal.ts'

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
})

/** Creates the handlers of API keys. */
export function keyHandlers({ store }: Kernel, accounts: Accounts): HandlersOf<typeof KEY_ROUTES> {
  return {
    async listKeys({ person }) {
      const keys = await accounts.listKeys(person.account.id)
      return { keys: keys.map(keyOf).toReversed() }
    },
    async createKey({ person, body }) {
      const { name, scopes, sandbox, days } = body
      if (!isAccountName(name.trim()))
        return refuseDashboard('invalid', 'Give the key a name of 1 to 64 printable characters.')
      if (person.account.sandbox && !sandbox)
        return refuseDashboard('invalid', 'This is a test account: it has test keys only.')
      const expiry = days === undefined ? {} : { expiresAtMs: (await store.now()) + days * DAY_MS }
      const made = await accounts.createKey(person.account.id, { name, scopes, sandbox, ...expiry })
      return made ?? notFound('account')
    },
    async revokeKey({ person, params }) {
      const done = await accounts.revokeKey(params['id'] ?? '', person.account.id)
      return done ? null : notFound('active key')
    },
  }
}
