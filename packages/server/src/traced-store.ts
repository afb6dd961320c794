// A store whose transactions, and statements outside of one, have spans. Outside of a trace, such as the look for due rows every second,
// nothing has one.
import { observeStatements, type Store } from '@tapboard/store'
import type { Tracing } from './tracing.ts'

/** Names of the engines in the semantic conventions. */
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/** The store, traced. A statement of a transaction has no span of its own: the work between statements is the larger part. */
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
    db: observeStatements(db, (kind, run) =>
      tracing.active() === null
        ? run()
        : tracing.run(
            { ...start, name: kind, attributes: { ...start.attributes, 'db.operation.name': kind } },
            run,
          ),
    ),
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
    connections: () => store.connections(),
    close: () => store.close(),
  }
}
