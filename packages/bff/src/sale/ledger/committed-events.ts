// Reports the events that this process commits: to its watchers, which then need no read, and to the copy of the heads.
import type { SaleEventRow } from '../machine/row.ts'
import type { LedgerStore } from './ledger-store.ts'

/** Reports each event of a transaction after its commit; `report` must not throw. A lost acknowledgement reports nothing. */
export const withCommitted = (store: LedgerStore, report: (event: SaleEventRow) => void): LedgerStore => ({
  ...store,
  async transaction(work) {
    let events: SaleEventRow[] = []
    const result = await store.transaction((trx) => {
      // The store repeats the work of a transaction that it gave up.
      events = []
      return work({
        ...trx,
        async insertEvent(event) {
          await trx.insertEvent(event)
          events.push(event)
        },
        async move(read, changes, event) {
          const isMoved = await trx.move(read, changes, event)
          if (isMoved) events.push(event)
          return isMoved
        },
      })
    })
    events.forEach(report)
    return result
  },
})
