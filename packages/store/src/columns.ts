/**
 * The differences between the two engines for migrations: three column types and unique indexes that an error
 * can name. Everything else uses the portable subset: text, integer ms, JSON as opaque text, partial indexes.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Engine } from './store.ts'

/** A unique index, optionally partial. */
export interface UniqueIndex {
  /** The name that `uniqueViolation(error, name)` compares. */
  readonly name: string
  /** The indexed table. */
  readonly table: string
  /** The indexed columns in order. */
  readonly columns: readonly string[]
  /** Condition of a partial index, for example ``sql`state in ('intent', 'sending')` ``; default: all rows. */
  readonly where?: RawBuilder<unknown>
}

/** Engine-specific types and helpers, passed to each migration. */
export interface SchemaDialect {
  /** The engine that the migration runs on. */
  readonly engine: Engine
  /** Text, compared bytewise on both engines. */
  readonly text: RawBuilder<unknown>
  /** Integers up to ±(2^53 − 1): amounts, ms, versions. Read as a JavaScript number. */
  readonly integer: RawBuilder<unknown>
  /** Bytes; written as a Uint8Array, read as a Buffer. */
  readonly blob: RawBuilder<unknown>
  /**
   * Creates a unique index whose name appears in the violation error, even when two indexes share their
   * columns. On SQLite `on conflict (…)` cannot target it; use `on conflict do nothing` or a plain index.
   */
  uniqueIndex(db: Kysely<unknown>, index: UniqueIndex): Promise<void>
}

/** Returns the dialect of one engine. */
export function schemaDialect(engine: Engine): SchemaDialect {
  const sqlite = engine === 'sqlite'
  return {
    engine,
    text: sqlite ? sql`text` : sql`text collate "C"`,
    integer: sqlite ? sql`integer` : sql`bigint`,
    blob: sqlite ? sql`blob` : sql`bytea`,
    async uniqueIndex(db, index) {
      const columns = index.columns.map((column) => sql`${sql.ref(column)}`)
      // SQLite names the index in its error only if the index contains an expression; a constant has no other
      // effect.
      const parts = sqlite ? [...columns, sql`(1)`] : columns
      const where = index.where === undefined ? sql`` : sql` where ${index.where}`
      await sql`create unique index ${sql.ref(index.name)} on ${sql.table(index.table)} (${sql.join(parts)})${where}`.execute(
        db,
      )
    },
  }
}
