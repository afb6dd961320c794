/**
 * P12: an acknowledged row is on disk; two processes share one database. This file is also the other process:
 * started with WRITER_URL it inserts rows one by one and prints the number of each row after its commit.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { MigrationSet } from './migrate.ts'
import { openStore } from './open.ts'
import { eachEngine } from './testing.ts'

interface Tables {
  charge: { n: number; writer: string }
}

const schema: MigrationSet = {
  name: 'test',
  migrations: [
    {
      name: 'charge',
      up: async (db, { text, integer }) => {
        await sql`create table charge (n ${integer} primary key, writer ${text} not null)`.execute(db)
      },
    },
  ],
}

/** Inserts rows numbered across all writers until this writer has inserted `count` rows. */
async function write(url: string, writer: string, count: number): Promise<void> {
  const store = await openStore<Tables>(url, { maxConnections: 1 })
  await store.migrate(schema)
  for (let added = 0; added < count; added += 1) {
    const n = await store.transaction(async (trx) => {
      if (store.engine === 'postgres') await sql`lock table charge in exclusive mode`.execute(trx)
      const last = await trx
        .selectFrom('charge')
        .select(({ fn }) => fn.max('n').as('n'))
        .executeTakeFirst()
      const next = (last?.n ?? 0) + 1
      await trx.insertInto('charge').values({ n: next, writer }).execute()
      return next
    })
    process.stdout.write(`${n}\n`)
  }
  await store.close()
}

function startWriter(url: string, writer: string, count: number): ChildProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawn(process.execPath, ['--conditions=tapboard-source', import.meta.filename], {
    env: { ...env, WRITER_URL: url, WRITER_NAME: writer, WRITER_COUNT: String(count) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills a writer after it acknowledged `count` rows; returns every acknowledged number. */
async function killAfter(child: ChildProcess, count: number): Promise<number[]> {
  const acknowledged: number[] = []
  const ended = once(child, 'close')
  assert.ok(child.stdout)
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(Number(line))
    if (acknowledged.length === count) child.kill('SIGKILL')
  }
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  return acknowledged
}

function registerTests(): void {
  eachEngine<Tables>(
    'P12 keeps every acknowledged row when a process is killed',
    async ({ url, engine, open }) => {
      const acknowledged: number[] = []
      for (let round = 1; round <= (engine === 'sqlite' ? 10 : 3); round += 1) {
        acknowledged.push(...(await killAfter(startWriter(url, `w${round}`, 1_000_000), 10 + 7 * round)))
        const store = await open()
        const rows = await store.db.selectFrom('charge').select('n').orderBy('n').execute()
        const kept = new Set(rows.map(({ n }) => n))
        assert.deepEqual(
          acknowledged.filter((n) => !kept.has(n)),
          [],
        )
        assert.deepEqual(
          [...kept],
          rows.map((_, index) => index + 1),
        )
        await store.close()
      }
    },
  )

  eachEngine<Tables>(
    'two processes that start concurrently on a new database lose no row',
    async ({ url, store }) => {
      const children = ['a', 'b'].map((writer) => startWriter(url, writer, 60))
      for (const child of children) child.stdout?.resume()
      assert.deepEqual(await Promise.all(children.map((child) => once(child, 'close'))), [
        [0, null],
        [0, null],
      ])
      const rows = await store.db.selectFrom('charge').select(['n', 'writer']).orderBy('n').execute()
      assert.deepEqual(
        rows.map(({ n }) => n),
        Array.from({ length: 120 }, (_, index) => index + 1),
      )
      assert.equal(rows.filter(({ writer }) => writer === 'a').length, 60)
    },
  )
}

const { WRITER_URL, WRITER_NAME, WRITER_COUNT } = process.env
if (WRITER_URL === undefined) registerTests()
else await write(WRITER_URL, WRITER_NAME ?? '', Number(WRITER_COUNT))
