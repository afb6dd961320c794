/**
 * The differences between the two engines for migrations: three column types and unique indexes that an error
 * can name. Everything else uses the portable subset: text, integer ms, JSON as opaque text, partial indexes.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Engine } from './shared-types.ts'

/** A unique index, optionally partial. */
export interface UniqueIndex {
  /** Its name, which `uniqueViolation(error, name)` compares. */
  readonly name: string
  readonly table: string
  /** The indexed columns in order. */
  readonly columns: readonly string[]
  /** Condition of a partial index, for example ``sql`state in ('intent', 'sending')` ``; default: all rows. */
  readonly where?: RawBuilder<unknown>
}

/** An index of a migration, optionally unique or partial. */
export interface TableIndex extends Omit<UniqueIndex, 'columns'> {
  /** The indexed columns in order; an expression over columns is a call of a function without parameters of the statement. */
  readonly columns: readonly (string | RawBuilder<unknown>)[]
  /** Rejects a second row with the same values; default false. */
  readonly unique?: boolean
  /**
   * Takes the place and the name of an existing index; default false. Both exist for a moment, so a unique one accepts each row
   * that the existing one accepts.
   */
  readonly replaces?: boolean
}

/** A column that a migration adds to an existing table: nullable, or with a constant default, so that no row is rewritten. */
export interface AddedColumn {
  readonly table: string
  readonly name: string
  readonly type: 'text' | 'integer'
  /** Makes it a required column in which each existing row has this value. */
  readonly default?: string | number
}

/** The statement that creates an index. `how` is `concurrently` on PostgreSQL outside of a transaction. */
export function createIndex(engine: Engine, index: TableIndex, how = sql``): RawBuilder<unknown> {
  const columns = index.columns.map((column) =>
    typeof column === 'string' ? sql`${sql.ref(column)}` : column,
  )
  const unique = index.unique === true
  // SQLite names a unique index in its error only if the index contains an expression; a constant has no other
  // effect.
  const parts = unique && engine === 'sqlite' ? [...columns, sql`(1)`] : columns
  const where = index.where === undefined ? sql`` : sql` where ${index.where}`
  return sql`create ${unique ? sql`unique ` : sql``}index ${how}${sql.ref(index.name)}
    on ${sql.table(index.table)} (${sql.join(parts)})${where}`
}

/** The statement that adds a column; on PostgreSQL it has no effect the second time. */
export function addColumn(dialect: SchemaDialect, column: AddedColumn): RawBuilder<unknown> {
  const { table, name, type, default: value } = column
  const repeatable = dialect.engine === 'postgres' ? sql`if not exists ` : sql``
  const required = value === undefined ? sql`` : sql` not null default ${sql.lit(value)}`
  return sql`alter table ${sql.table(table)} add column ${repeatable}${sql.ref(name)} ${dialect[type]}${required}`
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
  /** Creates an index in a transaction, for a new table. A large table gets it by a migration of its own. */
  index(db: Kysely<unknown>, index: TableIndex): Promise<void>
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
    async index(db, index) {
      await createIndex(engine, index).execute(db)
    },
    async uniqueIndex(db, index) {
      await createIndex(engine, { ...index, unique: true }).execute(db)
    },
  }
}
