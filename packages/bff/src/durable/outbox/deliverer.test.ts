// From a committed event to its delivery, on both engines: outages, crashes, two instances, abandonment, deletion.
import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { sqlOutbox, type Deliverer, type Outbox, type Store, type DeliveryResult } from '@tapboard/store'
import { eachEngine, ManualClock, PendingCalls } from '@tapboard/store/testing'
import type { DeliveryReport } from './delivery-report.ts'
import { Ledger } from '../../sale/ledger/ledger.ts'
import { approved, rows } from '../../sale/machine/machine.testing.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'
import type { SaleRow } from '../../sale/machine/row.ts'
import { sqlLedgerStore } from '../../sale/ledger/ledger-store.ts'
import { keptLog, seededRandom } from '../../sale/testing.ts'
import { createHostDeliverer } from './deliverer.ts'
import { OUTBOX, type OutboxRow, type OutboxTables, type Target } from './outbox-row.ts'

const HOUR = 3_600_000
const options = { repeat: 'unknown', lookup: 'none' } as const

interface Host {
  readonly clock: ManualClock
  readonly store: Store<LedgerTables>
  /** Received event IDs, one entry per attempt. */
  readonly tried: string[]
  readonly reports: DeliveryReport[]
  /** The receiver's behavior; a test may change it. */
  answer: (row: OutboxRow) => DeliveryResult | Promise<DeliveryResult>
  pay(id: string, merchant?: string): Promise<void>
  deliverer(name?: string, targets?: readonly Target[]): Deliverer
  waiting(): Promise<OutboxRow[]>
  /** Advances the clock in steps. */
  later(ms: number, stepMs: number): Promise<void>
  /** Advances the clock, with real time for the database, until the condition holds. */
  until(done: () => boolean | Promise<boolean>): Promise<void>
}

/** The same store, and a function that waits until no statement is pending: the database answers in real time. */
function counted(store: Store<OutboxTables>) {
  const calls = new PendingCalls()
  const count = calls.count.bind(calls)
  return {
    outbox(targets: readonly Target[]): Outbox<OutboxRow> {
      const states = { column: 'target', values: targets } as const
      const { now, claim, heldLeases, releaseLeases, finish, release, postpone, abandon, prune } = sqlOutbox(
        store,
        { table: 'sale_outbox', mapper: OUTBOX, states },
      )
      return {
        heldLeases: heldLeases === null ? null : count(heldLeases),
        now: count(now),
        claim: count(claim),
        releaseLeases: count(releaseLeases),
        finish: count(finish),
        release: count(release),
        postpone: count(postpone),
        abandon: count(abandon),
        prune: count(prune),
      }
    },
    async quiet(): Promise<void> {
      do await turn()
      while (calls.isBusy)
    },
  }
}

async function host(store: Store<LedgerTables>, clock: ManualClock): Promise<Host> {
  const { outbox, quiet } = counted(store as unknown as Store<OutboxTables>)
  const kept = sqlLedgerStore(store)
  await kept.prepare()
  const ledger = new Ledger(kept, { targets: () => ['webhook'], written() {} })
  const one: Host = {
    clock,
    store,
    tried: [],
    reports: [],
    answer: () => ({ ok: true }),
    async pay(id, merchant = 'm1') {
      const started: SaleRow = {
        ...rows.started,
        id,
        merchant,
        orderRef: `order-${id}`,
        idempotencyKey: `key-${id}`,
        externalId: `tb-${id}`,
        sessionId: `ses-${id}`,
        deviceId: `device-${id}`,
      }
      await ledger.insert(started)
      const paid = await ledger.apply(id, { type: 'session_read', outcome: approved }, options)
      assert.equal(paid.kind, 'moved')
    },
    deliverer: (instance = 'one', targets = ['webhook']) =>
      createHostDeliverer({
        outbox: outbox(targets),
        handlerFor: (merchant) =>
          merchant === 'gone'
            ? null
            : async (row) => {
                one.tried.push(row.eventId)
                return one.answer(row)
              },
        clock,
        random: seededRandom(3),
        log: keptLog().log,
        observer: { attempted: (report) => void one.reports.push(report) },
        instance,
      }),
    async waiting() {
      const found = store.db.selectFrom('sale_outbox').selectAll().where('next_at_ms', 'is not', null)
      return (await found.execute()).map((columns) => OUTBOX.toRow(columns))
    },
    async later(ms, stepMs) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.jump(stepMs - 1_000)
        for (let quarter = 0; quarter < 4; quarter += 1) {
          await clock.advance(250)
          await quiet()
        }
      }
    },
    async until(done) {
      const giveUpAt = performance.now() + 20_000
      while (!(await done())) {
        if (performance.now() > giveUpAt) assert.fail('what the test waits for did not happen')
        await clock.advance(250)
        await quiet()
      }
    },
  }
  return one
}

const each = (title: string, body: (one: Host) => Promise<void>): void => {
  eachEngine<LedgerTables>(title, async ({ open }) => {
    const clock = new ManualClock(rows.intent.createdAtMs)
    await body(await host(await open({ testClock: () => clock.now() }), clock))
  })
}

each('the next process delivers an event committed before a crash', async (one) => {
  await one.pay('a')
  const next = one.deliverer('next')
  next.begin()
  await one.until(async () => (await one.waiting()).length === 0)
  await next.drain()
  assert.deepEqual(one.tried, ['a.2'])
  const row = await one.store.db.selectFrom('sale_outbox').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([row.outcome, row.attempts, row.lease_owner], ['delivered', 1, null])
})

each('delivers within 15 minutes after a receiver was down for three hours', async (one) => {
  await one.pay('a')
  await one.pay('b')
  one.answer = () => ({ ok: false, code: 'webhook-unreachable' })
  const deliverer = one.deliverer()
  deliverer.begin()
  await one.later(3 * HOUR, 60_000)
  const failed = one.tried.length
  assert.ok(failed >= 20 && failed < 120, String(failed))
  one.answer = () => ({ ok: true })
  await one.later(HOUR / 3, 60_000)
  await one.until(async () => (await one.waiting()).length === 0)
  await deliverer.drain()
  assert.deepEqual(new Set(one.tried), new Set(['a.2', 'b.2']))
  assert.equal(one.tried.length, failed + 2)
  assert.equal(one.reports.filter(({ outcome }) => outcome === 'delivered').length, 2)
})

each('redelivers with the same event ID after a crash between delivery and commit', async (one) => {
  await one.pay('a')
  let signal = (): void => {}
  const heard = new Promise<void>((resolve) => (signal = resolve))
  one.answer = () => {
    signal()
    return new Promise(() => {})
  }
  one.deliverer('dies').begin()
  await one.until(() => one.tried.length === 1)
  await heard
  one.answer = () => ({ ok: true })
  const next = one.deliverer('next')
  next.begin()
  await one.until(async () => (await one.waiting()).length === 0)
  await next.drain()
  assert.deepEqual(one.tried, ['a.2', 'a.2'])
})

each('two instances never deliver one event concurrently', async (one) => {
  const ids = Array.from({ length: 12 }, (_, index) => `s${index}`)
  for (const id of ids) await one.pay(id, `m-${id}`)
  const [first, second] = [one.deliverer('one'), one.deliverer('two')]
  first.begin()
  second.begin()
  await one.until(async () => (await one.waiting()).length === 0)
  await Promise.all([first.drain(), second.drain()])
  assert.deepEqual(one.tried.toSorted(), ids.map((id) => `${id}.2`).toSorted())
})

each('gives up after 24 hours of failures and reports it', async (one) => {
  await one.pay('a')
  one.answer = () => ({ ok: false, code: 'webhook-500' })
  const deliverer = one.deliverer()
  deliverer.begin()
  await one.later(25 * HOUR, HOUR / 4)
  await one.until(() => one.reports.some(({ outcome }) => outcome === 'dead'))
  await deliverer.drain()
  assert.deepEqual(await one.waiting(), [])
  const tries = one.tried.length
  assert.ok(tries > 20 && tries < 150, String(tries))
})

each('a hanging receiver delays no other receiver', async (one) => {
  for (let index = 0; index < 40; index += 1) await one.pay(`slow${index}`, 'slow')
  await one.pay('quick', 'quick')
  let release = (): void => {}
  const hanging = new Promise<void>((resolve) => (release = resolve))
  one.answer = async (row) => {
    if (row.merchant !== 'slow') return { ok: true }
    await hanging
    return { ok: false, code: 'webhook-timeout' }
  }
  const deliverer = one.deliverer()
  deliverer.begin()
  await one.until(() => one.tried.includes('quick.2'))
  assert.equal(one.tried.length, 5)
  release()
  await deliverer.drain()
})

each(
  'D-47 a failing receiver costs few attempts for any backlog and delays no other receiver',
  async (one) => {
    const many = 60
    for (let index = 0; index < many; index += 1) await one.pay(`down${index}`, 'down')
    one.answer = (row) => (row.merchant === 'down' ? { ok: false, code: 'webhook-503' } : { ok: true })
    const deliverer = one.deliverer()
    deliverer.begin()
    await one.later(2 * HOUR, 60_000)
    // Each claim of an event adds one to its fence.
    const looks = (await one.waiting()).reduce((sum, { fence }) => sum + fence, 0)
    assert.ok(looks < 40 * many, `${looks} looks at ${many} events`)
    await one.pay('up', 'up')
    await one.later(2_000, 1_000)
    await one.until(() => one.tried.includes('up.2'))
    await deliverer.drain()
  },
)

each('gives up events of an unknown merchant after 24 hours without an attempt', async (one) => {
  await one.pay('a', 'gone')
  const deliverer = one.deliverer()
  deliverer.begin()
  await one.later(25 * HOUR, HOUR)
  await one.until(() => one.reports.some(({ outcome }) => outcome === 'dead'))
  await deliverer.drain()
  assert.deepEqual(one.tried, [])
})

each('gives up events of a removed hook after a week', async (one) => {
  await one.pay('a')
  await one.store.db.updateTable('sale_outbox').set({ target: 'hook' }).execute()
  const deliverer = one.deliverer()
  deliverer.begin()
  await one.later(6 * 24 * HOUR, 12 * HOUR)
  assert.equal((await one.waiting()).length, 1)
  await one.later(2 * 24 * HOUR, 12 * HOUR)
  await one.until(async () => (await one.waiting()).length === 0)
  const row = await one.store.db.selectFrom('sale_outbox').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual([row.outcome, row.attempts], ['dead', 0])
  await deliverer.drain()
  assert.deepEqual(one.tried, [])
})

each('tries an event that waited for days without a process before giving it up', async (one) => {
  await one.pay('a')
  one.clock.jump(9 * 24 * HOUR)
  const deliverer = one.deliverer()
  deliverer.begin()
  await one.until(async () => (await one.waiting()).length === 0)
  await deliverer.drain()
  assert.deepEqual(one.tried, ['a.2'])
})

each('deletes delivered events after seven days and abandoned ones after thirty', async (one) => {
  await one.pay('a')
  await one.pay('b', 'gone')
  const deliverer = one.deliverer()
  deliverer.begin()
  // The retention of seven days begins when the delivery is stored.
  await one.until(async () => (await one.waiting()).length === 1)
  await one.later(2 * 24 * HOUR, 12 * HOUR)
  const left = async (): Promise<string[]> =>
    (await one.store.db.selectFrom('sale_outbox').select('sale_id').orderBy('id').execute()).map(
      ({ sale_id: id }) => id,
    )
  assert.deepEqual(await left(), ['a', 'b'])
  await one.later(6 * 24 * HOUR, 24 * HOUR)
  await one.until(async () => (await left()).join() === 'b')
  await one.later(30 * 24 * HOUR, 5 * 24 * HOUR)
  await one.until(async () => (await left()).length === 0)
  await deliverer.drain()
})
