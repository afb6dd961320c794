/** Wraps a store to detect pending calls: the database answers in real time, independent of a test's clock. */
import type { Store } from '@tapboard/store'
import { PendingCalls } from '@tapboard/store/testing'

/** A store with its count of pending calls. */
export interface QuietStore<DB> {
  readonly store: Store<DB>
  /** Whether a call is pending. */
  busy(): boolean
}

/** Wraps a store and counts its pending calls. */
export function quietStore<DB>(inner: Store<DB>): QuietStore<DB> {
  const calls = new PendingCalls()
  const db = inner.db.withPlugin({
    transformQuery({ node }) {
      calls.begin()
      return node
    },
    async transformResult({ result }) {
      calls.end()
      return result
    },
  })
  return {
    store: {
      engine: inner.engine,
      durable: inner.durable,
      db,
      transaction: (work) => calls.count(() => inner.transaction(work))(),
      migrate: (set) => inner.migrate(set),
      missing: (set) => inner.missing(set),
      now: calls.count(() => inner.now()),
      claimDue: (trx, request) => inner.claimDue(trx, request),
      notify: (channel, payload) => inner.notify(channel, payload),
      listen: (channel, handler) => inner.listen(channel, handler),
      ping: () => inner.ping(),
      probe: () => inner.probe(),
      connections: () => inner.connections(),
      close: () => inner.close(),
    },
    busy: () => calls.isBusy,
  }
}
