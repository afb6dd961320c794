// A ledger's store whose calls pass through a function of the simulation.
import type { LedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'

/** Calls without a request to the database, or with one of their own. */
const DIRECT: readonly (keyof LedgerStore)[] = ['embedded', 'externalIdKey', 'listen']

type Call = (...given: readonly unknown[]) => Promise<unknown>

/** The store with `around` about each call; `name` is the called method. */
export function wrappedStore(
  inner: LedgerStore,
  around: <Result>(work: () => Promise<Result>, name: keyof LedgerStore) => Promise<Result>,
): LedgerStore {
  const members = (Object.entries(inner) as [keyof LedgerStore, unknown][]).map(([name, member]) => {
    if (typeof member !== 'function' || DIRECT.includes(name)) return [name, member]
    const call = member as Call
    const wrapped: Call = (...given) => around(() => call(...given), name)
    return [name, wrapped]
  })
  return Object.fromEntries(members) as LedgerStore
}
