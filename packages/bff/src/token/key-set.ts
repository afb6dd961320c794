// The keys of one purpose, shared by all instances through the store. The current key signs tokens or is published for sealing.
// Every instance knows the next key before it is used, and keeps the previous one until its last token has expired, so no
// instance gets a token or sealed values under an unknown key (P25).
import { isStoreError, type Store, type Transaction } from '@tapboard/store'
import { appendAudit, AUDITED, IN_PROCESS, type AuditCaller } from '../durable/audit-log.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { KEY, type KeyRow, type KeyTables } from './key-table.ts'
import { seal } from './seal.ts'
import type { KeyRing } from './secret.ts'
import {
  generateKeyRow,
  openKeyRow,
  SIGNING,
  type KeyPurpose,
  type PublicJwk,
  type SigningKey,
} from './signing-key.ts'

/** Interval at which each instance reloads the keys: a revoked key is rejected everywhere within a minute. */
const REFRESH_MS = 30_000
/** Another instance may use the old key until it reloads; its tokens or sealed values stay valid for their lifetime. */
const previousLifeMs = ({ livesMs }: KeyPurpose): number => livesMs + 2 * REFRESH_MS
/** Shortest interval between two reloads because of unknown kids, over all callers. */
const UNKNOWN_PAUSE_MS = 1_000

/** Options of the key set. */
interface KeySetOptions {
  readonly store: Store<KeyTables>
  /** The purpose of the keys. Default {@link SIGNING}. */
  readonly purpose?: KeyPurpose
  /** The member `sealRing` of {@link deriveKeys}. */
  readonly sealRing: KeyRing
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Age in days at which the current key is rotated automatically. */
  readonly rotateEveryDays: number
}

/** The stored keys need another secret than the configured one. */
class SecretChangedError extends Error {
  /** Its entry in the catalogue of errors. */
  readonly code = 'config-invalid'

  constructor({ table }: KeyPurpose) {
    super(
      `The keys in this ledger were sealed under another secret; start with that secret, alone or after a new one (NEW,OLD), or delete the rows of ${table}.`,
    )
  }
}

/** Opens the key set and creates the first two keys if there are none. Throws if the stored keys need another secret. */
export async function openKeySet(options: KeySetOptions): Promise<KeySet> {
  const keys = new KeySet(options)
  await keys.refresh()
  return keys
}

/** The live keys; {@link openKeySet} reads them for the first time. */
export class KeySet {
  readonly #options: KeySetOptions
  readonly #purpose: KeyPurpose
  // Both tables have the same columns, so the type of one fits both.
  readonly #table: 'bff_signing_key'
  #keys: ReadonlyMap<string, SigningKey> = new Map()
  #lastMissMs = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | null = null
  #revoked: (kid: string) => void = () => {}

  constructor(options: KeySetOptions) {
    this.#options = options
    this.#purpose = options.purpose ?? SIGNING
    this.#table = this.#purpose.table as 'bff_signing_key'
  }

  current(): SigningKey {
    const key = this.#withRole('current')
    if (key === undefined) throw new Error('there is no current key')
    return key
  }

  /** Returns the key with this ID if it is valid now, else `null`. An unknown ID reloads the keys. */
  async find(kid: string): Promise<SigningKey | null> {
    const nowMs = this.#options.clock.now()
    if (!this.#keys.has(kid) && nowMs - this.#lastMissMs >= UNKNOWN_PAUSE_MS) {
      this.#lastMissMs = nowMs
      await this.#read()
    }
    const key = this.#keys.get(kid)
    return key === undefined || (key.retireAtMs !== null && key.retireAtMs <= nowMs) ? null : key
  }

  /** Returns true if the key is not revoked, as far as this instance knows. */
  has(kid: string): boolean {
    return this.#keys.has(kid)
  }

  /** Sets the listener for keys that were revoked, here or by another instance. */
  onRevoked(listener: (kid: string) => void): void {
    this.#revoked = listener
  }

  /** Returns the public keys (RFC 7517). */
  publicKeys(): readonly PublicJwk[] {
    const nowMs = this.#options.clock.now()
    return [...this.#keys.values()]
      .filter((key) => key.retireAtMs === null || key.retireAtMs > nowMs)
      .map((key) => key.publicJwk)
  }

  /** Makes the next key current and creates a new next key. The old key verifies until its tokens have expired. */
  async rotate(caller: AuditCaller = IN_PROCESS): Promise<void> {
    await this.#read()
    await this.#replace(this.current(), caller)
  }

  /** Deletes a key, which invalidates its tokens and ends their streams at once; other instances follow at their next reload, within 30 s. */
  async revoke(kid: string, caller: AuditCaller = IN_PROCESS): Promise<void> {
    const { clock, log, store } = this.#options
    await this.#read()
    // Every instance knows the next key already; a key made now would be unknown to the others until they reload.
    if (this.#keys.get(kid)?.role === 'current') await this.#replace(this.current(), caller)
    const deleted = await store.transaction(async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom(this.#table).where('kid', '=', kid).executeTakeFirst()
      if (numDeletedRows === 0n) return false
      await this.#record(trx, 'key-revoked', kid, caller, clock.now())
      return true
    })
    await this.refresh()
    if (deleted) log.warn({ action: 'key-revoked', keyId: kid, ...caller }, AUDITED)
  }

  /** Reloads the keys, and rotates when the current key is older than `rotateEveryDays`. */
  async refresh(): Promise<void> {
    const { clock, rotateEveryDays } = this.#options
    await this.#read()
    if (this.#withRole('current') === undefined || this.#withRole('next') === undefined) await this.#fill()
    const since = this.current().signingSinceMs ?? 0
    if (clock.now() - since > rotateEveryDays * 86_400_000)
      await this.#replace(this.current(), { by: 'schedule' })
  }

  /** Starts the periodic refresh, which finds the keys of other processes and replaces an old one. */
  begin(): void {
    if (this.#cancelTimer === null) this.#schedule()
  }

  close(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
  }

  async #read(): Promise<void> {
    const { clock, store } = this.#options
    const keys = this.#keys
    const rows = await store.db.selectFrom(this.#table).selectAll().execute()
    const live = new Map<string, SigningKey>()
    for (const row of rows.map((columns) => KEY.toRow(columns))) {
      const key = keys.get(row.kid)
      const same = key !== undefined && key.role === row.role && key.retireAtMs === row.retireAtMs
      live.set(row.kid, same ? key : await this.#open(row))
    }
    this.#keys = live
    const nowMs = clock.now()
    for (const { kid, retireAtMs } of keys.values())
      if (!live.has(kid) && (retireAtMs === null || retireAtMs > nowMs)) this.#revoked(kid)
  }

  /** Decrypts a row, and encrypts it again if the secrets changed since it was written. */
  async #open(row: KeyRow): Promise<SigningKey> {
    const { random, sealRing, store } = this.#options
    const opened = await openKeyRow(this.#purpose, row, sealRing)
    if (opened === null) throw new SecretChangedError(this.#purpose)
    if (!opened.current)
      await store.db
        .updateTable(this.#table)
        .set(KEY.toColumns({ sealedJwk: await seal(opened.text, sealRing, row.kid, random) }))
        .where('kid', '=', row.kid)
        // Not one that another instance has encrypted for other secrets meanwhile.
        .where('sealed_jwk', '=', row.sealedJwk)
        .execute()
    return opened.key
  }

  /** Creates the missing keys. If another instance was faster, its keys are used. */
  async #fill(): Promise<void> {
    const { clock, random, sealRing, store } = this.#options
    for (const role of ['current', 'next'] as const) {
      const row = await generateKeyRow(this.#purpose, role, sealRing, clock.now(), random)
      await store.db
        .insertInto(this.#table)
        .values(KEY.toColumns(row))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await this.#read()
  }

  #withRole(role: SigningKey['role']): SigningKey | undefined {
    return [...this.#keys.values()].find((key) => key.role === role)
  }

  /** Records an action on a key in the transaction that does it. */
  #record(
    trx: Transaction<KeyTables>,
    action: 'key-rotated' | 'key-revoked',
    keyId: string,
    caller: AuditCaller,
    atMs: number,
  ): Promise<void> {
    const { name: purpose } = this.#purpose
    return appendAudit(trx, { action, purpose, keyId, ...caller }, atMs)
  }

  async #replace(old: SigningKey, caller: AuditCaller): Promise<void> {
    const { clock, log, random, sealRing, store } = this.#options
    const table = this.#table
    const nowMs = clock.now()
    const made = await generateKeyRow(this.#purpose, 'next', sealRing, nowMs, random)
    const replaced = await store.transaction(async (trx) => {
      const retired = await trx
        .updateTable(table)
        .set(KEY.toColumns({ role: 'previous', retireAtMs: nowMs + previousLifeMs(this.#purpose) }))
        .where('kid', '=', old.kid)
        .where('role', '=', 'current')
        .executeTakeFirst()
      if (retired.numUpdatedRows !== 1n) return false
      await trx
        .updateTable(table)
        .set(KEY.toColumns({ role: 'current', signingSinceMs: nowMs }))
        .where('role', '=', 'next')
        .execute()
      await trx.insertInto(table).values(KEY.toColumns(made)).execute()
      await trx.deleteFrom(table).where('retire_at_ms', '<', nowMs).execute()
      await this.#record(trx, 'key-rotated', old.kid, caller, nowMs)
      return true
    })
    await this.#read()
    if (replaced) log.info({ action: 'key-rotated', keyId: old.kid, ...caller }, AUDITED)
  }

  #schedule(): void {
    const { clock, log } = this.#options
    this.#cancelTimer = clock.after(REFRESH_MS, () => {
      this.refresh()
        .catch((error: unknown) => {
          const code = isStoreError(error) ? error.code : 'internal-error'
          log.warn({ code }, `${this.#purpose.name}s could not be reloaded; retrying`)
        })
        .finally(() => {
          if (this.#cancelTimer !== null) this.#schedule()
        })
    })
  }
}
