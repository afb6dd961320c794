/**
 * Bringing a database up to date, several sets side by side in one table `tapboard_migration`.
 * Decides what is missing and refuses what is newer or different; the engine gives the transaction and the lock.
 */
import { sql, type Kysely } from 'kysely'
import type { SchemaDialect } from './columns.ts'
import { StoreError } from './errors.ts'
import { createProbeTable } from './probe.ts'

/** One step of a schema; never changed once released. */
export interface Migration {
  /** A few words, kebab-case; kept with the version to notice a changed history. */
  readonly name: string
  /** Makes the change; runs once, in the transaction of its whole set. */
  up(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void>
}

/** The schema of one part of the program; the version of a migration is its place in the list, from 1. */
export interface MigrationSet {
  /** Whose tables these are, for example `service`. */
  readonly name: string
  /** All migrations, oldest first. */
  readonly migrations: readonly Migration[]
}

interface Applied {
  version: number
  name: string
}

/** Throws unless what was applied is the beginning of what the program knows. */
export function checkApplied(set: MigrationSet, applied: readonly Applied[]): void {
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

/** Runs what is missing of a set. `db` is one transaction that holds the lock against other processes. */
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
