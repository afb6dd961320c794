// Sessions of browsers: a random token in a cookie, its hash in the store, with expiry and revocation. A sign-in
// always makes a new token, so that a token that was known before is worth nothing.
import type { Currency } from '@tapboard/contract'
import { base32 } from '@tapboard/server'
import type { Transaction } from '@tapboard/store'
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { Tables } from '../schema/schema.ts'
import { lockPerson } from './locks.ts'
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

/** A new session; its token is known only here and to the browser. */
export interface NewSession {
  readonly token: string
  readonly expiresAtMs: number
}

/** What a person has proved: a password, by its hash in the store, or a passkey, by its ID. */
export type Proof = { readonly passwordHash: string } | { readonly passkeyId: string }

export interface BrowserSessions {
  /** Opens a session; `null` if the person has lost the password or passkey meanwhile, which ended the sessions before it. */
  open(userId: string, proof: Proof): Promise<NewSession | null>
  /** Opens a session in a transaction that has locked the person. */
  openIn(trx: Transaction<Tables>, userId: string): Promise<NewSession>
  /** Finds the valid session of a token, and records the request. */
  find(token: string): Promise<SignedIn | null>
  /** Whether a session is still valid. */
  isOpen(hash: string): Promise<boolean>
  end(token: string): Promise<void>
}

/** Whether a person still has what was proved; locks the person, so that a change of it waits and then ends the new session. */
async function isHeld(trx: Transaction<Tables>, userId: string, proof: Proof): Promise<boolean> {
  const person = await lockPerson(trx, userId)
  if (person === null) return false
  if ('passwordHash' in proof) return person.password_hash === proof.passwordHash
  const passkey = await trx
    .selectFrom('service_passkey')
    .select('id')
    .where('id', '=', proof.passkeyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return passkey !== undefined
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

  const openIn: BrowserSessions['openIn'] = async (trx, userId) => {
    const token = base32(random(32))
    return { token, expiresAtMs: await addSession(trx, userId, hashOf(token), await store.now()) }
  }

  return {
    open: (userId, proof) =>
      store.transaction(async (trx) => ((await isHeld(trx, userId, proof)) ? openIn(trx, userId) : null)),
    openIn,
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
