/** The driver over a scripted connection: retries for another process that writes, and nothing after a failed statement. */
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import { isStoreUnavailable } from '../errors.ts'
import { turn } from '../testing.ts'
import { ROLLBACK_TO_SAVEPOINT } from './group-commit.ts'
import type { SqliteDatabase } from './sqlite-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'
import { SqliteFile } from './sqlite-file.ts'

/** Twice as long after each attempt, at most 50 ms; the last attempt is at the end of the timeout. */
const PAUSES_MS = [2, 4, 8, 16, 32, 50, 50]
const BUSY_TIMEOUT_MS = PAUSES_MS.reduce((sum, pauseMs) => sum + pauseMs, 0)

interface Bench {
  readonly driver: SqliteDriver
  readonly connection: DatabaseConnection
  /** The statements that ran, including those that failed. */
  readonly ran: string[]
  /** The statements that were prepared. */
  readonly prepared: string[]
  /** Statements that fail, with the code of SQLite. */
  readonly faults: Map<string, string>
  readonly run: (text: string) => Promise<unknown>
  /** SQLite's own view of the transaction. */
  readonly database: { open: boolean; inTransaction: boolean }
  pass(ms: number): Promise<void>
}

async function benchOf(t: TestContext): Promise<Bench> {
  let nowMs = 5_000
  t.mock.method(performance, 'now', () => nowMs)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const [ran, prepared, faults] = [[] as string[], [] as string[], new Map<string, string>()]
  const state = { open: true, inTransaction: false }
  const database: SqliteDatabase = Object.assign(state, {
    prepare: (text: string) => {
      prepared.push(text)
      return {
        reader: text.startsWith('select'),
        all: () => [{ text }],
        run: () => {
          ran.push(text)
          const code = faults.get(text)
          if (code !== undefined) throw Object.assign(new Error(`a fault of ${text}`), { code })
          return { changes: 3, lastInsertRowid: 9n }
        },
      }
    },
    close: () => void (state.open = false),
  })
  const driver = new SqliteDriver({ database, file: new SqliteFile(), busyTimeoutMs: BUSY_TIMEOUT_MS })
  const connection = await driver.acquireConnection()
  return {
    driver,
    connection,
    ran,
    prepared,
    faults,
    database: state,
    run: (text) => connection.executeQuery(CompiledQuery.raw(text)),
    pass: async (ms) => {
      nowMs += ms
      t.mock.timers.tick(ms)
      await turn()
    },
  }
}

test('a statement has its rows, or the number of changed rows and the last ID', async (t) => {
  const { run } = await benchOf(t)
  assert.deepEqual(await run('select 1'), { rows: [{ text: 'select 1' }] })
  assert.deepEqual(await run('update'), { rows: [], numAffectedRows: 3n, insertId: 9n })
})

test('keeps at most 256 prepared statements', async (t) => {
  const { run, prepared } = await benchOf(t)
  for (let index = 1; index <= 256; index += 1) await run(`select ${index}`)
  await run('select 1')
  assert.equal(prepared.length, 256)
  await run('select 257')
  await run('select 1')
  assert.deepEqual(prepared.slice(256), ['select 257', 'select 1'])
})

test('repeats a statement while another process holds the file, until the timeout', async (t) => {
  const { run, ran, faults, pass } = await benchOf(t)
  faults.set('update', 'SQLITE_BUSY')
  const rejected = assert.rejects(run('update'), isStoreUnavailable)
  for (const [index, pauseMs] of PAUSES_MS.entries()) {
    await pass(pauseMs - 1)
    assert.equal(ran.length, index + 1)
    await pass(1)
    assert.equal(ran.length, index + 2)
  }
  await rejected
})

test('a statement succeeds after the other process has ended', async (t) => {
  const { run, ran, faults, pass } = await benchOf(t)
  faults.set('update', 'SQLITE_BUSY_SNAPSHOT')
  const done = run('update')
  await pass(1)
  assert.equal(ran.length, 1)
  faults.clear()
  await pass(1)
  await done
  assert.equal(ran.length, 2)
})

test('does not repeat another fault', async (t) => {
  const { driver, run, ran, faults } = await benchOf(t)
  faults.set('update', 'SQLITE_FULL')
  await assert.rejects(run('update'), isStoreUnavailable)
  assert.deepEqual([ran, driver.failed], [['update'], false])
  await run('insert')
})

test('does not repeat a statement of a transaction', async (t) => {
  const { driver, run, ran, faults } = await benchOf(t)
  await driver.beginTransaction()
  faults.set('update', 'SQLITE_BUSY')
  await assert.rejects(run('update'), isStoreUnavailable)
  assert.deepEqual([ran, driver.failed], [['begin immediate', 'update'], true])
})

test('runs no statement after a failed one before the rollback', async (t) => {
  const { driver, connection, run, ran, faults, database } = await benchOf(t)
  await driver.beginTransaction()
  database.inTransaction = true
  faults.set('update', 'SQLITE_FULL')
  await assert.rejects(run('update'), isStoreUnavailable)
  await assert.rejects(run('insert'), { code: 'transaction-aborted' })
  await assert.rejects(driver.commitTransaction(), { code: 'transaction-aborted' })
  await connection.executeQuery(ROLLBACK_TO_SAVEPOINT)
  assert.equal(driver.failed, false)
  await assert.rejects(run('update'), isStoreUnavailable)
  await driver.rollbackTransaction()
  assert.equal(driver.failed, false)
  assert.deepEqual(ran, ['begin immediate', 'update', 'rollback to one', 'update', 'rollback'])
  // The transaction has ended: a fault concerns its own statement only.
  await assert.rejects(run('update'), isStoreUnavailable)
  assert.equal(driver.failed, false)
})

test('does not roll back a transaction that SQLite rolled back', async (t) => {
  const { driver, ran } = await benchOf(t)
  await driver.beginTransaction()
  await driver.rollbackTransaction()
  assert.deepEqual(ran, ['begin immediate'])
})

test('a fault after the commit concerns its own statement only', async (t) => {
  const { driver, run, ran, faults } = await benchOf(t)
  await driver.beginTransaction()
  await driver.commitTransaction()
  faults.set('update', 'SQLITE_FULL')
  await assert.rejects(run('update'), isStoreUnavailable)
  await run('insert')
  assert.deepEqual(ran, ['begin immediate', 'commit', 'update', 'insert'])
})

test('a closed connection runs no statement', async (t) => {
  const { driver, run, ran, database } = await benchOf(t)
  await driver.destroy()
  assert.equal(database.open, false)
  await assert.rejects(run('update'), { code: 'store-closed' })
  assert.deepEqual(ran, [])
})
