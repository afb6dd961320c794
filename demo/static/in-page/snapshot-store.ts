// Stores one snapshot in IndexedDB soon after a change, one write at a time. Without storage the demo starts
// over at each visit; it never fails.
import type { Snapshot } from './stack.ts'

const DATABASE = 'tapboard-demo'
const STORE = 'snapshot'
const KEY = 'newest'

/** Debounce of a burst of commits; younger changes may be lost with the page. */
const SOON_MS = 60

export interface SnapshotStore {
  read(): Promise<Snapshot | null>
  changed(): void
  /** Resolves when all earlier changes are stored. */
  kept(): Promise<void>
  /** Deletes the snapshot and stores nothing more. */
  forget(): Promise<void>
}

const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed.')))
  })

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE))
  return done(opening)
}

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === 'object' &&
  value !== null &&
  'database' in value &&
  value.database instanceof Uint8Array &&
  'texts' in value &&
  value.texts instanceof Map

/** Creates a snapshot store of the state that `take` returns. */
export function createSnapshotStore(take: () => Promise<Snapshot>): SnapshotStore {
  const database = openDatabase().catch(() => null)
  const use = async <Value>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value | null> => {
    try {
      const opened = await database
      return opened === null ? null : await done(work(opened.transaction(STORE, mode).objectStore(STORE)))
    } catch {
      return null
    }
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let dirty = false
  let over = false
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  const write = async (): Promise<void> => {
    if (over) return
    // The store rejects this during a long transaction: the next change retries.
    const snapshot = await take().catch(() => null)
    if (snapshot !== null && !over) await use('readwrite', (store) => store.put(snapshot, KEY))
  }
  /** Callers that wait during a write share the next write. */
  const flush = (): Promise<void> => {
    next ??= writing.then(() => {
      clearTimeout(timer)
      timer = undefined
      next = null
      dirty = false
      writing = write()
      return writing
    })
    return next
  }
  return {
    async read() {
      const kept = await use<unknown>('readonly', (store) => store.get(KEY) as IDBRequest<unknown>)
      return isSnapshot(kept) ? kept : null
    },
    changed() {
      if (over) return
      dirty = true
      timer ??= setTimeout(() => void flush(), SOON_MS)
    },
    kept: () => (dirty ? flush() : writing),
    async forget() {
      over = true
      clearTimeout(timer)
      await (next ?? writing)
      await use('readwrite', (store) => store.delete(KEY))
    },
  }
}
