/**
 * What schema authors need where the two engines differ: three column types and the unique index that names itself.
 * Everything else is the portable subset: text, integer ms, JSON as opaque text, partial indexes.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Engine } from './store.ts'

/** A unique index, perhaps for some rows only. */
export interface UniqueIndex {
  /** Its name: what `uniqueViolation(error, name)` asks for. */
  readonly name: string
  /** The table it stands on. */
  readonly table: string
  /** Its columns in order. */
  readonly columns: readonly string[]
  /** Which rows it binds, for example ``sql`state in ('intent', 'sending')` ``; default all. */
  readonly where?: RawBuilder<unknown>
}

/** The differences of the engines, handed to each migration. */
export interface SchemaDialect {
  /** Which database the migration runs on. */
  readonly engine: Engine
  /** Text, compared by bytes on both engines. */
  readonly text: RawBuilder<unknown>
  /** Whole numbers up to ±(2^53 − 1): amounts, ms, versions. Arrives as a JavaScript number. */
  readonly integer: RawBuilder<unknown>
  /** Bytes; give a Uint8Array, arrives as a Buffer. */
  readonly blob: RawBuilder<unknown>
  /**
   * Creates a unique index whose name is known when it refuses a row, even where two indexes share their columns.
   * `on conflict (…)` cannot aim at it on SQLite; aim at none (`on conflict do nothing`) or use a plain index.
   */
  uniqueIndex(db: Kysely<unknown>, index: UniqueIndex): Promise<void>
}

/** The differences of one engine. */
export function schemaDialect(engine: Engine): SchemaDialect {
  const sqlite = engine === 'sqlite'
  return {
    engine,
    text: sqlite ? sql`text` : sql`text collate "C"`,
    integer: sqlite ? sql`integer` : sql`bigint`,
    blob: sqlite ? sql`blob` : sql`bytea`,
    async uniqueIndex(db, index) {
      const columns = index.columns.map((column) => sql`${sql.ref(column)}`)
      // SQLite names the index in its error only if an expression is part of it; a constant changes nothing else.
      const parts = sqlite ? [...columns, sql`(1)`] : columns
      const where = index.where === undefined ? sql`` : sql` where ${index.where}`
      await sql`create unique index ${sql.ref(index.name)} on ${sql.table(index.table)} (${sql.join(parts)})${where}`.execute(
        db,
      )
    },
  }
}
