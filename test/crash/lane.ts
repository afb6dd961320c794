// One lane of runs: a ledger of its own, one or two BFF processes on it, and one crash after another. A run arms a failpoint,
// sells, waits for the crash, goes on with the same or the other instance, and gives all evidence to the judge.
import { join } from 'node:path'
import { isUnpaid, SALE_KINDS, type Sale, type SaleKind } from '@tapboard/contract'
import { openStore } from '@tapboard/store'
import type { FailpointName } from '../../packages/bff/src/sale/failpoint.ts'
import type { LedgerTables } from '../../packages/bff/src/sale/ledger/tables.ts'
import { seeded } from '../bench/common/order.ts'
import { openFaultLine, type Exchange, type FaultLine } from '../kit/line/fault-line.ts'
import { Books } from './books.ts'
import type { Ground } from './ground.ts'
import { Instance } from './instance.ts'
import { isRight, judge, type Knowledge } from './judge.ts'
import { Purchase } from './purchase.ts'
import { armedFor, type Mode } from './points.ts'
import { Trace } from './trace.ts'

/** The options of a lane. */
export interface LaneOptions {
  readonly name: string
  readonly engine: 'sqlite' | 'postgres'
  readonly mode: Mode
  /** The upstream capabilities that its instances are configured with. */
  readonly knowledge: Knowledge & { readonly longPoll: boolean }
  /** A sale that is not in its correct state this long after the crash is a breach of P4. */
  readonly limitMs: number
}

/** The result of a run. */
export interface RunResult {
  readonly point: FailpointName
  readonly mode: Mode
  readonly engine: 'sqlite' | 'postgres'
  readonly seed: number
  /** The kind of the attempt that the crash interrupted. */
  readonly kind: SaleKind
  /** From the crash until the page shows the right state, ms; `null`: the failpoint was not reached. */
  readonly recoveryMs: number | null
  readonly breaches: readonly string[]
  /** Correct in the end, but not within the limit (P4): other load on the machine delays everything. */
  readonly late: boolean
  readonly trace: readonly string[]
}

/** A process that has not reached its failpoint within this time has passed it. */
const REACH_MS = 25_000
/** So many times the limit, and a sale counts as lost. */
const LATE = 3
const WITH_BYSTANDER = 0.35
/** Runs in which the crash meets the refund of a paid order. */
const REFUNDED = 0.3
/** Amount of an order that is paid before the run; each refund is a part of it. */
const PAID_MINOR = 5_000
const AMOUNTS = [4_200, 4_200, 4_200, 4_251, 4_291] as const

/** A lane that is open. */
export class Lane {
  readonly options: LaneOptions
  readonly #ground: Ground
  readonly #books: Books
  readonly #line: FaultLine
  readonly #instances: readonly Instance[]
  readonly #free: string[] = []
  readonly #used: string[] = []
  readonly #retired: string[] = []
  #turn = 0
  #orders = 0

  private constructor(
    options: LaneOptions,
    ground: Ground,
    books: Books,
    line: FaultLine,
    instances: readonly Instance[],
  ) {
    this.options = options
    this.#ground = ground
    this.#books = books
    this.#line = line
    this.#instances = instances
  }

  /** Opens a lane with its instances started. */
  static async open(options: LaneOptions, ground: Ground): Promise<Lane> {
    const { name, mode, engine, knowledge } = options
    const line = await openFaultLine(ground.serviceUrl)
    const store = await ground.newStore(engine)
    const settings = ground.bffOptions(store, line.url, knowledge)
    const instances = (mode === 'same' ? ['a'] : ['a', 'b']).map(
      (letter) => new Instance(`${name}-${letter}`, settings, join(ground.folder, `${name}-${letter}.log`)),
    )
    for (const instance of instances) await instance.start()
    const ledger = await openStore<LedgerTables>(store, { maxConnections: 2 })
    return new Lane(options, ground, new Books(ledger, ground.book), line, instances)
  }

  /** One crash. `first`: at the first pass of the failpoint. */
  async run(point: FailpointName, seed: number, first = false): Promise<RunResult> {
    const { mode, engine, name } = this.options
    const chance = seeded(seed)
    const trace = new Trace()
    const breaches: string[] = []
    const victim = this.#instances[this.#turn % this.#instances.length] as Instance
    const heir = this.#instances[(this.#turn + 1) % this.#instances.length] as Instance
    this.#turn += 1
    const kind = seeded(seed + 1)() < REFUNDED ? 'refund' : 'sale'
    let recoveryMs: number | null = null
    let late = false
    try {
      const amountMinor = AMOUNTS[Math.floor(chance() * AMOUNTS.length)] ?? 4_200
      const main = await this.#purchase(victim.url, kind === 'refund' ? PAID_MINOR : amountMinor)
      if (kind === 'refund') await main.payBack(victim.url, amountMinor, trace)
      this.#line.forget()
      const purchases = [main]
      if (chance() < WITH_BYSTANDER) {
        const bystander = await this.#purchase(victim.url, 4_200)
        purchases.push(bystander)
        await bystander.start(victim.url)
        bystander.watch(victim.url)
        await pause(chance() * 1_200)
        trace.say(`bystander ${bystander.order} was started`)
      }
      const armed = armedFor(point, mode, chance, first)
      const drainAfterMs = chance() * 1_200
      await victim.arm(armed)
      trace.say(`armed ${point} in ${victim.name} of ${name}: ${JSON.stringify(armed)}`)
      const crashed = this.#crash(victim, armed.deed.type, trace)
      const started = main.start(victim.url).then((answer) => {
        trace.say(`start answered ${answer.status} ${answer.problem ?? answer.sale?.state ?? ''}`)
        if (answer.sale !== null) main.watch(victim.url)
        if (point === 'draining') return pause(drainAfterMs).then(() => victim.drain())
        return undefined
      })
      const crash = await crashed
      if (crash === null) {
        await started
        trace.say('the failpoint was not reached')
        if (victim.alive) await victim.arm(null)
      }
      const atMs = crash?.atMs ?? performance.now()
      if (!victim.alive && (mode === 'same' || crash === null)) await victim.start()
      const target = mode === 'same' || crash === null ? victim : heir
      if (crash !== null)
        trace.say(`${target.name} takes over ${Math.round(performance.now() - atMs)} ms after it`)
      const rights = await Promise.all(
        purchases.map((purchase) => this.#goOn(purchase, target, atMs, trace, breaches)),
      )
      late = crash !== null && rights.some((oneAtMs) => oneAtMs - atMs > this.options.limitMs)
      const [rightAtMs = atMs] = rights
      if (crash !== null) recoveryMs = rightAtMs - atMs
      if (crash?.thawed !== undefined) await this.#thaw(main, crash.thawed, victim, trace, breaches)
      const mostSends = this.options.knowledge.repeat === 'refuses' ? 3 : 1
      const sends = this.#line.exchanges.filter(isSend).length
      if (sends > mostSends * purchases.length)
        breaches.push(`INV-4: ${sends} initiates for ${purchases.length} sales`)
      await main.again(target.url, trace, breaches)
      for (const purchase of purchases) {
        const evidence = await this.#books.evidence(purchase.order, purchase.kind)
        const { acknowledged, frames } = purchase
        breaches.push(...judge({ ...evidence, acknowledged, frames }))
        this.#giveBack(purchase.deviceId, evidence.attempts.at(-1)?.row.deviceHold !== false)
      }
    } catch (error) {
      breaches.push(`the run itself broke: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (const instance of this.#instances) if (!instance.alive) await instance.start()
    return { point, mode, engine, seed, kind, recoveryMs, breaches, late, trace: trace.lines }
  }

  /** Checks every order of the lane once more at the end: later charges of the terminals are in the charge log now. */
  async sweep(): Promise<string[]> {
    const breaches: string[] = []
    for (const order of await this.#books.orders())
      for (const kind of SALE_KINDS) {
        const evidence = await this.#books.evidence(order, kind)
        const found = judge({ ...evidence, acknowledged: [], frames: [] })
        breaches.push(...found.map((breach) => `${order}: ${breach}`))
      }
    const orphans = await this.#books.orphans(this.#used)
    breaches.push(...orphans.map((id) => `P12: the session of ${id} has no row`))
    return breaches
  }

  async close(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.kill()))
    await this.#line.close()
    await this.#books.close()
  }

  async #purchase(url: string, amountMinor: number): Promise<Purchase> {
    this.#orders += 1
    const retired = this.#retired.shift()
    if (retired !== undefined) await this.#ground.dropDevice(retired)
    const deviceId = this.#free.pop() ?? (await this.#ground.newDevice())
    if (!this.#used.includes(deviceId)) this.#used.push(deviceId)
    const purchase = new Purchase(
      this.#ground.page(`${this.options.name}-${this.#orders}`),
      amountMinor,
      deviceId,
    )
    await purchase.mint(url)
    return purchase
  }

  #giveBack(deviceId: string, held: boolean): void {
    if (held) this.#retired.push(deviceId)
    else this.#free.push(deviceId)
  }

  /** Resolves when the victim is dead or has reached its failpoint; `null` when neither happens. */
  async #crash(
    victim: Instance,
    deed: 'kill' | 'freeze' | 'lose',
    trace: Trace,
  ): Promise<{ readonly atMs: number; readonly thawed?: Promise<unknown> } | null> {
    if (deed === 'kill') {
      const signal = await Promise.race([victim.gone(), pause(REACH_MS).then(() => 'late' as const)])
      trace.say(`${victim.name} ended: ${String(signal)}`)
      return signal === 'SIGKILL' ? { atMs: performance.now() } : null
    }
    const reached = await victim.hears('reached', REACH_MS).catch(() => null)
    if (reached === null) return null
    trace.say(`${victim.name} came to its failpoint with ${reached.saleId}`)
    const atMs = performance.now()
    return deed === 'freeze' ? { atMs, thawed: victim.hears('thawed', 60_000).catch(() => null) } : { atMs }
  }

  /**
   * The clerk repeats the start until it is answered, and waits until the sale is in its correct state. Returns the time of that.
   */
  async #goOn(
    purchase: Purchase,
    target: Instance,
    atMs: number,
    trace: Trace,
    breaches: string[],
  ): Promise<number> {
    const { knowledge, limitMs } = this.options
    const sale = await purchase.repeat(target.url, trace, breaches)
    let followedAtMs: number | null = null
    const look = async (): Promise<Sale | null> => {
      const { sale: seen } = await purchase.read(target.url, sale.id)
      const row = await this.#books.newest(purchase.order, purchase.kind)
      if (seen === null || row === null || row.state !== seen.state) return null
      // Sent again by rule 18: from here on it waits for the customer, not for the BFF.
      if (row.state === 'started' && row.sendCount > 1) followedAtMs ??= performance.now()
      const hasSession = await this.#books.hasSession(row.externalId)
      return isRight(row, hasSession, knowledge, Date.now()) ? seen : null
    }
    let right: Sale | null = null
    while (right === null && performance.now() - atMs < LATE * limitMs) {
      right = await look()
      if (right === null) await pause(50)
    }
    const rightAtMs = followedAtMs ?? performance.now()
    if (right === null) breaches.push(`P4: ${sale.id} is not right ${LATE * limitMs} ms after the crash`)
    trace.say(
      `${purchase.order} is ${right?.state ?? 'not right'} ${Math.round(rightAtMs - atMs)} ms after it`,
    )
    if (right !== null) await purchase.watched(target.url, right.version)
    return rightAtMs
  }

  /** The hung process resumes with a stale fence: no row of the sale may change (INV-16). */
  async #thaw(
    purchase: Purchase,
    thawed: Promise<unknown>,
    victim: Instance,
    trace: Trace,
    breaches: string[],
  ): Promise<void> {
    const before = (await this.#books.evidence(purchase.order, purchase.kind)).attempts
    await thawed
    // Two rounds of its own loops: whatever it still wanted to write, it has tried.
    await pause(2_000)
    await purchase.read(victim.url, before[0]?.row.id ?? '')
    const after = (await this.#books.evidence(purchase.order, purchase.kind)).attempts
    trace.say(`${victim.name} woke up`)
    const state = (facts: typeof before): string =>
      JSON.stringify(facts.map(({ row, events }) => [row.state, row.version, row.sessionId, events.length]))
    const settled = before.every(({ row }) => row.state === 'approved' || isUnpaid(row.state))
    const changed = settled
      ? JSON.stringify(before) !== JSON.stringify(after)
      : state(before) !== state(after)
    if (changed)
      breaches.push(`INV-16: ${victim.name} wrote with a stale fence: ${state(before)} → ${state(after)}`)
  }
}

/** An initiate with at least one byte of body on the wire: the wire is what counts, not any report (INV-4). */
function isSend({ request, sent }: Exchange): boolean {
  const bytes = sent()
  const head = bytes.indexOf('\r\n\r\n')
  return request === 'POST /v1/Session/initiate' && head >= 0 && bytes.length > head + 4
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
