// Repository of passkeys and of the challenges that are waiting for an answer. A challenge is for one purpose and one
// person, and is used up by the first answer.
import type { Transaction } from '@tapboard/store'
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { Tables } from '../schema/schema.ts'
import type { SignedIn } from './browser-sessions.ts'
import { isSessionOpen, lockPerson } from './locks.ts'
import type { PasskeyKey } from './passkey-port.ts'
import { endSessions } from './user-links.ts'
import { userOf, type User } from './users.ts'

const CHALLENGE_MS = 5 * 60_000

/** One person may have this many passkeys. */
export const PASSKEYS_MAX = 20

/** What a challenge is for: to add a passkey to a person, or to sign in. */
type Purpose = { readonly type: 'add'; readonly userId: string } | { readonly type: 'sign-in' }

const subjectOf = (purpose: Purpose): string => (purpose.type === 'add' ? purpose.userId : 'sign-in')

interface StoredPasskey extends PasskeyKey {
  readonly user: User
}

/** Result of a change of a person's passkeys. */
export type PasskeyChange = 'done' | 'known' | 'full' | 'missing' | 'only-way' | 'signed-out'

/** The session of the person who changes the own passkeys. */
type OwnSession = Pick<SignedIn, 'hash' | 'user'>

export class PasskeyRepository {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  /** Stores a challenge, and removes expired ones. */
  async issue(challenge: string, purpose: Purpose): Promise<void> {
    const { store } = this.#kernel
    const nowMs = await store.now()
    await store.db.deleteFrom('service_challenge').where('expires_at_ms', '<=', nowMs).execute()
    await store.db
      .insertInto('service_challenge')
      .values({
        hash: hashOf(challenge),
        subject: subjectOf(purpose),
        expires_at_ms: nowMs + CHALLENGE_MS,
      })
      .execute()
  }

  /** Uses a challenge up; false if it was not issued for this purpose, was used or has expired. */
  async use(challenge: string, purpose: Purpose): Promise<boolean> {
    const { store } = this.#kernel
    const done = await store.db
      .deleteFrom('service_challenge')
      .where('hash', '=', hashOf(challenge))
      .where('subject', '=', subjectOf(purpose))
      .where('expires_at_ms', '>', await store.now())
      .executeTakeFirst()
    return done.numDeletedRows === 1n
  }

  /** Lists the passkeys of a person, oldest first. */
  async list(userId: string) {
    return this.#kernel.store.db
      .selectFrom('service_passkey')
      .select(['id', 'name', 'created_at_ms', 'used_at_ms'])
      .where('user_id', '=', userId)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
  }

  /** Adds a passkey of the person of a session. */
  add(session: OwnSession, name: string, key: PasskeyKey): Promise<PasskeyChange> {
    return this.#change(session, async (trx, { nowMs, own }) => {
      if (own.length >= PASSKEYS_MAX) return 'full'
      const done = await trx
        .insertInto('service_passkey')
        .values({
          id: key.id,
          user_id: session.user.id,
          name,
          public_key: key.publicKey,
          counter: key.counter,
          created_at_ms: nowMs,
          used_at_ms: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return done.numInsertedOrUpdatedRows === 1n ? 'done' : 'known'
    })
  }

  /** Whether a passkey belongs to another person. */
  async isOfAnother(id: string, userId: string): Promise<boolean> {
    const row = await this.#kernel.store.db
      .selectFrom('service_passkey')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined && row.user_id !== userId
  }

  /** Finds a passkey with its person; `null` if it does not exist or its person was removed. */
  async find(id: string): Promise<StoredPasskey | null> {
    const row = await this.#kernel.store.db
      .selectFrom('service_passkey as passkey')
      .innerJoin('service_user as user', 'user.id', 'passkey.user_id')
      .selectAll('user')
      .select(['passkey.id as passkey_id', 'passkey.public_key', 'passkey.counter'])
      .where('passkey.id', '=', id)
      .where('user.removed_at_ms', 'is', null)
      .executeTakeFirst()
    return row === undefined
      ? null
      : { id: row.passkey_id, publicKey: row.public_key, counter: row.counter, user: userOf(row) }
  }

  /** Records a use; false if another use has counted as far in the meantime. */
  async used({ id, counter }: PasskeyKey, newCounter: number): Promise<boolean> {
    const { store } = this.#kernel
    const done = await store.db
      .updateTable('service_passkey')
      .set({ counter: newCounter, used_at_ms: await store.now() })
      .where('id', '=', id)
      .where('counter', '=', counter)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n
  }

  /** Removes a passkey of the person of a session and ends the other sessions: the device may be lost. The last way to sign in stays. */
  remove(session: OwnSession, id: string): Promise<PasskeyChange> {
    return this.#change(session, async (trx, { nowMs, own, hasPassword }) => {
      if (!own.includes(id)) return 'missing'
      if (own.length === 1 && !hasPassword) return 'only-way'
      await trx.deleteFrom('service_passkey').where('id', '=', id).execute()
      await endSessions(trx, session.user.id, nowMs, session.hash)
      return 'done'
    })
  }

  /** Changes the passkeys of a locked person whose session is still open. */
  #change(
    { hash, user }: OwnSession,
    work: (
      trx: Transaction<Tables>,
      person: { readonly nowMs: number; readonly own: readonly string[]; readonly hasPassword: boolean },
    ) => Promise<PasskeyChange>,
  ): Promise<PasskeyChange> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const person = await lockPerson(trx, user.id)
      const nowMs = await store.now()
      if (person === null || !(await isSessionOpen(trx, hash, nowMs))) return 'signed-out'
      const rows = await trx
        .selectFrom('service_passkey')
        .select('id')
        .where('user_id', '=', user.id)
        .execute()
      return work(trx, { nowMs, own: rows.map(({ id }) => id), hasPassword: person.password_hash !== null })
    })
  }
}
