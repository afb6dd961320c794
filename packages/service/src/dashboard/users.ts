// Manages the people who may open the dashboard of an account, and their one-time links. There is no default password:
// a person sets one with the first link.
import { ROLES, type Role } from '@tapboard/contract/dashboard'
import { uniqueViolation, type Selectable, type Transaction } from '@tapboard/store'
import { isAccountName } from '../account/accounts.ts'
import { hashOf, newId } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'
import type { UserTable } from '../schema/dashboard.ts'
import type { Tables } from '../schema/schema.ts'
import { isOwnersSession, isSessionOpen, lockAccount, lockPerson } from './locks.ts'
import { readPeople } from './people-rows.ts'
import {
  addLink,
  endSessions,
  replaceSignIn,
  spendLink,
  type LinkPurpose,
  type NewSignIn,
} from './user-links.ts'

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
  add(user: NewUser): Promise<User | null>
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

/** Result of a change that an owner asks for: `signed-out` if the session of the owner ended meanwhile. */
export type OwnersChange = UserChange | 'signed-out'

/** An owner who changes the people of the own account, with the hash of the session. */
export interface Owner {
  readonly accountId: string
  readonly sessionHash: string
}

/** A person to add. */
interface NewUser {
  readonly name: string
  readonly accountId: string
  readonly role?: Role
}

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

/** Repository of people and links. */
export class UserRepository implements Users {
  readonly #kernel: Kernel

  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }

  async add(wanted: NewUser): Promise<User | null> {
    const { store } = this.#kernel
    const row = await this.#newRow(wanted)
    try {
      await store.db.insertInto('service_user').values(row).execute()
      return userOf(row)
    } catch (error) {
      if (uniqueViolation(error, 'service_user_name')) return null
      throw error
    }
  }

  /** Adds a person together with a set-up link, for an owner; throws as `add` does. */
  async invite(
    wanted: Omit<NewUser, 'accountId'>,
    owner: Owner,
  ): Promise<{ readonly id: string; readonly token: string } | 'taken' | 'signed-out'> {
    const { random } = this.#kernel
    const row = await this.#newRow({ ...wanted, accountId: owner.accountId })
    try {
      return await this.#asOwner(owner, async (trx, nowMs) => {
        await trx.insertInto('service_user').values(row).execute()
        return { id: row.id, token: await addLink(random, trx, row.id, 'set-up', nowMs) }
      })
    } catch (error) {
      if (uniqueViolation(error, 'service_user_name')) return 'taken'
      throw error
    }
  }

  /** The row of a new person. Throws a RangeError for an invalid name or a missing account. */
  async #newRow(wanted: NewUser): Promise<Selectable<UserTable>> {
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
    return {
      id: newId(random, 'usr'),
      account_id: accountId,
      name,
      name_key: nameKeyOf(name),
      role,
      password_hash: null,
      created_at_ms: await store.now(),
      removed_at_ms: null,
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

  createLink(userId: string, purpose: LinkPurpose = 'set-up'): Promise<string> {
    const { store, random } = this.#kernel
    return store.transaction(async (trx) => addLink(random, trx, userId, purpose, await store.now()))
  }

  /** Creates a set-up link for a person of an owner's account. */
  async createLinkFor(
    userId: string,
    owner: Owner,
  ): Promise<{ readonly token: string } | 'missing' | 'signed-out'> {
    const { random } = this.#kernel
    return this.#asOwner(owner, async (trx, nowMs) => {
      const person = await lockPerson(trx, userId)
      if (person === null || person.account_id !== owner.accountId) return 'missing'
      return { token: await addLink(random, trx, userId, 'set-up', nowMs) }
    })
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
   * Uses a link once; of two concurrent uses one wins, and the other one gets `null`. A new password or passkey ends every session and
   * replaces every earlier password and passkey. `enter` is called in the same transaction.
   */
  async useLink<Entered>(
    token: string,
    userId: string,
    wanted: NewSignIn | null,
    enter: (trx: Transaction<Tables>) => Promise<Entered>,
  ): Promise<Entered | null> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      if ((await lockPerson(trx, userId)) === null) return null
      const nowMs = await store.now()
      if (!(await spendLink(trx, token, userId, nowMs))) return null
      if (wanted !== null) await replaceSignIn(trx, userId, wanted, nowMs)
      return enter(trx)
    })
  }

  /**
   * Changes the password from one hash to another, and ends every other session of the person than the one that asks. `changed`: the
   * password has another hash by now.
   */
  async changePassword(
    userId: string,
    from: string | null,
    to: string,
    sessionHash: string,
  ): Promise<'done' | 'changed' | 'signed-out'> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      const person = await lockPerson(trx, userId)
      const nowMs = await store.now()
      if (person === null || !(await isSessionOpen(trx, sessionHash, nowMs))) return 'signed-out'
      if (person.password_hash !== from) return 'changed'
      await trx.updateTable('service_user').set({ password_hash: to }).where('id', '=', userId).execute()
      await endSessions(trx, userId, nowMs, sessionHash)
      return 'done'
    })
  }

  changeRole(userId: string, role: Role, accountId?: string): Promise<UserChange> {
    const { store } = this.#kernel
    return store.transaction((trx) => this.#changeRole(trx, userId, role, accountId))
  }

  /** Changes the role of a person of an owner's account. */
  changeRoleFor(userId: string, role: Role, owner: Owner): Promise<OwnersChange> {
    return this.#asOwner(owner, (trx) => this.#changeRole(trx, userId, role, owner.accountId))
  }

  remove(userId: string, accountId?: string): Promise<UserChange> {
    const { store } = this.#kernel
    return store.transaction((trx) => this.#remove(trx, userId, accountId))
  }

  /** Removes a person of an owner's account. */
  removeFor(userId: string, owner: Owner): Promise<OwnersChange> {
    return this.#asOwner(owner, (trx) => this.#remove(trx, userId, owner.accountId))
  }

  /** Whether an owner is still signed in and an owner; waits for a change of the account's people that is under way. */
  async isStillOwner(owner: Owner): Promise<boolean> {
    return (await this.#asOwner(owner, () => Promise.resolve(true))) === true
  }

  /** Runs work in a transaction that has locked the account, if the session of the owner is still open. */
  #asOwner<Result>(
    { accountId, sessionHash }: Owner,
    work: (trx: Transaction<Tables>, nowMs: number) => Promise<Result>,
  ): Promise<Result | 'signed-out'> {
    const { store } = this.#kernel
    return store.transaction(async (trx) => {
      await lockAccount(store, trx, accountId)
      const nowMs = await store.now()
      return (await isOwnersSession(trx, sessionHash, accountId, nowMs)) ? work(trx, nowMs) : 'signed-out'
    })
  }

  #changeRole(trx: Transaction<Tables>, userId: string, role: Role, accountId?: string): Promise<UserChange> {
    return this.#change(trx, { userId, accountId, staysOwner: role === 'owner' }, async () => {
      await trx.updateTable('service_user').set({ role }).where('id', '=', userId).execute()
    })
  }

  #remove(trx: Transaction<Tables>, userId: string, accountId?: string): Promise<UserChange> {
    return this.#change(trx, { userId, accountId, staysOwner: false }, async (nowMs) => {
      await trx
        .updateTable('service_user')
        .set({ removed_at_ms: nowMs, password_hash: null })
        .where('id', '=', userId)
        .execute()
      await endSessions(trx, userId, nowMs)
    })
  }

  /**
   * Changes a person, unless the account would lose its last owner. The account is locked: of two owners who remove each other at the
   * same time one stays.
   */
  async #change(
    trx: Transaction<Tables>,
    wanted: {
      readonly userId: string
      readonly accountId: string | undefined
      readonly staysOwner: boolean
    },
    write: (nowMs: number) => Promise<void>,
  ): Promise<UserChange> {
    const { store } = this.#kernel
    const { userId, accountId, staysOwner } = wanted
    let user = trx
      .selectFrom('service_user')
      .select('account_id')
      .where('id', '=', userId)
      .where('removed_at_ms', 'is', null)
    if (accountId !== undefined) user = user.where('account_id', '=', accountId)
    const found = await user.executeTakeFirst()
    if (found === undefined) return 'missing'
    await lockAccount(store, trx, found.account_id)
    const nowMs = await store.now()
    const people = await readPeople(trx, found.account_id, nowMs)
    const person = people.find(({ id }) => id === userId)
    if (person === undefined) return 'missing'
    if (!staysOwner && person.isLastOwner) return 'last-owner'
    await write(nowMs)
    return 'done'
  }
}
