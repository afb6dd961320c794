// A transition on the sale as its holder knows it: no read, and the same result as with one whatever others wrote meanwhile.
import assert from 'node:assert/strict'
import type { Store } from '@tapboard/store'
import { eachEngine } from '@tapboard/store/testing'
import { approved, declined, read } from '../machine/machine.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import type { SaleInput } from '../machine/sale-input.ts'
import { Ledger, type Applied } from './ledger.ts'
import { sqlLedgerStore, type LedgerStore } from './ledger-store.ts'
import { started } from './paid.testing.ts'
import { changed } from './races.testing.ts'
import { insertRows } from './refunds.testing.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import type { LedgerTables } from './tables.ts'

const OPTIONS = { repeat: 'unknown', lookup: 'none' } as const

interface Scene {
  readonly store: LedgerStore
  readonly ledger: Ledger
  /** The sale as it was when the holder read it. */
  readonly known: SaleRow
  /** Applies as the holder does. */
  readonly apply: (input: SaleInput) => Promise<Applied>
  /** The rows that the holder read. */
  readonly reads: () => number
}

/** A started sale whose holder knows it; `body` writes to it as another process, and lets the holder apply an input. */
const known = (title: string, body: (scene: Scene) => Promise<void>): void =>
  eachEngine<LedgerTables>(title, async ({ store: database }: { readonly store: Store<LedgerTables> }) => {
    await database.migrate(LEDGER_MIGRATIONS)
    await insertRows(database, started('a'))
    const store = sqlLedgerStore(database)
    const row = await store.find('a')
    assert.ok(row !== null)
    let finds = 0
    const holder = new Ledger(
      changed(store, (trx) => ({
        find: (id) => {
          finds += 1
          return trx.find(id)
        },
      })),
    )
    await body({
      store,
      ledger: new Ledger(store),
      known: row,
      apply: (input) => holder.apply('a', input, { ...OPTIONS, fence: row.fence, known: row }),
      reads: () => finds,
    })
  })

known('D-223 a transition on a known sale reads nothing', async ({ store, apply, reads, known: before }) => {
  const applied = await apply(read(approved))
  assert.ok(applied.kind === 'moved')
  assert.deepEqual([applied.row.state, applied.row.version, reads()], ['approved', before.version + 1, 0])
  assert.deepEqual(await store.find('a'), applied.row)
})

known('D-223 evidence that is only noted reads nothing either', async ({ store, apply, reads }) => {
  const applied = await apply(read(declined))
  assert.ok(applied.kind === 'noted')
  assert.deepEqual([await store.find('a'), reads()], [applied.row, 0])
})

known(
  'D-223 an event of another process comes first: the input is applied to the new sale',
  async ({ store, ledger, apply, reads, known: before }) => {
    await ledger.apply('a', { type: 'cancel_requested' }, OPTIONS)
    const applied = await apply(read(approved))
    assert.ok(applied.kind === 'moved')
    assert.deepEqual(
      [applied.row.version, applied.row.cancelRequested, reads()],
      [before.version + 2, true, 1],
    )
    assert.deepEqual(await store.find('a'), applied.row)
  },
)

known('D-223 evidence that another process noted counts', async ({ store, ledger, apply, reads }) => {
  await ledger.apply('a', read(declined), OPTIONS)
  const applied = await apply(read(approved))
  assert.ok(applied.kind === 'moved')
  assert.deepEqual(await store.find('a'), applied.row)
  assert.equal(reads(), 1)
})

known(
  'D-223 the holder of an older fence writes nothing',
  async ({ store, ledger, apply, known: before }) => {
    await store.transaction((trx) => trx.update(before, { fence: before.fence + 1 }))
    assert.deepEqual(await apply(read(approved)), { kind: 'stale' })
    assert.deepEqual(await store.find('a'), { ...before, fence: before.fence + 1 })
    assert.deepEqual(await ledger.events('a', before.version), [])
  },
)

known('D-223 a refusal shows the stored sale', async ({ store, ledger, apply, reads }) => {
  await ledger.apply('a', read(approved), OPTIONS)
  const applied = await apply({ type: 'send_claimed' })
  assert.ok(applied.kind === 'refused')
  assert.deepEqual([applied.row, reads()], [await store.find('a'), 1])
  assert.equal(applied.row.state, 'approved')
})
