// The house of the servers: opens them from what is kept, begins anew where that cannot be read, and hands them to whoever asks.
// One at a time in a browser: a lock keeps two versions of the site, or two tabs without a shared worker, from writing over one another.
import initSqlJs from 'sql.js'
import wasmUrl from 'sql.js/dist/sql-wasm.wasm?url'
import type { WasmSqlite } from '@tapboard/store/memory'
import { createKeeper, type Keeper } from './keeper.ts'
import { openInPage, type InPage } from './stack.ts'

/** The open servers. */
export interface House {
  readonly inPage: InPage
  readonly keeper: Keeper
}

const LOCK = 'tapboard-demo'

/** Takes the lock for as long as this page or worker lives; `waits` is told when another has it. */
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

async function openAt(sqlite: WasmSqlite): Promise<House> {
  let inPage: InPage | null = null
  const keeper = createKeeper(() => inPage?.snapshot() ?? Promise.reject(new Error('It is not open yet.')))
  const open = (snapshot: Awaited<ReturnType<Keeper['read']>>): Promise<InPage> =>
    openInPage({ sqlite, snapshot, origin: location.origin, changed: () => keeper.changed() })
  const kept = await keeper.read()
  // A snapshot of a newer version of this site, or a torn one: there is no money in it, so it begins anew.
  const opened = await open(kept).catch((error: unknown) => {
    if (kept === null) throw error
    return open(null)
  })
  inPage = opened
  keeper.changed()
  return { inPage: opened, keeper }
}

/** Opens the house, and a new one whenever everything is forgotten. */
export interface HouseKeeping {
  current(): Promise<House>
  /** Forgets everything; the next `current` is a new house. */
  forget(): Promise<void>
  /** Pages that live in this house: told before it is torn down and when the next one is open. */
  readonly tenants: Set<Tenant>
}

/** A page whose house may be torn down. */
export interface Tenant {
  /** From now on what the page asks belongs to a house that is no more. */
  leaving(): void
  /** The next house is open. */
  forgotten(): void
}

/** Keeps the house. `waits` is told when another tab has it. */
export function keepHouse(waits: () => void): HouseKeeping {
  const sqlite = takeLock(waits).then(loadSqlite)
  let house: Promise<House> = sqlite.then(openAt)
  const tenants = new Set<Tenant>()
  return {
    current: () => house,
    tenants,
    async forget() {
      const old = await house
      for (const tenant of tenants) tenant.leaving()
      await old.keeper.forget()
      await old.inPage.close()
      house = sqlite.then(openAt)
      await house
      for (const tenant of tenants) tenant.forgotten()
    },
  }
}
