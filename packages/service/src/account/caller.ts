// Authenticates the caller by the API key of §5.1 in either form (D-19). Revoked, expired, unknown and malformed keys
// get the same answer; the log tells them apart. Records the last use, at most once a minute.
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

/** The caller of a key, or the reason of its refusal with the key's row if there is one; for the log only. */
export type FoundKey =
  | { readonly ok: true; readonly caller: Caller }
  | {
      readonly ok: false
      readonly reason: 'key-missing' | 'key-unknown' | 'key-revoked' | 'key-expired'
      readonly accountId?: string
      readonly keyId?: string
    }

/** Finds the caller of a key. Reads the store each time, so that a revocation takes effect at once. */
export async function findCaller(kernel: Kernel, key: string | null): Promise<FoundKey> {
  if (key === null) return { ok: false, reason: 'key-missing' }
  if (!KEY.test(key)) return { ok: false, reason: 'key-unknown' }
  const { store } = kernel
  const row = await store.db
    .selectFrom('service_key')
    .innerJoin('service_account', 'service_account.id', 'service_key.account_id')
    .select(['service_key.id as key_id', 'service_key.scopes', 'service_key.sandbox'])
    .select(['service_key.expires_at_ms', 'service_key.used_at_ms', 'service_key.revoked_at_ms'])
    .select(['service_account.id as account_id', 'service_account.name', 'service_account.currency'])
    .select('service_account.sandbox as test_account')
    .where('service_key.hash', '=', hashOf(key))
    .executeTakeFirst()
  if (row === undefined) return { ok: false, reason: 'key-unknown' }
  const known = { accountId: row.account_id, keyId: row.key_id }
  if (row.revoked_at_ms !== null) return { ok: false, reason: 'key-revoked', ...known }
  if (row.expires_at_ms !== null && row.expires_at_ms <= (await store.now()))
    return { ok: false, reason: 'key-expired', ...known }
  await recordUse(kernel, row.key_id, row.used_at_ms)
  const sandbox = row.sandbox === 1
  const caller = {
    ...known,
    accountName: row.name,
    currency: row.currency,
    scopes: usableScopes(scopesOf(row.scopes), { testKey: sandbox, testAccount: row.test_account === 1 }),
    sandbox,
  }
  return { ok: true, caller }
}
