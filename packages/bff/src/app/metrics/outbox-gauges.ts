// Gauges of the outbox in the whole store: pending rows, age of the oldest, and abandoned rows, each read from a
// partial index.
import { keepFresh } from '@tapboard/server'
import { sql, type Store } from '@tapboard/store'
import { Gauge, type Registry } from 'prom-client'
import type { OutboxTables } from '../../durable/outbox/outbox-row.ts'
import type { Clock } from '../../ports.ts'

/** Contents of the outbox, for all instances. */
export interface OutboxFigures {
  /** Rows that were neither delivered nor given up. */
  readonly waiting: number
  /** Age of the oldest pending event since its commit, 0 without one. */
  readonly oldestMs: number
  /** Abandoned rows that are not deleted yet. */
  readonly dead: number
}

/** Counts the outbox of a store. */
export async function countOutbox(store: Store<OutboxTables>): Promise<OutboxFigures> {
  const { waiting, oldest } = await store.db
    .selectFrom('sale_outbox')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_at_ms').as('oldest')])
    .where('next_at_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  const { dead } = await store.db
    .selectFrom('sale_outbox')
    .select(({ fn }) => fn.countAll<number>().as('dead'))
    // A constant, as in the partial index: a statement with a parameter could not use it.
    .where(sql<boolean>`outcome = 'dead'`)
    .executeTakeFirstOrThrow()
  // `min` of no rows is null.
  const since: number | null = oldest
  return {
    waiting: Number(waiting),
    oldestMs: since === null ? 0 : Math.max(0, (await store.now()) - Number(since)),
    dead: Number(dead),
  }
}

const GAUGES = [
  ['waiting', 'Events that wait for delivery to a host, in the whole store.', ({ waiting }) => waiting],
  [
    'oldest_seconds',
    'Age of the oldest event that waits for delivery to a host, 0 without one.',
    ({ oldestMs }) => oldestMs / 1000,
  ],
  [
    'dead',
    'Events abandoned after 24 hours and not yet deleted; the BFF deletes them 30 days later.',
    ({ dead }) => dead,
  ],
] as const satisfies readonly (readonly [string, string, (figures: OutboxFigures) => number])[]

/** Adds the gauges of the outbox; they are NaN while the store does not answer. */
export function meterOutbox(registry: Registry, clock: Clock, read: () => Promise<OutboxFigures>): void {
  const look = keepFresh(clock, read)
  for (const [name, help, figure] of GAUGES)
    new Gauge({
      name: `tapboard_outbox_${name}`,
      help,
      registers: [registry],
      async collect() {
        const figures = await look()
        this.set(figures === null ? Number.NaN : figure(figures))
      },
    })
}
