// Authenticates the caller by the API key of §5.1 in either form (D-19). Revoked, unknown and malformed keys
// get the same answer.
import type { Kernel } from '../kernel.ts'
import type { Caller } from './accounts.ts'
import { hashOf } from './secret.ts'

const KEY = /^tb_(live|test)_[a-z2-7]{26}$/

/** Extracts the key of an `Authorization` header: bare, or after `Bearer`. */
export const keyOfHeader = (header: string | null): string | null => {
  const text = (header ?? '').trim().replace(/^bearer\s+/i, '')
  return text === '' ? null : text
}

/** Finds the caller of a key. Reads the store each time, so that a revocation takes effect at once. */
export async function findCaller({ store }: Kernel, key: string): Promise<Caller | null> {
  if (!KEY.test(key)) return null
  const row = await store.db
    .selectFrom('service_key')
    .innerJoin('service_account', 'service_account.id', 'service_key.account_id')
    .select(['service_key.id as key_id', 'service_key.board', 'service_key.sandbox'])
    .select(['service_account.id as account_id', 'service_account.name', 'service_account.currency'])
    .where('service_key.hash', '=', hashOf(key))
    .where('service_key.revoked_at_ms', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    accountId: row.account_id,
    accountName: row.name,
    currency: row.currency,
    keyId: row.key_id,
    board: row.board === 1,
    sandbox: row.sandbox === 1,
  }
}
