// Manages accounts and API keys (D-19). A key is shown once and stored as a hash.
import { CURRENCIES, type Currency } from '@tapboard/contract'
import { isKeyScope, KEY_SCOPE_NAMES, usableScopes, type KeyScope } from '@tapboard/contract/dashboard'
import { uniqueViolation } from '@tapboard/store'
import type { Kernel } from '../kernel.ts'
import type { AccountTable } from '../schema/schema.ts'
import { base32 } from '@tapboard/server'
import { hashOf, looksLikeId, newId } from './secret.ts'

/** A merchant's or partner's account. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly sandbox: boolean
  readonly currency: Currency
}

/** An account with the time of its creation. */
export interface AccountInfo extends Account {
  readonly createdAtMs: number
}

/** An API key without its secret text. */
export interface KeyInfo {
  readonly id: string
  readonly accountId: string
  readonly accountName: string
  /** The last four characters of the key. */
  readonly hint: string
  /** The name that a person gave it; `null` without one. */
  readonly name: string | null
  readonly scopes: readonly KeyScope[]
  /** Whether the scopes include `board`. */
  readonly board: boolean
  readonly sandbox: boolean
  readonly createdAtMs: number
  /** The key is rejected from this time on; `null`: it does not expire. */
  readonly expiresAtMs: number | null
  /** Time of the last use, at most a minute too early; `null` before the first. */
  readonly usedAtMs: number | null
  readonly revokedAtMs: number | null
  /** Who created the key: the name of a person, or `command line`; `null` if that is not known. */
  readonly createdBy: string | null
  readonly revokedBy: string | null
}

/** A new API key, returned once. */
export interface NewKey {
  readonly id: string
  /** The key itself, `tb_live_…` or `tb_test_…`. */
  readonly key: string
}

/** Options of a new key; all are optional. */
export interface NewKeyOptions {
  /** A name for people, 1 to 64 printable characters. */
  readonly name?: string
  /**
   * Default: `terminal`, and `board` if `board` is true. A test key of a live account has no other scope than `board`,
   * so that it never reaches a live terminal.
   */
  readonly scopes?: readonly KeyScope[]
  /** Adds the scope `board` to the default scopes. Default false. */
  readonly board?: boolean
  /** Default: the kind of the account. */
  readonly sandbox?: boolean
  /** Default: the key does not expire. */
  readonly expiresAtMs?: number
  /** Who creates the key, for the list of keys. */
  readonly createdBy?: string
}

/** Options of a revocation; both are optional. */
interface RevokeKeyOptions {
  /** The key must belong to this account. */
  readonly accountId?: string
  /** Who revokes the key, for the list of keys. */
  readonly revokedBy?: string
}

/** An authenticated key with its account. */
export interface Caller {
  readonly accountId: string
  readonly accountName: string
  readonly currency: Currency
  readonly keyId: string
  readonly scopes: readonly KeyScope[]
  readonly sandbox: boolean
}

/** Operator functions for accounts and keys. */
export interface Accounts {
  /** Creates an account; `null` if the name is taken. Throws a RangeError for an invalid name or currency. */
  createAccount(
    name: string,
    options?: { readonly sandbox?: boolean; readonly currency?: Currency },
  ): Promise<Account | null>
  /** Finds an account by its name or its ID. */
  findAccount(nameOrId: string): Promise<Account | null>
  /** Lists all accounts, oldest first. */
  listAccounts(): Promise<readonly AccountInfo[]>
  /**
   * Creates a key; `null` if the account does not exist. The secret text is returned only here. Throws a RangeError for
   * an invalid name, without a scope, and for a scope or an environment that the account's keys cannot have.
   */
  createKey(accountId: string, options?: NewKeyOptions): Promise<NewKey | null>
  /** Lists the keys of one or all accounts without their secret texts, oldest first. */
  listKeys(accountId?: string): Promise<readonly KeyInfo[]>
  /** Revokes a key. False if there is no active key with this ID. */
  revokeKey(keyId: string, options?: RevokeKeyOptions): Promise<boolean>
}

const readAccount = (row: AccountTable): Account => ({
  id: row.id,
  name: row.name,
  sandbox: row.sandbox === 1,
  currency: row.currency,
})

/** Parses the scopes of a row; a scope of a later version is ignored. */
export const scopesOf = (text: string): readonly KeyScope[] => text.split(' ').filter(isKeyScope)

/** Refusal of a test key that could reach live terminals. */
export const TEST_KEY_OF_LIVE_ACCOUNT =
  'A test key of a live account has the scope "board" only. Test terminals belong to a test account.'

/** Whether a trimmed text is an account name: 1 to 64 printable characters. */
export const isAccountName = (text: string): boolean =>
  text !== '' && text.length <= 64 && !/\p{Cc}/u.test(text)

class StoredAccounts implements Accounts {
  readonly #store: Kernel['store']
  readonly #random: Kernel['random']

  constructor({ store, random }: Kernel) {
    this.#store = store
    this.#random = random
  }

  async createAccount(
    name: string,
    options: { readonly sandbox?: boolean; readonly currency?: Currency } = {},
  ): Promise<Account | null> {
    const trimmed = name.trim()
    // An ID as a name would make a search by name or ID ambiguous.
    if (!isAccountName(trimmed) || looksLikeId(trimmed, 'acc'))
      throw new RangeError('An account name has 1 to 64 printable characters.')
    const currency = options.currency ?? 'USD'
    if (!CURRENCIES.includes(currency)) throw new RangeError('The currency is not supported.')
    const row = {
      id: newId(this.#random, 'acc'),
      name: trimmed,
      sandbox: options.sandbox === true ? 1 : 0,
      currency,
      created_at_ms: await this.#store.now(),
    }
    try {
      await this.#store.db.insertInto('service_account').values(row).execute()
      return readAccount(row)
    } catch (error) {
      if (uniqueViolation(error, 'service_account_name')) return null
      throw error
    }
  }

  async findAccount(nameOrId: string): Promise<Account | null> {
    const wanted = nameOrId.trim()
    const row = await this.#store.db
      .selectFrom('service_account')
      .selectAll()
      .where(looksLikeId(wanted, 'acc') ? 'id' : 'name', '=', wanted)
      .executeTakeFirst()
    return row === undefined ? null : readAccount(row)
  }

  async listAccounts(): Promise<readonly AccountInfo[]> {
    const rows = await this.#store.db
      .selectFrom('service_account')
      .selectAll()
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ ...readAccount(row), createdAtMs: row.created_at_ms }))
  }

  async createKey(accountId: string, options: NewKeyOptions = {}): Promise<NewKey | null> {
    const name = options.name?.trim() ?? null
    if (name !== null && !isAccountName(name))
      throw new RangeError('The name of a key has 1 to 64 printable characters.')
    const account = await this.#store.db
      .selectFrom('service_account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst()
    if (account === undefined) return null
    const testAccount = account.sandbox === 1
    const sandbox = options.sandbox ?? testAccount
    if (testAccount && !sandbox) throw new RangeError('A test account has test keys only.')
    const ofKind = { testKey: sandbox, testAccount }
    const scopes =
      options.scopes ?? usableScopes(options.board === true ? ['terminal', 'board'] : ['terminal'], ofKind)
    if (usableScopes(scopes, ofKind).length < scopes.length) throw new RangeError(TEST_KEY_OF_LIVE_ACCOUNT)
    if (scopes.length === 0) throw new RangeError('A key needs at least one scope.')
    const key = `${sandbox ? 'tb_test' : 'tb_live'}_${base32(this.#random(16))}`
    const id = newId(this.#random, 'key')
    await this.#store.db
      .insertInto('service_key')
      .values({
        id,
        account_id: accountId,
        hash: hashOf(key),
        hint: key.slice(-4),
        name,
        scopes: KEY_SCOPE_NAMES.filter((scope) => scopes.includes(scope)).join(' '),
        sandbox: sandbox ? 1 : 0,
        created_at_ms: await this.#store.now(),
        expires_at_ms: options.expiresAtMs ?? null,
        used_at_ms: null,
        revoked_at_ms: null,
        created_by: options.createdBy ?? null,
        revoked_by: null,
      })
      .execute()
    return { id, key }
  }

  async listKeys(accountId?: string): Promise<readonly KeyInfo[]> {
    let query = this.#store.db
      .selectFrom('service_key')
      .innerJoin('service_account', 'service_account.id', 'service_key.account_id')
      .selectAll('service_key')
      .select('service_account.name as account_name')
      .orderBy('service_key.created_at_ms')
      .orderBy('service_key.id')
    if (accountId !== undefined) query = query.where('service_key.account_id', '=', accountId)
    const rows = await query.execute()
    return rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      accountName: row.account_name,
      hint: row.hint,
      name: row.name,
      scopes: scopesOf(row.scopes),
      board: scopesOf(row.scopes).includes('board'),
      sandbox: row.sandbox === 1,
      createdAtMs: row.created_at_ms,
      expiresAtMs: row.expires_at_ms,
      usedAtMs: row.used_at_ms,
      revokedAtMs: row.revoked_at_ms,
      createdBy: row.created_by,
      revokedBy: row.revoked_by,
    }))
  }

  async revokeKey(keyId: string, { accountId, revokedBy }: RevokeKeyOptions = {}): Promise<boolean> {
    let query = this.#store.db
      .updateTable('service_key')
      .set({ revoked_at_ms: await this.#store.now(), revoked_by: revokedBy ?? null })
      .where('id', '=', keyId)
      .where('revoked_at_ms', 'is', null)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const done = await query.executeTakeFirst()
    return done.numUpdatedRows === 1n
  }
}

/** Creates the account functions of a store. */
export const openAccounts = (kernel: Kernel): Accounts => new StoredAccounts(kernel)
