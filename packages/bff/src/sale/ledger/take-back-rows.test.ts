// D-97: which leases and looks a restart changes, at the exact limits, on both engines.
import assert from 'node:assert/strict'
import { eachEngine } from '@tapboard/store/testing'
import { deskSale, insertSales, NOON_MS } from '../desk/rows.testing.ts'
import type { SaleRow } from '../machine/row.ts'
import { LEDGER_MIGRATIONS } from './schema.ts'
import { takeBack } from './take-back.ts'
import type { LedgerTables } from './tables.ts'

const WANTED = {
  ownerPrefix: 'till#',
  except: 'till#2',
  states: ['started', 'in_doubt'],
  leaseMs: 12_000,
} as const

type Lease = readonly [
  owner: string | null,
  untilMs: number | null,
  nextMs: number | null,
  state?: SaleRow['state'],
]

/** Name → lease; times count from the present. */
const LEASES: Readonly<Record<string, Lease>> = {
  earlier: ['till#1', 5_000, 3_000],
  earlierDue: ['till#1', 5_000, -7],
  earlierEnded: ['till#1', 5_000, 3_000, 'review'],
  earlierNever: ['till#1', 5_000, null],
  current: ['till#2', 5_000, 3_000],
  currentAhead: ['till#2', 99_000, 3_000],
  similar: ['tills#1', 5_000, 3_000],
  other: ['shop#1', 5_000, 3_000],
  otherLongest: ['shop#1', 12_000, 3_000],
  otherAhead: ['shop#1', 12_001, 3_000],
  planned: [null, null, 1, 'in_doubt'],
  due: [null, null, 0, 'in_doubt'],
  overdue: [null, null, -5],
}

eachEngine<LedgerTables>(
  'D-97 a restart ends the leases of its earlier runs; an embedded file also those that its clock cannot have set',
  async ({ open, engine }) => {
    const store = await open({ testClock: () => NOON_MS })
    await store.migrate(LEDGER_MIGRATIONS)
    const names = Object.keys(LEASES)
    await insertSales(
      store,
      Object.values(LEASES).map(([leaseOwner, untilMs, nextMs, state = 'started'], index) =>
        deskSale(index, {
          leaseOwner,
          leaseUntilMs: untilMs === null ? null : NOON_MS + untilMs,
          nextAtMs: nextMs === null ? null : NOON_MS + nextMs,
          state,
          fence: 10,
        }),
      ),
    )
    await takeBack(store, WANTED)
    const rows = await store.db
      .selectFrom('sale')
      .select(['fence', 'lease_owner', 'lease_until_ms', 'next_at_ms'])
      .orderBy('id')
      .execute()
    const changed = rows.flatMap((row, index) => {
      const name = names[index] ?? ''
      const [owner, untilMs, nextMs] = LEASES[name] ?? []
      const isLease =
        row.lease_owner === owner && row.lease_until_ms === (untilMs == null ? null : NOON_MS + untilMs)
      const next = row.next_at_ms === null ? null : row.next_at_ms - NOON_MS
      return row.fence === 10 && isLease && next === nextMs
        ? []
        : [[name, row.fence - 10, row.lease_owner, row.lease_until_ms, next]]
    })
    const isEmbedded = engine === 'sqlite'
    assert.deepEqual(changed, [
      ['earlier', 1, null, null, isEmbedded ? 0 : 3_000],
      ['earlierDue', 1, null, null, -7],
      ...(isEmbedded
        ? [
            ['otherAhead', 1, null, null, 0],
            ['planned', 1, null, null, 0],
          ]
        : []),
    ])
  },
)

eachEngine<LedgerTables>(
  'D-97 an embedded file makes follow-ups due that are planned farther ahead than their pace allows',
  async ({ open, engine }) => {
    const store = await open({ testClock: () => NOON_MS })
    await store.migrate(LEDGER_MIGRATIONS)
    const plans = [
      ['close', 60_001],
      ['close', 60_000],
      ['wide', 60_001],
      ['wide', 3_600_000],
      ['wide', 3_600_001],
    ] as const
    const sales = plans.map((_, index) => deskSale(index))
    await insertSales(store, sales)
    await store.db
      .insertInto('sale_follow_up')
      .values(
        plans.map(([pace, nextMs], index) => ({
          sale_id: sales[index]?.id ?? '',
          pace,
          since_ms: 1,
          next_at_ms: NOON_MS + nextMs,
          lease_owner: null,
          lease_until_ms: null,
          fence: 0,
        })),
      )
      .execute()
    await takeBack(store, WANTED)
    const rows = await store.db.selectFrom('sale_follow_up').select('next_at_ms').orderBy('sale_id').execute()
    assert.deepEqual(
      rows.map((row) => row.next_at_ms - NOON_MS),
      engine === 'sqlite' ? [0, 60_000, 60_001, 3_600_000, 0] : plans.map(([, nextMs]) => nextMs),
    )
  },
)
