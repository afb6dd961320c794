// A BFF inside the page, for tests of the elements. It follows the contract: it validates every answer and every body. It acts
// only as a test instructs it and records every request. It makes no decisions of a real BFF.
import {
  Attestation,
  Checkout,
  isSettled,
  OrderFrame,
  PROBLEM_PREFIX,
  PROBLEMS,
  RegisterDevice,
  RegisteredDevice,
  Sale,
  SaleFrame,
  StaleFrame,
  StartSale,
  TransactionDetails,
  type DeviceView,
  type ProblemCode,
  type SaleEventType,
} from '@tapboard/contract'
import { APPROVED, DEVICES, REFUND, SALE, SAMPLE_NOW_MS as NOW_MS } from './sample-sale.ts'

export interface Seen {
  readonly method: string
  readonly path: string
  /** With its `?`; empty for none. */
  readonly query: string
  readonly headers: Headers
  readonly body: unknown
}

export { APPROVED, DEVICES, REFUND, SALE }

type Handler = (seen: Seen) => Response | null | Promise<Response | null>

/** A BFF inside the page that a test scripts. */
export class ScriptedBff {
  readonly requests: Seen[] = []
  /** Requests that no test expected. */
  readonly unexpected: string[] = []
  devices: readonly DeviceView[] = DEVICES
  sale: Sale | null = null
  /** The connection is down. */
  offline = false
  /** Streams open and stay empty, as behind a buffering proxy. */
  buffering = false
  /** Consulted before the contract's own answers. */
  handler: Handler | null = null
  checkout: Partial<Checkout> = {}
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  readonly #orders = new Set<ReadableStreamDefaultController<Uint8Array>>()

  /** `fetcher` for the element. */
  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    const seen = {
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: url.search,
      headers: new Headers(init?.headers),
      body,
    }
    this.requests.push(seen)
    if (this.offline || init?.signal?.aborted) throw new TypeError('Failed to fetch')
    const answer = (await this.handler?.(seen)) ?? this.answer(seen, init?.signal ?? null)
    if (answer) return answer
    this.unexpected.push(`${seen.method} ${seen.path}`)
    return this.problem('not-found')
  }

  /** The same below a path, as behind a host's own server. */
  fetchBelow(prefix: string): typeof fetch {
    return (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (!url.pathname.startsWith(prefix)) throw new Error(`${url.pathname} is not below ${prefix}`)
      url.pathname = url.pathname.slice(prefix.length)
      return this.fetch(url, init)
    }
  }

  /** Requests to one path. */
  to(method: string, path: string): Seen[] {
    return this.requests.filter((seen) => seen.method === method && seen.path === path)
  }

  /** Number of streams that are open. */
  get streams(): number {
    return this.#streams.size
  }

  /** Number of streams of orders that are open. */
  get orderStreams(): number {
    return this.#orders.size
  }

  /** Another till has moved the order: every stream of the order gets the attempt that decides. */
  decide(change: Partial<Sale>, superseded = false): Sale {
    this.sale = Sale.parse({ ...(this.sale ?? SALE), ...change })
    const order = { order: this.sale.order, sale: this.sale, superseded, nowMs: this.sale.nowMs }
    this.#send(`event: order\ndata: ${JSON.stringify(OrderFrame.parse(order))}\n\n`, this.#orders)
    return this.sale
  }

  /** Sets the time since when the BFF has no news of the sale, or ends that state. */
  stale(staleSinceMs: number | null, nextAskAtMs: number | null = null): void {
    const frame = StaleFrame.parse({ staleSinceMs, nextAskAtMs, nowMs: this.sale?.nowMs ?? NOW_MS })
    this.#send(`event: stale\ndata: ${JSON.stringify(frame)}\n\n`)
  }

  json(value: unknown, status = 200): Response {
    return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': 'application/json' } })
  }

  problem(code: ProblemCode, more: object = {}, headers: Record<string, string> = {}): Response {
    const [status, title] = PROBLEMS[code]
    const body = { type: PROBLEM_PREFIX + code, title, status, detail: `${title}.`, ...more }
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/problem+json', ...headers },
    })
  }

  /** Moves the sale and notifies every stream. */
  move(change: Partial<Sale>, type: SaleEventType = 'progressed'): Sale {
    const sale = Sale.parse({ ...(this.sale ?? SALE), ...change, version: (this.sale?.version ?? 0) + 1 })
    this.sale = sale
    const frame = SaleFrame.parse({ number: sale.version, type, atMs: sale.nowMs, sale })
    this.#send(`id: ${frame.number}\nevent: sale\ndata: ${JSON.stringify(frame)}\n\n`)
    if (isSettled(sale.state)) this.#end()
    return sale
  }

  /** Cuts every stream without an end, as a broken connection does. */
  cut(): void {
    for (const streams of [this.#streams, this.#orders]) {
      for (const stream of streams) stream.error(new TypeError('network error'))
      streams.clear()
    }
  }

  /** The contract's own answer. */
  protected answer(seen: Seen, signal: AbortSignal | null): Response | null {
    if (seen.path === '/.well-known/jwks.json') return new Response('ok')
    if (!seen.headers.get('Authorization')?.startsWith('DPoP ')) return this.problem('token-missing')
    const sale = this.sale
    switch (`${seen.method} ${seen.path}`) {
      case 'GET /v1/checkout':
        return this.json(this.#checkout())
      case 'GET /v1/checkout/events':
        return this.#openOrder(signal)
      case `GET /v1/devices/${seen.path.split('/')[3]}`: {
        const device = this.devices.find(({ id }) => seen.path.endsWith(`/${id}`))
        return device ? this.json(device) : null
      }
      case 'POST /v1/sales': {
        const { attempt, deviceId } = StartSale.parse(seen.body)
        if (!seen.headers.has('Idempotency-Key')) return this.problem('idempotency-key-missing')
        if (sale && sale.attempt >= attempt) return this.json(sale)
        const found = this.devices.find(({ id }) => id === deviceId)!
        const { id, name, make, serialEnding } = found
        this.sale = Sale.parse({
          ...this.#ofKind(),
          id: `sale_${attempt}`,
          attempt,
          device: { id, name, make, serialEnding },
        })
        return this.json(this.sale, 201)
      }
      case `GET /v1/sales/${sale?.id}`:
        return this.json(sale)
      case `GET /v1/sales/${sale?.id}/events`:
        return this.#open(signal)
      case `POST /v1/sales/${sale?.id}/cancel`:
        return this.json(sale, 202)
      case `POST /v1/sales/${sale?.id}/check`:
        return this.json(sale, 202)
      case `POST /v1/sales/${sale?.id}/resolve`: {
        const said = Attestation.parse(seen.body)
        const paid = said.outcome === 'paid' ? said : null
        return this.json(
          this.move({
            state: paid ? 'approved' : 'closed_unpaid',
            reason: null,
            by: 'person',
            settledAtMs: NOW_MS + 400_000,
            deviceFreeAtMs: null,
            reference: paid?.reference ?? null,
            approvalCode: paid?.approvalCode ?? null,
          }),
        )
      }
      case `GET /v1/sales/${sale?.id}/details`:
        return this.json(
          TransactionDetails.parse({
            reference: sale!.reference,
            rows: [
              { name: 'Entry', value: 'Contactless' },
              { name: 'Batch', value: '214' },
            ],
          }),
        )
      case 'POST /v1/devices': {
        const { name, make, serial } = RegisterDevice.parse(seen.body)
        const device = {
          id: 'dev_new',
          name,
          make,
          serialEnding: serial.slice(-4),
          status: 'DISCONNECTED',
          ageMs: 0,
        }
        return this.json(RegisteredDevice.parse({ device, pairingCode: '482 193' }), 201)
      }
      default:
        return null
    }
  }

  /** A new sale, or a new refund where the checkout refunds. */
  #ofKind(): Sale {
    const { kind = 'sale', refund } = this.checkout
    return { ...SALE, kind, ...(refund && { refundOf: refund.of, refund: 'first' }) }
  }

  #checkout(): Checkout {
    return Checkout.parse({
      merchant: { id: 'm1', name: 'Corner Repair' },
      environment: 'sandbox',
      order: 'R-1042',
      amountMinor: 4200,
      currency: 'USD',
      devices: this.devices,
      sale: this.sale,
      nextAttempt:
        this.sale && isSettled(this.sale.state) ? this.sale.attempt + 1 : (this.sale?.attempt ?? 1),
      features: { cancel: true, details: true },
      nowMs: this.sale?.nowMs ?? NOW_MS,
      ...this.checkout,
    })
  }

  #open(signal: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#streams.add(stream)
        signal?.addEventListener('abort', () => {
          if (this.#streams.delete(stream)) stream.error(signal.reason)
        })
        this.#send(`event: snapshot\ndata: ${JSON.stringify({ sale: this.sale })}\n\n`)
        if (this.sale && isSettled(this.sale.state)) this.#end()
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  #openOrder(signal: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        this.#orders.add(stream)
        signal?.addEventListener('abort', () => {
          if (this.#orders.delete(stream)) stream.error(signal.reason)
        })
        if (this.buffering) return
        const { order, sale, nowMs } = this.#checkout()
        const frame = `event: order\ndata: ${JSON.stringify({ order, sale, superseded: false, nowMs })}\n\n`
        stream.enqueue(new TextEncoder().encode(frame))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  #send(text: string, streams = this.#streams): void {
    if (this.buffering) return
    for (const stream of streams) stream.enqueue(new TextEncoder().encode(text))
  }

  #end(): void {
    if (this.buffering) return
    this.#send('event: end\ndata: {}\n\n')
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
  }
}
