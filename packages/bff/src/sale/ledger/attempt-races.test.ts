// A payment after the end of an attempt, between two statements of the start of a further attempt (rule 22). Without the lock on
// the attempts of the order, the further attempt is sent although the order is paid.
import assert from 'node:assert/strict'
import { uniqueViolation, type Store } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { approved, declined, read, rows } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { Ledger, type Applied } from './ledger.ts'
import { sqlLedgerStore, type LedgerTransaction } from './ledger-store.ts'
import { intent } from './paid.testing.ts'
import { changed, untilBlocked } from './races.testing.ts'
import { insertRows } from './refunds.testing.ts'
import { LEDGER_INDEXES, LEDGER_MIGRATIONS } from './schema.ts'
import type { LedgerTables } from './tables.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const

/** An embedded store has one writer at a time. */
const SERVER = ['postgres'] as const

const named = (id: string, attempt: number): Partial<SaleRow> => ({
  id,
  attempt,
  orderRef: 'o',
  idempotencyKey: id,
  externalId: id,
  deviceId: id,
  sessionId: `ses_${id}`,
  leaseOwner: null,
  leaseUntilMs: null,
})

/** The first attempt ended unpaid, and its session may still change. */
const FIRST: SaleRow = { ...rows.timed_out, ...named('first', 1) }
/** The second attempt holds the order. One read has reported that it was declined; the next read ends it. */
const SECOND: SaleRow = {
  ...rows.started,
  ...named('second', 2),
  seen: 'declined|51|',
  seenCount: 1,
  seenFirstMs: 1,
}
const THIRD = intent('third', { orderRef: 'o', attempt: 3 })

type Change = (trx: LedgerTransaction, wait: () => Promise<void>) => Partial<LedgerTransaction>

interface Paused {
  readonly ledger: Ledger
  /** Resolves when a transaction waits. */
  readonly reached: Promise<void>
  readonly go: () => void
}

interface Scene {
  readonly store: Store<LedgerTables>
  /** The ledger of another process. */
  readonly ledger: Ledger
  /** A ledger of a further process, whose transactions wait in one statement until `go`. */
  readonly pausing: (change: Change) => Promise<Paused>
}

/** A test with both attempts. A failed assertion ends the waits, so that the stores can close. */
const race = (title: string, body: (scene: Scene) => Promise<void>): void =>
  eachEngine<LedgerTables>(
    title,
    async ({ store, open }) => {
      await store.migrate(LEDGER_MIGRATIONS)
      await insertRows(store, FIRST, SECOND)
      const gates: (() => void)[] = []
      const pausing = async (change: Change): Promise<Paused> => {
        const [reached, gate] = [deferred(), deferred()]
        gates.push(gate.resolve)
        const wait = async (): Promise<void> => {
          reached.resolve()
          await gate.promise
        }
        const paused = changed(sqlLedgerStore(await open()), (trx) => change(trx, wait))
        return { ledger: new Ledger(paused), reached: reached.promise, go: () => gate.resolve() }
      }
      try {
        await body({ store, ledger: new Ledger(sqlLedgerStore(await open())), pausing })
      } finally {
        for (const go of gates) go()
      }
    },
    {},
    SERVER,
  )

async function declineSecond(ledger: Ledger): Promise<void> {
  const ended = await ledger.apply(SECOND.id, read(declined), OPTIONS)
  assert.ok(ended.kind === 'moved' && ended.row.state === 'declined')
}

/** The late payment found the order lock taken, so the first attempt enters review without it. */
function assertReviewWithoutLock(late: Applied): void {
  assert.ok(late.kind === 'moved')
  assert.deepEqual([late.row.state, late.row.orderHold], ['review', false])
}

race(
  'rule 22: a late payment waits for the start of a further attempt, and flags it',
  async ({ store, ledger, pausing }) => {
    const payment = await pausing((trx, wait) => ({
      // After the wait this answer is out of date.
      orderHeld: async (row) => {
        const held = await trx.orderHeld(row)
        await wait()
        return held
      },
    }))
    const start = await pausing((trx, wait) => ({
      insertSale: (row) => wait().then(() => trx.insertSale(row)),
    }))
    let isOver = false
    const paid = payment.ledger.apply(FIRST.id, read(approved), OPTIONS).finally(() => (isOver = true))
    await payment.reached
    await declineSecond(ledger)
    const inserted = start.ledger.insert(THIRD)
    await start.reached
    payment.go()
    await untilBlocked(store, () => isOver)
    start.go()
    await inserted
    assertReviewWithoutLock(await paid)
    assert.equal((await ledger.find('third'))?.conflictWith, FIRST.id)
    assert.equal((await ledger.apply('third', { type: 'send_claimed' }, OPTIONS)).kind, 'refused')
  },
)

race(
  'rule 22: the start of a further attempt waits for a late payment, and is refused',
  async ({ store, ledger, pausing }) => {
    const payment = await pausing((trx, wait) => ({
      newerAttempts: (row) => wait().then(() => trx.newerAttempts(row)),
    }))
    const paid = payment.ledger.apply(FIRST.id, read(approved), OPTIONS)
    await payment.reached
    await declineSecond(ledger)
    let isOver = false
    const inserted = new Ledger(sqlLedgerStore(store))
      .insert(THIRD)
      .catch((error: unknown) =>
        uniqueViolation(error, LEDGER_INDEXES.order) ? null : Promise.reject(error as Error),
      )
      .finally(() => (isOver = true))
    await untilBlocked(store, () => isOver)
    payment.go()
    assertReviewWithoutLock(await paid)
    assert.equal(await inserted, null)
  },
)
