/**
 * Maps SQLite errors to store errors. The schema tells which unique index fired, because SQLite names an
 * index only if it contains an expression and otherwise lists its columns. A primary key is called
 * `<table>_pkey`, as on PostgreSQL.
 */
import { codeOf, StoreError, unavailable } from '../errors.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

/** Lock, disk, file and permission faults: a retry or another disk may help, another statement does not. */
const UNAVAILABLE =
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOTADB|CORRUPT|NOMEM|PERM|AUTH|PROTOCOL)/

/** A unique index with its columns as SQLite's errors list them. */
interface SqliteIndex {
  /** Name of the index; `sqlite_autoindex_…` for a constraint of `create table`. */
  readonly name: string
  /** `table.column, table.column`; undefined if the index contains an expression, because errors then name it. */
  readonly columns: string | undefined
}

/** Returns the unique indexes of a table, or of all tables. */
export function uniqueIndexes(database: SqliteDatabase, table: string | null): SqliteIndex[] {
  const rows = database
    .prepare(
      `select s.name as "table", l.name as name, x.name as column
       from sqlite_schema s, pragma_index_list(s.name) l, pragma_index_xinfo(l.name) x
       where s.type = 'table' and s.name = coalesce(?, s.name) and l."unique" = 1 and x.key = 1
       order by s.name, l.seq, x.seqno`,
    )
    .all(table) as { table: string; name: string; column: string | null }[]
  const byName = new Map<string, (string | null)[]>()
  for (const { table: of, name, column } of rows)
    byName.set(name, [...(byName.get(name) ?? []), column === null ? null : `${of}.${column}`])
  return [...byName].map(([name, columns]) => ({
    name,
    columns: columns.includes(null) ? undefined : columns.join(', '),
  }))
}

function firedIndexes(database: SqliteDatabase, code: string, message: string): string[] {
  const named = /^UNIQUE constraint failed: index '(.*)'/.exec(message)?.[1]
  if (named !== undefined) return [named]
  const columns = /^UNIQUE constraint failed: (.*)/.exec(message)?.[1] ?? ''
  const table = columns.slice(0, columns.indexOf('.'))
  if (code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return [`${table}_pkey`]
  return uniqueIndexes(database, table)
    .filter((index) => index.columns === columns)
    .map((index) => index.name)
}

/** Whether another process holds the file's lock. */
export function isBusy(error: unknown): boolean {
  return codeOf(error)?.startsWith('SQLITE_BUSY') === true
}

/** Converts an error of SQLite to a store error; any other error passes through. */
export function translateSqlite(database: SqliteDatabase | undefined, error: unknown): unknown {
  const code = codeOf(error)
  if (code === undefined || !(error instanceof Error)) return error
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const indexes = database?.open === true ? firedIndexes(database, code, error.message) : []
    return new StoreError('unique-violation', `A unique index refused the row: ${indexes.join(', ')}.`, {
      indexes,
    })
  }
  if (UNAVAILABLE.test(code)) return unavailable(`The store's file cannot be used now (${code}).`, error)
  return error
}
