/**
 * Group commit: transactions that arrive while one runs share the next commit, each in its own savepoint.
 * No caller gets a result before the commit is on disk.
 */
import { snapshot, turn } from '#context'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { aborted, closed, isStoreError, unavailable } from '../errors.ts'

/** Transactions per commit; with more, the first one would wait longer than one disk sync. */
const GROUP_MAX = 16

// Length of the queue (INV-17); beyond it the store is unavailable (503) at once.
const WAITING_MAX = 10_000

const SAVEPOINT = CompiledQuery.raw('savepoint one')
const RELEASE_SAVEPOINT = CompiledQuery.raw('release one')
/** Rolls back one transaction of a group; the only statement that may follow a failed one. */
export const ROLLBACK_TO_SAVEPOINT = CompiledQuery.raw('rollback to one')

interface Job<DB> {
  /** Runs the work and keeps its outcome; never rejects. False: roll it back. */
  readonly run: (trx: Transaction<DB>) => Promise<boolean>
  /** Settles the caller's promise; called after the commit. */
  readonly settle: () => void
  readonly reject: (error: unknown) => void
  readonly cancelTimer: () => void
}

/** Runs transactions in groups with one commit each. */
export class GroupCommit<DB> {
  readonly #db: Kysely<DB>
  readonly #failed: () => boolean
  readonly #timeoutMs: number
  readonly #waiting = new Set<Job<DB>>()
  #running: Promise<void> | undefined
  #closed = false

  /**
   * `failed`: whether a statement failed since the last savepoint. Then the transaction is rolled back, even if
   * the work caught the error.
   */
  constructor(db: Kysely<DB>, failed: () => boolean, timeoutMs: number) {
    this.#db = db
    this.#failed = failed
    this.#timeoutMs = timeoutMs
  }

  /** Runs `work`; resolves after its commit is on disk, rejects after its rollback. */
  run<Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(closed())
    if (this.#waiting.size >= WAITING_MAX) return Promise.reject(unavailable("The store's queue is full."))
    const inCallersContext = snapshot()
    return new Promise((resolve, reject) => {
      let settle = (): void => {}
      const job: Job<DB> = {
        run: (trx) =>
          inCallersContext(async () => {
            try {
              const result = await work(trx)
              if (this.#failed()) throw aborted()
              settle = () => resolve(result)
              return true
            } catch (error) {
              settle = () => reject(error)
              return false
            }
          }),
        settle: () => settle(),
        reject,
        cancelTimer: () => clearTimeout(timer),
      }
      const timer = setTimeout(() => {
        if (this.#waiting.delete(job)) reject(unavailable('The store was busy for too long.'))
      }, this.#timeoutMs)
      this.#waiting.add(job)
      this.#running ??= this.#runGroups()
    })
  }

  /** Rejects new transactions; resolves when all accepted ones have ended. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  #next(): Job<DB> | undefined {
    const [job] = this.#waiting
    if (job === undefined) return undefined
    this.#waiting.delete(job)
    job.cancelTimer()
    return job
  }

  async #runGroups(): Promise<void> {
    // Transactions of the same event-loop turn join the first group.
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      await this.#group()
      // SQLite never waits for the network: without a turn, continuous work would starve timers and requests.
      await turn()
    }
    // Runs in the same turn as the last check, so no job can arrive in between.
    this.#running = undefined
  }

  async #group(): Promise<void> {
    const group: Job<DB>[] = []
    try {
      await this.#db.transaction().execute(async (trx) => {
        for (let job = this.#next(); job !== undefined; job = this.#next()) {
          group.push(job)
          // The first job needs no savepoint: a rollback of the whole transaction undoes nothing else.
          if (group.length === 1) {
            if (!(await job.run(trx))) throw ROLL_BACK
          } else await runInSavepoint(trx, job)
          if (group.length >= GROUP_MAX) return
        }
      })
      for (const job of group) job.settle()
    } catch (error) {
      if (error === ROLL_BACK) {
        for (const job of group) job.settle()
        return
      }
      // SQLite rolled back the whole transaction (full disk): the other jobs failed for a reason that is not
      // theirs.
      const fault = isStoreError(error)
        ? error
        : unavailable('The store rolled back the whole group of transactions.', error)
      if (group.length > 0) for (const job of group) job.reject(fault)
      // No transaction could begin: the first job gets the error, the others are retried.
      else this.#next()?.reject(fault)
    }
  }
}

const ROLL_BACK = Symbol('the only transaction of a group failed')

async function runInSavepoint<DB>(trx: Transaction<DB>, job: Job<DB>): Promise<void> {
  await trx.executeQuery(SAVEPOINT)
  if (!(await job.run(trx))) await trx.executeQuery(ROLLBACK_TO_SAVEPOINT)
  await trx.executeQuery(RELEASE_SAVEPOINT)
}
