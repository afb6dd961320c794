// Authenticates the caller by the API key of §5.1 in either form (D-19). Revoked, expired, unknown and malformed keys
// get the same answer. Records the last use, at most once a minute.
import { usableScopes } from '@tapboard/contract/dashboard'
import type { Kernel } from '../kernel.ts'
import { scopesOf, type Caller } from './accounts.ts'
import { hashOf } from './secret.ts'

const KEY = /^tb_(live|test)_[a-z2-7]{26}$/

/** Interval between two writes of the last use of a key. */
const USE_MS = 60_000

/** Extracts the key of an `Authorization` header: bare, or after `Bearer`. */
export const keyOfHeader = (header: string | null): string | null => {
  const text = (header ?? '').trim().replace(/^bearer\s+/i, '')
  return text === '' ? null : text
}

/** Records the use of a key. A fault is ignored: a store without room still answers reads. */
async function recordUse({ store, clock }: Kernel, keyId: string, usedAtMs: number | null): Promise<void> {
  const nowMs = clock.now()
  if (usedAtMs !== null && nowMs - usedAtMs < USE_MS) return
  await store.db
    .updateTable('service_key')
    .set({ used_at_ms: nowMs })
    .where('id', '=', keyId)
    .execute()
    .catch(() => undefined)
}

/** Finds the caller of a key. Reads the store each time, so that a revocation takes effect at once. */
export async function findCaller(kernel: Kernel, key: string): Promise<Caller | null> {
  if (!KEY.test(key)) return null
  const { store } = kernel
  const row = await store.db
    .selectFrom('service_key')
    .innerJoin('service_account', 'service_account.id', 'service_key.account_id')
    .select(['service_key.id as key_id', 'service_key.scopes', 'service_key.sandbox'])
    .select(['service_key.expires_at_ms', 'service_key.used_at_ms'])
    .select(['service_account.id as account_id', 'service_account.name', 'service_account.currency'])
    .select('service_account.sandbox as test_account')
    .where('service_key.hash', '=', hashOf(key))
    .where('service_key.revoked_at_ms', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.expires_at_ms !== null && row.expires_at_ms <= (await store.now())) return null
  await recordUse(kernel, row.key_id, row.used_at_ms)
  const sandbox = row.sandbox === 1
  return {
    accountId: row.account_id,
    accountName: row.name,
    currency: row.currency,
    keyId: row.key_id,
    scopes: usableScopes(scopesOf(row.scopes), { testKey: sandbox, testAccount: row.test_account === 1 }),
    sandbox,
  }
}
