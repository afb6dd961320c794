// The tables of key pairs, for signing and for what pages seal: public halves in the clear, private halves sealed. At most one
// key is current and one next, held by partial unique indexes so that two instances cannot disagree.
import { sql, type Kysely, type MigrationSet, type SchemaDialect } from '@tapboard/store'

/** `next` is known and not yet used; `current` is used; `previous` only verifies, or opens, until `retire_at_ms`. */
export type KeyRole = 'next' | 'current' | 'previous'

/** A row of {@link KeyTables}. */
export interface KeyRow {
  kid: string
  role: string
  /** Public JWK as JSON text (RFC 7517). */
  public_jwk: string
  /** Private JWK, sealed with the kid as additional data. */
  sealed_jwk: Uint8Array
  created_at_ms: number
  /** When it began to be used; `null` before. */
  signing_since_ms: number | null
  /** When it stops being good for anything; `null` while it is next or current. */
  retire_at_ms: number | null
}

/** The tables of this folder. */
export interface KeyTables {
  bff_signing_key: KeyRow
  bff_seal_key: KeyRow
}

async function createKeys(db: Kysely<unknown>, dialect: SchemaDialect, table: keyof KeyTables) {
  await sql`create table ${sql.table(table)} (
    kid ${dialect.text} primary key, role ${dialect.text} not null, public_jwk ${dialect.text} not null,
    sealed_jwk ${dialect.blob} not null, created_at_ms ${dialect.integer} not null,
    signing_since_ms ${dialect.integer}, retire_at_ms ${dialect.integer})`.execute(db)
  await dialect.uniqueIndex(db, {
    name: `${table}_one_per_role`,
    table,
    columns: ['role'],
    where: sql`role in ('current', 'next')`,
  })
}

/** Migrations of the keys. */
export const KEY_MIGRATIONS: MigrationSet = {
  name: 'bff-keys',
  migrations: [
    { name: 'signing-keys', up: (db, dialect) => createKeys(db, dialect, 'bff_signing_key') },
    { name: 'seal-keys', up: (db, dialect) => createKeys(db, dialect, 'bff_seal_key') },
  ],
}
