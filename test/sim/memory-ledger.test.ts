// The memory store matches SQL: random sequences of all store operations give the same answers, unique violations and
// rows in memory and on both engines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStoreError, StoreError } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import fc from 'fast-check'
import { propertyRuns } from '@tapboard/contract/testing'
import { BFF_MIGRATIONS } from '../../packages/bff/src/app/migrations.ts'
import { sqlLedgerStore, type LedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import { holdLostCharge } from '../../packages/bff/src/sale/ledger/lost-charge.ts'
import { EVERY_ORDER, setHold } from '../../packages/bff/src/sale/ledger/recovery-hold.ts'
import { externalIdOf } from '../../packages/bff/src/sale/machine/external-id.ts'
import { rows } from '../../packages/bff/src/sale/machine/machine.testing.ts'
import { MemoryLedger, type Committed } from './memory-ledger.ts'
import { SALE, type LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { groupOf, type SaleEventRow, type SaleRow } from '../../packages/bff/src/sale/machine/row.ts'

const SEED = 20_260_131
const STATES = ['intent', 'sending', 'started', 'in_doubt', 'review', 'approved', 'declined'] as const

const few = (prefix: string, count: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: count }).map((number) => `${prefix}${number}`)
const atMs = fc.integer({ min: 0, max: 40 }).map((second) => second * 1000)
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null })

/** Columns that an update may set. */
const changes = fc.record(
  {
    state: fc.constantFrom(...STATES),
    sessionId: maybe(few('ses', 3)),
    orderHold: fc.boolean(),
    deviceHold: fc.boolean(),
    version: fc.integer({ min: 1, max: 3 }),
    fence: fc.integer({ min: 0, max: 2 }),
    nextAtMs: maybe(atMs),
    leaseOwner: maybe(few('bff', 2)),
    leaseUntilMs: maybe(atMs),
    reference: maybe(few('R', 2)),
  },
  { requiredKeys: [] },
)

const newSale = fc
  .record({
    id: few('sale', 6),
    merchant: few('m', 2),
    orderRef: few('o', 3),
    attempt: fc.integer({ min: 1, max: 3 }),
    idempotencyKey: few('key', 6),
    externalId: few('tb', 6),
    deviceId: few('d', 3),
    refund: maybe(fc.record({ refundOf: few('sale', 3), refundRef: few('r', 2) })),
    createdAtMs: atMs,
    changes,
  })
  .map(({ changes: more, refund, ...row }): SaleRow => {
    const ofRefund = refund === null ? {} : { ...refund, kind: 'refund' as const, creditReference: 'R' }
    return { ...rows.intent, ...row, ...ofRefund, ...more }
  })

const eventOf = (id: string, number: number): SaleEventRow => ({
  saleId: id,
  number,
  type: 'progressed',
  fromState: 'started',
  toState: 'started',
  reason: null,
  atMs: 5,
  person: null,
  snapshot: '{}',
  prevHash: '0',
  hash: `hash-${id}-${number}`,
})

/** One operation of the ledger; its result is compared. */
type Operation = (store: LedgerStore) => Promise<unknown>

const id = few('sale', 6)
const owner = few('bff', 2)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 6,
    arbitrary: newSale.map(
      (row): Operation =>
        (store) =>
          store.transaction(async (trx) => {
            await trx.insertSale(row)
            await trx.insertEvent(eventOf(row.id, 1))
          }),
    ),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(id, changes, fc.boolean(), fc.boolean()).map(
      ([sale, more, stale, fails]): Operation =>
        (store) =>
          store.transaction(async (trx) => {
            const row = await trx.find(sale)
            if (row === null) return null
            const done = await trx.update(stale ? { ...row, version: row.version + 1 } : row, {
              ...more,
              seen: 'x',
            })
            if (fails) throw new StoreError('store-unavailable', 'the test gives up')
            return [done, await trx.find(sale)]
          }),
    ),
  },
  fc.tuple(id, fc.integer({ min: 1, max: 3 })).map(
    ([sale, number]): Operation =>
      (store) =>
        store.transaction(async (trx) => {
          if ((await trx.find(sale)) !== null) await trx.insertEvent(eventOf(sale, number))
        }),
  ),
  fc.tuple(newSale, newSale).map(
    ([one, other]): Operation =>
      (store) =>
        store.transaction(async (trx) => {
          await trx.insertSale(one)
          await trx.insertSale(other).catch(() => {})
          return trx.find(one.id)
        }),
  ),
  fc.tuple(newSale, few('ses', 3)).map(
    ([row, session]): Operation =>
      (store) =>
        store.transaction(async (trx) => [
          await trx.sessionTaken(row, session),
          await trx.orderHeld(row),
          await trx.newerAttempts(row),
          (await trx.lockedAttempts(groupOf(row))).map(({ state }) => state),
          await trx.refundsOf(row),
          await trx.lockedSale(row),
          await trx.lockedRefunds(row),
        ]),
  ),
  fc
    .tuple(owner, fc.subarray([...STATES], { minLength: 1 }))
    .map(([who, states]): Operation => async (store) => {
      const claimed = await store.claimDue({ owner: who, states, leaseMs: 7_000, limit: 100 })
      return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    }),
  fc
    .tuple(owner, fc.subarray([...STATES], { minLength: 1 }), fc.boolean())
    .map(([who, states, claims]): Operation => async (store) => {
      const aged = await store.agedLeases({ states, leaseMs: 7_000, renewMs: 2_000 })
      const ended = aged.filter(({ isOver }) => isOver)
      const claim = { owner: who, states, leaseMs: 7_000, limit: 100, ended }
      const claimed = claims ? await store.claimDue(claim) : []
      return [aged, claimed].map((list) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    }),
  fc.tuple(owner, fc.uniqueArray(id, { minLength: 1, maxLength: 4 }), atMs).map(
    ([who, ids, untilMs]): Operation =>
      async (store) =>
        (await store.renew(who, ids, untilMs)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  ),
  fc
    .tuple(owner, fc.subarray([...STATES], { minLength: 1 }), fc.uniqueArray(id, { maxLength: 3 }))
    .map(([who, states, except]): Operation => async (store) => {
      await store.releaseOthers(who, except, states)
      await store.releaseOtherFollowUps(who, except)
    }),
  fc.tuple(id, fc.integer({ min: 0, max: 2 }), atMs).map(
    ([sale, fence, nextMs]): Operation =>
      (store) =>
        store.release(sale, fence, ['started', 'in_doubt'], nextMs),
  ),
  fc.tuple(id, fc.constantFrom('close' as const, 'wide' as const), atMs).map(
    ([sale, pace, nextMs]): Operation =>
      (store) =>
        store.transaction(async (trx) => {
          if ((await trx.find(sale)) === null) return
          await trx.followUp({ saleId: sale, pace, sinceMs: 1, nextAtMs: nextMs })
        }),
  ),
  owner.map((who): Operation => async (store) => {
    const claimed = await store.claimFollowUps({ owner: who, leaseMs: 7_000, limit: 100 })
    return claimed.toSorted((a, b) => (a.saleId < b.saleId ? -1 : 1))
  }),
  owner.map((who): Operation => async (store) => {
    const lease = { owner: who, leaseMs: 7_000, limit: 100 }
    const held = await store.claimFollowUps(lease)
    const ended = held.map(({ saleId, fence, leaseUntilMs }) => ({ id: saleId, fence, leaseUntilMs }))
    const claimed = [
      ...(await store.claimFollowUps({ ...lease, ended })),
      ...(await store.claimFollowUps(lease)),
    ]
    return claimed.toSorted((a, b) => (a.saleId < b.saleId ? -1 : 1))
  }),
  fc.tuple(id, fc.integer({ min: 0, max: 2 }), fc.option(atMs)).map(
    ([sale, fence, nextMs]): Operation =>
      (store) =>
        store.releaseFollowUp(sale, fence, nextMs),
  ),
  fc
    .tuple(id, few('m', 2), few('key', 6), few('o', 3), few('d', 3))
    .map(([sale, merchant, key, order, device]): Operation => async (store) => [
      await store.find(sale),
      await store.byKey(merchant, order, key),
      await store.attempts({ merchant, order }),
      await store.attempts({ merchant, order, refund: { of: 'sale1', reference: 'r1' } }),
      await store.refunds(merchant, order),
      (await store.deviceHolds(rows.intent.upstream, [device, 'd1']))
        .map((hold) => [hold.deviceId, hold.merchant, hold.orderRef, hold.state, hold.deviceFreeAtMs])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
      await store.eventHash(sale, 2),
      await store.events(sale, 1, 1),
      await store.now(),
    ]),
)

/** Of a server only: an embedded file frees more leases, and the simulation has no such file. */
const takeBack = fc.constantFrom('bff', 'bff1', 'b').map(
  (prefix): Operation =>
    (store) =>
      store.takeBack({ ownerPrefix: prefix, except: 'bff1', states: ['started', 'sending'], leaseMs: 7_000 }),
)

/** The result of an operation, as data. */
async function outcome(
  store: LedgerStore,
  ask: Operation,
): Promise<{ readonly answer?: unknown; readonly code?: string; readonly indexes?: readonly string[] }> {
  try {
    return { answer: await ask(store) }
  } catch (error) {
    if (!isStoreError(error)) throw error
    return { code: error.code, indexes: error.indexes }
  }
}

eachEngine<LedgerTables>(
  'the memory store answers every query as the database does',
  async ({ open, engine }) => {
    let nowMs = 0
    const database = await open({ testClock: () => nowMs })
    const sql = sqlLedgerStore(database)
    await sql.prepare()
    const any = engine === 'sqlite' ? operation : fc.oneof({ weight: 25, arbitrary: operation }, takeBack)
    const steps = fc.array(fc.tuple(any, fc.integer({ min: 0, max: 9_000 })), {
      minLength: 8,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        nowMs = 0
        await database.db.deleteFrom('sale_follow_up').execute()
        await database.db.deleteFrom('sale_event').execute()
        await database.db.deleteFrom('sale').execute()
        const ledger = new MemoryLedger()
        const memory = ledger.connect({ now: () => nowMs })
        for (const [ask, laterMs] of sequence) {
          nowMs += laterMs
          const { indexes = [], ...rest } = await outcome(memory, ask)
          const { indexes: named = [], ...expected } = await outcome(sql, ask)
          assert.deepEqual(rest, expected)
          // A database names the first index that refuses, memory all of them.
          const others = named.filter((name) => !indexes.includes(name))
          assert.deepEqual(others, [])
          assert.equal(named.length > 0, indexes.length > 0)
        }
        const all = await database.db.selectFrom('sale').selectAll().orderBy('id').execute()
        assert.deepEqual(
          ledger.rows().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
          all.map(SALE.toRow),
        )
      }),
      propertyRuns(SEED, engine === 'sqlite' ? 300 : 60),
    )
  },
)

eachEngine<LedgerTables>(
  'D-171 D-217 the hold of a restore and lost charges refuse the same attempts in memory and in SQL',
  async ({ store }) => {
    const sql = sqlLedgerStore(store)
    for (const set of BFF_MIGRATIONS) await store.migrate(set)
    const ledger = new MemoryLedger()
    const memory = ledger.connect({ now: () => 0 })
    const key = await memory.externalIdKey()
    await store.db.updateTable('external_id_key').set({ value: key }).execute()
    const caller = { by: 'command', user: 'ann' } as const
    const plain = {
      merchant: 'm1',
      reference: 'R',
      amount: '1.00',
      chargedAt: '',
      order: null,
      attempt: null,
    }
    const second = { ...rows.intent, attempt: 2 }
    const refund = { ...rows.intent, kind: 'refund', refundOf: 'sale_1', refundRef: 'r' } as const
    const asked: readonly SaleRow[] = [
      ...[1, 2, 3].map((attempt) => ({ ...rows.intent, externalId: `tb-${attempt}`, attempt })),
      ...['R1', 'R2', null].map((creditReference) => ({ ...refund, creditReference })),
      { ...rows.intent, externalId: 'tb-given' },
      { ...rows.intent, externalId: 'tb-9', orderRef: 'o9' },
    ]
    const answers = (of: LedgerStore): Promise<readonly boolean[]> =>
      Promise.all([
        ...asked.map((row) => of.transaction((trx) => trx.held(row))),
        of.held(rows.intent),
        of.held({ merchant: 'm1', orderRef: 'o9' }),
      ])
    const seen: string[] = []
    const compare = async (): Promise<void> => {
      const held = await answers(memory)
      assert.deepEqual(held, await answers(sql))
      seen.push(held.map(Number).join(''))
    }
    await compare()
    for (const lost of [
      { externalId: externalIdOf(key, second), command: 'cc:sale', creditOf: null },
      { externalId: 'tb-given', command: 'CC:Sale', creditOf: null },
      { externalId: 'tb-x', command: 'cc:credit', creditOf: 'R1' },
      { externalId: 'tb-y', command: 'cc:credit', creditOf: null },
    ]) {
      await holdLostCharge(store, { ...plain, ...lost }, caller)
      ledger.recovery.lost.push(lost)
      await compare()
    }
    await setHold(store, EVERY_ORDER, caller)
    ledger.recovery.isOnHold = true
    await compare()
    assert.deepEqual(seen, [
      '0000000000',
      '1100001010',
      '1100001010',
      '1101001010',
      '1101111010',
      '1111111111',
    ])
  },
)

test('a rejected commit writes nothing, one with a lost acknowledgement writes everything', async () => {
  const lost = new StoreError('store-unavailable', 'as the test says')
  let acknowledged = false
  const commits: Committed[] = []
  const ledger = new MemoryLedger()
  ledger.onCommit = (committed) => void commits.push(committed)
  const store = ledger.connect({
    name: 'till',
    now: () => 0,
    commit: () => {
      if (!acknowledged) throw lost
      return () => Promise.reject(lost)
    },
  })
  const insert = (): Promise<void> => store.transaction((trx) => trx.insertSale(rows.intent))
  await assert.rejects(insert(), { code: 'store-unavailable' })
  assert.deepEqual([ledger.rows(), commits], [[], []])
  acknowledged = true
  await assert.rejects(insert(), { code: 'store-unavailable' })
  assert.deepEqual(ledger.rows(), [rows.intent])
  assert.deepEqual(commits, [{ by: 'till', rows: [{ before: null, after: rows.intent }], events: [] }])
})

test('serializes writers, also during a wait inside a transaction', async () => {
  const ledger = new MemoryLedger()
  let go = (): void => {}
  const wait = new Promise<void>((resolve) => (go = resolve))
  const slow = ledger.connect({ now: () => 0, commit: () => wait })
  const quick = ledger.connect({ now: () => 0 })
  const first = slow.transaction((trx) => trx.insertSale(rows.intent))
  const second = quick.transaction((trx) => trx.insertSale({ ...rows.intent, id: 'other' }))
  assert.equal(await quick.find(rows.intent.id), null)
  go()
  await first
  await assert.rejects(second, { code: 'unique-violation' })
})
