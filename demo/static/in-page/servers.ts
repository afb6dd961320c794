// Owns the in-browser servers: opens them from the snapshot, starts over if it is unreadable, and passes them
// to callers. Only one instance per browser: a lock prevents two versions of the site, or two tabs without a
// shared worker, from overwriting each other.
import initSqlJs from 'sql.js'
import wasmUrl from 'sql.js/dist/sql-wasm.wasm?url'
import type { WasmSqlite } from '@tapboard/store/memory'
import { createSnapshotStore, type SnapshotStore } from './snapshot-store.ts'
import { openInPage, type InPage } from './stack.ts'

export interface InPageServers {
  readonly inPage: InPage
  readonly keeper: SnapshotStore
}

const LOCK = 'tapboard-demo'

/** Acquires the lock for the lifetime of this page or worker; `waits` is called while another one holds it. */
async function takeLock(waits: () => void): Promise<void> {
  const held = new Promise<never>(() => {})
  await new Promise<void>((taken) => {
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock !== null) {
        taken()
        return held
      }
      waits()
      void navigator.locks.request(LOCK, () => {
        taken()
        return held
      })
      return undefined
    })
  })
}

async function loadSqlite(): Promise<WasmSqlite> {
  const answer = await fetch(wasmUrl)
  if (!answer.ok) throw new Error(`${wasmUrl} was not found (${answer.status}).`)
  return initSqlJs({ wasmBinary: await answer.arrayBuffer() })
}

async function openAt(sqlite: WasmSqlite): Promise<InPageServers> {
  let inPage: InPage | null = null
  const keeper = createSnapshotStore(
    () => inPage?.snapshot() ?? Promise.reject(new Error('It is not open yet.')),
  )
  const open = (snapshot: Awaited<ReturnType<SnapshotStore['read']>>): Promise<InPage> =>
    openInPage({ sqlite, snapshot, origin: location.origin, changed: () => keeper.changed() })
  const kept = await keeper.read()
  // The snapshot is of a newer version or damaged. It contains no money, so start over.
  const opened = await open(kept).catch((error: unknown) => {
    if (kept === null) throw error
    return open(null)
  })
  inPage = opened
  keeper.changed()
  return { inPage: opened, keeper }
}

/** Opens the servers, and new ones after every reset. */
export interface ServerOwner {
  current(): Promise<InPageServers>
  /** Deletes all data; the next `current` has new servers. */
  forget(): Promise<void>
  /** Pages that use these servers: notified before a reset and after it. */
  readonly tenants: Set<ServerUser>
}

/** A page whose servers may be reset. */
export interface ServerUser {
  /** The servers are closing: later requests of the page belong to the next ones. */
  leaving(): void
  /** The next servers are open. */
  forgotten(): void
}

/** Creates the owner of the servers. `waits` is called while another tab holds the lock. */
export function ownServers(waits: () => void): ServerOwner {
  const sqlite = takeLock(waits).then(loadSqlite)
  let servers: Promise<InPageServers> = sqlite.then(openAt)
  const tenants = new Set<ServerUser>()
  return {
    current: () => servers,
    tenants,
    async forget() {
      const old = await servers
      for (const tenant of tenants) tenant.leaving()
      await old.keeper.forget()
      await old.inPage.close()
      servers = sqlite.then(openAt)
      await servers
      for (const tenant of tenants) tenant.forgotten()
    },
  }
}
