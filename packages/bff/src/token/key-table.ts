// The table of signing keys: public halves in the clear, private halves sealed. At most one key is current and one
// next, held by partial unique indexes so that two instances cannot disagree.
import { sql, type Kysely, type MigrationSet } from '@tapboard/store'

/** `next` is published and not yet used; `current` signs; `previous` only verifies until `retire_at_ms`. */
export type KeyRole = 'next' | 'current' | 'previous'

/** A row of {@link KeyTables.bff_signing_key}. */
export interface KeyRow {
  kid: string
  role: string
  /** Public JWK as JSON text (RFC 7517). */
  public_jwk: string
  /** Private JWK, sealed with the kid as additional data. */
  sealed_jwk: Uint8Array
  created_at_ms: number
  /** When it began to sign; `null` before. */
  signing_since_ms: number | null
  /** When it stops verifying; `null` while it is next or current. */
  retire_at_ms: number | null
}

/** The tables of this folder. */
export interface KeyTables {
  bff_signing_key: KeyRow
}

/** Index that allows one current and one next key. */
export const ONE_KEY_PER_ROLE = 'bff_signing_key_one_per_role'

async function createKeys(
  db: Kysely<unknown>,
  dialect: Parameters<MigrationSet['migrations'][number]['up']>[1],
) {
  await sql`create table bff_signing_key (
    kid ${dialect.text} primary key, role ${dialect.text} not null, public_jwk ${dialect.text} not null,
    sealed_jwk ${dialect.blob} not null, created_at_ms ${dialect.integer} not null,
    signing_since_ms ${dialect.integer}, retire_at_ms ${dialect.integer})`.execute(db)
  await dialect.uniqueIndex(db, {
    name: ONE_KEY_PER_ROLE,
    table: 'bff_signing_key',
    columns: ['role'],
    where: sql`role in ('current', 'next')`,
  })
}

/** Migrations of the signing keys. */
export const KEY_MIGRATIONS: MigrationSet = {
  name: 'bff-keys',
  migrations: [{ name: 'signing-keys', up: createKeys }],
}
