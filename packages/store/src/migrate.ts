/**
 * Applies migrations; several sets share the table `tapboard_migration`. Decides which migrations are missing
 * and rejects a newer or different history; the engine provides transaction and lock.
 */
import { sql, type Kysely } from 'kysely'
import type { SchemaDialect } from './columns.ts'
import { StoreError } from './errors.ts'
import { createProbeTable } from './probe.ts'

/** One migration; never changed after its release. */
export interface Migration {
  /** A short kebab-case name, stored with the version to detect a changed history. */
  readonly name: string
  /** Applies the migration; runs once, in the transaction of its set. */
  up(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void>
}

/** The migrations of one component; a migration's version is its position in the list, from 1. */
export interface MigrationSet {
  /** Name of the component, for example `service`. */
  readonly name: string
  /** All migrations of the set, oldest first. */
  readonly migrations: readonly Migration[]
}

interface Applied {
  version: number
  name: string
}

/** Throws unless the applied migrations are a prefix of the known ones. */
function checkApplied(set: MigrationSet, applied: readonly Applied[]): void {
  const found = applied.at(-1)?.version ?? 0
  if (found > set.migrations.length)
    throw new StoreError(
      'migration-newer',
      `The database holds version ${found} of the "${set.name}" tables and this program knows version ` +
        `${set.migrations.length}; use a newer Tapboard or another database.`,
    )
  for (const { version, name } of applied) {
    const known = set.migrations[version - 1]
    if (known !== undefined && known.name !== name)
      throw new StoreError(
        'migration-mismatch',
        `Version ${version} of the "${set.name}" tables is "${name}" in the database and "${known.name}" in this ` +
          `program; use the Tapboard that made this database, or another database.`,
      )
  }
}

/** Applies the missing migrations of a set. `db` is one transaction that holds the lock against other processes. */
export async function runMigrations(
  db: Kysely<unknown>,
  dialect: SchemaDialect,
  set: MigrationSet,
  appliedAtMs: number,
): Promise<void> {
  await sql`create table if not exists tapboard_migration (
    set_name ${dialect.text} not null, version ${dialect.integer} not null, name ${dialect.text} not null,
    applied_at_ms ${dialect.integer} not null, primary key (set_name, version))`.execute(db)
  await createProbeTable(db, dialect)
  const { rows } = await sql<Applied>`
    select version, name from tapboard_migration where set_name = ${set.name} order by version`.execute(db)
  checkApplied(set, rows)
  for (const [index, migration] of set.migrations.entries()) {
    if (index < rows.length) continue
    await migration.up(db, dialect)
    await sql`insert into tapboard_migration (set_name, version, name, applied_at_ms)
      values (${set.name}, ${index + 1}, ${migration.name}, ${appliedAtMs})`.execute(db)
  }
}
