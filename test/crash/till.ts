// The clerk's till: a token of the host, a start with an idempotency key, an event stream that is opened again, and reads. Plain
// HTTP to a given instance; a dead instance is an answer like any other.
import { createHash } from 'node:crypto'
import type { Problem, Sale, SaleFrame, StartSale } from '@tapboard/contract'
import { createParser } from 'eventsource-parser'

/** The page's origin, as the merchant lists it. */
export const ORIGIN = 'https://shop.crash.test'
/** The address pages would use; issuer and audience of the tokens. */
export const PUBLIC_URL = 'https://pay.crash.test'
/** The secret that the host's server sends to get tokens. */
export const HOST_SECRET = 'crash-only-secret-of-the-host'

/** The result of a request. */
export type Answer =
  | { readonly status: number; readonly sale: Sale | null; readonly problem: string | null }
  /** The connection failed: the result is unknown. */
  | { readonly status: null; readonly sale: null; readonly problem: null }

const LOST: Answer = { status: null, sale: null, problem: null }
const ANSWER_MS = 12_000

/** One order at one till. */
export class Till {
  /** Events of the stream, in order, over all its connections. */
  readonly frames: SaleFrame[] = []
  readonly #order: StartSale
  #token = ''

  constructor(order: StartSale) {
    this.#order = order
  }

  /**
   * Gets a token of the host from an instance; every instance accepts it. An instance that has just started, or whose disk is
   * busy, answers 503 at first. The request is retried for `patienceMs`.
   */
  async mint(url: string, patienceMs = 0): Promise<void> {
    const { order, amountMinor, currency } = this.#order
    const amount = (amountMinor / 100).toFixed(2)
    const body = JSON.stringify({ kind: 'sale', order, amount, currency, origin: ORIGIN })
    const endsAtMs = performance.now() + patienceMs
    for (;;) {
      const { status, token } = await this.#askToken(url, body)
      if (token !== null) {
        this.#token = token
        return
      }
      const mayWork = status === null || status === 503
      if (!mayWork || performance.now() >= endsAtMs) throw new Error(`No token: ${status ?? 'no answer'}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  /** Presses the pay button: always the same request with the same key. */
  start(url: string): Promise<Answer> {
    const { order, attempt } = this.#order
    const key = createHash('sha256').update(`${order}|${attempt}`).digest('base64url')
    return this.#ask(`${url}/v1/sales`, {
      method: 'POST',
      headers: { ...this.#headers(), 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(this.#order),
    })
  }

  /** Reads the sale. */
  read(url: string, saleId: string): Promise<Answer> {
    return this.#ask(`${url}/v1/sales/${saleId}`, { headers: this.#headers() })
  }

  /** Follows the sale until its end, the end of the connection, or `signal`; resumes after the last received event. */
  async watch(url: string, saleId: string, signal: AbortSignal): Promise<void> {
    const last = this.frames.at(-1)
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'sale') this.frames.push(JSON.parse(data) as SaleFrame)
      },
    })
    try {
      const answer = await fetch(`${url}/v1/sales/${saleId}/events`, {
        headers: { ...this.#headers(), 'last-event-id': String(last?.number ?? 0) },
        signal,
      })
      if (answer.body === null || !answer.ok) return
      const decoder = new TextDecoder()
      for await (const bytes of answer.body) parser.feed(decoder.decode(bytes, { stream: true }))
    } catch (error) {
      // A cut stream is expected here; any other error is a fault of the till.
      if (!(error instanceof Error) || error instanceof SyntaxError) throw error
    }
  }

  async #askToken(
    url: string,
    body: string,
  ): Promise<{ readonly status: number | null; readonly token: string | null }> {
    try {
      const answer = await fetch(`${url}/v1/tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${HOST_SECRET}`, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const { token } = (await answer.json()) as { readonly token?: string }
      return { status: answer.status, token: token ?? null }
    } catch {
      return { status: null, token: null }
    }
  }

  #headers(): Record<string, string> {
    return { origin: ORIGIN, authorization: `Bearer ${this.#token}` }
  }

  async #ask(url: string, init: RequestInit): Promise<Answer> {
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
      const body = (await answer.json()) as Sale | (Problem & { readonly sale?: Sale })
      if (answer.ok) return { status: answer.status, sale: body as Sale, problem: null }
      const problem = body as Problem & { readonly sale?: Sale }
      const code = problem.type.split(':').at(-1) ?? ''
      return { status: answer.status, sale: problem.sale ?? null, problem: code }
    } catch {
      return LOST
    }
  }
}
