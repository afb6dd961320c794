// P12: acknowledged means on disk. Tills sell and refund without pause while the process that holds the store is killed again and
// again: the BFF itself on an embedded file, the server or one of its backends on PostgreSQL. At the end every acknowledged start,
// every result that a page has seen, and every session, charge and credit of the service are compared with the ledger.
import { join } from 'node:path'
import { isSettled, SALE_KINDS, type Sale, type SaleKind } from '@tapboard/contract'
import { isStoreUnavailable, openStore, type Store } from '@tapboard/store'
import pg from 'pg'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { seeded } from '../bench/common/order.ts'
import type { Page } from '../kit/page.ts'
import { RestartablePostgres } from '../kit/postgres.ts'
import { until } from '../kit/until.ts'
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
  /** Those of them that refund a sale. */
  readonly refunds: number
  readonly sessions: number
  readonly approved: number
  readonly inDoubt: number
  readonly breaches: readonly string[]
}

/** From one kill to the next, at least and at most. */
const BETWEEN_MS = [200, 1_500] as const
/** Time after the last kill until a sale must be in its correct state (P4, P87). */
const QUIET_MS = 30_000

/** Amount of an order, and the part of it that is paid back. */
const AMOUNT_MINOR: Readonly<Record<SaleKind, number>> = { sale: 4_200, refund: 1_200 }

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

/** An order, or its refund, as its page knows it. */
interface Deal {
  readonly order: string
  readonly kind: SaleKind
  /** ID of the start that was answered with 200 or 201, or `null`. */
  saleId: string | null
  /** The result that the page has seen, or `null`. */
  settled: Sale | null
}

/** A till with a terminal. It sells until it is stopped, and pays back a part of every second paid order. */
class Till {
  readonly deals: Deal[] = []
  readonly #ground: Ground
  readonly #instance: Instance
  readonly #newDevice: () => Promise<string>
  readonly #stopped: () => boolean
  #deviceId = ''

  constructor(ground: Ground, instance: Instance, newDevice: () => Promise<string>, stopped: () => boolean) {
    this.#ground = ground
    this.#instance = instance
    this.#newDevice = newDevice
    this.#stopped = stopped
  }

  /** Refunds whose start was acknowledged. */
  get refunds(): number {
    return this.deals.filter(({ kind, saleId }) => kind === 'refund' && saleId !== null).length
  }

  /** Sells one order after another. */
  async run(name: string): Promise<void> {
    this.#deviceId = await this.#newDevice()
    for (let number = 1; !this.#stopped(); number += 1) {
      const page = this.#ground.page(`${name}-${number}`)
      const sale = await this.#deal(page, 'sale')
      if (sale?.state !== 'approved' || number % 2 === 0) continue
      page.refund(sale.id)
      await this.#deal(page, 'refund')
    }
  }

  /** Starts a sale or refund and follows it. Returns its result, or `null` before the BFF reports one. */
  async #deal(page: Page, kind: SaleKind): Promise<Sale | null> {
    const deal: Deal = { order: page.order, kind, saleId: null, settled: null }
    this.deals.push(deal)
    deal.saleId = await this.#start(page, AMOUNT_MINOR[kind])
    while (deal.saleId !== null) {
      const read = { method: 'GET', path: `/v1/sales/${deal.saleId}` }
      const { sale } = await page.askAboutSale(read, this.#instance.url)
      if (sale !== null && isSettled(sale.state)) return (deal.settled = sale)
      if (sale?.state === 'in_doubt' || this.#stopped()) {
        this.#deviceId = await this.#newDevice()
        break
      }
      await pause(100)
    }
    return null
  }

  /** Repeats a start until it is acknowledged. Returns the ID of the sale, or `null` if the till was stopped before. */
  async #start(page: Page, amountMinor: number): Promise<string | null> {
    let minted = false
    while (!this.#stopped()) {
      minted ||= await page.getToken(0, (amountMinor / 100).toFixed(2), this.#instance.url).then(
        () => true,
        () => false,
      )
      const attempt = page.start(this.#deviceId, 1, amountMinor)
      const answer = minted ? await page.askAboutSale(attempt, this.#instance.url) : null
      const isAcknowledged = answer?.status === 200 || answer?.status === 201
      if (isAcknowledged && answer.sale !== null) return answer.sale.id
      await pause(50)
    }
    return null
  }
}

/** Compares the ledger, the pages and the service's log of charges and credits, for each order and its refund. */
async function compare(books: Books, deals: readonly Deal[]): Promise<string[]> {
  const breaches: string[] = []
  for (const order of new Set([...deals.map((deal) => deal.order), ...(await books.orders())])) {
    const references: (string | null)[] = []
    for (const kind of SALE_KINDS) {
      const deal = deals.find((one) => one.order === order && one.kind === kind)
      const evidence = await books.evidence(order, kind)
      const acknowledged = deal?.saleId ? [deal.saleId] : []
      const found = judge({ ...evidence, acknowledged, frames: [] })
      const rows = evidence.attempts.map(({ row }) => row)
      if (kind === 'sale') references.push(...rows.map(({ reference }) => reference))
      else if (rows.some(({ creditReference }) => !references.includes(creditReference)))
        found.push('INV-22: a refund names another sale')
      const { settled } = deal ?? {}
      const onDisk = rows.find(({ id }) => id === settled?.id)
      if (settled && onDisk?.state !== settled.state)
        found.push(`P12: its page saw ${settled.state}, and on disk it is ${onDisk?.state ?? 'absent'}`)
      breaches.push(...found.map((breach) => `${kind} of ${order}: ${breach}`))
    }
  }
  return breaches
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
    const tills = Array.from(
      { length: options.tills },
      () => new Till(ground, instance, newDevice, () => over),
    )
    const selling = tills.map((till, at) => till.run(`till-${at}`))
    // The first kill meets a refund, however slow the machine is.
    await until('the first refund is acknowledged', () => tills.some(({ refunds }) => refunds > 0), QUIET_MS)
    for (let count = 0; count < kills; count += 1) {
      await pause(BETWEEN_MS[0] + chance() * (BETWEEN_MS[1] - BETWEEN_MS[0]))
      if (victim === null) {
        await instance.kill()
        await instance.start()
      } else await victim.kill(chance)
    }
    over = true
    await Promise.all(selling)
    books = new Books(await openAgain(store), ground.book)
    const states = await quiet(books)
    const deals = tills.flatMap((till) => till.deals)
    breaches.push(...(await compare(books, deals)))
    const orphans = await books.orphans(devices)
    breaches.push(...orphans.map((id) => `P12: the session of ${id} has no row`))
    const { open, approved, inDoubt } = states
    if (open > 0) breaches.push(`P4: ${open} sales are not over ${QUIET_MS} ms after the last kill`)
    return {
      engine,
      kills,
      acknowledged: deals.filter(({ saleId }) => saleId !== null).length,
      refunds: tills.reduce((sum, { refunds }) => sum + refunds, 0),
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
    // A backend that was killed takes the server's other connections with it, a moment later.
    const counts = await books.counts().catch((error: unknown) => {
      if (!isStoreUnavailable(error) || performance.now() > endsAtMs) throw error
      return null
    })
    if (counts === null) {
      await pause(200)
      continue
    }
    const of = (state: string): number => counts.get(state) ?? 0
    const open = of('intent') + of('sending') + of('started')
    if (open === 0 || performance.now() > endsAtMs)
      return { open, approved: of('approved'), inDoubt: of('in_doubt') }
    await pause(200)
  }
}
