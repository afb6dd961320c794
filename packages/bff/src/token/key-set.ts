// The keys of one purpose, shared by all instances through the store. The current key signs tokens or is published for sealing.
// Every instance knows the next key before it is used, and keeps the previous one until its last token has expired, so no
// instance gets a token or sealed values under an unknown key (P25).
import { isStoreError, type Store } from '@tapboard/store'
import type { JWK } from 'jose'
import type { Clock, Log, Random } from '../ports.ts'
import type { KeyTables } from './key-table.ts'
import { generateKeyRow, openKeyRow, SIGNING, type KeyPurpose, type SigningKey } from './signing-key.ts'

/** Interval at which each instance reloads the keys: a revoked key is rejected everywhere within a minute. */
const REFRESH_MS = 30_000
/** Another instance may use the old key until it reloads; what it made then stays valid for its lifetime. */
const previousLifeMs = ({ livesMs }: KeyPurpose): number => livesMs + 2 * REFRESH_MS
/** Shortest interval between two reloads because of unknown kids, over all callers. */
const UNKNOWN_PAUSE_MS = 1_000

/** Options of the key set. */
export interface KeySetOptions {
  readonly store: Store<KeyTables>
  /** Default: {@link SIGNING}. */
  readonly purpose?: KeyPurpose
  /** {@link deriveKeys}`.sealKey`. */
  readonly sealKey: Uint8Array
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Age in days at which the current key is rotated automatically. */
  readonly rotateEveryDays: number
}

/** The live keys. */
export interface KeySet {
  /** Returns the current key. */
  current(): SigningKey
  /** Returns the key with this ID if it is valid now, else `null`. An unknown ID reloads the keys. */
  find(kid: string): Promise<SigningKey | null>
  /** Returns the public keys (RFC 7517). */
  publicKeys(): readonly JWK[]
  /** Makes the next key current and creates a new next key. The old key verifies until its tokens have expired. */
  rotate(): Promise<void>
  /** Deletes a key, which invalidates its tokens at once; other instances follow at their next reload, within 30 s. */
  revoke(kid: string): Promise<void>
  /** Reloads the keys, and rotates when the current key is older than `rotateEveryDays`. */
  refresh(): Promise<void>
  /** Starts to refresh periodically. */
  begin(): void
  /** Stops refreshing. */
  close(): void
}

const secretChanged = ({ table }: KeyPurpose): string =>
  `The keys in this ledger were sealed under another secret; start with that secret, or delete the rows of ${table}.`

/** Opens the key set and creates the first two keys if there are none. Throws if the stored keys need another secret. */
export async function openKeySet(options: KeySetOptions): Promise<KeySet> {
  const { store, sealKey, clock, random, log, rotateEveryDays, purpose = SIGNING } = options
  // Both tables have the same columns, so the type of one fits both.
  const table = purpose.table as 'bff_signing_key'
  let keys: ReadonlyMap<string, SigningKey> = new Map()
  let lastMissMs = Number.NEGATIVE_INFINITY
  let cancelTimer: (() => void) | null = null

  const read = async (): Promise<void> => {
    const rows = await store.db.selectFrom(table).selectAll().execute()
    const live = new Map<string, SigningKey>()
    for (const row of rows) {
      const key = keys.get(row.kid)
      const same = key !== undefined && key.role === row.role && key.retireAtMs === row.retire_at_ms
      const opened = same ? key : await openKeyRow(purpose, row, sealKey)
      if (opened === null) throw new Error(secretChanged(purpose))
      live.set(row.kid, opened)
    }
    keys = live
  }

  /** Creates the missing keys. If another instance was faster, its keys are used. */
  const fill = async (): Promise<void> => {
    for (const role of ['current', 'next'] as const) {
      const row = await generateKeyRow(purpose, role, sealKey, clock.now(), random)
      await store.db
        .insertInto(table)
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await read()
  }

  const withRole = (role: SigningKey['role']): SigningKey | undefined =>
    [...keys.values()].find((key) => key.role === role)

  const current = (): SigningKey => {
    const key = withRole('current')
    if (key === undefined) throw new Error('there is no current key')
    return key
  }

  const replace = async (old: SigningKey): Promise<void> => {
    const nowMs = clock.now()
    const made = await generateKeyRow(purpose, 'next', sealKey, nowMs, random)
    await store.transaction(async (trx) => {
      const retired = await trx
        .updateTable(table)
        .set({ role: 'previous', retire_at_ms: nowMs + previousLifeMs(purpose) })
        .where('kid', '=', old.kid)
        .where('role', '=', 'current')
        .executeTakeFirst()
      if (retired.numUpdatedRows !== 1n) return
      await trx
        .updateTable(table)
        .set({ role: 'current', signing_since_ms: nowMs })
        .where('role', '=', 'next')
        .execute()
      await trx.insertInto(table).values(made).execute()
      await trx.deleteFrom(table).where('retire_at_ms', '<', nowMs).execute()
    })
    await read()
    log.info({ keyId: current().kid }, `${purpose.name} rotated`)
  }

  const refresh = async (): Promise<void> => {
    await read()
    if (withRole('current') === undefined || withRole('next') === undefined) await fill()
    const since = current().signingSinceMs ?? 0
    if (clock.now() - since > rotateEveryDays * 86_400_000) await replace(current())
  }

  const schedule = (): void => {
    cancelTimer = clock.after(REFRESH_MS, () => {
      refresh()
        .catch((error: unknown) => {
          const code = isStoreError(error) ? error.code : 'internal-error'
          log.warn({ code }, `${purpose.name}s could not be read again`)
        })
        .finally(() => {
          if (cancelTimer !== null) schedule()
        })
    })
  }

  await refresh()
  return {
    current,
    async find(kid) {
      const nowMs = clock.now()
      if (!keys.has(kid) && nowMs - lastMissMs >= UNKNOWN_PAUSE_MS) {
        lastMissMs = nowMs
        await read()
      }
      const key = keys.get(kid)
      return key === undefined || (key.retireAtMs !== null && key.retireAtMs <= nowMs) ? null : key
    },
    publicKeys() {
      const nowMs = clock.now()
      return [...keys.values()]
        .filter((key) => key.retireAtMs === null || key.retireAtMs > nowMs)
        .map((key) => key.publicJwk)
    },
    rotate: async () => {
      await read()
      await replace(current())
    },
    async revoke(kid) {
      await read()
      // Every instance knows the next key already; a key made now would be unknown to the others until they reload.
      if (keys.get(kid)?.role === 'current') await replace(current())
      await store.db.deleteFrom(table).where('kid', '=', kid).execute()
      await refresh()
      log.warn({ keyId: kid }, `${purpose.name} revoked`)
    },
    refresh,
    begin: () => {
      if (cancelTimer === null) schedule()
    },
    close: () => {
      cancelTimer?.()
      cancelTimer = null
    },
  }
}
