// A store whose transactions have spans. A transaction outside of a trace, such as the look for due rows every second, has none.
import type { Store } from '@tapboard/store'
import type { Tracing } from './tracing.ts'

/** Names of the engines in the semantic conventions. */
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** The store, traced. Statements outside of a transaction pass through. */
export function traceStore<DB>(store: Store<DB>, tracing: Tracing): Store<DB> {
  const { engine, durable, db } = store
  const start = {
    name: 'transaction',
    kind: 'client',
    attributes: { 'db.system.name': SYSTEMS[engine] },
  } as const
  return {
    engine,
    durable,
    db,
    transaction: (work) =>
      tracing.active() === null ? store.transaction(work) : tracing.run(start, () => store.transaction(work)),
    migrate: (set) => store.migrate(set),
    missing: (set) => store.missing(set),
    now: () => store.now(),
    claimDue: (trx, request) => store.claimDue(trx, request),
    notify: (channel, payload) => store.notify(channel, payload),
    listen: (channel, handler) => store.listen(channel, handler),
    ping: () => store.ping(),
    probe: () => store.probe(),
    close: () => store.close(),
  }
}
