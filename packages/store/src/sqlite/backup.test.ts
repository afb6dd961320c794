/** Copies of an embedded file: complete while others write, never over another file, verified before they get their name. */
import assert from 'node:assert/strict'
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../open.ts'
import type { Store } from '../store.ts'
import { backupStore, restoreStore } from './backup.ts'

interface Tables {
  sale: { n: number }
}

const NOW_MS = Date.UTC(2026, 10, 26, 9, 30)
const verify = async (): Promise<void> => {}

interface Place {
  readonly folder: string
  readonly path: string
  readonly url: string
  readonly store: Store<Tables>
  names(): readonly string[]
}

async function place(t: TestContext): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'tapboard-backup-'))
  const path = join(folder, 'shop.db')
  const store = await openStore<Tables>(`file:${path}`)
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  await sql`create table sale (n integer)`.execute(store.db)
  await store.db.insertInto('sale').values({ n: 1 }).execute()
  const names = (): readonly string[] => readdirSync(folder).filter((name) => !name.startsWith('shop.db'))
  return { folder, path, url: `file:${path}`, store, names }
}

async function rowsOf(path: string): Promise<number> {
  const store = await openStore<Tables>(`file:${path}`, { mustExist: true })
  const rows = await store.db.selectFrom('sale').selectAll().execute()
  await store.close()
  return rows.length
}

void test('a copy has all rows that were committed before, also from the write-ahead log, while others write', async (t) => {
  const { folder, url, store } = await place(t)
  const target = join(folder, 'copy.db')
  let written = 1
  let copied = false
  const writing = (async () => {
    while (!copied) {
      await store.transaction(async (trx) => {
        await trx
          .insertInto('sale')
          .values([{ n: 1 }, { n: 1 }])
          .execute()
      })
      written += 2
    }
  })()
  for (let round = 0; written < 21 && round < 10_000; round += 1) await store.ping()
  const before = written
  const { path } = await backupStore({ url, target, verify, nowMs: NOW_MS })
  copied = true
  await writing
  assert.equal(path, target)
  const rows = await rowsOf(target)
  assert.ok(rows >= before && rows <= written && rows % 2 === 1, `${before} ≤ ${rows} ≤ ${written}`)
  assert.equal(statSync(target).mode & 0o777, 0o600)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('copy')),
    ['copy.db'],
    'one file',
  )
})

void test('a copy in a folder is named after store and time, and the newest ones remain', async (t) => {
  const { folder, url } = await place(t)
  const target = join(folder, 'copies')
  mkdirSync(target)
  for (const other of ['notes.txt', 'other-2026-01-01T00-00-00.000Z.db'])
    writeFileSync(join(target, other), '')
  const make = (hours: number) =>
    backupStore({ url, target, verify, keep: 2, nowMs: NOW_MS + hours * 3_600_000 })
  for (const hours of [0, 2, 1]) assert.deepEqual((await make(hours)).removed.length, hours === 1 ? 1 : 0)
  assert.deepEqual(readdirSync(target).toSorted(), [
    'notes.txt',
    'other-2026-01-01T00-00-00.000Z.db',
    'shop-2026-11-26T10-30-00.000Z.db',
    'shop-2026-11-26T11-30-00.000Z.db',
  ])
  await assert.rejects(make(2), {
    code: 'backup-refused',
    message: /exists already; nothing was overwritten/,
  })
})

void test('a number of copies needs a folder: a missing one is no name for a file', async (t) => {
  const { folder, url, names } = await place(t)
  const target = join(folder, 'backups')
  const make = () => backupStore({ url, target, verify, keep: 2, nowMs: NOW_MS })
  await assert.rejects(make(), {
    code: 'backup-refused',
    message: `The folder ${target} does not exist; create it first.`,
  })
  writeFileSync(target, '')
  await assert.rejects(make(), {
    code: 'backup-refused',
    message: `${target} is a file; --keep needs a folder.`,
  })
  assert.deepEqual(names(), ['backups'])
})

void test('a copy that is not verified gets no name', async (t) => {
  const { folder, path, url, names } = await place(t)
  const bad = new Error('the ledger has faults')
  const failing = backupStore({
    url,
    target: join(folder, 'copy.db'),
    nowMs: NOW_MS,
    verify: () => Promise.reject(bad),
  })
  await assert.rejects(failing, bad)
  await assert.rejects(backupStore({ url, target: path, verify, nowMs: NOW_MS }), { code: 'backup-refused' })
  await assert.rejects(backupStore({ url, target: join(folder, 'no', 'copy.db'), verify, nowMs: NOW_MS }), {
    message: /The folder .* does not exist; create it first\./,
  })
  assert.deepEqual(names(), [])
})

void test('only an embedded file can be copied', async () => {
  const to = { target: 'copy.db', verify, nowMs: NOW_MS }
  await assert.rejects(backupStore({ url: 'postgres://h/d', ...to }), { message: /pg_dump, or base backups/ })
  await assert.rejects(backupStore({ url: 'file::memory:', ...to }), { code: 'backup-refused' })
  await assert.rejects(backupStore({ url: 'file:none.db', ...to }), { message: /none\.db does not exist/ })
})

void test('a copy is put back only where no store is, and stays as it is', async (t) => {
  const { folder, path, url, store } = await place(t)
  const copy = join(folder, 'copy.db')
  await backupStore({ url, target: copy, verify, nowMs: NOW_MS })
  const bytes = readFileSync(copy)
  const prepare = async (prepared: string): Promise<void> => {
    const restored = await openStore<Tables>(prepared)
    await restored.db.insertInto('sale').values({ n: 9 }).execute()
    await restored.close()
  }
  await assert.rejects(restoreStore({ url, file: copy, prepare }), {
    code: 'backup-refused',
    message: /shop\.db exists; nothing was overwritten\. Stop all programs/,
  })
  await store.close()
  rmSync(path)
  writeFileSync(`${path}-wal`, '')
  await assert.rejects(restoreStore({ url, file: copy, prepare }), { message: /shop\.db-wal exists/ })
  rmSync(`${path}-wal`)
  const no = new Error('no')
  await assert.rejects(restoreStore({ url, file: copy, prepare: () => Promise.reject(no) }), no)
  assert.deepEqual(readdirSync(folder), ['copy.db'])
  await restoreStore({ url, file: copy, prepare })
  assert.equal(await rowsOf(path), 2)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readFileSync(copy), bytes)
})

void test('a damaged copy, one in use, and a file of another kind are not put back', async (t) => {
  const { folder, url, path, store } = await place(t)
  const copy = join(folder, 'copy.db')
  for (let n = 0; n < 500; n += 1) await store.db.insertInto('sale').values({ n }).execute()
  await backupStore({ url, target: copy, verify, nowMs: NOW_MS })
  await store.close()
  rmSync(path)
  const back = (file: string) => restoreStore({ url, file, prepare: verify })
  writeFileSync(`${copy}-wal`, '')
  await assert.rejects(back(copy), { message: /is in use or no finished copy/ })
  rmSync(`${copy}-wal`)
  const bytes = readFileSync(copy)
  bytes.fill(0xff, 4_096, 8_192)
  writeFileSync(copy, bytes)
  await assert.rejects(back(copy), {
    code: 'backup-refused',
    message: /is damaged|no intact SQLite database/,
  })
  writeFileSync(copy, 'a text of more than a hundred characters '.repeat(20))
  await assert.rejects(back(copy), { message: /no intact SQLite database \(SQLITE_NOTADB\)/ })
  await assert.rejects(back(join(folder, 'none.db')), { message: /does not exist/ })
  assert.deepEqual(readdirSync(folder), ['copy.db'])
})

/** Replaces a call of `node:fs` during the test. */
function replaceCall(t: TestContext, name: 'linkSync' | 'fsyncSync', call: () => never): void {
  t.mock.method(fs, name, call)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

const failing = (code: string) => (): never => {
  throw Object.assign(new Error('a fault of the file system'), { code })
}

void test('a copy gets its name on a file system without links, too', async (t) => {
  const { folder, url, names } = await place(t)
  replaceCall(t, 'linkSync', failing('EPERM'))
  const target = join(folder, 'copy.db')
  await backupStore({ url, target, verify, nowMs: NOW_MS })
  assert.equal(await rowsOf(target), 1)
  assert.deepEqual(names(), ['copy.db'])
})

void test('a copy that appears while another one is made is not overwritten', async (t) => {
  const { folder, url, names } = await place(t)
  const target = join(folder, 'copy.db')
  const late = async (): Promise<void> => writeFileSync(target, 'of another program')
  await assert.rejects(backupStore({ url, target, verify: late, nowMs: NOW_MS }), {
    code: 'backup-refused',
    message: `${target} exists already; nothing was overwritten.`,
  })
  assert.equal(readFileSync(target, 'utf8'), 'of another program')
  assert.deepEqual(names(), ['copy.db'])
})

void test('a copy fails if it cannot be written through, except where folders cannot', async (t) => {
  const { folder, url, names } = await place(t)
  for (const code of ['EISDIR', 'EPERM', 'EACCES', 'EINVAL']) {
    replaceCall(t, 'fsyncSync', failing(code))
    await backupStore({ url, target: join(folder, `${code}.db`), verify, nowMs: NOW_MS })
  }
  const copies = names()
  assert.equal(copies.length, 4)
  for (const code of ['EIO', 'XEISDIR', 'EINVALX']) {
    replaceCall(t, 'fsyncSync', failing(code))
    await assert.rejects(backupStore({ url, target: join(folder, 'copy.db'), verify, nowMs: NOW_MS }), {
      code,
    })
  }
  assert.deepEqual(names(), copies)
})
