// P12: acknowledged means on disk. Tills sell without pause while the process that holds the store is killed again and again: the
// BFF itself on an embedded file, the server or one of its backends on PostgreSQL. At the end every acknowledged start, every
// session and every charge of the service is compared with the ledger.
import { join } from 'node:path'
import { isSettled } from '@tapboard/contract'
import { isStoreUnavailable, openStore, type Store } from '@tapboard/store'
import pg from 'pg'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { seeded } from '../bench/common/order.ts'
import { RestartablePostgres } from '../kit/postgres.ts'
import { Books } from './books.ts'
import { layGround, type Ground } from './ground.ts'
import { Instance } from './instance.ts'
import { judge } from './judge.ts'

/** The options of the kill runs. */
interface KillsOptions {
  readonly engine: 'sqlite' | 'postgres'
  readonly kills: number
  readonly seed: number
  /** Tills that sell at the same time, each with a terminal of its own. */
  readonly tills: number
}

/** The result of the kill runs. */
interface KillsResult {
  readonly engine: 'sqlite' | 'postgres'
  readonly kills: number
  /** Starts that were answered with 200 or 201. */
  readonly acknowledged: number
  readonly sessions: number
  readonly approved: number
  readonly inDoubt: number
  readonly breaches: readonly string[]
}

/** From one kill to the next, at least and at most. */
const BETWEEN_MS = [200, 1_500] as const
/** Time after the last kill until a sale must be in its correct state (P4, P87). */
const QUIET_MS = 30_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The process to kill, and its restart. */
interface Victim {
  kill(chance: () => number): Promise<void>
  end(): Promise<void>
  readonly store: string
}

async function postgresVictim(folder: string): Promise<Victim> {
  const server = await RestartablePostgres.open({ folder, durable: true })
  /** One backend: the server ends all others and recovers. */
  const killBackend = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'tapboard' order by random() limit 1`,
      )
      const [row] = rows
      if (row !== undefined) process.kill(row.pid, 'SIGKILL')
      await client.end().catch(() => {})
    } catch {
      // The server is recovering from the last kill, so this kill has no effect.
    }
  }
  return {
    store: server.url,
    async kill(chance) {
      if (chance() < 0.5) return killBackend()
      await server.kill()
      await server.start()
    },
    end: () => server.stop(),
  }
}

/** Sells one order after another until it is stopped. Returns every acknowledged sale, by order. */
async function sell(
  name: string,
  ground: Ground,
  instance: Instance,
  newDevice: () => Promise<string>,
  stopped: () => boolean,
): Promise<Map<string, string[]>> {
  const acknowledged = new Map<string, string[]>()
  let device = await newDevice()
  for (let number = 1; !stopped(); number += 1) {
    const order = `${name}-${number}`
    const page = ground.page(order)
    const ids: string[] = []
    acknowledged.set(order, ids)
    let minted = false
    let saleId: string | null = null
    while (saleId === null && !stopped()) {
      minted ||= await page.getToken(0, '42.00', instance.url).then(
        () => true,
        () => false,
      )
      const answer = minted ? await page.tell(page.start(device), instance.url) : null
      const isAcknowledged = answer?.status === 200 || answer?.status === 201
      if (isAcknowledged) saleId = answer.sale?.id ?? null
      if (saleId === null) await pause(50)
    }
    if (saleId === null) break
    ids.push(saleId)
    for (;;) {
      const { sale } = await page.tell({ method: 'GET', path: `/v1/sales/${saleId}` }, instance.url)
      if (sale !== null && isSettled(sale.state)) break
      if (sale?.state === 'in_doubt' || stopped()) {
        device = await newDevice()
        break
      }
      await pause(100)
    }
  }
  return acknowledged
}

export async function runKills(options: KillsOptions): Promise<KillsResult> {
  const { engine, kills, seed } = options
  const chance = seeded(seed)
  const ground = await layGround(null)
  const devices: string[] = []
  const breaches: string[] = []
  const victim = engine === 'postgres' ? await postgresVictim(join(ground.folder, 'postgres')) : null
  const store = victim?.store ?? (await ground.newStore('sqlite'))
  const settings = ground.bffOptions(store, ground.serviceUrl, { longPoll: true })
  const instance = new Instance('durable', settings, join(ground.folder, 'durable.log'))
  let books: Books | null = null
  try {
    await instance.start()
    let over = false
    const newDevice = async (): Promise<string> => {
      const device = await ground.newDevice()
      devices.push(device)
      return device
    }
    const selling = Array.from({ length: options.tills }, (_, till) =>
      sell(`till-${till}`, ground, instance, newDevice, () => over),
    )
    for (let count = 0; count < kills; count += 1) {
      await pause(BETWEEN_MS[0] + chance() * (BETWEEN_MS[1] - BETWEEN_MS[0]))
      if (victim === null) {
        await instance.kill()
        await instance.start()
      } else await victim.kill(chance)
    }
    over = true
    const sold = await Promise.all(selling)
    books = new Books(await openAgain(store), ground.book)
    const states = await quiet(books)
    const acknowledged = new Map(sold.flatMap((orders) => [...orders]))
    for (const order of new Set([...acknowledged.keys(), ...(await books.orders())])) {
      const evidence = { ...(await books.evidence(order)), acknowledged: acknowledged.get(order) ?? [] }
      breaches.push(...judge({ ...evidence, frames: [] }).map((breach) => `${order}: ${breach}`))
    }
    const orphans = await books.orphans(devices)
    breaches.push(...orphans.map((id) => `P12: the session of ${id} has no row`))
    const { open, approved, inDoubt } = states
    if (open > 0) breaches.push(`P4: ${open} sales are not over ${QUIET_MS} ms after the last kill`)
    return {
      engine,
      kills,
      acknowledged: [...acknowledged.values()].flat().length,
      sessions: await books.sessionCount(devices),
      approved,
      inDoubt,
      breaches,
    }
  } finally {
    await instance.kill()
    await books?.close()
    await victim?.end()
    await ground.close(breaches.length > 0)
  }
}

/** The ledger, as soon as its server has recovered from the last kill. */
async function openAgain(url: string): Promise<Store<LedgerTables>> {
  const endsAtMs = performance.now() + QUIET_MS
  for (;;)
    try {
      return await openStore<LedgerTables>(url, { maxConnections: 2 })
    } catch (error) {
      if (!isStoreUnavailable(error) || performance.now() > endsAtMs) throw error
      await pause(100)
    }
}

/** Waits until no sale is under way any more, and counts the sales by state. */
async function quiet(books: Books): Promise<{ open: number; approved: number; inDoubt: number }> {
  const endsAtMs = performance.now() + QUIET_MS
  for (;;) {
    const counts = await books.counts()
    const of = (state: string): number => counts.get(state) ?? 0
    const open = of('intent') + of('sending') + of('started')
    if (open === 0 || performance.now() > endsAtMs)
      return { open, approved: of('approved'), inDoubt: of('in_doubt') }
    await pause(200)
  }
}
