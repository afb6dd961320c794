// A process's access to the ledger's store. Each call may meet an unreachable store, a lost commit, a lost or late
// acknowledgement, or the death of the process.
import { StoreError } from '@tapboard/store'
import type { LedgerStore } from '../../packages/bff/src/sale/ledger/ledger-store.ts'
import type { Committed, MemoryLedger } from './memory-ledger.ts'
import type { MemoryConnection } from './memory-transaction.ts'
import type { SaleRow } from '../../packages/bff/src/sale/machine/row.ts'
import { unitOf } from './chance.ts'
import type { Faults } from './faults.ts'
import type { SimProcess } from './process.ts'
import type { Scenario } from './story.ts'
import type { World } from './world.ts'
import { wrappedStore } from '../../packages/bff/src/sale/ledger/store.testing.ts'

/** A database of a simulation. */
export type Books = Pick<MemoryLedger, 'connect' | 'row' | 'rows' | 'eventsOf' | 'onCommit' | 'grants'> & {
  close?(): Promise<void>
  /** A ledger that can be put back to an earlier state. */
  readonly copy?: MemoryLedger['copy']
  readonly recovery?: MemoryLedger['recovery']
}

/** Longer than a lease and the next look for due sales. */
const PAUSE_MAX_MS = 14_500

const away = (): StoreError => new StoreError('store-unavailable', 'The store is away.')

/** The store faults of this run. */
export class StoreFaults {
  readonly #world: World
  readonly #scenario: Scenario
  readonly #faults: Faults
  #commits = 0
  /** Processes that are paused until another one has written a sale. */
  readonly #paused = new Set<(committed: Committed) => void>()

  constructor(world: World, scenario: Scenario, faults: Faults) {
    this.#world = world
    this.#scenario = scenario
    this.#faults = faults
  }

  /** A commit: resumes the processes that are paused until then. */
  committed(committed: Committed): void {
    for (const listener of this.#paused) listener(committed)
  }

  /** Pauses the process until `isOver` accepts a commit; resolves then. */
  #pauseUntil(process: SimProcess, isOver: (committed: Committed) => boolean): Promise<void> {
    const listener = (committed: Committed): void => {
      // Resumes only after every listener has received the commit.
      if (isOver(committed)) this.#world.after(0, () => process.resume())
    }
    this.#paused.add(listener)
    return process.pause(PAUSE_MAX_MS).finally(() => this.#paused.delete(listener))
  }

  /** Throws while the store is away for this process. */
  check(process: SimProcess): void {
    const sinceMs = this.#world.sinceMs
    for (const fault of this.#faults.at('store')) {
      const ours = fault.process < 0 || fault.process === process.index
      if (ours && sinceMs >= fault.fromMs && sinceMs < fault.fromMs + fault.forMs) {
        this.#faults.recordApplied(fault)
        throw away()
      }
    }
  }

  losesNotices(): boolean {
    const sinceMs = this.#world.sinceMs
    const lost = this.#faults
      .at('notice')
      .find((fault) => sinceMs >= fault.fromMs && sinceMs < fault.fromMs + fault.forMs)
    if (lost !== undefined) this.#faults.recordApplied(lost)
    return lost !== undefined
  }

  /** A process's way to the store. */
  connection(process: SimProcess): MemoryConnection {
    const check = (): void => {
      process.mustLive()
      this.check(process)
    }
    let lost: SaleRow | null = null
    return {
      now: () => this.#world.now(),
      pass: check,
      overtaken: (read) => {
        const fault = this.#faults.next('write')
        if (fault?.kind === 'lost and overtaken') lost = read
        if (fault?.kind !== 'overtaken') return undefined
        return this.#pauseUntil(process, ({ rows }) =>
          rows.some(({ after }) => after.id === read.id && after.fence !== read.fence),
        )
      },
      commit: async () => {
        check()
        this.#commits += 1
        if (lost !== null) {
          const { id } = lost
          lost = null
          void this.#pauseUntil(process, ({ events }) => events.some((event) => event.saleId === id))
          throw away()
        }
        const { storeMs, seed } = this.#scenario
        if (storeMs > 0) {
          await this.#world.pause(Math.round(unitOf(seed, 7, this.#commits) * storeMs))
          process.mustLive()
        }
        const fault = this.#faults.next('commit')
        if (fault === undefined) return
        this.#world.say('store', `a commit of ${process.name} is ${fault.kind}`)
        if (fault.kind === 'lost') throw away()
        return fault.kind === 'late'
          ? () => this.#world.pause(fault.ms)
          : () => {
              throw away()
            }
      },
    }
  }
}

/** The store as one process sees it. */
export function storeOf(process: SimProcess, inner: LedgerStore, storeFaults: StoreFaults): LedgerStore {
  return {
    ...wrappedStore(inner, (work) => process.ask(work)),
    listen: (handler) =>
      inner.listen((wakeup) => {
        if (process.alive && !storeFaults.losesNotices()) handler(wakeup)
      }),
  }
}
