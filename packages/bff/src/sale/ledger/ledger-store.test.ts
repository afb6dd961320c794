// The statements of the ledger on an embedded file in memory: each condition of a read, a lock and a write, with a row that only this one excludes.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { eventsAfter, sqlLedgerStore, type LedgerStore, type LedgerTransaction } from './ledger-store.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import { eventRow } from './paid.testing.ts'
import { insertRows } from './refunds.testing.ts'
import { memoryStore } from './store.testing.ts'
import type { LedgerTables } from './tables.ts'

const NOW_MS = 5_000

interface Scene {
  readonly store: Store<LedgerTables>
  readonly kept: LedgerStore
  /** Runs one statement in a transaction. */
  in<Result>(work: (trx: LedgerTransaction) => Promise<Result>): Promise<Result>
}

/** A sale whose locks, order, key, session and terminal are its own. */
const sale = (id: string, more: Partial<SaleRow> = {}): SaleRow => ({
  ...rows.started,
  id,
  orderRef: `o-${id}`,
  idempotencyKey: `k-${id}`,
  externalId: `x-${id}`,
  deviceId: `d-${id}`,
  sessionId: `s-${id}`,
  orderHold: false,
  deviceHold: false,
  leaseOwner: null,
  leaseUntilMs: null,
  ...more,
})
const refund = (id: string, more: Partial<SaleRow> = {}): SaleRow =>
  sale(id, { kind: 'refund', orderRef: 'o-a', refundOf: 'a', refundRef: 'r', ...more })

async function begin(context: TestContext, ...all: readonly SaleRow[]): Promise<Scene> {
  const store = await memoryStore(context, () => NOW_MS)
  await insertRows(store, ...all)
  const kept = sqlLedgerStore(store)
  return { store, kept, in: (work) => kept.transaction(work) }
}
const idsOf = (found: readonly { readonly id: string }[]): string => found.map(({ id }) => id).join(' ')

test('a key is found in its order of its merchant', async (context) => {
  const { kept } = await begin(
    context,
    sale('a', { idempotencyKey: 'k' }),
    sale('b', { idempotencyKey: 'k' }),
    sale('c', { idempotencyKey: 'k', orderRef: 'o-a', merchant: 'm2' }),
    sale('d', { orderRef: 'o-a', attempt: 2 }),
  )
  assert.equal((await kept.byKey('m1', 'o-a', 'k'))?.id, 'a')
  assert.equal((await kept.byKey('m1', 'o-b', 'k'))?.id, 'b')
  assert.equal(await kept.byKey('m1', 'o-a', 'k-x'), null)
  assert.equal((await kept.byKey('m2', 'o-a', 'k'))?.id, 'c')
})

test('attempts and refunds are those of their group, newest first', async (context) => {
  const { kept, in: run } = await begin(
    context,
    sale('a'),
    sale('a3', { orderRef: 'o-a', attempt: 3 }),
    sale('a2', { orderRef: 'o-a', attempt: 2 }),
    sale('b'),
    sale('c', { orderRef: 'o-a', merchant: 'm2' }),
    refund('r1', { createdAtMs: 11 }),
    refund('r2', { attempt: 2, createdAtMs: 9 }),
    refund('r4', { attempt: 1, refundRef: 'other', createdAtMs: 9 }),
    refund('r3', { attempt: 3, createdAtMs: 9 }),
    refund('r5', { orderRef: 'o-b', refundOf: 'b' }),
    refund('r6', { merchant: 'm2' }),
  )
  const order = { merchant: 'm1', order: 'o-a' }
  assert.equal(idsOf(await kept.attempts(order)), 'a3 a2 a')
  assert.equal(idsOf(await kept.attempts({ ...order, refund: { of: 'a', reference: 'r' } })), 'r3 r2 r1')
  assert.equal(idsOf(await kept.refunds('m1', 'o-a')), 'r1 r4 r3 r2')
  assert.equal(idsOf(await run((trx) => trx.newerAttempts(sale('a')))), 'a2 a3')
  assert.equal(
    idsOf(await run((trx) => trx.newerAttempts(sale('a2', { orderRef: 'o-a', attempt: 2 })))),
    'a3',
  )
  assert.equal((await run((trx) => trx.lockedAttempts(order))).length, 3)
  assert.equal(idsOf(await run((trx) => trx.refundsOf(sale('a')))), 'r2 r3 r4 r1')
  assert.equal(idsOf(await run((trx) => trx.lockedRefunds(sale('a')))), 'r2 r3 r4 r1')
  assert.equal((await run((trx) => trx.lockedSale(refund('r1'))))?.id, 'a')
  assert.equal(await run((trx) => trx.lockedSale(refund('r1', { refundOf: 'z' }))), null)
})

test('an order is held by another attempt with its lock, a refund also by an open refund of the sale', async (context) => {
  const ended = { settledAtMs: 1, state: 'declined' } as const
  const held = async (asked: SaleRow, ...all: readonly SaleRow[]): Promise<boolean> => {
    const { in: run } = await begin(context, ...all)
    return run((trx) => trx.orderHeld(asked))
  }
  const lock = { orderRef: 'o-a', attempt: 2, orderHold: true } as const
  assert.equal(await held(sale('a'), sale('a'), sale('b', lock)), true)
  assert.equal(await held(sale('a'), sale('a'), sale('b', { ...lock, orderHold: false })), false)
  assert.equal(await held(sale('a'), sale('a', { orderHold: true })), false, 'its own lock')
  assert.equal(await held(sale('a'), sale('a'), sale('b', { ...lock, merchant: 'm2' })), false)
  const asked = refund('r', ended)
  assert.equal(await held(asked, asked, refund('s', { refundRef: 'other', settledAtMs: null })), true)
  assert.equal(
    await held(asked, asked, refund('s', { ...ended, refundRef: 'other', orderHold: true })),
    false,
  )
  assert.equal(await held(asked, asked, refund('s', { ...ended, attempt: 2, orderHold: true })), true)
  assert.equal(await held(asked, asked, refund('s', { ...ended, attempt: 2 })), false)
  assert.equal(await held(refund('r', { settledAtMs: null }), refund('r', { settledAtMs: null })), false)
})

eachEngine<LedgerTables>(
  'D-223 a write needs the version, the last event, the fence and the evidence that were read',
  async ({ store }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    const kept = sqlLedgerStore(store)

    const read = {
      version: 4,
      fence: 2,
      eventHash: 'h4',
      seen: 'declined',
      seenCount: 1,
      seenFirstMs: 7,
      deviceFreeAtMs: 9,
    }
    await insertRows(store, sale('a', read), sale('b', read))
    const update = (more: Partial<SaleRow>): Promise<boolean> =>
      kept.transaction((trx) => trx.update(sale('a', { ...read, ...more }), { reason: 'overdue' }))
    const move = (more: Partial<SaleRow>): Promise<boolean> =>
      kept.transaction((trx) =>
        trx.move(sale('a', { ...read, ...more }), { reason: 'session_lost', version: 5 }, eventRow('a', 5)),
      )
    const others: readonly Partial<SaleRow>[] = [
      { version: 3 },
      { fence: 1 },
      { id: 'z' },
      { eventHash: 'other' },
      { seen: null },
      { seen: 'missed' },
      { seenCount: 2 },
      { seenFirstMs: null },
      { seenFirstMs: 8 },
      { deviceFreeAtMs: null },
      { deviceFreeAtMs: 10 },
    ]
    for (const other of others)
      assert.deepEqual([await update(other), await move(other)], [false, false], JSON.stringify(other))
    assert.equal((await kept.find('a'))?.reason, null)
    assert.equal(await update({}), true)
    assert.deepEqual([(await kept.find('a'))?.reason, (await kept.find('b'))?.reason], ['overdue', null])
    assert.deepEqual(await kept.events('a', 0, 9), [])
    assert.equal(await move({}), true)
    assert.deepEqual([(await kept.find('a'))?.version, (await kept.find('b'))?.version], [5, 4])
    assert.deepEqual(await kept.events('a', 0, 9), [eventRow('a', 5)])
    assert.equal(await move({}), false, 'its own event')
  },
)

test('a session is taken by another sale of the same upstream', async (context) => {
  const { in: run } = await begin(context, sale('a'), sale('b', { upstream: 'u2' }))
  const taken = (row: SaleRow, session: string): Promise<boolean> =>
    run((trx) => trx.sessionTaken(row, session))
  assert.deepEqual(
    [
      await taken(sale('c'), 's-a'),
      await taken(sale('c'), 's-b'),
      await taken(sale('c'), 's-c'),
      await taken(sale('a'), 's-a'),
    ],
    [true, false, false, false],
  )
})

test('devices are held by the sales of one upstream', async (context) => {
  const { kept } = await begin(
    context,
    sale('a', { deviceHold: true, deviceFreeAtMs: 7 }),
    sale('b', { deviceHold: true, upstream: 'u2' }),
    sale('c'),
    sale('d', { deviceHold: true }),
  )
  assert.deepEqual(await kept.deviceHolds('u1', ['d-a', 'd-b', 'd-c']), [
    {
      deviceId: 'd-a',
      merchant: 'm1',
      orderRef: 'o-a',
      refundOf: null,
      refundRef: null,
      state: 'started',
      deviceFreeAtMs: 7,
    },
  ])
})

test('events are those of their sale after a number, in order, at most as many as asked', async (context) => {
  const { store, kept, in: run } = await begin(context, sale('a'), sale('b'))
  await run(async (trx) => {
    for (const [id, number] of [
      ['a', 3],
      ['a', 1],
      ['b', 2],
      ['a', 2],
    ] as const)
      await trx.insertEvent(eventRow(id, number))
  })
  const numbers = async (after: number, limit: number): Promise<readonly number[]> =>
    (await eventsAfter(store.db, 'a', after, limit)).map(({ number }) => number)
  assert.deepEqual(
    [await numbers(0, 9), await numbers(1, 9), await numbers(0, 2), await numbers(3, 9)],
    [[1, 2, 3], [2, 3], [1, 2], []],
  )
  assert.deepEqual(await kept.events('a', 2, 9), [eventRow('a', 3)])
  assert.deepEqual(
    [await kept.eventHash('a', 2), await kept.eventHash('b', 2), await kept.eventHash('b', 1)],
    ['a2', 'b2', null],
  )
})

test('a follow-up is restarted with a new fence, and ended by the holder of its fence', async (context) => {
  const { store, kept, in: run } = await begin(context, sale('a'), sale('b'))
  const plan = { saleId: 'a', pace: 'close', sinceMs: 1, nextAtMs: 2 } as const
  await run((trx) => trx.followUp(plan))
  await run((trx) => trx.followUp({ ...plan, saleId: 'b', nextAtMs: NOW_MS + 1 }))
  const claim = { owner: 'me', leaseMs: 100, limit: 5 }
  const [due, ...others] = await kept.claimFollowUps(claim)
  assert.deepEqual([due?.saleId, due?.fence, others.length], ['a', 1, 0])
  await run((trx) => trx.followUp({ ...plan, pace: 'wide', nextAtMs: 3 }))
  const rowsOf = () =>
    store.db
      .selectFrom('sale_follow_up')
      .select(['sale_id', 'pace', 'fence', 'lease_owner', 'next_at_ms'])
      .orderBy('sale_id')
      .execute()
  const b = { sale_id: 'b', pace: 'close', fence: 0, lease_owner: null, next_at_ms: NOW_MS + 1 }
  assert.deepEqual(await rowsOf(), [
    { sale_id: 'a', pace: 'wide', fence: 2, lease_owner: null, next_at_ms: 3 },
    b,
  ])
  await kept.releaseFollowUp('a', 1, null)
  assert.equal((await rowsOf()).length, 2)
  await kept.claimFollowUps(claim)
  await kept.releaseOtherFollowUps('other', [])
  await kept.releaseOtherFollowUps('me', ['a'])
  assert.equal((await rowsOf())[0]?.lease_owner, 'me')
  await kept.releaseOtherFollowUps('me', ['b'])
  assert.equal((await rowsOf())[0]?.lease_owner, null)
  const [again] = await kept.claimFollowUps(claim)
  await kept.releaseFollowUp('a', again?.fence ?? 0, 9)
  assert.deepEqual((await rowsOf())[0], {
    sale_id: 'a',
    pace: 'wide',
    fence: 4,
    lease_owner: null,
    next_at_ms: 9,
  })
  await kept.releaseFollowUp('a', 4, null)
  assert.deepEqual(await rowsOf(), [b])
})

test('leases of due sales in the wanted states are claimed, renewed by their owner and released', async (context) => {
  const { kept } = await begin(
    context,
    sale('a', { nextAtMs: 1, fence: 4 }),
    sale('b', { nextAtMs: 1, state: 'review' }),
    sale('c', { nextAtMs: NOW_MS + 1 }),
  )
  const claim = { owner: 'me', states: ['started'], leaseMs: 100, limit: 5 }
  const claimed = await kept.claimDue(claim)
  assert.deepEqual(
    claimed.map(({ id, fence, leaseOwner, leaseUntilMs }) => [id, fence, leaseOwner, leaseUntilMs]),
    [['a', 5, 'me', NOW_MS + 100]],
  )
  await kept.releaseOthers('me', [], ['in_doubt'])
  await kept.releaseOthers('me', ['b', 'a'], ['started'])
  await kept.releaseOthers('other', [], ['started'])
  assert.deepEqual(await kept.renew('other', ['a'], 9_999), [])
  assert.deepEqual(await kept.renew('me', ['c'], 9_999), [])
  assert.deepEqual(await kept.renew('me', ['a'], 9_999), [{ id: 'a', fence: 5 }])
  assert.equal((await kept.find('a'))?.leaseUntilMs, 9_999)
  await kept.release('a', 4, ['started'], 7)
  await kept.release('a', 5, ['in_doubt'], 7)
  assert.equal((await kept.find('a'))?.leaseOwner, 'me')
  await kept.release('a', 5, ['started'], 7)
  assert.deepEqual([(await kept.find('a'))?.leaseOwner, (await kept.find('a'))?.nextAtMs], [null, 7])
  await kept.claimDue(claim)
  await kept.releaseOthers('me', ['b'], ['started'])
  const released = await kept.find('a')
  assert.deepEqual([released?.leaseOwner, released?.leaseUntilMs, released?.nextAtMs], [null, null, 7])
})

test('the key of the external IDs is read once', async (context) => {
  const { store, kept } = await begin(context)
  const key = await kept.externalIdKey()
  assert.match(key, /^.{20,}$/)
  await store.db.updateTable('external_id_key').set({ value: 'x' }).execute()
  assert.equal(await kept.externalIdKey(), key)
  assert.equal(await sqlLedgerStore(store).externalIdKey(), 'x')
  assert.equal(kept.embedded, true)
})

test('events of an archived sale are read from both places, after a number and at most as many as asked', async (context) => {
  const { store, in: run } = await begin(
    context,
    sale('a', { state: 'approved', settledAtMs: 1, version: 2 }),
  )
  await run(async (trx) => {
    for (const number of [1, 2]) await trx.insertEvent(eventRow('a', number))
  })
  const packed = new Response(
    new Blob([JSON.stringify([eventRow('a', 1), eventRow('a', 2)])])
      .stream()
      .pipeThrough(new CompressionStream('deflate-raw')),
  )
  await store.db.deleteFrom('sale_event').execute()
  await store.db
    .insertInto('sale_archive')
    .values({ sale_id: 'a', archived_at_ms: 1, events: new Uint8Array(await packed.arrayBuffer()) })
    .execute()
  await run((trx) => trx.insertEvent(eventRow('a', 3)))
  const numbers = async (after: number, limit: number): Promise<readonly number[]> =>
    (await eventsAfter(store.db, 'a', after, limit)).map(({ number }) => number)
  assert.deepEqual(
    [await numbers(0, 9), await numbers(1, 9), await numbers(0, 2)],
    [
      [1, 2, 3],
      [2, 3],
      [1, 2],
    ],
  )
  assert.deepEqual([await numbers(2, 9), await numbers(3, 9)], [[3], []])
})

test('a mark and the end of a follow-up touch one sale, a grant is that of the order', async (context) => {
  const { store, kept, in: run } = await begin(context, sale('a', { fence: 2 }), sale('b', { fence: 2 }))
  await kept.mark(sale('a', { fence: 2 }), 7)
  assert.deepEqual([(await kept.find('a'))?.staleSinceMs, (await kept.find('b'))?.staleSinceMs], [7, null])
  for (const saleId of ['a', 'b'])
    await run((trx) => trx.followUp({ saleId, pace: 'wide', sinceMs: 1, nextAtMs: 2 }))
  await kept.releaseFollowUp('a', 0, null)
  const left = await store.db.selectFrom('sale_follow_up').select('sale_id').execute()
  assert.deepEqual(left, [{ sale_id: 'b' }])
  const grant = { currency: 'USD', generation: 1, withdrawn: 0 } as const
  await store.db
    .insertInto('order_grant')
    .values([
      { merchant: 'm0', order_ref: 'o-a', amount_minor: 1, ...grant },
      { merchant: 'm1', order_ref: 'o-0', amount_minor: 2, ...grant },
      { merchant: 'm1', order_ref: 'o-a', amount_minor: 3, ...grant },
    ])
    .execute()
  assert.equal((await run((trx) => trx.lockedGrant(sale('a'))))?.amountMinor, 3)
})
