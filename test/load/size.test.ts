// The bytes of a sale in either store, indexes included, and the restore drill on the file: a copy while the store is open, a lost file, the restore.
import assert from 'node:assert/strict'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '@tapboard/store'
import Sqlite from 'better-sqlite3'
import { fillWithCopies, realSale, SALE_TABLES } from '../kit/copied-sales.ts'
import { times } from '../kit/limits.ts'
import { createDatabase, query, withDurablePostgres } from '../kit/postgres.ts'
import { launch, untilEnded } from '../kit/process.ts'
import { scope, temporaryFolder } from '../kit/scope.ts'

const SALES = times(5_000, 200_000)

/** The largest sale that the page about capacity counts on. */
const SALE_BYTES_MAX = 9_000

interface Size {
  readonly table: string
  readonly rows: number
  readonly indexes: number
}

/** A line for each table, and the sum of a sale. */
function report(title: string, sizes: readonly Size[], note: (line: string) => void): number {
  let sum = 0
  for (const { table, rows, indexes } of sizes) {
    note(
      `${title}, ${table}: ${(rows / SALES).toFixed(0)} bytes and ${(indexes / SALES).toFixed(0)} of indexes a sale`,
    )
    sum += rows + indexes
  }
  const each = sum / SALES
  note(`${title}: ${each.toFixed(0)} bytes a sale, ${(each / 1_000).toFixed(2)} GB a million`)
  return each
}

/** Runs a command on the store; returns its seconds. */
async function command(url: string, args: readonly string[]): Promise<number> {
  const begunAt = performance.now()
  const { child, output } = launch({
    file: 'packages/bff/src/tapboard.ts',
    args,
    environment: { TAPBOARD_STORE_URL: url },
  })
  assert.equal(await untilEnded(child), 0, output())
  return (performance.now() - begunAt) / 1000
}

function sizesOfFile(path: string): readonly Size[] {
  const database = new Sqlite(path, { readonly: true })
  try {
    const bytes = database.prepare<[string], { bytes: number | null }>(
      `select sum(pgsize) as bytes from dbstat join sqlite_schema using (name) where tbl_name = ? and type = 'table'`,
    )
    const ofIndexes = database.prepare<[string], { bytes: number | null }>(
      `select sum(pgsize) as bytes from dbstat join sqlite_schema using (name) where tbl_name = ? and type = 'index'`,
    )
    return SALE_TABLES.map((table) => ({
      table,
      rows: bytes.get(table)?.bytes ?? 0,
      indexes: ofIndexes.get(table)?.bytes ?? 0,
    }))
  } finally {
    database.close()
  }
}

test(`${SALES} sales with their events have a known size in either store, and a lost file is restored`, async (context) => {
  const closing = scope()
  const original = await realSale(closing)
  await closing.end()
  const note = (line: string): void => context.diagnostic(line)
  note(`a sale has ${original.sale_event.length} events`)

  const folder = temporaryFolder(context, 'size')
  const [path, copy] = [join(folder, 'ledger.db'), join(folder, 'copy.db')]
  const url = `file:${path}`
  await fillWithCopies(url, original, SALES)
  assert.ok(report('file', sizesOfFile(path), note) < SALE_BYTES_MAX)
  note(`file: ${(statSync(path).size / 1e9).toFixed(2)} GB on the disk`)

  const store = await openStore(url)
  const backupSeconds = await command(url, ['backup', copy])
  await store.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
  const restoreSeconds = await command(url, ['restore', copy])
  const restored = new Sqlite(path, { readonly: true })
  assert.deepEqual(restored.prepare('select count(*) as count from sale').get(), { count: SALES })
  restored.close()
  note(`backup ${backupSeconds.toFixed(1)} s, restore ${restoreSeconds.toFixed(1)} s, each with audit verify`)

  await withDurablePostgres(async (serverUrl) => {
    const server = await createDatabase(serverUrl)
    await fillWithCopies(server.url, original, SALES)
    const sizes: Size[] = []
    for (const table of SALE_TABLES) {
      const [found] = await query<{ rows: string; indexes: string }>(
        server.url,
        `select pg_table_size('${table}') as rows, pg_indexes_size('${table}') as indexes`,
      )
      sizes.push({ table, rows: Number(found?.rows), indexes: Number(found?.indexes) })
    }
    assert.ok(report('PostgreSQL', sizes, note) < SALE_BYTES_MAX)
  })
})
