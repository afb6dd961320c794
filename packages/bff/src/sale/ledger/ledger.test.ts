// The ledger on both engines: transitions, fences, locks, races, and a commit whose acknowledgement was lost.
import assert from 'node:assert/strict'
import { isStoreUnavailable, sql, StoreError, uniqueViolation, type Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { firstBroken } from './chain.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger-store.ts'
import { auditSales, lostHeads } from './audit.ts'
import { Ledger, type Ticket } from './ledger.ts'
import { approved } from '../machine/machine.testing.ts'
import { intent } from './paid.testing.ts'
import type { LedgerTables } from './tables.ts'
import type { SaleRow } from '../machine/row.ts'
import { LEDGER_INDEXES, LEDGER_MIGRATIONS } from './schema.ts'

const options = { repeat: 'unknown', lookup: 'none' } as const

async function opened(store: Store<LedgerTables>): Promise<Ledger> {
  await store.migrate(LEDGER_MIGRATIONS)
  return new Ledger(sqlLedgerStore(store))
}

eachEngine<LedgerTables>(
  'D-84 commits a start with time left as an intent, and one without as abandoned',
  async ({ store }) => {
    const ledger = await opened(store)
    const sent = await ledger.insert(intent('a'), () => 1.9)
    assert.deepEqual(
      [sent.state, sent.deadlineAtMs, sent.nextAtMs],
      ['intent', sent.createdAtMs + 1, sent.createdAtMs],
    )
    const late = await ledger.insert(intent('b'), () => 0.9)
    assert.deepEqual(
      [late.state, late.reason, late.deadlineAtMs, late.nextAtMs],
      ['abandoned', 'expired', late.createdAtMs, null],
    )
    const types = async (id: string): Promise<string[]> =>
      (await ledger.events(id, 0)).map(({ type }) => type)
    assert.deepEqual([await types('a'), await types('b')], [['created'], ['abandoned']])
  },
)

eachEngine<LedgerTables>(
  'P49 reports each deleted sale once, beyond one batch',
  async ({ store }) => {
    await sql`pragma foreign_keys = off`.execute(store.db)
    const ledger = await opened(store)
    const row = await ledger.insert(intent('a'))
    const [event] = await store.db.selectFrom('sale_event').selectAll().execute()
    const [columns] = await store.db.selectFrom('sale').selectAll().execute()
    assert.ok(event !== undefined && columns !== undefined && row.id === 'a')
    const copies = Array.from({ length: 250 }, (_, index) => ({
      ...columns,
      id: `b${String(index).padStart(3, '0')}`,
      idempotency_key: `copy-${index}`,
      external_id: `copy-${index}`,
      order_ref: `copy-${index}`,
      device_id: `copy-${index}`,
    }))
    await store.db.insertInto('sale').values(copies).execute()
    const deleted = ['aa', 'b100x', 'zz'].map((id) => ({ ...event, sale_id: id }))
    await store.db.insertInto('sale_event').values(deleted).execute()
    const orphans: string[] = []
    for await (const { id, broken } of auditSales(store))
      if (broken?.what === 'the sale was deleted, its events are left') orphans.push(id)
    assert.deepEqual(orphans, ['aa', 'b100x', 'zz'])
  },
  {},
  ['sqlite'],
)

eachEngine<LedgerTables>('P49 reports a head that the ledger does not have', async ({ store }) => {
  const ledger = await opened(store)
  const { eventHash: hash } = await ledger.insert(intent('a'))
  const other = await ledger.insert(intent('b'))
  const head = { id: 'a', number: 1, hash }
  assert.deepEqual(await lostHeads(store, []), [])
  assert.deepEqual(await lostHeads(store, [head, { id: 'b', number: 1, hash: other.eventHash }]), [])
  const wrong = [
    { ...head, hash: other.eventHash },
    { ...head, number: 2 },
    { ...head, id: 'c' },
  ]
  const lost = await lostHeads(store, [head, ...wrong])
  assert.deepEqual(
    lost.map(({ id, event }) => [id, event]),
    [
      ['a', 1],
      ['a', 2],
      ['c', 1],
    ],
  )
})

eachEngine<LedgerTables>(
  'writes a sale and its numbered, chained events in one transaction',
  async ({ store }) => {
    const ledger = await opened(store)
    await ledger.insert(intent('a'))
    const [claimed] = await ledger.claim('me', 10)
    assert.equal(claimed?.fence, 1)
    const fence = 1
    await ledger.apply('a', { type: 'send_claimed' }, { ...options, fence })
    await ledger.apply('a', { type: 'accepted', sessionId: 's1', taken: false }, { ...options, fence })
    const paid = await ledger.apply('a', { type: 'session_read', outcome: approved }, { ...options, fence })
    assert.ok(paid.kind === 'moved' && paid.row.state === 'approved')
    const events = await ledger.events('a', 0)
    assert.deepEqual(
      events.map(({ number, type, fromState, toState }) => [number, type, fromState, toState]),
      [
        [1, 'created', null, 'intent'],
        [2, 'claimed', 'intent', 'sending'],
        [3, 'started', 'sending', 'started'],
        [4, 'approved', 'started', 'approved'],
      ],
    )
    const row = await ledger.find('a')
    assert.equal(row?.version, 4)
    assert.equal(firstBroken(events, row.eventHash), null)
    await store.db.updateTable('sale_event').set({ at_ms: 5 }).where('number', '=', 3).execute()
    assert.equal(firstBroken(await ledger.events('a', 0), row.eventHash), 3)
    const snapshot = JSON.parse(events[2]?.snapshot ?? '') as { state: string; sessionId: string }
    assert.deepEqual([snapshot.state, snapshot.sessionId], ['started', 's1'])
  },
)

eachEngine<LedgerTables>(
  'an owner that lost its lease writes nothing, not even from its cache',
  async ({ open }) => {
    let nowMs = 1_000_000
    const store = await open({ testClock: () => nowMs })
    const ledger = await opened(store)
    await ledger.insert(intent('a'))
    await ledger.claim('old', 1)
    nowMs += 15_000
    const [taken] = await ledger.claim('new', 1)
    assert.equal(taken?.fence, 2)
    const before = await ledger.find('a')
    const stale = await ledger.apply('a', { type: 'send_claimed' }, { ...options, fence: 1 })
    assert.equal(stale.kind, 'stale')
    await ledger.release('a', 1, nowMs)
    assert.equal((await ledger.renew('old', ['a'])).size, 0)
    assert.deepEqual(await ledger.find('a'), before)
    assert.equal((await ledger.renew('new', ['a'])).get('a'), 2)
  },
)

eachEngine<LedgerTables>(
  'unique indexes reject a second attempt on an order, device or session',
  async ({ store }) => {
    const ledger = await opened(store)
    await ledger.insert(intent('a'))
    const refusedBy = async (index: string, more: Partial<SaleRow>): Promise<void> => {
      await assert.rejects(ledger.insert(intent('b', more)), (error) => uniqueViolation(error, index), index)
    }
    const other = { orderRef: 'a', attempt: 2, orderHold: false }
    await refusedBy(LEDGER_INDEXES.idempotencyKey, { ...other, idempotencyKey: 'a' })
    await refusedBy(LEDGER_INDEXES.attempt, { orderRef: 'a', orderHold: false })
    await refusedBy(LEDGER_INDEXES.order, { orderRef: 'a', attempt: 2 })
    await refusedBy(LEDGER_INDEXES.device, { deviceId: 'a' })
    await refusedBy(LEDGER_INDEXES.externalId, { externalId: 'a' })
    await ledger.insert(intent('c', { deviceId: 'a', deviceHold: false }))
    for (const id of ['a', 'c']) await ledger.apply(id, { type: 'send_claimed' }, options)
    const accepted = { type: 'accepted', sessionId: 's1', taken: false } as const
    const first = await ledger.apply('a', accepted, options)
    const second = await ledger.apply('c', accepted, options)
    assert.ok(first.kind === 'moved' && first.row.state === 'started')
    assert.ok(second.kind === 'moved' && second.row.state === 'in_doubt')
  },
)

eachEngine<LedgerTables>('twenty concurrent copies of one input make one event', async ({ store, open }) => {
  const ledger = await opened(store)
  const other = new Ledger(sqlLedgerStore(await open()))
  await ledger.insert(intent('a'))
  await ledger.claim('me', 1)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? ledger : other).apply('a', { type: 'send_claimed' }, { ...options, fence: 1 }),
    ),
  )
  assert.equal(all.filter(({ kind }) => kind === 'moved').length, 1)
  assert.equal((await ledger.events('a', 0)).length, 2)
})

eachEngine<LedgerTables>(
  'finds a commit whose acknowledgement was lost instead of repeating it',
  async ({ store }) => {
    const ledger = await opened(store)
    await ledger.insert(intent('a'))
    await ledger.claim('me', 1)
    let cut = true
    const unacknowledged: Store<LedgerTables> = {
      ...store,
      async transaction(work) {
        const result = await store.transaction(work)
        if (!cut) return result
        cut = false
        throw new StoreError('store-unavailable', 'gone')
      },
    }
    const applied = await new Ledger(sqlLedgerStore(unacknowledged)).apply(
      'a',
      { type: 'send_claimed' },
      { ...options, fence: 1 },
    )
    assert.ok(applied.kind === 'moved' && applied.row.state === 'sending')
    assert.equal(applied.row.sendCount, 1)
    assert.equal((await ledger.events('a', 0)).length, 2)
  },
)

eachEngine<LedgerTables>(
  'rule 22: a late approval flags the newer attempt and keeps both',
  async ({ store }) => {
    const ledger = await opened(store)
    const old: Partial<SaleRow> = {
      orderRef: 'o',
      state: 'declined',
      sessionId: 's1',
      orderHold: false,
      deviceHold: false,
    }
    await ledger.insert(intent('a', old))
    await ledger.insert(intent('b', { orderRef: 'o', attempt: 2 }))
    const late = await ledger.apply('a', { type: 'session_read', outcome: approved }, options)
    assert.ok(late.kind === 'moved' && late.row.state === 'review')
    assert.equal(late.row.reason, 'late_conflict')
    assert.equal((await ledger.find('b'))?.conflictWith, 'a')
    assert.equal((await ledger.find('b'))?.state, 'intent')
  },
)

eachEngine<LedgerTables>(
  'the event of a decision names the person; a later event of the upstream does not',
  async ({ store }) => {
    const ledger = await opened(store)
    const doubted = { state: 'in_doubt', sessionId: 'ses-a', deviceHold: false, deviceFreeAtMs: 1 } as const
    await ledger.insert(intent('a', doubted))
    const unpaid = { type: 'attested_unpaid', person: 'ann' } as const
    assert.equal((await ledger.apply('a', unpaid, options)).kind, 'moved')
    assert.equal(
      (await ledger.apply('a', { type: 'session_read', outcome: approved }, options)).kind,
      'moved',
    )
    const events = await ledger.events('a', 0)
    assert.deepEqual(
      events.slice(1).map(({ type, person }) => [type, person]),
      [
        ['attested_unpaid', 'ann'],
        ['reviewed', null],
      ],
    )
    assert.equal((await ledger.find('a'))?.person, 'ann')
  },
)

eachEngine<LedgerTables>(
  'a commit whose acknowledgement was lost keeps its effects, including the alert',
  async ({ store }) => {
    const ledger = await opened(store)
    const declined: Partial<SaleRow> = { state: 'declined', orderHold: false, deviceHold: false }
    for (const id of ['plain', 'found', 'later'])
      await ledger.insert(intent(id, { ...declined, sessionId: `ses-${id}` }))
    const paid = { type: 'session_read', outcome: approved } as const
    const plain = await ledger.apply('plain', paid, options)
    assert.ok(plain.kind === 'moved')
    assert.deepEqual(plain.effects[0], { type: 'alert', reason: 'late_conflict' })

    let away = false
    const gone = (): StoreError => new StoreError('store-unavailable', 'gone')
    const kept = sqlLedgerStore(store)
    const unacknowledged: LedgerStore = {
      ...kept,
      async transaction(work) {
        await kept.transaction(work)
        throw gone()
      },
      async eventHash(...asked) {
        if (away) throw gone()
        return kept.eventHash(...asked)
      },
    }
    // Found at once by reading again.
    const found = await new Ledger(unacknowledged).apply('found', paid, options)
    assert.ok(found.kind === 'moved' && found.row.state === 'review')
    assert.deepEqual(found.effects, plain.effects)
    // Found by a retry with the same ticket after a store outage.
    away = true
    const ticket: Ticket = { attempted: null }
    await assert.rejects(
      new Ledger(unacknowledged).apply('later', paid, { ...options, ticket }),
      isStoreUnavailable,
    )
    const later = await ledger.apply('later', paid, { ...options, ticket })
    assert.ok(later.kind === 'moved' && later.row.state === 'review')
    assert.deepEqual(later.effects, plain.effects)
    assert.equal((await ledger.events('later', 0)).length, 2)
  },
)
