/** Wraps a store to detect pending calls: the database answers in real time, independent of a test's clock. */
import type { Store } from '@tapboard/store'

/** A store with its count of pending calls. */
export interface QuietStore<DB> {
  readonly store: Store<DB>
  /** Whether a call is pending. */
  busy(): boolean
}

/** Wraps a store and counts its pending calls. */
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
      missing: (set) => inner.missing(set),
      now: count(() => inner.now()),
      claimDue: (trx, request) => inner.claimDue(trx, request),
      notify: (channel, payload) => inner.notify(channel, payload),
      listen: (channel, handler) => inner.listen(channel, handler),
      ping: () => inner.ping(),
      probe: () => inner.probe(),
      connections: () => inner.connections(),
      close: () => inner.close(),
    },
    busy: () => open > 0,
  }
}
