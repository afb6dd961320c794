// The processes of a shop's BFF and the pages' access to them. Processes die, restart and take over from one another. A request
// or its answer may be lost, and the page then asks again.
import type { StartSale } from '@tapboard/contract'
import type { Log } from '../../packages/bff/src/ports.ts'
import { storedKey } from '../../packages/bff/src/sale/machine/check-start.ts'
import type { SaleResult } from '../../packages/bff/src/sale/sale-result.ts'
import { createSalesOn, type Sales } from '../../packages/bff/src/sale/sales.ts'
import type { SaleAccess } from '../../packages/bff/src/token/access.ts'
import { createClient } from '../../packages/bff/src/upstream/terminal/client.ts'
import type { MerchantUpstream } from '../../packages/bff/src/upstream/terminal/merchant.ts'
import { storeOf, type Books, type StoreFaults } from './books.ts'
import { bytesFrom } from './chance.ts'
import type { Faults } from './faults.ts'
import type { Host } from './host.ts'
import type { Network } from './network.ts'
import type { Press, Presses } from './presses.ts'
import { SimProcess } from './process.ts'
import type { Scenario } from './story.ts'
import type { Tokens } from './tokens.ts'
import { weakened, type Weakness } from './weaknesses.ts'
import type { World } from './world.ts'

/** A page waits so long for an answer. */
const PAGE_TIMEOUT_MS = 8_000

/** Nothing came back: a page may ask again. */
export const NOTHING = Symbol('no answer')

/** One run of a process. */
export interface Running {
  readonly process: SimProcess
  readonly sales: Sales
}

/** The dependencies of a shop. */
interface ShopParts {
  readonly world: World
  readonly scenario: Scenario
  readonly faults: Faults
  readonly books: Books
  readonly storeFaults: StoreFaults
  readonly network: Network
  readonly weakness: Weakness | null
  readonly presses: Presses
  readonly host: Host
  readonly tokens: Tokens
}

/** All processes of the BFF. */
export class Shop {
  readonly #parts: ShopParts
  readonly #running: (Running | null)[] = []
  readonly #restarts = new Map<number, () => void>()
  #lives = 0

  constructor(parts: ShopParts) {
    this.#parts = parts
    const { scenario, world, faults } = parts
    for (const [index, { skewMs, startMs }] of scenario.processes.entries()) {
      this.#running.push(null)
      world.after(startMs, () => this.#start(index, skewMs, 0))
    }
    for (const fault of faults.at('clock'))
      world.after(fault.atMs, () => {
        if (!faults.at('clock').includes(fault)) return
        faults.recordApplied(fault)
        this.#running[fault.process]?.process.jump(fault.jumpMs)
      })
  }

  /** Restarts the processes that are down and resumes the paused ones. */
  restore(): void {
    for (const restart of this.#restarts.values()) restart()
    for (const running of this.#running) running?.process.resume()
  }

  /** Every process that runs dies, and restarts after this time. */
  kill(downMs: number): void {
    for (const running of this.#running) running?.process.kill(downMs)
  }

  /** Every process dies and stays dead: the story is over. */
  stop(): void {
    for (const running of this.#running) running?.process.kill(Number.MAX_SAFE_INTEGER)
  }

  #start(index: number, skewMs: number, steps: number): void {
    const { world, scenario, faults, books, storeFaults, network, weakness, host } = this.#parts
    this.#lives += 1
    const name = `bff${index + 1}`
    const process = new SimProcess(world, faults, { index, skewMs, steps }, (downMs) => {
      this.#running[index] = null
      const restart = (): void => {
        cancel()
        this.#restarts.delete(index)
        this.#start(index, process.skewMs, process.steps)
      }
      const cancel = world.after(downMs, restart)
      this.#restarts.set(index, restart)
    })
    const { repeat, lookup, deviceSession, longPoll } = scenario.upstream
    const inner = books.connect({
      ...storeFaults.connection(process),
      ...weakness?.connection,
      name: `${name}#`,
    })
    const real: MerchantUpstream = {
      id: 'https://upstream.test',
      client: createClient({ apiKey: 'key', dialect: 'spec' }, network.transport(process)),
      sender: network.sender(process),
      features: { repeat, lookup, longPoll, cancel: true, details: false, deviceSession },
    }
    const upstream = weakened(weakness, real, world)
    const store = storeOf(process, inner, storeFaults)
    const grants = weakness?.grants ?? {
      newest: (merchant, order) =>
        process.ask(async () => {
          storeFaults.check(process)
          return books.grants.newest(merchant, order)
        }),
    }
    const sales = createSalesOn(weakness?.store?.(store) ?? store, {
      ...(host.grants ? { grants } : {}),
      merchants: () => upstream,
      clock: process.clock,
      random: bytesFrom(scenario.seed * 31 + this.#lives),
      log: this.#log(process),
      instance: name,
      failpoint: (point) => this.#failpoint(process, point),
    })
    world.say(process.name, `begins, life ${this.#lives}`)
    this.#running[index] = { process, sales }
    void sales.begin()
  }

  #failpoint(process: SimProcess, point: string): void | Promise<void> {
    const fault = this.#parts.faults.next('failpoint', point)
    if (fault !== undefined) process.kill(fault.downMs)
    return process.alive ? undefined : new Promise(() => {})
  }

  #log(process: SimProcess): Log {
    const { world } = this.#parts
    const quiet = (): void => {}
    const say = (fields: object, message: string): void =>
      world.say(process.name, `${message} ${JSON.stringify(fields)}`)
    const error = (fields: object, message: string): void => {
      if (world.lines !== null) say(fields, message)
      // A loop that throws is a fault of the program, in any situation. Work that is under way when its process dies throws, too.
      if (process.alive && message.startsWith('the loop of a sale failed')) world.broken(message)
    }
    return { info: quiet, warn: world.lines === null ? quiet : say, error }
  }

  /** A process that runs: this one, or any other. */
  pick(index: number): Running | null {
    return this.#running[index] ?? this.#running.find((running) => running !== null) ?? null
  }

  /** Requests of starts that the network holds. */
  held = 0

  /** A page sends a start. The network may delay it, and delivers it even if the page no longer waits. */
  start(
    index: number,
    access: SaleAccess,
    request: StartSale,
    key: string,
    press: Press,
  ): Promise<SaleResult | typeof NOTHING> {
    const { world, faults, presses, weakness, tokens } = this.#parts
    const sent = weakness?.request?.(request) ?? request
    const question = ({ process, sales }: Running): Promise<SaleResult> => {
      presses.arrives(press, process.skewMs)
      const ends = tokens.begins(storedKey(access, key), access.generation)
      return sales.start(access, sent, key).finally(ends)
    }
    const fault = faults.next('start')
    if (fault === undefined) return this.ask(index, question)
    const deliver = (afterMs: number): void => {
      this.held += 1
      world.after(afterMs, () => {
        this.held -= 1
        const running = this.pick(index)
        world.say('network', `delivers a start ${(world.now() - press.atMs) / 1000} s after the press`)
        if (running !== null) void question(running).catch(() => {})
      })
    }
    deliver(fault.ms)
    if (fault.kind === 'late twice') deliver(fault.ms + 700)
    return fault.kind === 'late copy'
      ? this.ask(index, question)
      : world.pause(PAGE_TIMEOUT_MS).then((): typeof NOTHING => NOTHING)
  }

  /** A page calls a process; {@link NOTHING} when no answer reaches it. */
  async ask<T>(index: number, question: (running: Running) => Promise<T>): Promise<T | typeof NOTHING> {
    const { world, faults } = this.#parts
    const fault = faults.next('page')
    const running = this.pick(index)
    if (running === null || fault?.kind === 'request lost') {
      await world.pause(500)
      return NOTHING
    }
    return new Promise((resolve) => {
      const settle = (answer: T | typeof NOTHING): void => {
        cancel()
        forget()
        resolve(fault?.kind === 'answer lost' ? NOTHING : answer)
      }
      const cancel = world.after(PAGE_TIMEOUT_MS, () => settle(NOTHING))
      const forget = running.process.onDeath(() => settle(NOTHING))
      question(running).then(settle, () => settle(NOTHING))
    })
  }
}
