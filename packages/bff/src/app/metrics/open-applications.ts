// Number of pending applications by state, and age of the oldest doubt; a partial index serves each figure. Excludes
// drafts and decided applications: neither waits for an answer.
import { keepFresh } from '@tapboard/server'
import { sql, type Store } from '@tapboard/store'
import { Gauge, type Registry } from 'prom-client'
import { OPEN_STATES } from '../../application/submission/schema.ts'
import type { SubmissionTables } from '../../application/submission/tables.ts'
import type { Clock } from '../../ports.ts'

/** Pending applications in the whole store, for all instances. */
export interface OpenApplications {
  readonly counts: ReadonlyMap<string, number>
  /** Age of the oldest doubt, 0 without a doubt. */
  readonly oldestDoubtMs: number
}

/** Counts the applications of a store. */
export async function countOpenApplications(store: Store<SubmissionTables>): Promise<OpenApplications> {
  const rows = await store.db
    .selectFrom('application')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    // Constants, as in the partial index: a statement with parameters could not use it.
    .where(sql<boolean>`state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`)
    .groupBy('state')
    .execute()
  const { oldest } = await store.db
    .selectFrom('application_watch')
    .select(({ fn }) => [fn.min('doubted_at_ms').as('oldest')])
    .where('doubted_at_ms', 'is not', null)
    .executeTakeFirstOrThrow()
  // `min` of no rows is null.
  const since: number | null = oldest
  return {
    counts: new Map(rows.map(({ state, count }) => [state, Number(count)])),
    oldestDoubtMs: since === null ? 0 : Math.max(0, (await store.now()) - Number(since)),
  }
}

/** Adds the gauges of applications; they are omitted while the store does not answer. */
export function meterOpenApplications(
  registry: Registry,
  clock: Clock,
  read: () => Promise<OpenApplications>,
): void {
  const look = keepFresh(clock, read)
  const registers = [registry]
  new Gauge({
    name: 'tapboard_applications_open',
    help: 'Submitted merchant applications without a decision, by state, in the whole store.',
    labelNames: ['state'],
    registers,
    async collect() {
      const open = await look()
      this.reset()
      for (const state of open === null ? [] : OPEN_STATES) this.set({ state }, open?.counts.get(state) ?? 0)
    },
  })
  new Gauge({
    name: 'tapboard_applications_oldest_doubt_seconds',
    help: 'Age of the oldest merchant application that may have been received, 0 without one.',
    registers,
    async collect() {
      const open = await look()
      this.set(open === null ? Number.NaN : open.oldestDoubtMs / 1000)
    },
  })
}
