/** The embedded file: settings, faults and concurrent processes. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Sqlite from 'better-sqlite3'
import { sql, type Kysely } from 'kysely'
import { isStoreError, isStoreUnavailable } from '../errors.ts'
import { openStore } from '../open.ts'
import type { Store, StoreOptions } from '../store.ts'
import { deferred, turn } from '../testing.ts'
import { openSqlite } from './sqlite-file-store.ts'
import { joinFile } from './sqlite-file.ts'
import type { SqlitePackage } from './sqlite-package.ts'

interface Tables {
  sale: { id: string; note: string }
}

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'tapboard-sqlite-'))
  t.after(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function withTable(t: TestContext, path: string): Promise<Store<Tables>> {
  const store = await openStore<Tables>(`file:${path}`, { connectTimeoutMs: 150 })
  t.after(() => store.close())
  await sql`create table sale (id text primary key, note text not null)`.execute(store.db)
  return store
}

const row = { id: 's1', note: 'n' }

void test('creates the file with its folder for its owner only, and syncs every commit', async (t) => {
  const path = join(folder(t), 'a', 'b', 'store.db')
  const store = await withTable(t, path)
  for (const [pragma, value] of Object.entries({
    journal_mode: 'wal',
    synchronous: 2,
    foreign_keys: 1,
    trusted_schema: 0,
    secure_delete: 1,
    timeout: 20,
  })) {
    const name = pragma === 'timeout' ? 'busy_timeout' : pragma
    assert.deepEqual((await sql`pragma ${sql.raw(name)}`.execute(store.db)).rows, [{ [pragma]: value }])
  }
  for (const suffix of ['', '-wal', '-shm']) assert.equal(statSync(path + suffix).mode & 0o777, 0o600)
  for (const parent of ['..', '../..']) assert.equal(statSync(join(path, parent)).mode & 0o777, 0o700)
})

void test('leaves nothing of deleted and replaced values in the file', async (t) => {
  const path = join(folder(t), 'store.db')
  const store = await withTable(t, path)
  // Some fit into a page, others take pages of their own.
  const noteOf = (id: string): string => `canary-${id} `.repeat(id.startsWith('long') ? 4_000 : 4)
  const ids = ['short-deleted', 'short-replaced', 'long-deleted', 'long-replaced']
  await store.db
    .insertInto('sale')
    .values(ids.map((id) => ({ id, note: noteOf(id) })))
    .execute()
  await store.db.deleteFrom('sale').where('id', 'like', '%-deleted').execute()
  await store.db.updateTable('sale').set({ note: '' }).where('id', 'like', '%-replaced').execute()
  await store.close()
  assert.ok(!existsSync(`${path}-wal`))
  const bytes = readFileSync(path, 'latin1')
  assert.deepEqual(
    ids.filter((id) => bytes.includes(`canary-${id}`)),
    [],
  )
})

void test('keeps a memory store private while it is open', async (t) => {
  const stores = [await openStore<Tables>('file::memory:'), await openStore<Tables>('file::memory:')]
  t.after(() => Promise.all(stores.map((store) => store.close())))
  for (const store of stores) {
    await sql`create table sale (id text primary key, note text not null)`.execute(store.db)
    await store.transaction((trx) => trx.insertInto('sale').values(row).execute())
  }
})

void test('only a store in a file is durable', async (t) => {
  const memory = await openStore<Tables>('file::memory:')
  t.after(() => memory.close())
  assert.equal(memory.durable, false)
  assert.equal((await withTable(t, join(folder(t), 'store.db'))).durable, true)
})

void test('names a file that cannot be opened, with the reason', async (t) => {
  const file = join(folder(t), 'not-a-folder')
  writeFileSync(file, 'x'.repeat(5000))
  for (const path of [join(file, 'store.db'), file])
    await assert.rejects(openStore(`file:${path}`), (error) => {
      assert.ok(isStoreUnavailable(error) && isStoreError(error))
      assert.match(error.message, new RegExp(`${path} cannot be opened \\((ENOTDIR|EEXIST|SQLITE_NOTADB)\\)`))
      assert.ok(error.cause instanceof Error)
      return true
    })
})

void test('a fault without a code is given up at once', async () => {
  let attempts = 0
  const fault = new TypeError('a fault of the package')
  const faulty = function open(): never {
    attempts += 1
    throw fault
  } as unknown as SqlitePackage
  await assert.rejects(openSqlite(faulty, undefined, { connectTimeoutMs: 60_000 }), (error) => {
    assert.ok(isStoreUnavailable(error) && isStoreError(error))
    assert.match(error.message, /file {2}cannot be opened \(unknown reason\)\.$/)
    assert.equal(error.cause, fault)
    return true
  })
  assert.equal(attempts, 1)
})

void test('mustExist concerns files only, also one that disappears while it is opened', async (t) => {
  const path = join(folder(t), 'store.db')
  writeFileSync(path, '')
  const asked: unknown[] = []
  const recording = function open(_path: string, options: unknown): never {
    asked.push(options)
    throw new TypeError('a fault of the package')
  } as unknown as SqlitePackage
  for (const [at, mustExist] of [
    [path, true],
    [path, false],
    [undefined, true],
  ] as const)
    await assert.rejects(openSqlite(recording, at, { mustExist }), isStoreUnavailable)
  assert.deepEqual(
    asked,
    [true, false, false].map((fileMustExist) => ({ timeout: 20, fileMustExist })),
  )
  const memory = await openStore<Tables>('file::memory:', { mustExist: true })
  assert.equal(memory.durable, false)
  await memory.close()
})

void test('the clock of the store is that of a test, or of its options, or of the machine', async (t) => {
  const nowOf = async (options: StoreOptions): Promise<number> => {
    const store = await openStore('file::memory:', options)
    t.after(() => store.close())
    return store.now()
  }
  assert.equal(await nowOf({ clock: () => 5.5 }), 5)
  assert.equal(await nowOf({ clock: () => 5, testClock: () => 6 }), 6)
  const machine = (await nowOf({})) - Date.now()
  assert.ok(Math.abs(machine) < 60_000, `${machine}`)
})

/** A transaction of `store` that ends with `goOn`. */
async function held(store: Store<Tables>): Promise<{ goOn: () => void; ended: Promise<void> }> {
  const [begun, gate] = [deferred(), deferred()]
  const ended = store.transaction(async () => {
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  return { goOn: () => gate.resolve(), ended }
}

void test('waits 3 s for the lock of the file by default', async (t) => {
  const store = await openStore<Tables>('file::memory:')
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { goOn, ended } = await held(store)
  const ends: string[] = []
  const end = (name: string) => () => void ends.push(name)
  const waiting = [
    store.ping().catch(end('ping')),
    store.transaction(async () => {}).catch(end('transaction')),
  ]
  await turn()
  t.mock.timers.tick(2_999)
  await turn()
  assert.deepEqual(ends, [])
  t.mock.timers.tick(1)
  await Promise.all(waiting)
  assert.deepEqual(new Set(ends), new Set(['ping', 'transaction']))
  goOn()
  await ended
  await store.close()
})

void test('a ping inside of a transaction does not wait for it', async (t) => {
  const store = await withTable(t, join(folder(t), 'store.db'))
  await store.transaction(() => store.ping())
})

void test('a store that is closing rejects every call', async (t) => {
  const store = await withTable(t, join(folder(t), 'store.db'))
  const { goOn, ended } = await held(store)
  const closing = store.close()
  const calls: readonly (() => Promise<unknown>)[] = [
    () => store.ping(),
    () => store.probe(),
    () => store.notify('sale', ''),
    () => store.listen('sale', () => {}),
    () => store.transaction(async () => {}),
    () => store.migrate({ name: 'test', migrations: [] }),
  ]
  for (const call of calls) await assert.rejects(call(), { code: 'store-closed' })
  goOn()
  await Promise.all([ended, closing])
})

void test('close waits 30 s for the work of another store on the file and leaves it the lock', async (t) => {
  const path = join(folder(t), 'store.db')
  const store = await withTable(t, path)
  const other = await openStore<Tables>(`file:${path}`)
  t.after(() => other.close())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { goOn, ended } = await held(other)
  let closed = false
  const closing = store.close().then(() => (closed = true))
  await turn()
  t.mock.timers.tick(29_999)
  await turn()
  assert.equal(closed, false)
  t.mock.timers.tick(1)
  await closing
  // Its lock is still that of the other store.
  let read = false
  const reading = other.db
    .selectFrom('sale')
    .selectAll()
    .execute()
    .then(() => (read = true))
  await turn()
  assert.equal(read, false)
  goOn()
  await Promise.all([ended, reading])
})

void test('waits for another writing process, and reports unavailable after the timeout', async (t) => {
  const path = join(folder(t), 'store.db')
  const store = await withTable(t, path)
  const other = new Sqlite(path)
  t.after(() => other.close())
  other.exec('begin immediate')
  const insert = (): Promise<unknown> => store.db.insertInto('sale').values(row).execute()
  await assert.rejects(insert(), isStoreUnavailable)
  await assert.rejects(
    store.transaction((trx) => trx.insertInto('sale').values(row).execute()),
    isStoreUnavailable,
  )
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [])
  // A busy machine may need longer than the 150 ms of the other store.
  const patient = await openStore<Tables>(`file:${path}`, { connectTimeoutMs: 60_000 })
  t.after(() => patient.close())
  const waiting = patient.db.insertInto('sale').values(row).execute()
  setImmediate(() => other.exec('commit'))
  await waiting
})

void test('times out behind a long transaction of the same process', async (t) => {
  const store = await withTable(t, join(folder(t), 'store.db'))
  const begun = deferred()
  const goOn = deferred()
  const work = store.transaction(async (trx) => {
    await trx.insertInto('sale').values(row).execute()
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  await assert.rejects(store.db.selectFrom('sale').selectAll().execute(), isStoreUnavailable)
  goOn.resolve()
  await work
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [row])
})

void test('rolls back a transaction on a full disk and keeps working', async (t) => {
  const store = await withTable(t, join(folder(t), 'store.db'))
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(store.db)
  const large = { id: 's2', note: 'x'.repeat(100_000) }
  await assert.rejects(
    store.transaction(async (trx) => {
      await trx.insertInto('sale').values(row).execute()
      await assert.rejects(trx.insertInto('sale').values(large).execute(), isStoreUnavailable)
      await trx.insertInto('sale').values(row).execute()
    }),
    { code: 'transaction-aborted' },
  )
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [])
  await store.transaction((trx) => trx.insertInto('sale').values(row).execute())
})

void test('fails a whole commit group on a full disk, and later transactions succeed', async (t) => {
  const store = await withTable(t, join(folder(t), 'store.db'))
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(store.db)
  const add = (id: string, note: string): Promise<unknown> =>
    store.transaction((trx) => trx.insertInto('sale').values({ id, note }).execute())
  const [first, large, last] = await Promise.allSettled([
    add('s1', 'small'),
    add('s2', 'x'.repeat(100_000)),
    add('s3', 'small'),
  ])
  assert.ok(first.status === 'rejected' && isStoreUnavailable(first.reason))
  assert.ok(large.status === 'rejected' && isStoreUnavailable(large.reason))
  assert.equal(last.status, 'fulfilled')
  const kept = await store.db.selectFrom('sale').select('id').execute()
  assert.deepEqual(kept, [{ id: 's3' }])
})

void test('rejects two unique indexes with the same columns at migration', async (t) => {
  const store = await openStore(`file:${join(folder(t), 'store.db')}`)
  t.after(() => store.close())
  const migrations = [
    {
      name: 'ambiguous',
      up: async (db: Kysely<unknown>) => {
        await sql`create table sale (board text, state text)`.execute(db)
        await sql`create unique index sale_open on sale (board) where state = 'open'`.execute(db)
        await sql`create unique index sale_paid on sale (board) where state = 'paid'`.execute(db)
      },
    },
  ]
  await assert.rejects(store.migrate({ name: 'test', migrations }), {
    code: 'index-ambiguous',
    message: /sale_paid/,
  })
  await store.migrate({ name: 'test', migrations: [] })
})

void test('reports a missing file with mustExist and does not create it', async (t) => {
  const path = join(folder(t), 'shops', 'store.db')
  await assert.rejects(openStore(`file:${path}`, { mustExist: true }), {
    code: 'store-unavailable',
    message: /store\.db does not exist\.$/,
  })
  assert.ok(!existsSync(join(path, '..')))
  await (await withTable(t, path)).db.insertInto('sale').values(row).execute()
  const store = await openStore<Tables>(`file:${path}`, { mustExist: true })
  t.after(() => store.close())
  assert.deepEqual(await store.db.selectFrom('sale').selectAll().execute(), [row])
})

void test('opens a file that another process locks for a moment, and gives up after the timeout', async (t) => {
  const path = join(folder(t), 'store.db')
  await (await withTable(t, path)).close()
  const other = new Sqlite(path)
  t.after(() => other.close())
  other.exec('pragma journal_mode = delete; begin exclusive')
  await assert.rejects(openStore(`file:${path}`, { connectTimeoutMs: 50 }), {
    code: 'store-unavailable',
    message: /cannot be opened \(SQLITE_BUSY\)/,
  })
  const opening = openStore(`file:${path}`, { connectTimeoutMs: 5_000 })
  setTimeout(() => other.exec('rollback'), 30)
  await (await opening).close()
})

void test('a closed store rejects every call and no longer shares the state of its file', async (t) => {
  const path = join(folder(t), 'store.db')
  const store = await withTable(t, path)
  const heard: unknown[] = []
  await store.listen('sale', (wakeup) => heard.push(wakeup))
  const during = joinFile(realpathSync(path))
  during.leave()
  await store.close()
  const closed = { code: 'store-closed' }
  await assert.rejects(store.ping(), closed)
  await assert.rejects(store.probe(), closed)
  await assert.rejects(store.notify('sale', ''), closed)
  await assert.rejects(
    store.listen('sale', () => {}),
    closed,
  )
  await assert.rejects(
    store.transaction(async () => {}),
    closed,
  )
  during.file.listeners.dispatch('sale', { type: 'resync' })
  assert.deepEqual(heard, [])
  const after = joinFile(realpathSync(path))
  assert.notEqual(after.file, during.file)
  after.leave()
})

void test('a listener is stopped twice without harm to an equal one', async (t) => {
  const store = await withTable(t, join(folder(t), 'store.db'))
  let heard = 0
  const listener = (): void => void (heard += 1)
  const [stop] = [await store.listen('sale', listener), await store.listen('sale', listener)]
  await stop()
  await stop()
  await store.notify('sale', '')
  await store.ping()
  assert.equal(heard, 1)
})
