/**
 * Process-wide state of an embedded file: a fair lock, so that two stores on one file take turns without
 * blocking the event loop, and their shared listeners. SQLite's own lock excludes other processes.
 */
import { unavailable } from '../errors.ts'
import { Listeners } from '../notice.ts'
import { Scopes } from '../scope.ts'

// Length of the lock's queue (INV-17); beyond it the store is unavailable (503) at once.
const WAITING_MAX = 10_000

/** A file that is open in this process. */
export class SqliteFile {
  /** Listeners of this file's channels. */
  readonly listeners = new Listeners()
  /** Tracks the transaction of the running code. */
  readonly scopes = new Scopes<unknown>()
  #held = false
  readonly #waiting = new Set<() => void>()

  /** Acquires the lock; the caller must call `release`. */
  async acquire(timeoutMs: number): Promise<void> {
    if (!this.#held) {
      this.#held = true
      return
    }
    if (this.#waiting.size >= WAITING_MAX) throw unavailable("The store's queue is full.")
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(turn)
        reject(unavailable('The store was busy for too long.'))
      }, timeoutMs)
      this.#waiting.add(turn)
    })
  }

  /** Releases the lock to the next waiter. */
  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#held = false
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** Open files of this process; module-level because file locks are per process. */
const openFiles = new Map<string, { file: SqliteFile; stores: number }>()

/** Shares the state of a file among its stores; without a path (memory) the state is private. */
export function joinFile(path: string | undefined): { file: SqliteFile; leave: () => void } {
  if (path === undefined) return { file: new SqliteFile(), leave: () => {} }
  const entry = openFiles.get(path) ?? { file: new SqliteFile(), stores: 0 }
  entry.stores += 1
  openFiles.set(path, entry)
  return {
    file: entry.file,
    leave: () => {
      entry.stores -= 1
      if (entry.stores === 0) openFiles.delete(path)
    },
  }
}
