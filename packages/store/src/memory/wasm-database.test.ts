/** The adapter of sql.js over a scripted connection: the codes of its messages, and what it frees, resets and reports. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WasmDatabase, type WasmConnection, type WasmSqlite, type WasmStatement } from './wasm-database.ts'

interface Bench {
  readonly database: WasmDatabase
  /** Calls of the connection and of its statements, in their order. */
  readonly calls: string[]
  changes(): number
  /** Makes the next steps fail with this message. */
  fail(message: string): void
}

function benchOf(): Bench {
  const calls: string[] = []
  let changed = 0
  let fault = ''
  const statement: WasmStatement = {
    bind: () => true,
    step: () => {
      if (fault !== '') throw new Error(fault)
      return false
    },
    get: () => [],
    getColumnNames: () => [],
    reset: () => void calls.push('reset'),
    free: () => calls.push('free') > 0,
  }
  class Connection implements WasmConnection {
    prepare = (): WasmStatement => statement
    exec = (text: string): unknown => calls.push(text.slice(0, 6))
    getRowsModified = (): number => 3
    export = (): Uint8Array => {
      calls.push('export')
      return Uint8Array.of(7)
    }
    close = (): void => void calls.push('close')
  }
  const sqlite: WasmSqlite = { Database: Connection }
  return {
    database: new WasmDatabase(sqlite, null, () => void (changed += 1)),
    calls,
    changes: () => changed,
    fail: (message) => void (fault = message),
  }
}

for (const [message, code] of [
  ['database or disk is full', 'SQLITE_FULL'],
  ['out of memory', 'SQLITE_NOMEM'],
  ['disk I/O error', 'SQLITE_IOERR'],
  ['database disk image is malformed', 'SQLITE_CORRUPT'],
  ['file is not a database', 'SQLITE_NOTADB'],
  ["UNIQUE constraint failed: index 'sale_one'", 'SQLITE_CONSTRAINT_UNIQUE'],
  ['a text with UNIQUE constraint failed: sale.id', undefined],
  ['no such table: sale', undefined],
] as const)
  test(`"${message}" has the code ${code ?? 'of no fault that is known'}`, () => {
    const { database, calls, fail } = benchOf()
    fail(message)
    for (const method of ['run', 'all'] as const)
      assert.throws(
        () => database.prepare('update sale set n = 1')[method](),
        (error: Error & { code?: string }) => error.message === message && error.code === code,
      )
    assert.equal(calls.filter((call) => call === 'reset').length, 2)
  })

test('an export frees the statements before it, and sets the connection up again', () => {
  const { database, calls } = benchOf()
  database.prepare('select 1')
  assert.deepEqual(database.bytes(), Uint8Array.of(7))
  assert.deepEqual(calls, ['pragma', 'free', 'export', 'pragma'])
})

test('a close frees the statements and closes the connection once', () => {
  const { database, calls } = benchOf()
  database.prepare('select 1')
  database.close()
  database.close()
  assert.deepEqual(calls, ['pragma', 'free', 'close'])
})

test('reports a change by the first word of a statement', () => {
  const { database, changes } = benchOf()
  database.prepare('insert into sale select 1 returning n').all()
  assert.equal(changes(), 1)
  database.prepare(' select 1').all()
  assert.equal(changes(), 1)
  assert.deepEqual(database.prepare('-- begin\nupdate sale set n = 1').run(), {
    changes: 3,
    lastInsertRowid: 0,
  })
  assert.deepEqual([changes(), database.inTransaction], [2, false])
})
