// Manages the people who may open the dashboard of an account, and their one-time links. There is no default password:
// a person sets one with the first link.
import { DASHBOARD_PATH, ROLES, type Role } from '@tapboard/contract/dashboard'
import { uniqueViolation, type Selectable, type Transaction } from '@tapboard/store'
import { base32 } from '@tapboard/server'
import { isAccountName } from '../account/accounts.ts'
import { hashOf, newId } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { UserTable } from '../schema/dashboard.ts'
import type { Tables } from '../schema/schema.ts'
import type { PasskeyKey } from './passkey-port.ts'
import { readPeople } from './people-rows.ts'

/** A person who may open the dashboard of one account. */
export interface User {
  readonly id: string
  readonly accountId: string
  /** Unique in the service, in any case. */
  readonly name: string
  /** An owner changes the account; a viewer only reads it. */
  readonly role: Role
  /** Whether the person has set a password. */
  readonly hasPassword: boolean
  readonly createdAtMs: number
}

/** Purpose of a link: to set up the sign-in, or to sign in once. */
export type LinkPurpose = 'set-up' | 'sign-in'

/** What a set-up link sets: a password or a passkey. */
type NewSignIn =
  | { readonly passwordHash: string }
  | { readonly passkey: PasskeyKey & { readonly name: string } }

/** A one-time link as it is stored. */
interface UserLink {
  readonly user: User
  readonly purpose: LinkPurpose
  readonly expiresAtMs: number
}

/** Operator functions for the people of the dashboard. */
export interface Users {
  /**
   * Adds a person to an account, as its owner unless the role is `viewer`; `null` if the name is taken. Throws a RangeError for an invalid name or a missing
   * account.
   */
  add(user: { readonly name: string; readonly accountId: string; readonly role?: Role }): Promise<User | null>
  /** Finds a person by name, in any case. */
  find(name: string): Promise<User | null>
  /** Lists the people of one or all accounts by name. */
  list(accountId?: string): Promise<readonly User[]>
  /**
   * Creates the secret of a one-time link, valid for 24 hours; the page is `/dashboard/link#SECRET`. A new link ends
   * the earlier one of its purpose. Default purpose: `set-up`, which replaces password and passkeys and ends every session.
   */
  createLink(userId: string, purpose?: LinkPurpose): Promise<string>
  /** Changes the role of a person, of any account or of one. */
  changeRole(userId: string, role: Role, accountId?: string): Promise<UserChange>
  /** Removes a person, of any account or of one, and ends their sessions. */
  remove(userId: string, accountId?: string): Promise<UserChange>
}

/**
 * Result of a change: `missing` if the person does not exist, `last-owner` if the account would lose its last owner, or its
 * last owner with a password or a passkey.
 */
export type UserChange = 'done' | 'missing' | 'last-owner'

const LINK_MS = 24 * 3_600_000

/** The address of a one-time link. */
export const linkUrl = (origin: string, token: string): string => `${origin}${DASHBOARD_PATH}/link#${token}`

/** Normalizes a name for comparison. */
export const nameKeyOf = (name: string): string => name.trim().normalize('NFKC').toLowerCase()

export const userOf = (row: Selectable<UserTable>): User => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  role: row.role,
  hasPassword: row.password_hash !== null,
  createdAtMs: row.created_at_ms,
})

/** A person with the salted hash of the password; `null` without one. */
interface UserWithHash {
  readonly user: User
  readonly passwordHash: string | null
}

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

/** Repository of people and links. */
export class UserRepository implements Users {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  async add(wanted: {
    readonly name: string
    readonly accountId: string
    readonly role?: Role
  }): Promise<User | null> {
    const { store, random } = this.#kernel
    const { accountId, role = 'owner' } = wanted
    const name = wanted.name.trim()
    if (!isAccountName(name) || /[\p{Cf}\p{Cs}]/u.test(name))
      throw new RangeError('The name of a user has 1 to 64 printable characters.')
    if (!ROLES.includes(role)) throw new RangeError('The role must be owner or viewer.')
    const account = await store.db
      .selectFrom('service_account')
      .select('id')
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (account === undefined) throw new RangeError('There is no such account.')
    const row = {
      id: newId(random, 'usr'),
      account_id: accountId,
      name,
      name_key: nameKeyOf(name),
      role,
      password_hash: null,
      created_at_ms: await store.now(),
      removed_at_ms: null,
    }
    try {
      await store.db.insertInto('service_user').values(row).execute()
      return userOf(row)
    } catch (error) {
      if (uniqueViolation(error, 'service_user_name')) return null
      throw error
    }
  }

  async find(name: string): Promise<User | null> {
    return (await this.findWithHash(name))?.user ?? null
  }

  /** Finds a person by name, with the salted hash of the password. */
  async findWithHash(name: string): Promise<UserWithHash | null> {
    const row = await this.#kernel.store.db
      .selectFrom('service_user')
      .selectAll()
      .where('name_key', '=', nameKeyOf(name))
      .where('removed_at_ms', 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : { user: userOf(row), passwordHash: row.password_hash }
  }

  async list(accountId?: string): Promise<readonly User[]> {
    let query = this.#kernel.store.db
      .selectFrom('service_user')
      .selectAll()
      .where('removed_at_ms', 'is', null)
      .orderBy('name_key')
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    return (await query.execute()).map(userOf)
  }

  async createLink(userId: string, purpose: LinkPurpose = 'set-up'): Promise<string> {
    const { store, random } = this.#kernel
    const token = base32(random(32))
    await store.transaction(async (trx) => {
      const nowMs = await store.now()
      await trx
        .deleteFrom('service_user_link')
        .where('user_id', '=', userId)
        .where((is) => is.or([is('purpose', '=', purpose), is('expires_at_ms', '<=', nowMs)]))
        .execute()
      await trx
        .insertInto('service_user_link')
        .values({
          hash: hashOf(token),
          user_id: userId,
          purpose,
          expires_at_ms: nowMs + LINK_MS,
          used_at_ms: null,
        })
        .execute()
    })
    return token
  }

  /** Reads a link; `null` if it does not exist, was used or has expired. */
  async readLink(token: string): Promise<UserLink | null> {
    const { store } = this.#kernel
    const row = await store.db
      .selectFrom('service_user_link as link')
      .innerJoin('service_user as user', 'user.id', 'link.user_id')
      .selectAll('user')
      .select(['link.purpose', 'link.expires_at_ms'])
      .where('link.hash', '=', hashOf(token))
      .where('link.used_at_ms', 'is', null)
      .where('link.expires_at_ms', '>', await store.now())
      .where('user.removed_at_ms', 'is', null)
      .executeTakeFirst()
    return row === undefined
      ? null
      : { user: userOf(row), purpose: row.purpose, expiresAtMs: row.expires_at_ms }
  }

  /** Reads the name of an account. */
  async accountName(accountId: string): Promise<string> {
    const { name } = await this.#kernel.store.db
      .selectFrom('service_account')
      .select('name')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    return name
  }

  /**
   * Uses a link once; of two concurrent uses one wins. A new password or passkey ends every session and replaces every earlier
   * password and passkey, in the same transaction.
   */
  async useLink(token: string, userId: string, wanted: NewSignIn | null): Promise<boolean> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const nowMs = await store.now()
      const done = await trx
        .updateTable('service_user_link')
        .set({ used_at_ms: nowMs })
        .where('hash', '=', hashOf(token))
        .where('user_id', '=', userId)
        .where('used_at_ms', 'is', null)
        .where('expires_at_ms', '>', nowMs)
        .executeTakeFirst()
      if (done.numUpdatedRows !== 1n) return false
      if (wanted === null) return true
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
      return true
    })
  }

  /** Changes the password from one hash to another, and ends every other session of the person. */
  async changePassword(
    userId: string,
    from: string | null,
    to: string,
    keepSessionHash: string,
  ): Promise<boolean> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const done = await trx
        .updateTable('service_user')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', from === null ? 'is' : '=', from)
        .executeTakeFirst()
      if (done.numUpdatedRows !== 1n) return false
      await endSessions(trx, userId, await store.now(), keepSessionHash)
      return true
    })
  }

  changeRole(userId: string, role: Role, accountId?: string): Promise<UserChange> {
    return this.#change(userId, accountId, role === 'owner', async (trx) => {
      await trx.updateTable('service_user').set({ role }).where('id', '=', userId).execute()
    })
  }

  remove(userId: string, accountId?: string): Promise<UserChange> {
    const { store } = this.#kernel
    return this.#change(userId, accountId, false, async (trx) => {
      const nowMs = await store.now()
      await trx
        .updateTable('service_user')
        .set({ removed_at_ms: nowMs, password_hash: null })
        .where('id', '=', userId)
        .execute()
      await endSessions(trx, userId, nowMs)
    })
  }

  /**
   * Changes a person in one transaction, unless the account would lose its last owner. The account is locked: of two owners who
   * remove each other at the same time one stays.
   */
  async #change(
    userId: string,
    accountId: string | undefined,
    staysOwner: boolean,
    write: (trx: Transaction<Tables>) => Promise<void>,
  ): Promise<UserChange> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      let user = trx
        .selectFrom('service_user')
        .select('account_id')
        .where('id', '=', userId)
        .where('removed_at_ms', 'is', null)
      if (accountId !== undefined) user = user.where('account_id', '=', accountId)
      const found = await user.executeTakeFirst()
      if (found === undefined) return 'missing'
      const account = trx.selectFrom('service_account').select('id').where('id', '=', found.account_id)
      // An embedded store has one writer at a time.
      await (store.engine === 'postgres' ? account.forUpdate() : account).executeTakeFirst()
      const people = await readPeople(trx, found.account_id, await store.now())
      const person = people.find(({ id }) => id === userId)
      if (person === undefined) return 'missing'
      if (!staysOwner && person.isLastOwner) return 'last-owner'
      await write(trx)
      return 'done'
    })
  }
}
