/** Two requests at the same moment: the second one happens between two statements of the first one. */
import { observeStatements, sql, type ObserveStatement, type Store, type Transaction } from '@tapboard/store'
import type { Tables } from '../schema/schema.ts'

/** What happened between two statements of the first request. */
export type Meanwhile =
  /** The first request has fewer statements. */
  | 'nothing'
  /** The second request ended. */
  | 'ended'
  /** The second request waits for a lock of the first one. */
  | 'waits'

/** Whether a statement on the database waits for a lock. */
async function isWaiting({ db }: Store<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** The store, which calls `after` after each statement. */
export function observedStore(
  store: Store<Tables>,
  after: (isInTransaction: boolean) => Promise<void>,
): Store<Tables> {
  const observed =
    (isInTransaction: boolean): ObserveStatement =>
    async (_kind, run) => {
      const result = await run()
      await after(isInTransaction)
      return result
    }
  return {
    ...store,
    db: observeStatements(store.db, observed(false)),
    transaction: (work) =>
      store.transaction((trx) => work(observeStatements(trx, observed(true)) as Transaction<Tables>)),
  }
}

/** A store for the first request. */
export class Interleaved {
  readonly store: Store<Tables>
  readonly #watch: Store<Tables>
  #left = 0
  #second: (() => Promise<unknown>) | null = null
  #running: Promise<unknown> = Promise.resolve()
  #meanwhile: Meanwhile = 'nothing'

  /** `watch` is another store on the same database. */
  constructor(store: Store<Tables>, watch: Store<Tables>) {
    this.#watch = watch
    this.store = observedStore(store, (isInTransaction) => this.#after(isInTransaction))
  }

  /** Runs `first`, with `second` after its statement number `at`, counted from 0; resolves when both have ended. */
  async run<First>(
    at: number,
    first: () => Promise<First>,
    second: () => Promise<unknown>,
  ): Promise<{ readonly meanwhile: Meanwhile; readonly first: First }> {
    this.#left = at
    this.#second = second
    this.#meanwhile = 'nothing'
    const result = await first()
    this.#second = null
    if (this.#meanwhile === 'nothing') await second()
    else await this.#running
    return { meanwhile: this.#meanwhile, first: result }
  }

  async #after(isInTransaction: boolean): Promise<void> {
    const { engine } = this.store
    // In a transaction of an embedded file nothing else is written.
    if (this.#second === null || (isInTransaction && engine === 'sqlite') || this.#left-- > 0) return
    const second = this.#second
    this.#second = null
    let isOver = false
    this.#running = second().finally(() => (isOver = true))
    if (engine === 'sqlite') await this.#running
    while (!isOver && !(await isWaiting(this.#watch)));
    this.#meanwhile = isOver ? 'ended' : 'waits'
  }
}
