// Repository of passkeys and of the challenges that are waiting for an answer. A challenge is for one purpose and one
// person, and is used up by the first answer.
import { hashOf } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { PasskeyKey } from './passkey-port.ts'
import { endSessions, userOf, type User } from './users.ts'

const CHALLENGE_MS = 5 * 60_000

/** One person may have this many passkeys. */
export const PASSKEYS_MAX = 20

/** What a challenge is for: to add a passkey to a person, or to sign in. */
type Purpose = { readonly type: 'add'; readonly userId: string } | { readonly type: 'sign-in' }

const subjectOf = (purpose: Purpose): string => (purpose.type === 'add' ? purpose.userId : 'sign-in')

interface StoredPasskey extends PasskeyKey {
  readonly user: User
}

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

  /** Adds a passkey; false if it is known already. */
  async add(userId: string, name: string, { id, publicKey, counter }: PasskeyKey): Promise<boolean> {
    const { store } = this.#kernel
    const done = await store.db
      .insertInto('service_passkey')
      .values({
        id,
        user_id: userId,
        name,
        public_key: publicKey,
        counter,
        created_at_ms: await store.now(),
        used_at_ms: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return done.numInsertedOrUpdatedRows === 1n
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

  /** Removes a passkey of a person and ends the other sessions: the device may be lost. */
  remove(userId: string, id: string, keepSessionHash: string): Promise<boolean> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const done = await trx
        .deleteFrom('service_passkey')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (done.numDeletedRows !== 1n) return false
      await endSessions(trx, userId, await store.now(), keepSessionHash)
      return true
    })
  }
}
