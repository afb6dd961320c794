// The writes of the ledger on an embedded file in memory: starts, races, follow-ups, flags and the host's events (INV-9, INV-16, rule 22).
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { StoreError, uniqueViolation } from '@tapboard/store'
import { ManualClock, turn } from '@tapboard/store/testing'
import type { Target } from '../../durable/outbox/outbox-row.ts'
import { approved, declined, read, rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { LEASE_MS } from '../machine/states.ts'
import { HELD, Ledger } from './ledger.ts'
import { sqlLedgerStore, type LedgerStore, type LedgerTransaction } from './ledger-store.ts'
import { eventRow, intent, started } from './paid.testing.ts'
import { changed } from './races.testing.ts'
import { EVERY_ORDER, setHold } from './recovery-hold.ts'
import { insertRows, PAID, refundRow } from './refunds.testing.ts'
import { LEDGER_INDEXES } from './schema.ts'
import { sqlGrants } from './sql-grants.ts'
import { memoryStore } from './store.testing.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const
const violates = (index: string) => (error: unknown) => uniqueViolation(error, index)

async function begin(context: TestContext, targets: readonly Target[] = ['webhook']) {
  const clock = new ManualClock(1_000_000)
  const store = await memoryStore(context, () => clock.now())
  const kept = sqlLedgerStore(store)
  let written = 0
  const announcing = { targets: () => targets, written: () => void (written += 1) }
  const notices: string[] = []
  await kept.listen((wakeup) => {
    if (wakeup.type === 'notice') notices.push(wakeup.payload)
  })
  const ledger = new Ledger(kept, announcing)
  return {
    clock,
    store,
    kept,
    ledger,
    on: (other: LedgerStore): Ledger => new Ledger(other, announcing),
    /** Calls of `written` since the last time. */
    written: (): number => {
      const count = written
      written = 0
      return count
    },
    /** Notices since the last time. */
    noticed: async (): Promise<number> => {
      await turn()
      return notices.splice(0).length
    },
    hostEvents: async (): Promise<string[]> =>
      (await store.db.selectFrom('sale_outbox').select('type').orderBy('id').execute()).map(
        ({ type }) => type,
      ),
    typesOf: async (id: string): Promise<string[]> => (await ledger.events(id, 0)).map(({ type }) => type),
  }
}

test('D-84 a start with a millisecond left is an intent, one without is abandoned and reported to the host', async (context) => {
  const { clock, ledger, written, noticed, hostEvents, typesOf } = await begin(context)
  const sent = await ledger.insert(intent('a'), () => 1.9)
  const nowMs = clock.now()
  assert.deepEqual([sent.state, sent.deadlineAtMs, sent.nextAtMs], ['intent', nowMs + 1, nowMs])
  assert.deepEqual(
    [await typesOf('a'), await hostEvents(), written(), await noticed()],
    [['created'], [], 0, 1],
  )
  assert.deepEqual(await ledger.find('a'), sent)
  const late = await ledger.insert(intent('b'), () => 0.9)
  assert.deepEqual([late.state, late.reason, late.nextAtMs], ['abandoned', 'expired', null])
  assert.deepEqual(
    [await typesOf('b'), await hostEvents(), written(), await noticed()],
    [['abandoned'], ['sale.unpaid'], 1, 1],
  )
})

test('D-87 a start compares the newest grant of its order, and a hold refuses it', async (context) => {
  const { store, ledger, noticed } = await begin(context)
  const grant = { amountMinor: 4_200, currency: 'USD' } as const
  await sqlGrants(store).record('m1', 'a', grant)
  await noticed()
  const seen: unknown[] = []
  const isGranted = (newest: unknown): boolean => {
    seen.push(newest)
    return false
  }
  await assert.rejects(ledger.insert(intent('a'), undefined, isGranted), (error) => uniqueViolation(error))
  await assert.rejects(ledger.insert(intent('b'), undefined, isGranted), (error) => uniqueViolation(error))
  assert.deepEqual(seen, [{ ...grant, generation: 1, withdrawn: false }, null])
  assert.deepEqual([await ledger.find('a'), await noticed()], [null, 0])
  await setHold(store, EVERY_ORDER, { by: 'process' })
  await assert.rejects(ledger.insert(intent('a')), (error) => error === HELD)
})

test('INV-22 a refund without cover and a further attempt beside a review are refused, except without time left', async (context) => {
  const { store, ledger } = await begin(context)
  await insertRows(
    store,
    PAID,
    started('r', { state: 'review', orderRef: 'o', orderHold: false, deviceHold: false }),
  )
  const large = refundRow('large', { amountMinor: 4_201 })
  await assert.rejects(ledger.insert(large), violates(LEDGER_INDEXES.refund))
  assert.equal((await ledger.insert(large, () => 0)).state, 'abandoned')
  await assert.rejects(
    ledger.insert(large, () => 1),
    (error) => uniqueViolation(error),
  )
  await assert.rejects(
    ledger.insert(refundRow('other', { amountMinor: 4_201 }), () => 1),
    violates(LEDGER_INDEXES.refund),
  )
  const second = intent('second', { orderRef: 'o', attempt: 2 })
  await assert.rejects(
    ledger.insert(second, () => 1),
    violates(LEDGER_INDEXES.order),
  )
  assert.equal((await ledger.insert(second, () => 0)).state, 'abandoned')
  assert.equal((await ledger.insert(intent('first'), () => 1)).state, 'intent')
})

/** A store whose updates find another version, as often as `count` says. */
const racing = (kept: LedgerStore, count: number): LedgerStore => {
  let left = count
  return changed(kept, (trx) => ({
    update: async (...given) => {
      left -= 1
      return left >= 0 ? false : trx.update(...given)
    },
  }))
}

test('INV-9 an input is tried eight times against the commits of others, each time on the new row', async (context) => {
  const { ledger, kept, on, written, typesOf } = await begin(context)
  await ledger.insert(intent('a'))
  await assert.rejects(on(racing(kept, 8)).apply('a', { type: 'send_claimed' }, OPTIONS))
  assert.deepEqual([await typesOf('a'), written()], [['created'], 0])
  let hashes = 0
  const counted = {
    ...racing(kept, 7),
    eventHash: (...given: Parameters<LedgerStore['eventHash']>) => {
      hashes += 1
      return kept.eventHash(...given)
    },
  }
  assert.equal((await on(counted).apply('a', { type: 'send_claimed' }, OPTIONS)).kind, 'moved')
  assert.deepEqual([await typesOf('a'), written(), hashes], [['created', 'claimed'], 0, 0])
})

test('INV-9 a unique index that rejects an input is a lost race, any other fault is not', async (context) => {
  const { ledger, kept, on, typesOf } = await begin(context)
  await ledger.insert(intent('a'))
  const failing = (...faults: Error[]): LedgerStore =>
    changed(kept, (trx: LedgerTransaction) => ({
      insertEvent: async (event) => {
        const fault = faults.shift()
        if (fault !== undefined) throw fault
        await trx.insertEvent(event)
      },
    }))
  const unique = new StoreError('unique-violation', 'first')
  assert.equal((await on(failing(unique)).apply('a', { type: 'send_claimed' }, OPTIONS)).kind, 'moved')
  await assert.rejects(on(failing(new Error('broken'))).apply('a', { type: 'send_lost' }, OPTIONS), /broken/)
  const away = (): StoreError => new StoreError('store-unavailable', 'away')
  await assert.rejects(on(failing(away())).apply('a', { type: 'send_lost' }, OPTIONS), /away/)
  assert.deepEqual(await typesOf('a'), ['created', 'claimed'])
  const dead = changed(kept, () => ({ find: () => Promise.reject(away()) }))
  await assert.rejects(
    on({ ...dead, eventHash: () => assert.fail('nothing was attempted') }).apply(
      'a',
      { type: 'send_lost' },
      OPTIONS,
    ),
    /away/,
  )
})

test('an input that the machine refuses or only notes is no event', async (context) => {
  const { clock, store, ledger, written, noticed, typesOf } = await begin(context)
  await insertRows(store, started('a'))
  await noticed()
  const refused = await ledger.apply('a', { type: 'send_claimed' }, OPTIONS)
  assert.ok(refused.kind === 'refused')
  assert.deepEqual([refused.why, refused.row], ['illegal', await ledger.find('a')])
  clock.jump(1)
  const noted = await ledger.apply('a', read(declined), OPTIONS)
  assert.ok(noted.kind === 'noted')
  assert.notEqual(noted.row.seen, null)
  assert.deepEqual(noted.row, await ledger.find('a'))
  assert.deepEqual([await typesOf('a'), written(), await noticed()], [[], 0, 0])
  assert.deepEqual(await ledger.apply('x', read(declined), OPTIONS), { kind: 'stale' })
  assert.deepEqual(await ledger.apply('a', read(declined), { ...OPTIONS, fence: 2 }), { kind: 'stale' })
  assert.equal((await ledger.apply('a', read(declined), { ...OPTIONS, fence: 1 })).kind, 'noted')
})

test('an unpaid end of the upstream is followed a minute later, one of a person at once', async (context) => {
  const { clock, store, ledger, written, noticed, hostEvents, typesOf } = await begin(context)
  await insertRows(
    store,
    started('a'),
    started('b', { state: 'in_doubt', deviceHold: false, deviceFreeAtMs: 1 }),
  )
  await ledger.apply('a', read(declined), OPTIONS)
  clock.jump(3_000)
  await noticed()
  const ended = await ledger.apply('a', read(declined), OPTIONS)
  assert.ok(ended.kind === 'moved')
  assert.deepEqual(ended.row, await ledger.find('a'))
  assert.deepEqual(
    [await typesOf('a'), await hostEvents(), written(), await noticed()],
    [['declined'], ['sale.unpaid'], 1, 1],
  )
  await ledger.apply('b', { type: 'attested_unpaid', person: 'ann' }, OPTIONS)
  const plans = await store.db
    .selectFrom('sale_follow_up')
    .select(['sale_id', 'pace', 'since_ms', 'next_at_ms', 'fence'])
    .orderBy('sale_id')
    .execute()
  const nowMs = clock.now()
  assert.deepEqual(plans, [
    { sale_id: 'a', pace: 'wide', since_ms: nowMs, next_at_ms: nowMs + 60_000, fence: 0 },
    { sale_id: 'b', pace: 'close', since_ms: nowMs, next_at_ms: nowMs, fence: 0 },
  ])
})

test('rule 22: a payment after the end flags the newer attempts, and a lost payment the refunds that may have moved', async (context) => {
  const { clock, store, ledger, typesOf } = await begin(context)
  const ended = { state: 'declined', orderHold: false, deviceHold: false, orderRef: 'o' } as const
  await insertRows(store, started('old', ended), started('new', { ...ended, attempt: 2 }))
  const late = await ledger.apply('old', read(approved), OPTIONS)
  assert.ok(late.kind === 'moved' && late.row.state === 'review')
  assert.deepEqual(
    [(await ledger.find('new'))?.conflictWith, (await ledger.find('new'))?.version],
    ['old', 2],
  )
  const [flagged] = await ledger.events('new', 0)
  assert.deepEqual([flagged?.type, flagged?.number], ['flagged', 2])
  assert.equal((JSON.parse(flagged?.snapshot ?? '{}') as { conflictWith?: string }).conflictWith, 'old')
  const paidBack = {
    state: 'approved',
    deviceHold: false,
    settledAtMs: 1,
    nextAtMs: null,
    amountMinor: 1,
  } as const
  await insertRows(
    store,
    { ...PAID, byWhom: 'person', person: 'ann' },
    refundRow('moved', { ...paidBack, refundRef: 'a', sessionId: 'ses_m' }),
    refundRow('never', { ...paidBack, refundRef: 'b', state: 'abandoned', orderHold: false }),
  )
  await ledger.apply(PAID.id, read(declined), OPTIONS)
  clock.jump(3_000)
  const lost = await ledger.apply(PAID.id, read(declined), OPTIONS)
  assert.ok(lost.kind === 'moved' && lost.row.state === 'review')
  assert.deepEqual(
    [(await ledger.find('moved'))?.conflictWith, (await ledger.find('never'))?.conflictWith],
    [PAID.id, null],
  )
  assert.deepEqual(await typesOf('moved'), ['flagged'])
})

test('a session belongs to one sale', async (context) => {
  const { store, ledger } = await begin(context)
  await insertRows(
    store,
    started('a'),
    started('b', { state: 'sending', sessionId: null }),
    started('c', { upstream: 'u2', state: 'sending', sessionId: null }),
  )
  const accept = { type: 'accepted', sessionId: 'ses_a', taken: false } as const
  const taken = await ledger.apply('b', accept, OPTIONS)
  assert.ok(taken.kind === 'moved')
  assert.deepEqual([taken.row.state, taken.row.sessionId], ['in_doubt', null])
  const own = await ledger.apply('c', accept, OPTIONS)
  assert.ok(own.kind === 'moved' && own.row.state === 'started', 'another upstream has its own sessions')
})

test('INV-16 leases are renewed by five hundred', async (context) => {
  const { clock, ledger, kept, on, store } = await begin(context)
  const asked: (readonly [string, number, number])[] = []
  const counted: LedgerStore = {
    ...kept,
    renew: (owner, ids, untilMs) => {
      asked.push([owner, ids.length, untilMs - clock.now()])
      return kept.renew(owner, ids, untilMs)
    },
  }
  await insertRows(store, started('a', { leaseOwner: 'me', fence: 5 }), started('b', { leaseOwner: 'other' }))
  const ids = ['a', 'b', ...Array.from({ length: 499 }, (_, index) => `x${index}`)]
  assert.deepEqual([...(await on(counted).renew('me', ids))], [['a', 5]])
  assert.deepEqual(asked, [
    ['me', 500, LEASE_MS],
    ['me', 1, LEASE_MS],
  ])
  assert.equal((await ledger.find('a'))?.leaseUntilMs, clock.now() + LEASE_MS)
  assert.equal((await ledger.find('b'))?.leaseUntilMs, null)
  asked.length = 0
  await on(counted).renew('me', ids.slice(0, 500))
  assert.deepEqual(asked, [['me', 500, LEASE_MS]])
})

test('a check makes a sale in doubt due now, unless a process is looking at it', async (context) => {
  const { clock, store, ledger } = await begin(context)
  const nowMs = clock.now()
  const doubt = (id: string, more: Partial<SaleRow> = {}): SaleRow =>
    started(id, { state: 'in_doubt', nextAtMs: nowMs + 9_000, ...more })
  await insertRows(
    store,
    doubt('waits'),
    doubt('held', { leaseOwner: 'me', leaseUntilMs: nowMs + 1 }),
    doubt('over', { leaseOwner: 'me', leaseUntilMs: nowMs }),
    doubt('due', { nextAtMs: nowMs - 5 }),
    started('runs', { nextAtMs: nowMs + 9_000 }),
  )
  const nextOf = async (id: string): Promise<number> => {
    await ledger.hasten(id)
    return ((await ledger.find(id))?.nextAtMs ?? 0) - nowMs
  }
  assert.deepEqual(
    [
      await nextOf('waits'),
      await nextOf('held'),
      await nextOf('over'),
      await nextOf('due'),
      await nextOf('runs'),
    ],
    [0, 9_000, 0, -5, 9_000],
  )
  await ledger.hasten('unknown')
})

test('an end wakes the delivery of events; a step before it and an end without a receiver do not', async (context) => {
  const wakes = async (targets: readonly Target[]): Promise<number[]> => {
    const { store, ledger, written, hostEvents } = await begin(context, targets)
    const counts: number[] = []
    const applied = async (id: string, input: SaleInput): Promise<void> => {
      assert.equal((await ledger.apply(id, input, OPTIONS)).kind, 'moved')
      counts.push(written())
    }
    await ledger.insert(intent('a'))
    await applied('a', { type: 'send_claimed' })
    await insertRows(store, started('b'))
    await applied('b', read(approved))
    await ledger.insert(intent('c'), () => 0)
    counts.push(written(), (await hostEvents()).length)
    return counts
  }
  assert.deepEqual(await wakes(['webhook']), [0, 1, 1, 2])
  assert.deepEqual(await wakes([]), [0, 0, 0, 0])
})

test('a reminder is reported to the host, and nothing without a receiver', async (context) => {
  const { store, ledger, written, hostEvents } = await begin(context)
  await insertRows(store, started('a', { state: 'in_doubt' }))
  await ledger.remind((await ledger.find('a'))!, 3)
  assert.deepEqual([await hostEvents(), written()], [['sale.in_doubt'], 1])
  const silent = await begin(context, [])
  await silent.ledger.remind(rows.in_doubt, 3)
  assert.deepEqual([await silent.hostEvents(), silent.written()], [[], 0])
})

test('times of releases and marks are whole milliseconds; a mark needs the fence and is noticed', async (context) => {
  const { store, ledger, noticed } = await begin(context)
  await insertRows(store, started('a', { leaseOwner: 'me', leaseUntilMs: 5, fence: 3 }))
  await ledger.mark({ ...started('a'), fence: 2 }, 7.9)
  assert.equal((await ledger.find('a'))?.staleSinceMs, null)
  await noticed()
  await ledger.mark({ ...started('a'), fence: 3 }, 7.9)
  assert.deepEqual([(await ledger.find('a'))?.staleSinceMs, await noticed()], [7, 1])
  await ledger.mark({ ...started('a'), fence: 3 }, null)
  assert.equal((await ledger.find('a'))?.staleSinceMs, null)
  await ledger.release('a', 3, 9.9)
  const { leaseOwner, nextAtMs } = (await ledger.find('a'))!
  assert.deepEqual([leaseOwner, nextAtMs], [null, 9])
})

test('D-97 a restart names the leases of its earlier runs by the name of the process', async (context) => {
  const { kept, on } = await begin(context)
  const asked: unknown[] = []
  await on({
    ...kept,
    takeBack: async (wanted) => void asked.push([wanted.ownerPrefix, wanted.except, wanted.leaseMs]),
  }).takeBack('till', 'till#2')
  assert.deepEqual(asked, [['till#', 'till#2', LEASE_MS]])
})

test('an event names the person who attested or who requested a refund, and no later one does', async (context) => {
  const { store, ledger } = await begin(context)
  const doubt = { state: 'in_doubt', deviceHold: false, deviceFreeAtMs: 1 } as const
  await insertRows(store, PAID, started('yes', doubt), started('no', doubt))
  const personsOf = async (id: string): Promise<unknown[]> =>
    (await ledger.events(id, 0)).map(({ type, person }) => `${type} ${person}`)
  await ledger.apply(
    'yes',
    { type: 'attested_paid', person: 'ann', reference: 'R', approvalCode: null },
    OPTIONS,
  )
  assert.deepEqual(await personsOf('yes'), ['attested_paid ann'])
  await ledger.apply('no', { type: 'attested_unpaid', person: 'ann' }, OPTIONS)
  await ledger.apply('no', read(approved), OPTIONS)
  assert.deepEqual(await personsOf('no'), ['attested_unpaid ann', 'reviewed null'])
  await ledger.insert(refundRow('refund', { amountMinor: 1 }))
  await ledger.apply('refund', { type: 'send_claimed' }, OPTIONS)
  assert.deepEqual(await personsOf('refund'), ['created ann', 'claimed null'])
})

test('D-145 only the payment of a sale is compared with the newest grant of its order', async (context) => {
  const { store, ledger, hostEvents } = await begin(context)
  await sqlGrants(store).record('m1', 'a', { amountMinor: 8_000, currency: 'USD' })
  await sqlGrants(store).record('m1', PAID.orderRef, { amountMinor: 8_000, currency: 'USD' })
  await insertRows(
    store,
    PAID,
    started('a', { state: 'sending', sessionId: null }),
    started('r', { kind: 'refund', refundOf: PAID.id, refundRef: 'x', orderRef: PAID.orderRef }),
  )
  const effectsOf = async (id: string, input: Parameters<Ledger['apply']>[1]): Promise<unknown> => {
    const applied = await ledger.apply(id, input, OPTIONS)
    return applied.kind === 'moved' ? applied.effects : applied.kind
  }
  assert.deepEqual(await effectsOf('a', { type: 'accepted', sessionId: 'ses_a', taken: false }), [])
  const alert = { type: 'alert', reason: 'amount_mismatch' }
  assert.deepEqual(await effectsOf('a', read(approved)), [alert])
  assert.deepEqual(await effectsOf('r', read(approved)), [])
  assert.deepEqual((await hostEvents()).toSorted(), [
    'refund.approved',
    'sale.amount_differs',
    'sale.approved',
  ])
})

test('a commit whose acknowledgement was lost is found with its effects', async (context) => {
  const { store, ledger, kept, on, typesOf } = await begin(context)
  const ended = { state: 'declined', orderHold: false, deviceHold: false } as const
  await insertRows(store, started('a', ended))
  const unacknowledged: LedgerStore = {
    ...kept,
    async transaction(work) {
      await kept.transaction(work)
      throw new StoreError('store-unavailable', 'away')
    },
  }
  const found = await on(unacknowledged).apply('a', read(approved), OPTIONS)
  assert.ok(found.kind === 'moved')
  assert.deepEqual(found.row, await ledger.find('a'))
  assert.deepEqual(found.effects[0], { type: 'alert', reason: 'late_conflict' })
  assert.deepEqual(await typesOf('a'), ['reviewed'])
})

test('an end of a sale flags none of its refunds if it was not approved before', async (context) => {
  const { store, ledger } = await begin(context)
  await insertRows(store, started('a'), refundRow('r', { refundOf: 'a', orderRef: 'a', sessionId: 'ses_r' }))
  await ledger.apply('a', read(approved), OPTIONS)
  assert.equal((await ledger.find('r'))?.conflictWith, null)
})

test('the devices of no list are held by no sale, and a read of events has at most 500', async (context) => {
  const { store, ledger } = await begin(context)
  await insertRows(
    store,
    started('a'),
    started('b'),
    started('c', { deviceHold: false }),
    started('d', { upstream: 'u2' }),
  )
  const holds = await ledger.deviceHolds('u1', ['a', 'c', 'd', 'x'])
  assert.deepEqual(holds, [
    {
      deviceId: 'a',
      merchant: 'm1',
      orderRef: 'a',
      refundOf: null,
      refundRef: null,
      state: 'started',
      deviceFreeAtMs: rows.started.deviceFreeAtMs,
    },
  ])
  await sqlLedgerStore(store).transaction(async (trx) => {
    for (let number = 1; number <= 501; number += 1) await trx.insertEvent(eventRow('a', number))
  })
  assert.equal((await ledger.events('a', 0)).length, 500)
  await store.close()
  // Without devices no statement runs.
  assert.deepEqual(await ledger.deviceHolds('u1', []), [])
})
