// P49: the audit names every manual edit of the ledger, on both engines, while sales continue.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isStoreError, sql, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { runCli } from '../cli.ts'
import { runAudit } from './audit-cli.ts'
import { auditInWorkers } from './audit-workers.ts'
import { hashEvent } from '../sale/ledger/chain.ts'
import type { Ledger } from '../sale/ledger/ledger.ts'
import { intent, OPTIONS, paidSales } from '../sale/ledger/paid.testing.ts'
import type { LedgerTables } from '../sale/ledger/tables.ts'
import type { SaleEventRow } from '../sale/machine/row.ts'
import { LEDGER_MIGRATIONS } from '../sale/ledger/schema.ts'
import { sqlLedgerStore } from '../sale/ledger/ledger-store.ts'

async function audit(url: string, ...args: string[]) {
  const out: string[] = []
  const errors: string[] = []
  const code = await runCli({
    args: ['audit', ...args],
    environment: { TAPBOARD_STORE_URL: url },
    fetch: () => assert.fail('no request'),
    print: (line) => void out.push(line),
    // The line that leads to the catalogue of errors has a test of its own.
    printError: (line) => void (line.startsWith('More: ') || errors.push(line)),
    stopped: new Promise(() => {}),
  })
  return { code, out, errors }
}

/** Sales a, b and c, each approved with four events. */
async function threeSales(store: Store<LedgerTables>): Promise<Ledger> {
  await store.migrate(LEDGER_MIGRATIONS)
  return paidSales(store, ['a', 'b', 'c'])
}

/** The edits of sale b that a person with database access could make, each with its expected finding. */
const EDITS: readonly [string, readonly string[], string][] = [
  [
    'a changed event',
    [`update sale_event set at_ms = 5 where sale_id = 'b' and number = 3`],
    'b event 3: was changed',
  ],
  [
    'a deleted event',
    [`delete from sale_event where sale_id = 'b' and number = 2`],
    'b event 2: is missing: it was deleted',
  ],
  [
    'a deleted last event',
    [`delete from sale_event where sale_id = 'b' and number = 4`],
    'b event 4: is missing: it was deleted',
  ],
  [
    'all events deleted',
    [`delete from sale_event where sale_id = 'b'`],
    'b event 1: is missing: it was deleted',
  ],
  [
    'an event put in after the last',
    [
      `insert into sale_event select sale_id, 5, type, from_state, to_state, reason, at_ms, person, snapshot, prev_hash, hash
        from sale_event where sale_id = 'b' and number = 4`,
    ],
    'b event 5: was inserted after the last event of the sale',
  ],
  [
    'an event put in between',
    [
      `update sale_event set number = 5 where sale_id = 'b' and number = 4`,
      `insert into sale_event select sale_id, 4, type, from_state, to_state, reason, at_ms, person, snapshot, prev_hash, hash
        from sale_event where sale_id = 'b' and number = 3`,
    ],
    'b event 4: was changed',
  ],
  [
    'two events that changed places',
    [2, 3]
      .map(
        (number) =>
          `update sale_event set number = ${number + 100} where sale_id = 'b' and number = ${number}`,
      )
      .concat(
        `update sale_event set number = 3 where sale_id = 'b' and number = 102`,
        `update sale_event set number = 2 where sale_id = 'b' and number = 103`,
      ),
    'b event 2: was changed',
  ],
  [
    'a state without an event',
    [`update sale set state = 'declined' where id = 'b'`],
    'b: state of the sale differs from its last event',
  ],
  [
    'an amount without an event',
    [`update sale set amount_minor = 1 where id = 'b'`],
    'b: amountMinor of the sale differs from its last event',
  ],
  [
    'a flag without an event',
    [`update sale set conflict_with = 'a' where id = 'b'`],
    'b: conflictWith of the sale differs from its last event',
  ],
  [
    'another head',
    [`update sale set event_hash = 'x' where id = 'b'`],
    'b event 4: is not the one that the sale names as its last',
  ],
]

for (const [what, statements, said] of EDITS)
  // P49 asserts: each of ${#EDITS} edits is named.
  eachEngine<LedgerTables>(`P49 ${what} is named by audit verify`, async ({ store, url }) => {
    await threeSales(store)
    assert.deepEqual(await audit(url, 'verify'), { code: 0, out: ['ok: 3 sales, 12 events'], errors: [] })
    for (const statement of statements) await sql.raw(statement).execute(store.db)
    const { code, out } = await audit(url, 'verify')
    assert.equal(code, 1)
    assert.equal(out[0], said)
    assert.match(out[1] ?? '', /^broken: 1 of 3 sales/)
    assert.equal(out.length, 2)
  })

eachEngine<LedgerTables>(
  'P49 audit verify in three threads names the same faults and counts the same events as in one',
  async ({ store, engine, url }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    // Before, at, between and after the bounds of three ranges.
    const ids = ['a', 'refund_x', 'sale_2', 'sale_bv', 'sale_bva', 'sale_m', 'sale_ozz', 'sale_zz', 'z']
    await paidSales(store, ids)
    const both = async () => {
      const [one, three] = [await audit(url, 'verify'), await audit(url, 'verify', '--workers', '3')]
      assert.deepEqual({ ...three, out: three.out.toSorted() }, { ...one, out: one.out.toSorted() })
      return one
    }
    assert.deepEqual((await both()).out, ['ok: 9 sales, 36 events'])
    await unbind(store, engine)
    for (const id of ['a', 'sale_bv', 'sale_m', 'z'])
      await sql`update sale set amount_minor = 1 where id = ${id}`.execute(store.db)
    for (const id of ['refund_x', 'sale_bva', 'sale_ozz', 'sale_zz'])
      await sql`delete from sale where id = ${id}`.execute(store.db)
    const { code, out } = await both()
    assert.deepEqual([code, out.at(-1)], [1, 'broken: 8 of 9 sales, 36 events'])
  },
)

test('audit verify refuses wrong numbers of threads, and threads with a date', async () => {
  for (const options of [['0'], ['33'], ['two'], ['2', '--since', '2026-11-20'], ['2', '--workers', '2']])
    assert.equal((await audit('memory:', 'verify', '--workers', ...options)).code, 2)
})

eachEngine<LedgerTables>('audit verify in threads reports a store that they cannot read', async ({ url }) => {
  const { code, errors } = await audit(url, 'verify', '--workers', '2')
  assert.deepEqual(
    [code, errors],
    [2, ['There is no ledger in the store of TAPBOARD_STORE_URL; start the BFF on it once.']],
  )
})

eachEngine<LedgerTables>(
  'audit verify calls a ledger incomplete, not missing, that it cannot read to the end',
  async ({ store, url }) => {
    await threeSales(store)
    await sql`alter table sale_event rename column sale_id to other`.execute(store.db)
    for (const options of [[], ['--workers', '2']]) {
      const errors: string[] = []
      const code = await runAudit({
        args: ['verify', ...options],
        environment: { TAPBOARD_STORE_URL: url },
        print: () => {},
        printError: (line) => void errors.push(line),
      })
      assert.deepEqual([code, errors.at(-1)], [2, 'More: npx tapboard explain audit-incomplete'])
    }
  },
)

eachEngine<LedgerTables>(
  'audit verify in threads takes one connection for each thread',
  async ({ store, url }) => {
    await threeSales(store)
    const user = `${new URL(url).pathname.slice(1)}_user`
    const role = sql.ref(user)
    await sql`create role ${role} login password 'plain' connection limit 2`.execute(store.db)
    try {
      await sql`grant usage on schema public to ${role}`.execute(store.db)
      await sql`grant select on all tables in schema public to ${role}`.execute(store.db)
      const { href } = Object.assign(new URL(url), { username: user, password: 'plain' })
      const counts: number[] = []
      await auditInWorkers(href, 2, ({ sales }) => counts.push(sales))
      assert.deepEqual(
        counts.toSorted((a, b) => a - b),
        [0, 3],
      )
    } finally {
      await sql`drop owned by ${role}`.execute(store.db)
      await sql`drop role ${role}`.execute(store.db)
    }
  },
  {},
  ['postgres'],
)

test('audit verify in threads rejects with the error of the store', async () => {
  await assert.rejects(
    auditInWorkers('file:/nowhere/ledger.db', 2, () => {}),
    (error) => isStoreError(error) && error.code === 'store-unavailable',
  )
})

eachEngine<LedgerTables>(
  'P49 audit verify names an event that was rewritten with its new hash',
  async ({ store, url }) => {
    await threeSales(store)
    const events = await sqlLedgerStore(store).events('b', 0, 10)
    for (const event of events) {
      const edit = async ({ atMs, hash }: Pick<SaleEventRow, 'atMs' | 'hash'>): Promise<unknown> =>
        store.db
          .updateTable('sale_event')
          .set({ at_ms: atMs, hash })
          .where('sale_id', '=', 'b')
          .where('number', '=', event.number)
          .execute()
      const changed = { ...event, atMs: event.atMs - 60_000 }
      await edit({ ...changed, hash: hashEvent(changed) })
      const { code, out } = await audit(url, 'verify')
      assert.equal(code, 1)
      assert.equal(
        out[0],
        event.number === events.length
          ? 'b event 4: is not the one that the sale names as its last'
          : `b event ${event.number + 1}: does not continue the one before: an event was changed, exchanged or inserted`,
      )
      await edit(event)
    }
    assert.equal((await audit(url, 'verify')).code, 0)
  },
)

/** Turns the foreign key off, so that a test can delete a sale and leave its events. */
const unbind = (store: Store<LedgerTables>, engine: string) =>
  (engine === 'sqlite'
    ? sql`pragma foreign_keys = off`
    : sql`alter table sale_event drop constraint sale_event_sale_id_fkey`
  ).execute(store.db)

eachEngine<LedgerTables>(
  'P49 audit verify names a deleted sale whose events remain',
  async ({ store, engine, url }) => {
    await threeSales(store)
    await unbind(store, engine)
    await sql`delete from sale where id = 'b'`.execute(store.db)
    assert.deepEqual(await audit(url, 'verify'), {
      code: 1,
      out: ['b: the sale was deleted, its events are left', 'broken: 1 of 3 sales, 12 events'],
      errors: [],
    })
    const heads = await audit(url, 'heads')
    assert.deepEqual(
      heads.out.map((line) => line.slice(0, 1)),
      ['a', 'c'],
    )
    // More than one batch of them, before, between and after the remaining sales.
    await sql`delete from sale`.execute(store.db)
    for (let copy = 0; copy < 201; copy += 1)
      await sql`insert into sale_event select ${`a${copy}`}, number, type, from_state, to_state, reason, at_ms, person,
        snapshot, prev_hash, hash from sale_event where sale_id = 'a' and number = 1`.execute(store.db)
    const all = await audit(url, 'verify')
    assert.deepEqual(all.out.slice(-1), ['broken: 204 of 204 sales, 213 events'])
    assert.equal(new Set(all.out).size, 205)
  },
)

eachEngine<LedgerTables>(
  'P49 verifies a sale of an earlier version without the newer members',
  async ({ store, url }) => {
    await threeSales(store)
    const last = (await sqlLedgerStore(store).events('b', 3, 1))[0]
    assert.ok(last)
    const { conflictWith: _, ...older } = JSON.parse(last.snapshot) as Record<string, unknown>
    const event = { ...last, snapshot: JSON.stringify(older) }
    const hash = hashEvent(event)
    await store.db
      .updateTable('sale_event')
      .set({ snapshot: event.snapshot, hash })
      .where('sale_id', '=', 'b')
      .where('number', '=', 4)
      .execute()
    await store.db.updateTable('sale').set({ event_hash: hash }).where('id', '=', 'b').execute()
    assert.equal((await audit(url, 'verify')).code, 0)
  },
)

eachEngine<LedgerTables>('P49 external heads detect a truncated chain', async (context) => {
  const { store, url } = context
  await threeSales(store)
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-heads-'))
  try {
    const file = join(folder, 'heads')
    const { code, out } = await audit(url, 'heads')
    assert.equal(code, 0)
    await writeFile(file, `${out.join('\n')}\n`)
    assert.equal((await audit(url, 'verify', '--heads', file)).code, 0)
    const third = await store.db
      .selectFrom('sale_event')
      .select('hash')
      .where('sale_id', '=', 'b')
      .where('number', '=', 3)
      .executeTakeFirstOrThrow()
    await sql`delete from sale_event where sale_id = 'b' and number = 4`.execute(store.db)
    await sql`update sale set version = 3, state = 'started', event_hash = ${third.hash}, reference = null,
      approval_code = null, card = null, by_whom = null, settled_at_ms = null where id = 'b'`.execute(
      store.db,
    )
    assert.equal((await audit(url, 'verify')).code, 0, 'a chain of its own cannot see this')
    const cut = await audit(url, 'verify', '--heads', file)
    assert.equal(cut.code, 1)
    assert.equal(cut.out[0], 'b event 4: is not the one that was written down as a head')
    await writeFile(file, 'no head\n')
    assert.equal((await audit(url, 'verify', '--heads', file)).code, 2)
    assert.deepEqual((await audit(url, 'verify', '--heads', join(folder, 'none'))).errors, [
      'The file of heads cannot be read; check its path.',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

eachEngine<LedgerTables>('P49 verifies several batches while sales continue', async (context) => {
  const { store, url } = context
  const ledger = await threeSales(store)
  const writing = (async () => {
    for (let number = 0; number < 230; number += 1) {
      const id = `n${number}`
      await ledger.insert(intent(id))
      await ledger.apply(id, { type: 'send_claimed' }, OPTIONS)
    }
  })()
  assert.equal((await audit(url, 'verify')).code, 0)
  await writing
  assert.deepEqual((await audit(url, 'verify')).out, [`ok: 233 sales, ${12 + 460} events`])
  // The sales of a date, with the same findings.
  const dayOf = (aheadMs: number): string => new Date(Date.now() + aheadMs).toISOString().slice(0, 10)
  const day = 86_400_000
  const since = async (date: string) => audit(url, 'verify', '--since', date)
  assert.match((await since(dayOf(-day))).out[0] ?? '', /^ok: 233 sales since .*Z, 472 events$/)
  assert.match((await since(dayOf(2 * day))).out[0] ?? '', /^ok: 0 sales since .*Z, 0 events$/)
  await store.db.updateTable('sale_event').set({ at_ms: 5 }).where('sale_id', '=', 'n229').execute()
  assert.equal((await since(dayOf(-day))).code, 1)
  assert.equal((await since(dayOf(2 * day))).code, 0)
})

void test('reports a wrong call, a missing store and a missing ledger with exit code 2', async () => {
  for (const args of [
    [],
    ['check'],
    ['verify', '--heads'],
    ['heads', 'x'],
    ['verify', '--heads', 'a', 'b'],
    ['verify', '--since', '2026-11-01', '--since', '2026-11-02'],
  ]) {
    const { code, errors } = await audit('file::memory:', ...args)
    assert.equal(code, 2)
    assert.match(errors[0] ?? '', /audit verify/)
  }
  for (const date of ['yesterday', '2026-13-45', '']) {
    const { code, errors } = await audit('file::memory:', 'verify', '--since', date)
    assert.equal(code, 2)
    assert.match(errors.join(), /^--since must be a date such as 2026-11-27/)
  }
  assert.deepEqual((await audit('', 'verify')).errors, [
    'TAPBOARD_STORE_URL must name the store whose ledger is to be read.',
  ])
  assert.equal((await audit('mysql://x', 'verify')).code, 2)
  assert.deepEqual((await audit('file::memory:', 'verify')).errors, [
    'There is no ledger in the store of TAPBOARD_STORE_URL; start the BFF on it once.',
  ])
})

void test('reports a missing file with exit code 2 and creates no ledger', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapboard-audit-'))
  try {
    for (const command of ['verify', 'heads'])
      for (const path of ['mistyped.db', join('no', 'folder.db')]) {
        const { code, out, errors } = await audit(`file:${join(folder, path)}`, command)
        assert.deepEqual([code, out], [2, []])
        assert.match(errors.join(), /^TAPBOARD_STORE_URL: The store's file .* does not exist\.$/)
      }
    assert.deepEqual(await readdir(folder), [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
