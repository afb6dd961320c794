// Figures of the whole store for the gauges of the service: open sessions and the two outboxes, each read from a partial index of the rows
// that are not over.
import { sql, type RawBuilder, type Store } from '@tapboard/store'
import type { Tables } from '../../schema/schema.ts'

/** The statuses of a session that is not over. */
export const LIVE_STATUSES = ['INITIATING', 'IN_PROGRESS'] as const

/** The outboxes: events for the servers of merchants, and applications for their processor. */
export const OUTBOXES = ['webhook', 'forward'] as const

/** Rows of an outbox that were neither delivered nor given up. */
interface Waiting {
  readonly count: number
  /** Age of the oldest one since its commit, 0 without one. */
  readonly oldestMs: number
}

/** Open sessions and waiting deliveries of the whole store, for all instances. */
export interface StoreFigures {
  readonly sessions: Readonly<Record<(typeof LIVE_STATUSES)[number], number>>
  readonly outboxes: Readonly<Record<(typeof OUTBOXES)[number], Waiting>>
}

async function waitingIn(
  store: Store<Tables>,
  table: 'service_webhook' | 'service_forward',
  due: RawBuilder<boolean>,
): Promise<Waiting> {
  const { count, oldest } = await store.db
    .selectFrom(table)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at_ms').as('oldest')])
    .where('next_at_ms', 'is not', null)
    .where(due)
    .executeTakeFirstOrThrow()
  // `min` of no rows is null.
  const since: number | null = oldest
  return {
    count: Number(count),
    oldestMs: since === null ? 0 : Math.max(0, (await store.now()) - Number(since)),
  }
}

/** Reads the figures of a store. */
export async function readStoreFigures(store: Store<Tables>): Promise<StoreFigures> {
  const live = await store.db
    .selectFrom('service_session')
    .select(['status'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // A constant, as in the partial index: a statement with parameters could not use it.
    .where(sql<boolean>`status in ('INITIATING', 'IN_PROGRESS')`)
    .groupBy('status')
    .execute()
  const countOf = (wanted: string): number => Number(live.find(({ status }) => status === wanted)?.count ?? 0)
  return {
    sessions: { INITIATING: countOf('INITIATING'), IN_PROGRESS: countOf('IN_PROGRESS') },
    outboxes: {
      webhook: await waitingIn(store, 'service_webhook', sql`true`),
      // An application that the processor has accepted is asked about for days: that is no delivery.
      forward: await waitingIn(store, 'service_forward', sql`step = 'send'`),
    },
  }
}
