/**
 * One wait for the disk for many transactions: whoever comes while a transaction runs is run after it under the same
 * commit, each in a savepoint of its own. Decides who shares a commit; nobody is answered before it is on disk.
 */
import { snapshot, turn } from '#context'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { aborted, closed, isStoreError, unavailable } from '../errors.ts'

/** Transactions under one commit: more would keep the first one waiting longer than the disk does. */
const GROUP_MAX = 16

/** Transactions that may wait (INV-17); beyond it the answer is 503 at once. */
const WAITING_MAX = 10_000

const MARK = CompiledQuery.raw('savepoint one')
const KEEP = CompiledQuery.raw('release one')
/** Undoes one transaction of a group; the only statement that may follow a failed one. */
export const UNDO = CompiledQuery.raw('rollback to one')

interface Job<DB> {
  /** Runs the work; never rejects, keeps what came of it. */
  readonly run: (trx: Transaction<DB>) => Promise<boolean>
  /** Tells the caller what came of it; called once the commit has ended. */
  readonly tell: () => void
  readonly refuse: (error: unknown) => void
  readonly cancelTimer: () => void
}

/** Runs transactions in groups. */
export class GroupCommit<DB> {
  readonly #db: Kysely<DB>
  readonly #failed: () => boolean
  readonly #timeoutMs: number
  readonly #waiting = new Set<Job<DB>>()
  #pumping: Promise<void> | undefined
  #closed = false

  /** `failed`: did a statement fail since the last mark? Then nothing after the mark is kept, whoever caught it. */
  constructor(db: Kysely<DB>, failed: () => boolean, timeoutMs: number) {
    this.#db = db
    this.#failed = failed
    this.#timeoutMs = timeoutMs
  }

  /** Runs `work`; resolves when it is on disk, rejects when nothing of it is. */
  run<Result>(work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
    if (this.#closed) return Promise.reject(closed())
    if (this.#waiting.size >= WAITING_MAX)
      return Promise.reject(unavailable('Too much work waits for the store.'))
    const here = snapshot()
    return new Promise((resolve, reject) => {
      let tell = (): void => {}
      const job: Job<DB> = {
        run: (trx) =>
          here(async () => {
            try {
              const result = await work(trx)
              if (this.#failed()) throw aborted()
              tell = () => resolve(result)
              return true
            } catch (error) {
              tell = () => reject(error)
              return false
            }
          }),
        tell: () => tell(),
        refuse: reject,
        cancelTimer: () => clearTimeout(timer),
      }
      const timer = setTimeout(() => {
        if (this.#waiting.delete(job)) reject(unavailable('The store was busy for too long.'))
      }, this.#timeoutMs)
      this.#waiting.add(job)
      this.#pumping ??= this.#pump()
    })
  }

  /** Takes no more; resolves when everything that was taken has ended. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#pumping
  }

  #next(): Job<DB> | undefined {
    const [job] = this.#waiting
    if (job === undefined) return undefined
    this.#waiting.delete(job)
    job.cancelTimer()
    return job
  }

  async #pump(): Promise<void> {
    // Those who come in the same turn of the event loop are in the first group already.
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      await this.#group()
      // This engine never waits for the network: without a turn, work that begets work would keep timers and requests from running.
      await turn()
    }
    // In the same turn as the last look, so that nobody comes in between.
    this.#pumping = undefined
  }

  async #group(): Promise<void> {
    const group: Job<DB>[] = []
    try {
      await this.#db.transaction().execute(async (trx) => {
        for (let job = this.#next(); job !== undefined; job = this.#next()) {
          group.push(job)
          // Nothing is before the first one that its failure could undo.
          if (group.length === 1) {
            if (!(await job.run(trx))) throw NOTHING
          } else await runMarked(trx, job)
          if (group.length >= GROUP_MAX) return
        }
      })
      for (const job of group) job.tell()
    } catch (error) {
      if (error === NOTHING) {
        for (const job of group) job.tell()
        return
      }
      // SQLite ended the transaction by itself (full disk): of the others' work nothing is kept either, and that is no fault of theirs.
      const fault = isStoreError(error)
        ? error
        : unavailable('The store undid everything that waited together.', error)
      if (group.length > 0) for (const job of group) job.refuse(fault)
      // No transaction could begin: whoever is first hears why, the others try again.
      else this.#next()?.refuse(fault)
    }
  }
}

const NOTHING = Symbol('the only transaction of a group failed')

async function runMarked<DB>(trx: Transaction<DB>, job: Job<DB>): Promise<void> {
  await trx.executeQuery(MARK)
  if (!(await job.run(trx))) await trx.executeQuery(UNDO)
  await trx.executeQuery(KEEP)
}
