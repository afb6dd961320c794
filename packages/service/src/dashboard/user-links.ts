// One-time links of people, and what their use replaces. The token of a link is known only to its reader; the store has its hash.
import { DASHBOARD_PATH } from '@tapboard/contract/dashboard'
import { base32 } from '@tapboard/server'
import type { Transaction } from '@tapboard/store'
import { hashOf } from '../account/secret.ts'
import type { Random } from '../ports.ts'
import type { Tables } from '../schema/schema.ts'
import { lockPerson } from './locks.ts'
import type { PasskeyKey } from './passkey-port.ts'

/** Purpose of a link: to set up the sign-in, or to sign in once. */
export type LinkPurpose = 'set-up' | 'sign-in'

/** What a set-up link sets: a password or a passkey. */
export type NewSignIn =
  | { readonly passwordHash: string }
  | { readonly passkey: PasskeyKey & { readonly name: string } }

const LINK_MS = 24 * 3_600_000

/** The address of a one-time link. */
export const linkUrl = (origin: string, token: string): string => `${origin}${DASHBOARD_PATH}/link#${token}`

/** Ends the sessions of a person, but not the one with the hash `keep`. */
export const endSessions = (
  trx: Transaction<Tables>,
  userId: string,
  nowMs: number,
  keep = '',
): Promise<unknown> =>
  trx
    .updateTable('service_user_session')
    .set({ ended_at_ms: nowMs })
    .where('user_id', '=', userId)
    .where('hash', '!=', keep)
    .where('ended_at_ms', 'is', null)
    .execute()

/** Adds a link in place of the earlier ones of its purpose. */
export async function addLink(
  random: Random,
  trx: Transaction<Tables>,
  userId: string,
  purpose: LinkPurpose,
  nowMs: number,
): Promise<string> {
  const token = base32(random(32))
  // Of two new links at once the second one then finds the first.
  await lockPerson(trx, userId)
  await trx
    .deleteFrom('service_user_link')
    .where('user_id', '=', userId)
    .where((is) => is.or([is('purpose', '=', purpose), is('expires_at_ms', '<=', nowMs)]))
    .execute()
  const expiresAtMs = nowMs + LINK_MS
  await trx
    .insertInto('service_user_link')
    .values({ hash: hashOf(token), user_id: userId, purpose, expires_at_ms: expiresAtMs, used_at_ms: null })
    .execute()
  return token
}

/** Uses a link of a locked person up; false if it was used or has expired. */
export async function spendLink(
  trx: Transaction<Tables>,
  token: string,
  userId: string,
  nowMs: number,
): Promise<boolean> {
  const done = await trx
    .updateTable('service_user_link')
    .set({ used_at_ms: nowMs })
    .where('hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .where('used_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Replaces every password and passkey of a locked person, and ends every session. */
export async function replaceSignIn(
  trx: Transaction<Tables>,
  userId: string,
  wanted: NewSignIn,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('service_user')
    .set({ password_hash: 'passwordHash' in wanted ? wanted.passwordHash : null })
    .where('id', '=', userId)
    .execute()
  await trx.deleteFrom('service_passkey').where('user_id', '=', userId).execute()
  if ('passkey' in wanted) {
    const { id, name, publicKey, counter } = wanted.passkey
    const columns = { user_id: userId, name, public_key: publicKey, counter }
    await trx
      .insertInto('service_passkey')
      .values({ id, ...columns, created_at_ms: nowMs, used_at_ms: null })
      .execute()
  }
  await endSessions(trx, userId, nowMs)
}
