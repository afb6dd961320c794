/** The meaning of each error of SQLite, and the index that a violation names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { isStoreError, isStoreUnavailable } from '../errors.ts'
import { isBusy, translateSqlite, uniqueIndexes } from './sqlite-errors.ts'

const withCode = (code: string, message = 'a message of SQLite'): Error =>
  Object.assign(new Error(message), { code })

for (const code of [
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY_DBMOVED',
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_NOMEM',
  'SQLITE_PERM',
  'SQLITE_AUTH',
  'SQLITE_PROTOCOL',
])
  void test(`${code}: unavailable`, () => {
    const error = withCode(code)
    const translated = translateSqlite(undefined, error)
    assert.ok(isStoreUnavailable(translated) && isStoreError(translated))
    assert.match(translated.message, new RegExp(`\\(${code}\\)`))
    assert.equal(translated.cause, error)
    assert.equal(isBusy(error), code.startsWith('SQLITE_BUSY'))
  })

void test('passes any other error through', () => {
  for (const error of [
    withCode('SQLITE_ERROR'),
    withCode('SQLITE_CONSTRAINT_CHECK'),
    withCode('MY_SQLITE_FULL'),
    new Error('a bug'),
    { code: 'SQLITE_FULL' },
    null,
  ])
    assert.equal(translateSqlite(undefined, error), error)
  assert.equal(isBusy(withCode('NOT_SQLITE_BUSY')), false)
  assert.equal(isBusy(null), false)
})

function opened(...statements: readonly string[]): Sqlite.Database {
  const database = new Sqlite(':memory:')
  for (const statement of statements) database.exec(statement)
  return database
}

/** The indexes that reject the second row; by default it equals the first one. */
function rejecting(database: Sqlite.Database, row: string, second = row): readonly string[] {
  database.exec(`insert into sale values (${row})`)
  try {
    database.exec(`insert into sale values (${second})`)
  } catch (error) {
    const translated = translateSqlite(database, error)
    assert.ok(isStoreError(translated) && translated.code === 'unique-violation', String(error))
    assert.match(translated.message, new RegExp(translated.indexes.join(', ')))
    return translated.indexes
  }
  return assert.fail('the statement was not rejected')
}

void test('names the index with exactly the columns of the violation', () => {
  const database = opened(
    'create table sale (id text primary key, board text, state text)',
    'create unique index sale_board on sale (board)',
    'create unique index sale_both on sale (board, state)',
    'create index sale_state on sale (state)',
  )
  assert.deepEqual(rejecting(database, "null, 'b', 's'", "null, 'b', 't'"), ['sale_board'])
  assert.deepEqual(rejecting(database, "'1', null, null"), ['sale_pkey'])
  database.exec('drop index sale_board')
  assert.deepEqual(rejecting(database, "null, 'c', 's'"), ['sale_both'])
})

void test('names an index with an expression', () => {
  const database = opened(
    'create table sale (id text primary key, board text)',
    'create unique index sale_one on sale (board, (1))',
  )
  assert.deepEqual(rejecting(database, "null, 'b'"), ['sale_one'])
})

void test('lists unique indexes with their columns in order; an expression has none', () => {
  const database = opened(
    'create table sale (id text primary key, board text, state text)',
    'create unique index sale_both on sale (state, board)',
    'create unique index sale_one on sale (board, (1))',
    'create index sale_state on sale (state)',
  )
  const found = uniqueIndexes(database, 'sale').toSorted((a, b) => a.name.localeCompare(b.name))
  assert.deepEqual(found, [
    { name: 'sale_both', columns: 'sale.state, sale.board' },
    { name: 'sale_one', columns: undefined },
    { name: 'sqlite_autoindex_sale_1', columns: 'sale.id' },
  ])
})

void test('a violation after the connection was closed names no index', () => {
  const database = opened('create table sale (id text primary key)')
  const error = withCode('SQLITE_CONSTRAINT_PRIMARYKEY', 'UNIQUE constraint failed: sale.id')
  database.close()
  for (const connection of [database, undefined]) {
    const translated = translateSqlite(connection, error)
    assert.ok(isStoreError(translated) && translated.code === 'unique-violation')
    assert.deepEqual(translated.indexes, [])
  }
})
