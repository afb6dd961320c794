// Keeps one snapshot in the browser (IndexedDB), soon after something changed and never two at once. A browser that refuses storage
// makes a demo that begins anew at each visit; it never makes an error.
import type { Snapshot } from './stack.ts'

const DATABASE = 'tapboard-demo'
const STORE = 'snapshot'
const KEY = 'newest'

/** A burst of commits makes one snapshot; what is younger than this may be lost with the page. */
const SOON_MS = 60

/** Keeps snapshots. */
export interface Keeper {
  read(): Promise<Snapshot | null>
  /** Something changed. */
  changed(): void
  /** Resolves when everything that changed until now is kept: what is answered before may be lost with the page. */
  kept(): Promise<void>
  /** Forgets what is kept, and keeps nothing more. */
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

/** A keeper of what `take` gives. */
export function createKeeper(take: () => Promise<Snapshot>): Keeper {
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
    // Refused while a transaction takes too long: the next change tries again.
    const snapshot = await take().catch(() => null)
    if (snapshot !== null && !over) await use('readwrite', (store) => store.put(snapshot, KEY))
  }
  /** All who wait while one is written share the next one. */
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
