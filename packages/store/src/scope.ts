/**
 * Tracks the transaction of the running code. `now` and `notify` join it; `store.db` inside it is rejected:
 * it would wait for itself on an embedded file and would run outside of the transaction on PostgreSQL.
 */
import { AsyncContext } from '#context'
import { StoreError } from './errors.ts'

/** A notice that is sent after the commit. */
export interface PendingNotice {
  readonly channel: string
  readonly payload: string
}

export interface Scope<Trx> {
  /** False after the work has returned, even if un-awaited code of it still runs. */
  open: boolean
  /** Query builder of the transaction. */
  readonly trx: Trx
  /** Notices to send after the commit. */
  readonly notices: PendingNotice[]
}

/** Tracks the transactions of one database in this process. */
export class Scopes<Trx> {
  readonly #context = new AsyncContext<Scope<Trx>>()

  /** The caller's open transaction, if any. */
  current(): Scope<Trx> | undefined {
    const scope = this.#context.get()
    return scope?.open === true ? scope : undefined
  }

  /** Throws `nested-use` when the caller is inside a transaction. */
  refuseInside(): void {
    if (this.current() !== undefined)
      throw new StoreError(
        'nested-use',
        'A transaction is running here; use the `trx` it hands to its work instead of the store.',
      )
  }

  /** Runs work with `scope` as its transaction. */
  async run<Result>(scope: Scope<Trx>, work: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#context.run(scope, work)
    } finally {
      scope.open = false
    }
  }
}
