// Refunds of one sale that begin or change between two statements of another transaction (INV-22).
import assert from 'node:assert/strict'
import { isStoreError, uniqueViolation, type Store } from '@tapboard/store'
import { deferred, eachEngine } from '@tapboard/store/testing'
import { Ledger } from './ledger.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger-store.ts'
import { approved } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { changed, untilBlocked } from './races.testing.ts'
import { declinedRefund, insertRows as insert, PAID, refundRow } from './refunds.testing.ts'
import { LEDGER_INDEXES, LEDGER_MIGRATIONS } from './schema.ts'
import type { LedgerTables } from './tables.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const

/** An embedded store has one writer at a time. */
const SERVER = ['postgres'] as const

const isUncovered = (error: unknown): boolean =>
  isStoreError(error) && uniqueViolation(error, LEDGER_INDEXES.refund)

/** A store whose insert waits after all its checks; `reached` resolves there. */
function waiting(store: LedgerStore) {
  const [reached, go] = [deferred(), deferred()]
  const paused = changed(store, (trx) => ({
    async insertSale(row) {
      reached.resolve()
      await go.promise
      return trx.insertSale(row)
    },
  }))
  return { paused, reached, go }
}

/** Checks that a call waits for a lock, lets the holder continue, and returns the result. `null`: the sale does not cover the refund. */
async function afterLock<T>(
  store: Store<LedgerTables>,
  holder: { readonly resolve: () => void },
  call: Promise<T>,
): Promise<T | null> {
  let isOver = false
  const result = call
    .catch((error: unknown) => (isUncovered(error) ? null : Promise.reject(error as Error)))
    .finally(() => (isOver = true))
  await untilBlocked(store, () => isOver)
  const waits = !isOver
  holder.resolve()
  assert.ok(waits)
  return result
}

const second = (more: Partial<SaleRow> = {}): SaleRow =>
  refundRow('b', { amountMinor: 2_200, refundRef: 'second', ...more })

eachEngine<LedgerTables>(
  'INV-22 an insert waits for another one that has passed its checks, and then sees its refund',
  async ({ store, open }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    await insert(store, PAID)
    const { paused, reached, go } = waiting(sqlLedgerStore(await open()))
    const first = new Ledger(paused).insert(refundRow('a', { amountMinor: 2_200 }))
    await reached.promise
    const later = await afterLock(store, go, new Ledger(sqlLedgerStore(await open())).insert(second()))
    assert.equal((await first).id, 'a')
    assert.equal(later, null)
  },
  {},
  SERVER,
)

eachEngine<LedgerTables>(
  'INV-22 a late payment waits for an insert that has passed its checks, and flags its refund',
  async ({ store, open }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    await insert(store, PAID, declinedRefund)
    const { paused, reached, go } = waiting(sqlLedgerStore(await open()))
    const inserted = new Ledger(paused).insert(second())
    await reached.promise
    const ledger = new Ledger(sqlLedgerStore(await open()))
    const news = { type: 'session_read', outcome: approved } as const
    const applied = await afterLock(store, go, ledger.apply('a', news, OPTIONS))
    await inserted
    assert.ok(applied?.kind === 'moved' && applied.row.state === 'review')
    assert.equal((await ledger.find('b'))?.conflictWith, 'a')
    const sent = await ledger.apply('b', { type: 'send_claimed' }, OPTIONS)
    assert.equal(sent.kind, 'refused')
  },
  {},
  SERVER,
)

eachEngine<LedgerTables>(
  'INV-22 an insert waits for a sale that is leaving approved, and then refuses the refund',
  async ({ store, open }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    await insert(store, {
      ...PAID,
      seen: 'declined|51|',
      seenCount: 1,
      seenFirstMs: 1,
      byWhom: 'person',
      person: 'ann',
    })
    const [written, go] = [deferred(), deferred()]
    const leaving = new Ledger(
      changed(sqlLedgerStore(await open()), (trx) => ({
        async announce(notices) {
          written.resolve()
          await go.promise
          return trx.announce(notices)
        },
      })),
    ).apply(
      PAID.id,
      {
        type: 'session_read',
        outcome: { kind: 'declined', code: '51', message: null, reference: null },
      },
      OPTIONS,
    )
    await written.promise
    const inserted = await afterLock(
      store,
      go,
      new Ledger(sqlLedgerStore(await open())).insert(refundRow('a')),
    )
    const left = await leaving
    assert.ok(left.kind === 'moved' && left.row.state === 'review')
    assert.equal(inserted, null)
  },
  {},
  SERVER,
)

eachEngine<LedgerTables>(
  'INV-22 an insert that meets a late payment sees it, or is flagged by it',
  async ({ store, open }) => {
    await store.migrate(LEDGER_MIGRATIONS)
    await insert(store, PAID, declinedRefund)
    const [one, two] = [new Ledger(sqlLedgerStore(store)), new Ledger(sqlLedgerStore(await open()))]
    const [inserted, late] = await Promise.all([
      one.insert(refundRow('b', { amountMinor: 2_200, refundRef: 'second' })).catch((error: unknown) => {
        assert.ok(isStoreError(error) && uniqueViolation(error, LEDGER_INDEXES.refund))
        return null
      }),
      two.apply('a', { type: 'session_read', outcome: approved }, OPTIONS),
    ])
    assert.ok(late.kind === 'moved' && late.row.state === 'review')
    const row = await one.find('b')
    assert.equal(row?.conflictWith ?? null, inserted === null ? null : 'a')
    assert.equal(row === null, inserted === null)
  },
)
