/**
 * Decides which migrations are missing and rejects a database that this program cannot use; records what was
 * applied in `tapboard_migration` and `tapboard_schema`. The engines provide transaction and lock.
 */
import { sql, type Kysely } from 'kysely'
import { addColumn, type AddedColumn, type SchemaDialect, type TableIndex } from './columns.ts'
import { StoreError } from './errors.ts'
import { createNoticeTable } from './notice.ts'
import { createProbeTable } from './probe.ts'

/** The members of both kinds of migrations. */
interface AnyMigration {
  /** A short kebab-case name, stored with the version to detect a changed history. */
  readonly name: string
  /**
   * The oldest version of the set whose programs work with the tables after this migration. Default: that of the
   * migration before it, because a migration only adds. One that removes something names the version since which
   * no program uses it.
   */
  readonly compatibleFrom?: number
}

/** A migration that runs in a transaction: it locks the tables that it changes, so it must be short. */
export interface TransactionalMigration extends AnyMigration {
  /** Applies the migration; runs once, in a transaction. */
  up(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void>
}

/** A migration that builds indexes; on PostgreSQL beside running writes, outside of a transaction. */
export interface IndexMigration extends AnyMigration {
  /** The index, or several in order. An interrupted build is removed and repeated; a finished one is kept. */
  readonly index: TableIndex | readonly TableIndex[]
  /** Columns that are added first. */
  readonly columns?: readonly AddedColumn[]
}

/** One migration; never changed after its release. */
export type Migration = TransactionalMigration | IndexMigration

/** The migrations of one component; a migration's version is its position in the list, from 1. */
export interface MigrationSet {
  /** Name of the component, for example `service`. */
  readonly name: string
  /** All migrations of the set, oldest first. */
  readonly migrations: readonly Migration[]
}

/** The recorded state of a set. */
interface AppliedSet {
  readonly versions: readonly { readonly version: number; readonly name: string }[]
  /** The oldest version whose programs work with the tables; `null` in a database of an earlier program. */
  readonly compatibleFrom: number | null
}

/** Whether the program of a set works with a database that has more migrations. */
const isCompatible = (set: MigrationSet, { compatibleFrom }: AppliedSet): boolean =>
  compatibleFrom !== null && compatibleFrom <= set.migrations.length

/**
 * The missing migrations of a set. Throws if the history differs, or if a newer program changed the tables so that
 * this one does not work with them.
 */
function missingOf(set: MigrationSet, applied: AppliedSet): readonly Migration[] {
  const found = applied.versions.at(-1)?.version ?? 0
  if (found > set.migrations.length && !isCompatible(set, applied))
    throw new StoreError(
      'migration-newer',
      `The database holds version ${found} of the "${set.name}" tables and this program knows version ` +
        `${set.migrations.length}; use a newer Tapboard or another database.`,
    )
  for (const { version, name } of applied.versions) {
    const known = set.migrations[version - 1]
    if (known !== undefined && known.name !== name)
      throw new StoreError(
        'migration-mismatch',
        `Version ${version} of the "${set.name}" tables is "${name}" in the database and "${known.name}" in this ` +
          `program; use the Tapboard that made this database, or another database.`,
      )
  }
  return set.migrations.slice(applied.versions.length)
}

/** The oldest version whose programs work with the tables after this many migrations. */
const compatibleAfter = ({ migrations }: MigrationSet, version: number): number =>
  migrations.slice(0, version).reduce((oldest, { compatibleFrom }) => compatibleFrom ?? oldest, 1)

/** The tables of the store itself. An embedded store keeps its notices in the process. */
const ownTables = ({ engine }: SchemaDialect): readonly string[] => [
  'tapboard_migration',
  'tapboard_schema',
  'tapboard_probe',
  ...(engine === 'postgres' ? ['tapboard_notice'] : []),
]

/** Creates the tables of the store itself. */
export async function createOwnTables(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  const { text, integer } = dialect
  await sql`create table if not exists tapboard_migration (
    set_name ${text} not null, version ${integer} not null, name ${text} not null,
    applied_at_ms ${integer} not null, primary key (set_name, version))`.execute(db)
  await sql`create table if not exists tapboard_schema (
    set_name ${text} primary key, compatible_from ${integer} not null,
    lock_owner ${text}, lock_until_ms ${integer})`.execute(db)
  await createProbeTable(db, dialect)
  if (dialect.engine === 'postgres') await createNoticeTable(db, dialect)
}

/** The names of the store's own tables that exist. */
async function existing(db: Kysely<unknown>, dialect: SchemaDialect): Promise<ReadonlySet<string>> {
  const tables = sql.join(ownTables(dialect).map((name) => sql`(${sql.lit(name)})`))
  const { rows } =
    dialect.engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema where type = 'table'
          and name in (values ${tables})`.execute(db)
      : await sql<{ name: string }>`select name from (values ${tables}) as own (name)
          where to_regclass(name) is not null`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** What `migrate` has to do for a set. */
export interface Missing {
  /** Whether the tables of the store itself exist. */
  readonly prepared: boolean
  readonly migrations: readonly Migration[]
}

/** Reads what is missing of a set; rejects for a database that this program cannot use. */
export async function readMissing(
  db: Kysely<unknown>,
  dialect: SchemaDialect,
  set: MigrationSet,
): Promise<Missing> {
  const tables = await existing(db, dialect)
  const prepared = ownTables(dialect).every((name) => tables.has(name))
  if (!tables.has('tapboard_migration')) return { prepared, migrations: set.migrations }
  const { rows: versions } = await sql<{ version: number; name: string }>`
    select version, name from tapboard_migration where set_name = ${set.name} order by version`.execute(db)
  const schema = tables.has('tapboard_schema')
    ? await sql<{ compatible_from: number }>`
        select compatible_from from tapboard_schema where set_name = ${set.name}`.execute(db)
    : undefined
  const compatibleFrom = schema?.rows[0]?.compatible_from ?? null
  return { prepared, migrations: missingOf(set, { versions, compatibleFrom }) }
}

/** The names of what is missing. */
export const namesOf = ({ prepared, migrations }: Missing): readonly string[] => [
  ...(prepared ? [] : ['migration-tables']),
  ...migrations.map(({ name }) => name),
]

/** Whether there is nothing to do. */
export const isComplete = ({ prepared, migrations }: Missing): boolean => prepared && migrations.length === 0

/** Records a migration in the transaction that applied it. */
export async function recordMigration(
  db: Kysely<unknown>,
  set: MigrationSet,
  migration: Migration,
  appliedAtMs: number,
): Promise<void> {
  const version = set.migrations.indexOf(migration) + 1
  await sql`insert into tapboard_migration (set_name, version, name, applied_at_ms)
    values (${set.name}, ${version}, ${migration.name}, ${appliedAtMs})`.execute(db)
  await sql`insert into tapboard_schema (set_name, compatible_from)
    values (${set.name}, ${compatibleAfter(set, version)})
    on conflict (set_name) do update set compatible_from = excluded.compatible_from`.execute(db)
}

/** Whether a migration builds indexes. */
export const isIndexMigration = (migration: Migration): migration is IndexMigration => 'index' in migration

/** The indexes of a migration, in order. */
export const indexesOf = ({ index }: IndexMigration): readonly TableIndex[] => [index].flat()

/** Adds the columns of a migration. */
export async function addColumns(
  db: Kysely<unknown>,
  dialect: SchemaDialect,
  { columns = [] }: IndexMigration,
): Promise<void> {
  for (const column of columns) await addColumn(dialect, column).execute(db)
}

/** Applies a migration in the transaction `db`. An index that is built here locks its table against writes. */
export async function applyMigration(
  db: Kysely<unknown>,
  dialect: SchemaDialect,
  migration: Migration,
): Promise<void> {
  if (!isIndexMigration(migration)) return migration.up(db, dialect)
  await addColumns(db, dialect, migration)
  for (const index of indexesOf(migration)) {
    if (index.replaces === true) await sql`drop index ${sql.ref(index.name)}`.execute(db)
    await dialect.index(db, index)
  }
}

/** Applies the missing migrations of a set in one transaction, `db`, which excludes all other writers. */
export async function runMigrations(
  db: Kysely<unknown>,
  dialect: SchemaDialect,
  set: MigrationSet,
  appliedAtMs: number,
): Promise<void> {
  await createOwnTables(db, dialect)
  for (const migration of (await readMissing(db, dialect, set)).migrations) {
    await applyMigration(db, dialect, migration)
    await recordMigration(db, set, migration, appliedAtMs)
  }
}
