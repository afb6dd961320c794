// D-173: the archive of finished sales, on both engines: the audit still proves every event, and a paid order keeps its lock.
import assert from 'node:assert/strict'
import { sql, uniqueViolation, type Store } from '@tapboard/store'
import { deferred, eachEngine, ManualClock } from '@tapboard/store/testing'
import { runAudit } from '../../app/audit-cli.ts'
import { BFF_MIGRATIONS } from '../../app/migrations.ts'
import { rows } from '../machine/machine.testing.ts'
import { keptLog } from '../testing.ts'
import { ARCHIVE_BATCH, archiveNext } from './archive.ts'
import { createArchiveLoop } from './archive-loop.ts'
import type { Ledger } from './ledger.ts'
import { intent, OPTIONS, paidSales } from './paid.testing.ts'
import { untilBlocked } from './races.testing.ts'
import type { LedgerTables } from './tables.ts'

const LATER_MS = 4_000_000_000_000
const { merchant } = rows.intent

/** Paid sales with four events each. */
async function paid(store: Store<LedgerTables>, ...ids: readonly string[]): Promise<Ledger> {
  for (const set of BFF_MIGRATIONS) await store.migrate(set)
  return paidSales(store, ids)
}

const countOf = async (store: Store<LedgerTables>, table: 'sale_event' | 'sale_archive'): Promise<number> =>
  (await store.db.selectFrom(table).select('sale_id').execute()).length

async function audit(url: string, ...args: readonly string[]): Promise<readonly [number, string]> {
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const environment = { TAPBOARD_STORE_URL: url }
  return [await runAudit({ args, environment, print, printError: print }), lines.join('\n')]
}

eachEngine<LedgerTables>('D-173 archived events are read and proved as before', async ({ store, url }) => {
  const ledger = await paid(store, 'a', 'b', 'c')
  const before = await ledger.events('b', 0)
  const verified = await audit(url, 'verify')
  assert.deepEqual(verified, [0, 'ok: 3 sales, 12 events'])
  const heads = await audit(url, 'heads')
  // PostgreSQL writes a changed row behind the others.
  await sql`update sale_event set at_ms = at_ms where number = 1`.execute(store.db)
  assert.equal(await archiveNext(store, merchant, LATER_MS), 3)
  assert.deepEqual([await countOf(store, 'sale_event'), await countOf(store, 'sale_archive')], [0, 3])
  assert.deepEqual(await ledger.events('b', 0), before)
  assert.deepEqual(await ledger.events('b', 2), before.slice(2))
  assert.deepEqual(await ledger.events('b', 1, 2), before.slice(1, 3))
  assert.deepEqual(await ledger.events('b', 4), [])
  assert.deepEqual(await audit(url, 'verify'), verified)
  assert.deepEqual(await audit(url, 'heads'), heads)
  assert.equal(await archiveNext(store, merchant, LATER_MS), 0)
})

eachEngine<LedgerTables>('D-173 an archived paid order is never charged again', async ({ store }) => {
  const ledger = await paid(store, 'a')
  await archiveNext(store, merchant, LATER_MS)
  await assert.rejects(ledger.insert(intent('again', { orderRef: 'a', attempt: 2 })), (error) =>
    uniqueViolation(error),
  )
  assert.deepEqual(
    (await ledger.attempts({ merchant, order: 'a' })).map(({ state }) => state),
    ['approved'],
  )
})

eachEngine<LedgerTables>(
  'D-173 a late event of an archived sale continues its chain',
  async ({ store, url }) => {
    const ledger = await paid(store, 'a')
    await archiveNext(store, merchant, LATER_MS)
    const found = { type: 'session_found', sessionId: 'other', taken: false } as const
    const applied = await ledger.apply('a', found, OPTIONS)
    assert.equal(applied.kind, 'moved')
    assert.deepEqual(
      (await ledger.events('a', 0)).map(({ number }) => number),
      [1, 2, 3, 4, 5],
    )
    assert.deepEqual(await audit(url, 'verify'), [0, 'ok: 1 sales, 5 events'])
  },
)

eachEngine<LedgerTables>(
  'D-173 an open sale, one that is read again and a broken one stay',
  async ({ store, url }) => {
    const ledger = await paid(store, 'a', 'broken', 'followed', 'late')
    await ledger.insert(intent('open'))
    const follow = { sale_id: 'followed', pace: 'wide', since_ms: 1, next_at_ms: 1, fence: 0 } as const
    await store.db
      .insertInto('sale_follow_up')
      .values({ ...follow, lease_owner: null, lease_until_ms: null })
      .execute()
    await sql`update sale_event set at_ms = 5 where sale_id = 'broken' and number = 2`.execute(store.db)
    await sql`update sale set settled_at_ms = ${LATER_MS} where id = 'late'`.execute(store.db)
    await archiveNext(store, merchant, LATER_MS)
    const archived = await store.db.selectFrom('sale_archive').select('sale_id').execute()
    assert.deepEqual(archived, [{ sale_id: 'a' }])
    const [code, output] = await audit(url, 'verify')
    assert.equal(code, 1)
    assert.match(output, /broken event 2: was changed/)
  },
)

const EDITS = [
  [
    'a changed archive',
    `update sale_archive set events = (select other.events from sale_archive other where other.sale_id = 'a') where sale_id = 'b'`,
  ],
  ['a deleted archive', `delete from sale_archive where sale_id = 'b'`],
  [
    'an archive that cannot be read',
    `update sale_archive set events = substr(events, 2) where sale_id = 'b'`,
  ],
] as const
for (const [what, edit] of EDITS)
  eachEngine<LedgerTables>(`D-173 the audit finds ${what}`, async ({ store, url }) => {
    await paid(store, 'a', 'b')
    await archiveNext(store, merchant, LATER_MS)
    await sql.raw(edit).execute(store.db)
    const [code, output] = await audit(url, 'verify')
    assert.equal(code, 1)
    assert.match(output, /^b event \d: .*\nbroken: 1 of 2 sales/)
  })

eachEngine<LedgerTables>(
  'D-173 processes that archive together move each sale once',
  async ({ store, open, url }) => {
    const ids = Array.from({ length: 12 }, (_, index) => `sale-${index}`)
    await paid(store, ...ids)
    const stores = [store, await open(), await open()]
    await Promise.all(stores.map((one) => archiveNext(one, merchant, LATER_MS)))
    await archiveNext(store, merchant, LATER_MS)
    assert.equal(await countOf(store, 'sale_archive'), 12)
    assert.deepEqual(await audit(url, 'verify'), [0, 'ok: 12 sales, 48 events'])
  },
)

eachEngine<LedgerTables>(
  'D-173 a late event waits for the archive of its sale, and is kept',
  async ({ store, open, url }) => {
    const ledger = await paid(store, 'a')
    const other = await open()
    const [reached, go] = [deferred(), deferred()]
    // The step reads the clock after the events and before it deletes them.
    const now = async (): Promise<number> => {
      reached.resolve()
      await go.promise
      return other.now()
    }
    const archiving = archiveNext({ ...other, now }, merchant, LATER_MS)
    await reached.promise
    let isOver = false
    const found = { type: 'session_found', sessionId: 'other', taken: false } as const
    const applied = ledger.apply('a', found, OPTIONS).finally(() => (isOver = true))
    await untilBlocked(store, () => isOver)
    go.resolve()
    assert.deepEqual([await archiving, (await applied).kind], [1, 'moved'])
    assert.deepEqual(
      (await ledger.events('a', 0)).map(({ number }) => number),
      [1, 2, 3, 4, 5],
    )
    assert.deepEqual(await audit(url, 'verify'), [0, 'ok: 1 sales, 5 events'])
  },
  {},
  ['postgres'],
)

eachEngine<LedgerTables>(
  'D-173 the loop archives what is old enough, batch by batch, and stops',
  async ({ open }) => {
    const clock = new ManualClock(1_000)
    const store = await open({ testClock: () => clock.now() })
    const ids = Array.from({ length: ARCHIVE_BATCH + 3 }, (_, index) => `sale-${index}`)
    await paid(store, ...ids)
    const common = { store, merchants: () => ['none', merchant], clock, log: keptLog().log }
    const never = createArchiveLoop({ ...common, afterDays: null })
    const loop = createArchiveLoop({ ...common, afterDays: 7 })
    never.begin()
    loop.begin()
    await clock.advance(6 * 86_400_000)
    assert.equal(await countOf(store, 'sale_archive'), 0)
    await clock.advance(86_400_000 + 600_000)
    await clock.until(async () => (await countOf(store, 'sale_archive')) === ids.length)
    await Promise.all([loop.end(), never.end()])
  },
  {},
  ['sqlite'],
)
