/** A store that says whether an answer of it is awaited: the database answers in its own time, whatever a test's clock does. */
import type { Store } from '@tapboard/store'

/** A store and its silence. */
export interface QuietStore<DB> {
  readonly store: Store<DB>
  /** Does somebody wait for an answer? */
  awaited(): boolean
}

/** Counts what is asked of a store. */
export function quietStore<DB>(inner: Store<DB>): QuietStore<DB> {
  let open = 0
  const count =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      open += 1
      try {
        return await ask(...asked)
      } finally {
        open -= 1
      }
    }
  const db = inner.db.withPlugin({
    transformQuery({ node }) {
      open += 1
      return node
    },
    async transformResult({ result }) {
      open -= 1
      return result
    },
  })
  return {
    store: {
      engine: inner.engine,
      durable: inner.durable,
      db,
      transaction: (work) => count(() => inner.transaction(work))(),
      migrate: (set) => inner.migrate(set),
      now: count(() => inner.now()),
      claimDue: (trx, request) => inner.claimDue(trx, request),
      notify: (channel, payload) => inner.notify(channel, payload),
      listen: (channel, handler) => inner.listen(channel, handler),
      ping: () => inner.ping(),
      probe: () => inner.probe(),
      close: () => inner.close(),
    },
    awaited: () => open > 0,
  }
}
