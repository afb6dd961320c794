// The tables of key pairs, one for signing tokens and one for sealing values in pages, and the table of used proofs. Private
// keys are encrypted. Partial unique indexes allow one current and one next key, so that instances cannot disagree.
import {
  columnMapper,
  sql,
  type Columns,
  type Kysely,
  type MigrationSet,
  type SchemaDialect,
} from '@tapboard/store'
import type { AuditTables } from '../durable/audit-log.ts'

/** `next` is not used yet; `current` signs or seals; `previous` only verifies or decrypts, until `retireAtMs`. */
export type KeyRole = 'next' | 'current' | 'previous'

export interface KeyRow {
  readonly kid: string
  readonly role: string
  /** Public JWK as JSON text (RFC 7517), for people and other programs; the BFF derives it from `sealedJwk`. */
  readonly publicJwk: string
  /** Private JWK, encrypted with the kid as additional data. */
  readonly sealedJwk: Uint8Array
  readonly createdAtMs: number
  /** Time since which it is used; `null` before. */
  readonly signingSinceMs: number | null
  /** Time of its retirement; `null` while it is next or current. */
  readonly retireAtMs: number | null
}

export const KEY = columnMapper<KeyRow>({})

/** A proof that an instance has accepted for a request that changes state. */
export interface UsedProofRow {
  /** Hash of the page's key and the proof's ID. */
  readonly proof: string
  /** Time from which no instance accepts its nonce. */
  readonly untilMs: number
}

/** The tables of this folder, and those of the same transactions. */
export interface KeyTables extends AuditTables {
  bff_signing_key: Columns<KeyRow>
  bff_seal_key: Columns<KeyRow>
  used_proof: Columns<UsedProofRow>
}

async function createKeys(
  db: Kysely<unknown>,
  dialect: SchemaDialect,
  table: 'bff_signing_key' | 'bff_seal_key',
) {
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

export const KEY_MIGRATIONS: MigrationSet = {
  name: 'bff-keys',
  migrations: [
    { name: 'signing-keys', up: (db, dialect) => createKeys(db, dialect, 'bff_signing_key') },
    { name: 'seal-keys', up: (db, dialect) => createKeys(db, dialect, 'bff_seal_key') },
    {
      name: 'used-proofs',
      async up(db, { text, integer }) {
        await sql`create table used_proof (proof ${text} primary key, until_ms ${integer} not null)`.execute(
          db,
        )
        await sql`create index used_proof_until on used_proof (until_ms)`.execute(db)
      },
    },
  ],
}
