// A line between two programs with faults at exact bytes in either direction: plain TCP, one plan per exchange. It records the
// traffic. `course.ts` has the effects of a fault on bytes.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { connectTo, listen } from '../sockets.ts'
import { Course, type Fault } from './course.ts'
import { Direction } from './direction.ts'

/** The plan for the next exchanges. */
export interface Plan {
  /** The first line of the request, such as `POST /v1/sales`. Without it: the next connection, from its first byte. */
  readonly request?: RegExp
  /** The fault of the request. */
  readonly up?: Fault
  /** The fault of the answer. */
  readonly down?: Fault
  /** The connection never reaches the far end: closed, reset, or taken and never answered. */
  readonly meets?: 'close' | 'reset' | 'silence'
  /** Delivers the whole request a second time over a connection of its own, and returns this one of the two answers. */
  readonly twice?: 'first' | 'second'
  /** How many exchanges. Default 1. */
  readonly times?: number
}

/** One request with its answer, as far as they came: at most 256 KiB of each are kept. */
export interface Exchange {
  /** Method and path, such as `GET /v1/Session/ses_1`. */
  readonly request: string
  /** Bytes of the near end. */
  sent(): Buffer
  /** Bytes of the far end. */
  answered(): Buffer
}

/** A plan that was made. */
interface Planned {
  /** Resolves when it meets its first exchange. */
  readonly met: Promise<void>
  /** Resolves when the far end begins to answer an exchange that met it. */
  readonly answered: Promise<void>
  /** Applies to no further exchange. */
  drop(): void
}

/** A proxy on loopback that delays, cuts and records connections. */
export interface FaultLine {
  /** Its near end, for example `http://127.0.0.1:4010`. */
  readonly url: string
  /** The recorded exchanges, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** Their first lines, such as `POST /v1/Session/initiate`. */
  readonly requests: readonly string[]
  /** Connections open at the near end. */
  readonly open: number
  /** Sets the address of the far end. */
  lead(url: string): void
  /** Makes a plan; the oldest that fits is carried out. */
  plan(plan: Plan): Planned
  /**
   * The next answer to such a request never arrives. The request is delivered, and `act` is called when the far end begins to
   * answer. Both connections are closed unless `act` is given.
   */
  loseAnswer(request: RegExp, act?: () => void): Promise<void>
  forget(): void
  /** Refuses new connections; existing ones go on. */
  refuse(): void
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>
  heal(): Promise<void>
  close(): Promise<void>
}

const FIRST_LINE = /^([A-Z]+ \S+) HTTP\/1\.1\r\n/
const KEPT_EXCHANGES = 20_000
const KEPT_BYTES = 262_144

/** Neither end receives any bytes from the other. */
const SILENT: Plan = { up: { type: 'swallow', at: 0 } }

interface Made {
  readonly plan: Plan
  left: number
  readonly met: () => void
  readonly answered: () => void
}

class StoredText implements Exchange {
  readonly request: string
  readonly #bytes = { up: [] as Buffer[], down: [] as Buffer[] }
  readonly #size = { up: 0, down: 0 }

  constructor(request: string) {
    this.request = request
  }

  keep(way: 'up' | 'down', bytes: Buffer): void {
    this.#size[way] += bytes.length
    if (this.#size[way] <= KEPT_BYTES) this.#bytes[way].push(bytes)
  }

  sent = (): Buffer => Buffer.concat(this.#bytes.up)
  answered = (): Buffer => Buffer.concat(this.#bytes.down)
}

/** Length of a complete request according to its head; `null` while it is incomplete. */
function wholeRequest(bytes: Buffer): Buffer | null {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return null
  const declared = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1] ?? '0'
  const length = head + 4 + Number(declared)
  return bytes.length < length ? null : bytes.subarray(0, length)
}

/** Opens a line; without a far end it closes every connection. */
export async function openFaultLine(farUrl?: string): Promise<FaultLine> {
  const sockets = new Set<Socket>()
  const nearSockets = new Set<Socket>()
  const exchanges: StoredText[] = []
  let plans: Made[] = []
  let far = farUrl === undefined ? null : new URL(farUrl)
  let server: Server | null = null
  let port = 0

  const take = (fits: (plan: Plan) => boolean): Made | null => {
    const made = plans.find(({ plan }) => fits(plan))
    if (made === undefined) return null
    made.left -= 1
    if (made.left <= 0) plans = plans.filter((one) => one !== made)
    made.met()
    return made
  }
  const keepSocket = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
  }

  /** Delivers a request once more; its answer goes to `to`, or nowhere. */
  const deliverAgain = (bytes: Buffer, to: Socket | null): void => {
    if (far === null) return
    const socket = connectTo(far)
    keepSocket(socket)
    socket.on('error', () => socket.destroy())
    if (to === null) socket.resume()
    else socket.pipe(to)
    socket.write(bytes)
  }

  const carry = (near: Socket): void => {
    keepSocket(near)
    nearSockets.add(near)
    near.once('close', () => nearSockets.delete(near))
    const opening = take(({ request }) => request === undefined)
    if (opening?.plan.meets !== undefined || far === null) {
      near.on('error', () => near.destroy())
      if (opening?.plan.meets === 'silence') near.resume()
      else if (opening?.plan.meets === 'reset') near.resetAndDestroy()
      else near.destroy()
      return
    }
    const away = connectTo(far, { allowHalfOpen: true })
    keepSocket(away)
    let made: Made | null = null
    let exchange: StoredText | null = null
    // A new request begins only after an answer has begun: no client here pipelines requests.
    let answering = true
    let repeated = false
    const end = (how: 'cut' | 'reset'): void => {
      for (const socket of [near, away])
        if (how === 'cut') socket.destroy()
        else socket.resetAndDestroy()
    }
    const up = new Direction(near, away, end)
    const down = new Direction(away, near, end)
    const begin = (now: Made | null, one: Plan | null = now?.plan ?? null): void => {
      made = now
      repeated = false
      up.begin(new Course(one?.up ?? null))
      down.begin(new Course(one?.twice === 'second' ? { type: 'swallow', at: 0 } : (one?.down ?? null)))
    }
    begin(opening)
    near.once('close', () => up.after(() => away.destroy()))
    near.on('data', (bytes: Buffer) => {
      const first = answering ? FIRST_LINE.exec(bytes.toString('latin1', 0, 8_192))?.[1] : undefined
      if (first !== undefined) {
        answering = false
        const opens = exchange === null
        exchange = new StoredText(first)
        if (exchanges.length < KEPT_EXCHANGES) exchanges.push(exchange)
        const found = take(({ request }) => request?.test(first) === true)
        if (found !== null) {
          const { meets } = found.plan
          if (meets === 'silence') begin(found, SILENT)
          else if (meets !== undefined) return end(meets === 'reset' ? 'reset' : 'cut')
          else begin(found)
        } else if (!opens) begin(null)
      }
      exchange?.keep('up', bytes)
      up.take(bytes)
      const twice = made?.plan.twice
      const whole = twice !== undefined && !repeated && exchange ? wholeRequest(exchange.sent()) : null
      if (whole === null) return
      repeated = true
      const back = twice === 'second'
      deliverAgain(whole, back ? near : null)
    })
    away.on('data', (bytes: Buffer) => {
      answering = true
      made?.answered()
      exchange?.keep('down', bytes)
      down.take(bytes)
    })
  }

  const open = async (): Promise<void> => {
    server = createServer({ allowHalfOpen: true }, carry)
    port = Number(new URL(await listen(server, port)).port)
  }
  let closed: Promise<unknown> = Promise.resolve()
  const refuse = (): void => {
    if (server === null) return
    closed = once(server, 'close')
    server.close()
    server = null
  }
  const cut = async (): Promise<void> => {
    refuse()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const planOf = (plan: Plan): Planned => {
    const met = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const made: Made = { plan, left: plan.times ?? 1, met: met.resolve, answered: answered.resolve }
    plans.push(made)
    return {
      met: met.promise,
      answered: answered.promise,
      drop: () => void (plans = plans.filter((one) => one !== made)),
    }
  }

  await open()
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    get requests() {
      return exchanges.map(({ request }) => request)
    },
    get open() {
      return nearSockets.size
    },
    lead: (url) => void (far = new URL(url)),
    plan: planOf,
    loseAnswer: (request, act) =>
      planOf({ request, down: { type: act === undefined ? 'cut' : 'swallow', at: 0 } }).answered.then(act),
    forget: () => void (exchanges.length = 0),
    refuse,
    cut,
    heal: async () => (server === null ? open() : undefined),
    close: cut,
  }
}
