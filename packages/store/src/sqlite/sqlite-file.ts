/**
 * One embedded file within this process: a fair lock, so that two stores on one file take turns without blocking
 * the event loop, and the listeners they share. Other processes are kept apart by SQLite's own lock.
 */
import { unavailable } from '../errors.ts'
import { Listeners } from '../notice.ts'
import { Scopes } from '../scope.ts'

/** Work that may wait for one file (INV-17); beyond it the answer is 503 at once. */
const WAITING_MAX = 10_000

/** A file that is open in this process. */
export class SqliteFile {
  /** Who hears this file's channels. */
  readonly listeners = new Listeners()
  /** The transaction the running code is in. */
  readonly scopes = new Scopes<unknown>()
  #held = false
  readonly #waiting = new Set<() => void>()

  /** Waits for the turn of the caller; `release` must follow. */
  async acquire(timeoutMs: number): Promise<void> {
    if (!this.#held) {
      this.#held = true
      return
    }
    if (this.#waiting.size >= WAITING_MAX) throw unavailable('Too much work waits for the store.')
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

  /** Ends the caller's turn. */
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

/** The files open in this process; like the operating system's locks, there is one per process by nature. */
const openFiles = new Map<string, { file: SqliteFile; stores: number }>()

/** Joins the others on the same file; `path` undefined (memory) is always alone. */
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
