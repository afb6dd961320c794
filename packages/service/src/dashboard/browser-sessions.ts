// Sessions of browsers: a random token in a cookie, its hash in the store, with expiry and revocation. A sign-in
// always makes a new token, so that a token that was known before is worth nothing.
import type { Currency } from '@tapboard/contract'
import { base32 } from '@tapboard/server'
import type { Transaction } from '@tapboard/store'
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { Tables } from '../schema/schema.ts'
import { userOf, type User } from './users.ts'

/** Longest duration of a session. */
const SESSION_MS = 7 * 24 * 3_600_000

/** Longest time without a request. */
const IDLE_MS = 12 * 3_600_000

/** Interval between two writes of the last request. */
const SEEN_MS = 60_000

/** A signed-in person with the account. */
export interface SignedIn {
  /** Hash of the session's token. */
  readonly hash: string
  readonly user: User
  readonly account: {
    readonly id: string
    readonly name: string
    readonly sandbox: boolean
    readonly currency: Currency
  }
  readonly expiresAtMs: number
}

export interface BrowserSessions {
  /**
   * Opens a session; the token is returned only here. With the hash of a verified password: `null` if another one was set meanwhile,
   * which ended the sessions before it.
   */
  open(
    userId: string,
    passwordHash?: string | null,
  ): Promise<{ readonly token: string; readonly expiresAtMs: number } | null>
  /** Finds the valid session of a token, and records the request. */
  find(token: string): Promise<SignedIn | null>
  /** Whether a session is still valid. */
  isOpen(hash: string): Promise<boolean>
  end(token: string): Promise<void>
}

/** Whether a person has this password hash; locks the row, so that a change of it waits and then ends the new session. */
async function keepsPassword(trx: Transaction<Tables>, userId: string, hash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('service_user')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .where('password_hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Adds a session in place of the expired ones of its person; returns its end. */
async function addSession(
  trx: Transaction<Tables>,
  userId: string,
  hash: string,
  nowMs: number,
): Promise<number> {
  const expiresAtMs = nowMs + SESSION_MS
  await trx
    .deleteFrom('service_user_session')
    .where('user_id', '=', userId)
    .where('expires_at_ms', '<=', nowMs)
    .execute()
  await trx
    .insertInto('service_user_session')
    .values({
      hash,
      user_id: userId,
      created_at_ms: nowMs,
      seen_at_ms: nowMs,
      expires_at_ms: expiresAtMs,
      ended_at_ms: null,
    })
    .execute()
  return expiresAtMs
}

/** Opens the sessions of a store. */
export function openBrowserSessions({ store, random }: Kernel): BrowserSessions {
  const valid = (nowMs: number) =>
    store.db
      .selectFrom('service_user_session as session')
      .innerJoin('service_user as user', 'user.id', 'session.user_id')
      .innerJoin('service_account as account', 'account.id', 'user.account_id')
      .where('session.ended_at_ms', 'is', null)
      .where('session.expires_at_ms', '>', nowMs)
      .where('session.seen_at_ms', '>', nowMs - IDLE_MS)
      .where('user.removed_at_ms', 'is', null)

  return {
    async open(userId, passwordHash = null) {
      const token = base32(random(32))
      return store.transaction(async (trx) => {
        if (passwordHash !== null && !(await keepsPassword(trx, userId, passwordHash))) return null
        const expiresAtMs = await addSession(trx, userId, hashOf(token), await store.now())
        return { token, expiresAtMs }
      })
    },
    async find(token) {
      const nowMs = await store.now()
      const hash = hashOf(token)
      const row = await valid(nowMs)
        .selectAll('user')
        .select(['session.expires_at_ms', 'session.seen_at_ms'])
        .select(['account.name as account_name', 'account.sandbox', 'account.currency'])
        .where('session.hash', '=', hash)
        .executeTakeFirst()
      if (row === undefined) return null
      if (nowMs - row.seen_at_ms >= SEEN_MS)
        await store.db
          .updateTable('service_user_session')
          .set({ seen_at_ms: nowMs })
          .where('hash', '=', hash)
          .execute()
      return {
        hash,
        user: userOf(row),
        account: {
          id: row.account_id,
          name: row.account_name,
          sandbox: row.sandbox === 1,
          currency: row.currency,
        },
        expiresAtMs: row.expires_at_ms,
      }
    },
    async isOpen(hash) {
      const row = await valid(await store.now())
        .select('session.hash')
        .where('session.hash', '=', hash)
        .executeTakeFirst()
      return row !== undefined
    },
    async end(token) {
      await store.db
        .updateTable('service_user_session')
        .set({ ended_at_ms: await store.now() })
        .where('hash', '=', hashOf(token))
        .where('ended_at_ms', 'is', null)
        .execute()
    },
  }
}
