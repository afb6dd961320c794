// The wire between a BFF process and the upstream: requests and answers that are lost, late, duplicated, cut or replaced. Sends
// and reads are distinguished as in `upstream/terminal/initiate.ts` and `upstream/transport/transport.ts`, with the same limits.
import type { RawAnswer } from '../../packages/bff/src/upstream/transport/answer.ts'
import type {
  Exchange,
  SendReport,
  Transport,
  TransportRequest,
} from '../../packages/bff/src/upstream/transport/outbound-port.ts'
import { faultOf, type UpstreamFault } from '../../packages/bff/src/upstream/transport/fault.ts'
import {
  SEND_LIMITS,
  writeInitiate,
  type InitiateOrder,
  type Sender,
} from '../../packages/bff/src/upstream/terminal/initiate.ts'
import { unitOf } from './chance.ts'
import type { Faults } from './faults.ts'
import { withReadFault, unpaidAnswer, type Lies } from './lies.ts'
import type { SimProcess } from './process.ts'
import { jsonAnswer, type SimService } from './service.ts'
import type { World } from './world.ts'

/** Who wants to know what goes over the wire. */
interface WireEvents {
  /** The bytes of an initiate leave a process. */
  readonly leaving: (process: SimProcess, order: InitiateOrder, body: string) => void
  /** The answer to an initiate has reached its sender. */
  readonly reported: (process: SimProcess, order: InitiateOrder, report: SendReport) => void
  /** The sender received a complete 429: by the table of sends nothing was started. */
  readonly turnedAway: (order: InitiateOrder) => void
}

const HTML: RawAnswer = {
  ...jsonAnswer(502, 'Bad gateway'),
  headers: { contentType: 'text/html', contentEncoding: null, retryAfter: null, etag: null },
}
const SERVER_ERROR = jsonAnswer(500, { error: { code: 'INTERNAL_ERROR', message: 'no' }, xResult: 'E' })
const BUSY = jsonAnswer(429, { error: { code: 'BUSY' } }, { 'Retry-After': '1' })

/** A look-up configured as authoritative may fail, but it does not lie (rule 17 relies on that). */
const LOOKUP_SPARED: readonly string[] = ['missing', 'other session']

const answered = (answer: RawAnswer): Exchange => ({ kind: 'answer', answer })

/** All wires of a simulation. */
export class Network {
  readonly #world: World
  readonly #seed: number
  readonly #faults: Faults
  readonly #service: SimService
  readonly #events: WireEvents
  #messages = 0
  readonly #lies: Lies
  /** Initiates that are still on their way to the upstream. */
  underWay = 0

  constructor(
    world: World,
    seed: number,
    faults: Faults,
    service: SimService,
    lies: Lies,
    events: WireEvents,
  ) {
    this.#lies = lies
    this.#world = world
    this.#seed = seed
    this.#faults = faults
    this.#service = service
    this.#events = events
  }

  /** How long a message is under way: 2 to 40 ms. */
  #latency(): number {
    this.#messages += 1
    return 2 + Math.floor(unitOf(this.#seed, 3, this.#messages) * 38)
  }

  /** How a process sends an initiate. */
  sender(process: SimProcess): Sender {
    return {
      send: async (order, beforeBody) => {
        const fault = this.#faults.next('send')
        const noByte = (cause: string): SendReport => ({ exchange: { kind: 'no_byte', cause }, late: null })
        await process.ask(() => this.#world.pause(this.#latency()))
        if (fault?.kind === 'refused') return noByte('no connection')
        if (!(await beforeBody())) return noByte('cancelled before the first byte')
        const body = writeInitiate(order, 'spec', { name: 'Tapboard', version: '0.0.0' }) ?? ''
        this.#events.leaving(process, order, body)
        const kind = fault?.kind
        this.#world.say(process.name, `sends ${order.externalId}${kind === undefined ? '' : ` (${kind})`}`)
        const sent = process.ask(() => this.#exchange(order, body, kind, fault?.ms ?? 0))
        void sent.then((report) => this.#events.reported(process, order, report))
        return sent
      },
      close: () => {},
    }
  }

  /** The sender's view: an answer, a break, or a 10 s timeout with perhaps a late answer. */
  #exchange(order: InitiateOrder, body: string, kind: string | undefined, ms: number): Promise<SendReport> {
    return new Promise((resolve) => {
      let settleLate: ((late: Exchange | null) => void) | null = null
      let over = false
      const settle = (exchange: Exchange): void => {
        if (over) return
        over = true
        if (settleLate !== null) settleLate(exchange.kind === 'answer' ? exchange : null)
        else resolve({ exchange, late: null })
      }
      this.#world.after(SEND_LIMITS.answerMs, () => {
        if (over) return
        const late = new Promise<Exchange | null>((fulfil) => (settleLate = fulfil))
        this.#world.after(SEND_LIMITS.lateMs, () => settle({ kind: 'broken', cause: 'closed' }))
        resolve({ exchange: { kind: 'broken', cause: 'time-out' }, late })
      })
      const instead = this.#instead(order, kind)
      if (instead !== null) return void this.#world.after(this.#latency(), () => settle(instead))
      if (kind === 'request lost') return
      const underWayMs =
        kind === 'request delayed' ? ms : kind === 'request delayed long' ? ms * 6 : this.#latency()
      if (kind === 'reset')
        this.#world.after(underWayMs / 2, () => settle({ kind: 'broken', cause: 'reset' }))
      this.#arrive(body, underWayMs, (answer) => {
        const seen = this.#withFault(kind, answer)
        const backMs = kind === 'answer delayed' ? ms * 7 : this.#latency()
        if (seen !== null) this.#world.after(backMs, () => settle(seen))
        // A middlebox sends the bytes again. It does not after a refusal: no rule can hold where a refused request is repeated
        // by the line and accepted then.
        if (kind === 'duplicated' && answer.status < 400)
          this.#arrive(body, ms / 20, (again) => settle(answered(again)))
      })
    })
  }

  /** An answer from an intermediary instead of the upstream. */
  #instead(order: InitiateOrder, kind: string | undefined): Exchange | null {
    if (kind === 'server error before') return answered(SERVER_ERROR)
    if (kind !== 'busy') return null
    this.#events.turnedAway(order)
    return answered(BUSY)
  }

  /** The upstream's own answer after the fault was applied. */
  #withFault(kind: string | undefined, answer: RawAnswer): Exchange | null {
    if (kind === 'answer lost' || kind === 'reset') return null
    if (kind === 'truncated')
      return answered({ ...answer, body: answer.body.subarray(0, 20), complete: false })
    if (kind === 'html') return answered(HTML)
    if (kind === 'server error') return answered(SERVER_ERROR)
    if (kind === 'blank') return answered(jsonAnswer(200, { status: 'INITIATING' }))
    return answered(answer)
  }

  #arrive(body: string, delayMs: number, answered_: (answer: RawAnswer) => void): void {
    this.underWay += 1
    this.#world.after(delayMs, () => {
      this.underWay -= 1
      const { signal } = new AbortController()
      const path = '/v1/Session/initiate'
      void this.#service.answer({ method: 'POST', path, headers: {}, body, signal }).then(answered_)
    })
  }

  transport(process: SimProcess): Transport {
    return {
      request: (request) => process.ask(() => this.#read(request)),
      hasRoomToHold: () => true,
      close: async () => {},
    }
  }

  /** The upstream's answer about a session that it reports as unpaid for a while. */
  #lied(path: string, honest: RawAnswer): RawAnswer {
    const id = path.split('/').at(-1) ?? ''
    const lie = this.#lies.about(id)
    return lie === null ? honest : unpaidAnswer(honest, lie.says)
  }

  #read(request: TransportRequest): Promise<RawAnswer | UpstreamFault> {
    const isDevice = request.path.startsWith('/v1/Device')
    const fault = this.#faults.next(isDevice ? 'device' : 'read')
    return new Promise((resolve) => {
      let cancelTimeout = (): void => {}
      const stop = new AbortController()
      const settle = (seen: RawAnswer | UpstreamFault): void => {
        cancelTimeout()
        request.signal?.removeEventListener('abort', aborted)
        resolve(seen)
      }
      const aborted = (): void => {
        settle(faultOf('aborted'))
        stop.abort()
      }
      if (request.signal?.aborted === true) return aborted()
      request.signal?.addEventListener('abort', aborted, { once: true })
      cancelTimeout = this.#world.after(request.timeoutMs, () => {
        settle(faultOf('broken'))
        stop.abort()
      })
      if (fault?.kind === 'lost') return
      const isSearch = request.path.startsWith('/v1/Session?')
      const underWayMs = fault?.kind === 'slow' ? 4_000 : this.#latency()
      this.#world.after(underWayMs, () => {
        if (fault?.kind === 'refused') return settle(faultOf('unreachable'))
        void this.#service.answer({ ...request, signal: stop.signal }).then((honest) => {
          const answer = isDevice || isSearch ? honest : this.#lied(request.path, honest)
          settle(
            fault === undefined || (isSearch && LOOKUP_SPARED.includes(fault.kind))
              ? answer
              : withReadFault(fault.kind, answer),
          )
        })
      })
    })
  }
}
