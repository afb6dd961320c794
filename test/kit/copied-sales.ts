// A ledger with many real sales: one sale is made by the programs, at a page and a terminal, and copied with its events, its webhook and its
// grant. Each copy has IDs, times and a chain of its own, so that indexes grow as they do in a shop and `audit verify` accepts it.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { openStore, type Store } from '@tapboard/store'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { freePort } from '@tapboard/server/testing/ports'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { CHAIN_START } from '../../packages/bff/src/durable/chain.ts'
import { hashEvent } from '../../packages/bff/src/sale/ledger/chain.ts'
import { SALE_EVENT, type LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { seeded } from '../bench/common/order.ts'
import { createKeys, registerDevice, startBff, startService } from './programs.ts'
import { temporaryFolder, type Closing } from './scope.ts'
import { visit } from './shopper.ts'

const ORIGIN = 'http://shop.test'
const HOST_SECRET = 'host-secret-of-the-copied-sale-0123456789'
const CHARACTERS = '234567abcdefghijklmnopqrstuvwxyz'

/** The tables with rows of a sale, in the order in which they are filled. */
export const SALE_TABLES = ['sale', 'sale_event', 'sale_outbox', 'order_grant'] as const
type SaleTable = (typeof SALE_TABLES)[number]

type Columns = Readonly<Record<string, string | number | null>>

/** The rows of a sale in each table. */
export type SaleRows = Readonly<Record<SaleTable, readonly Columns[]>>

/** Sells one order through both programs and returns its rows. */
export async function realSale(closing: Closing): Promise<SaleRows> {
  const folder = temporaryFolder(closing, 'real-sale')
  const [ledger, serviceStore] = [`file:${join(folder, 'ledger.db')}`, `file:${join(folder, 'service.db')}`]
  const [apiKey = ''] = await createKeys(serviceStore, ['Shop'])
  const service = await startService({ store: serviceStore, scripted: true })
  closing.after(() => service.kill())
  const { deviceId } = await registerDevice(service.url, apiKey, 'R1-OK')
  const port = await freePort()
  const bff = await startBff({
    store: ledger,
    secret: 'secret-of-the-copied-sale-0123456789',
    publicUrl: `http://127.0.0.1:${port}`,
    terminalUrl: service.url,
    port,
    merchants: [
      {
        id: 'shop',
        name: 'Shop',
        hostSecret: HOST_SECRET,
        apiKey,
        origins: [ORIGIN],
        webhook: {
          url: `http://127.0.0.1:${await freePort()}/events`,
          secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
        },
      },
    ],
  })
  closing.after(() => bff.kill())
  const address = {
    bffUrl: bff.url,
    origin: ORIGIN,
    merchant: { hostSecret: HOST_SECRET },
    device: deviceId,
  }
  const { shown } = await visit(address, 'order-00000001', seeded(1))
  if (shown !== 'approved') throw new Error(`The sale ended as ${shown}.`)
  await bff.stop()
  const database = new Sqlite(join(folder, 'ledger.db'), { readonly: true })
  const rowsOf = (table: SaleTable): readonly Columns[] =>
    database.prepare<[], Columns>(`select * from ${table} order by 1, 2`).all()
  try {
    const outbox = rowsOf('sale_outbox').map((row) => ({
      ...row,
      next_at_ms: null,
      done_at_ms: row['created_at_ms'] ?? 0,
      outcome: 'delivered',
      lease_owner: null,
      lease_until_ms: null,
    }))
    return {
      sale: rowsOf('sale'),
      sale_event: rowsOf('sale_event'),
      sale_outbox: outbox,
      order_grant: rowsOf('order_grant'),
    }
  } finally {
    database.close()
  }
}

const randomText = (length: number): string =>
  Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

/** Replaces the IDs of a sale, wherever they are in its rows, and moves its times. */
function copier(original: SaleRows, copy: number): (columns: Columns) => Columns {
  const [sale = {}] = original.sale
  const names = ['id', 'idempotency_key', 'external_id', 'session_id', 'reference'] as const
  const changes = names.map((name) => {
    const text = String(sale[name])
    const kept = name === 'id' ? 'sale_' : ''
    return [text, kept + randomText(text.length - kept.length)] as const
  })
  const order = String(sale['order_ref'])
  const replaced = [...changes, [order, `order-${String(copy).padStart(8, '0')}`] as const]
  return (columns) => {
    let text = JSON.stringify(columns)
    for (const [from, to] of replaced) text = text.replaceAll(from, to)
    text = text.replaceAll(/(?<![\w.])1[78]\d{11}(?![\w.])/g, (time) => String(Number(time) + copy * 1_000))
    return JSON.parse(text) as Columns
  }
}

/** The rows of a copy, with a chain of their own. */
function copyOf(original: SaleRows, copy: number): SaleRows {
  const change = copier(original, copy)
  let head = CHAIN_START
  const events = original.sale_event.map((event) => {
    const unhashed = { ...change(event), prev_hash: head }
    head = hashEvent(SALE_EVENT.toRow(unhashed as never))
    return { ...unhashed, hash: head }
  })
  return {
    sale: original.sale.map((row) => ({ ...change(row), event_hash: head })),
    sale_event: events,
    sale_outbox: original.sale_outbox.map((row) => ({
      ...change(row),
      id: randomText(String(row['id']).length),
    })),
    order_grant: original.order_grant.map(change),
  }
}

function insertIntoFile(path: string, original: SaleRows, count: number): void {
  const database = new Sqlite(path)
  try {
    database.pragma('synchronous = OFF')
    const insert = (table: SaleTable): Sqlite.Statement => {
      const names = Object.keys(original[table][0] ?? {})
      return database.prepare(
        `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')})`,
      )
    }
    const inserts = SALE_TABLES.map((table) => [table, insert(table)] as const)
    database.transaction(() => {
      for (let copy = 1; copy <= count; copy += 1) {
        const rows = copyOf(original, copy)
        for (const [table, statement] of inserts) for (const row of rows[table]) statement.run(row)
      }
    })()
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

/** Sales in one statement on PostgreSQL. */
const CHUNK = 1_000

async function insertIntoServer(url: string, original: SaleRows, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (let from = 1; from <= count; from += CHUNK) {
      const copies = Array.from({ length: Math.min(CHUNK, count - from + 1) }, (_, index) =>
        copyOf(original, from + index),
      )
      for (const table of SALE_TABLES)
        await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
          JSON.stringify(copies.flatMap((rows) => rows[table])),
        ])
    }
    for (const table of SALE_TABLES) await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

/** Makes the tables in an empty store, and fills them with so many copies. */
export async function fillWithCopies(storeUrl: string, original: SaleRows, count: number): Promise<void> {
  const store: Store<LedgerTables> = await openStore<LedgerTables>(storeUrl)
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  await store.close()
  if (storeUrl.startsWith('file:')) insertIntoFile(storeUrl.slice('file:'.length), original, count)
  else await insertIntoServer(storeUrl, original, count)
}
