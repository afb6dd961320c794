/**
 * Which transaction the running code is in. Lets `now` and `notify` join it, and refuses `store.db` inside of it:
 * that would wait for itself on an embedded file and slip out of the transaction on PostgreSQL.
 */
import { Carried } from '#context'
import { StoreError } from './errors.ts'

/** A notice that waits for the commit. */
export interface PendingNotice {
  /** Where it goes. */
  readonly channel: string
  /** What it carries. */
  readonly payload: string
}

/** One transaction while its work runs. */
export interface Scope<Trx> {
  /** False once the work has returned, whatever still runs in its shadow. */
  open: boolean
  /** The transaction's queries. */
  readonly trx: Trx
  /** To be told after the commit (SQLite). */
  readonly notices: PendingNotice[]
}

/** The transactions of one database in this process. */
export class Scopes<Trx> {
  readonly #storage = new Carried<Scope<Trx>>()

  /** The transaction the caller is inside of. */
  current(): Scope<Trx> | undefined {
    const scope = this.#storage.get()
    return scope?.open === true ? scope : undefined
  }

  /** Throws `nested-use` inside a transaction. */
  refuseInside(): void {
    if (this.current() !== undefined)
      throw new StoreError(
        'nested-use',
        'A transaction is running here; use the `trx` it hands to its work instead of the store.',
      )
  }

  /** Runs work inside of a transaction. */
  async run<Result>(scope: Scope<Trx>, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#storage.run(scope, work)
    } finally {
      scope.open = false
    }
  }
}
