// Gauges of open sales by state and the age of the oldest doubt, read from a partial index of the open rows. Settled sales
// are counted as they happen, never by scanning.
import { SALE_KINDS, type SaleKind, type SaleState } from '@tapboard/contract'
import { keepFresh } from '@tapboard/server'
import { addStoreUp } from '@tapboard/server/node'
import type { Store } from '@tapboard/store'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../ports.ts'
import type { LedgerTables } from '../../sale/ledger/tables.ts'

/** The counted states: those without an end. */
const UNSETTLED = [
  'intent',
  'sending',
  'started',
  'in_doubt',
  'review',
] as const satisfies readonly SaleState[]

/** The number of open sales or refunds in one state. */
interface OpenCount {
  readonly kind: SaleKind
  readonly state: SaleState
  readonly count: number
}

/** Open sales and refunds in the whole store, for all instances. */
export interface OpenSales {
  readonly counts: readonly OpenCount[]
  /** Age of the oldest doubt of either kind, 0 without a doubt. */
  readonly oldestDoubtMs: number
}

/** Counts the open sales of a store. */
export async function countOpenSales(store: Store<LedgerTables>): Promise<OpenSales> {
  const rows = await store.db
    .selectFrom('sale')
    .select(['kind', 'state'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('doubted_at_ms').as('oldest')])
    .where('settled_at_ms', 'is', null)
    .where('state', 'in', UNSETTLED)
    .groupBy(['kind', 'state'])
    .execute()
  const doubts = rows.flatMap(({ state, oldest }) =>
    state === 'in_doubt' && oldest !== null ? [oldest] : [],
  )
  return {
    counts: rows.map(({ kind, state, count }) => ({ kind, state, count: Number(count) })),
    oldestDoubtMs: doubts.length === 0 ? 0 : Math.max(0, (await store.now()) - Math.min(...doubts)),
  }
}

/** Adds the gauges of open sales; they are omitted while the store does not answer, and `tapboard_store_up` is 0. */
export function meterOpenSales(
  registry: Registry,
  clock: Clock,
  read: () => Promise<OpenSales>,
  probe: () => Promise<void>,
): void {
  const look = keepFresh(clock, read)
  const registers = [registry]
  new Gauge({
    name: 'tapboard_sales_open',
    help: 'Sales and refunds that are not settled, by kind and state, in the whole store.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      const open = await look()
      this.reset()
      if (open === null) return
      for (const kind of SALE_KINDS) for (const state of UNSETTLED) this.set({ kind, state }, 0)
      for (const { kind, state, count } of open.counts) this.set({ kind, state }, count)
    },
  })
  new Gauge({
    name: 'tapboard_sales_oldest_doubt_seconds',
    help: 'Age of the oldest sale or refund in doubt, 0 without one.',
    registers,
    async collect() {
      const open = await look()
      this.set(open === null ? Number.NaN : open.oldestDoubtMs / 1000)
    },
  })
  addStoreUp(registry, probe)
}
