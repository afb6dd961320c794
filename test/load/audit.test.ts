// How long `audit verify` takes in one, two and four threads: the same ledger of sales with their events, in a file, one run after the other.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '@tapboard/store'
import Sqlite from 'better-sqlite3'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { CHAIN_START } from '../../packages/bff/src/durable/chain.ts'
import { hashEvent } from '../../packages/bff/src/sale/ledger/chain.ts'
import { paidSales } from '../../packages/bff/src/sale/ledger/paid.testing.ts'
import { SALE_EVENT, type LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { times } from '../kit/limits.ts'
import { cpuSeconds } from '../kit/measure.ts'
import { launch, untilEnded } from '../kit/process.ts'
import { temporaryFolder } from '../kit/scope.ts'

const SALES = times(2_000, 200_000)
/** The name of the sale that all others are copies of: in its keys, its order and its events. */
const FIRST = 'original'
const CHARACTERS = '234567abcdefghijklmnopqrstuvwxyz'

const saleId = (): string =>
  `sale_${Array.from({ length: 26 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')}`

type Columns = Readonly<Record<string, unknown>>

const renamed = (columns: Columns, id: string): Columns =>
  JSON.parse(JSON.stringify(columns).replaceAll(FIRST, id)) as Columns

/** Copies a paid sale with its events; every copy has a name and a chain of its own. */
async function fill(path: string): Promise<void> {
  const store = await openStore<LedgerTables>(`file:${path}`)
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  await paidSales(store, [FIRST])
  const sale = await store.db.selectFrom('sale').selectAll().executeTakeFirstOrThrow()
  const events = await store.db.selectFrom('sale_event').selectAll().orderBy('number').execute()
  await store.close()
  const database = new Sqlite(path)
  const insert = (table: string, columns: Columns): Sqlite.Statement => {
    const names = Object.keys(columns)
    return database.prepare(
      `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
    )
  }
  const [insertSale, insertEvent] = [insert('sale', sale), insert('sale_event', events[0] ?? {})]
  database.transaction(() => {
    for (let left = SALES - 1; left > 0; left -= 1) {
      const id = saleId()
      let head = CHAIN_START
      const chained = events.map((event) => {
        const unhashed = { ...renamed(event, id), prev_hash: head }
        head = hashEvent(SALE_EVENT.toRow(unhashed as never))
        return { ...unhashed, hash: head }
      })
      insertSale.run({ ...renamed(sale, id), event_hash: head })
      for (const event of chained) insertEvent.run(event)
    }
  })()
  database.close()
}

/** Runs the command; returns its seconds and its processor time. */
async function verify(
  path: string,
  args: readonly string[],
): Promise<readonly [seconds: number, cpu: number]> {
  const begunAt = performance.now()
  const { child, output } = launch({
    file: 'packages/bff/src/main.ts',
    args: ['audit', 'verify', ...args],
    environment: { TAPBOARD_STORE_URL: `file:${path}` },
  })
  let cpu = 0
  const look = setInterval(() => {
    const now = cpuSeconds(child.pid)
    if (now > cpu) cpu = now
  }, 100)
  const code = await untilEnded(child)
  clearInterval(look)
  const seconds = (performance.now() - begunAt) / 1000
  assert.deepEqual([code, output().includes(`ok: ${SALES} sales, `)], [0, true], output())
  return [seconds, cpu]
}

test(`audit verify reads ${SALES} sales in one, two and four threads with the same result`, async (context) => {
  const path = join(temporaryFolder(context, 'audit'), 'ledger.db')
  await fill(path)
  // The first reading fills the cache of the operating system for all others.
  await verify(path, [])
  for (const args of [[], ['--workers', '2'], ['--workers', '4']]) {
    const [seconds, cpu] = await verify(path, args)
    context.diagnostic(
      `P49 audit verify ${args.join(' ') || 'in one thread'}: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time, ` +
        `${availableParallelism()} cores`,
    )
  }
})
