// A page from the BFF's point of view, without a browser, so a test can have thousands: its own key, a token from the host's
// server, a DPoP proof for every request (RFC 9449), and the event stream, read as it arrives.
import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { request, type Agent, type IncomingMessage } from 'node:http'
import type { Problem, Sale, SaleFrame, StartSale } from '@tapboard/contract'

/** The address of a page's BFF and the merchant of the page. */
export interface Counter {
  /** The address for requests: the public one, or one instance's own. */
  readonly askUrl: string
  /** The public address, which proofs name. */
  readonly publicUrl: string
  readonly origin: string
  readonly hostSecret: string
  readonly agent: Agent
}

/** An answer, read to its end. */
interface PageAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Without an answer for so long, the request counts as lost. Default: it waits. */
  readonly timeoutMs?: number
}

/** The answer to a request about a sale. */
export interface SaleAnswer {
  /** 0: the connection failed, so the result is unknown. */
  readonly status: number
  readonly sale: Sale | null
  /** The last word of a problem's type, such as `device-busy`; `null` for none. */
  readonly problem: string | null
}

/** The last word of a problem's type, such as `device-busy`. */
export const problemOf = (text: string): string => (JSON.parse(text) as Problem).type.replace(/.*:/, '')

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function exchange(agent: Agent, baseUrl: string, sent: Sent): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const { method, path, headers = {}, body, timeoutMs } = sent
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(`${baseUrl}${path}`, {
      agent,
      method,
      headers: { ...headers, ...length },
      ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (piece: string) => (text += piece))
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
      incoming.on('error', reject)
    })
    outgoing.end(body)
  })
}

/** The idempotency key the element derives. */
export const attemptKey = (order: string, attempt = 1): string =>
  createHash('sha256').update(`${order}|${attempt}`).digest('base64url')

/** A broken connection, a process that starts or is busy, a store with a slow disk: the page retries. */
const MAY_WORK: ReadonlySet<number> = new Set([0, 424, 429, 503])
const AGAIN_MS = 200
const PATIENCE_MS = 60_000
const ANSWER_MS = 12_000

/** A page for one order, or for the refund of its sale. */
export class Page {
  readonly order: string
  readonly #counter: Counter
  readonly #key: KeyObject
  readonly #jwk: object
  readonly #jkt: string
  #token = ''
  #nonce = ''
  #ath = ''
  /** The sale that the page pays back. */
  #refunded: string | null = null

  constructor(counter: Counter, order: string) {
    this.order = order
    this.#counter = counter
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = pair.privateKey
    const { crv, kty, x, y } = pair.publicKey.export({ format: 'jwk' })
    this.#jwk = { kty, crv, x, y }
    this.#jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  }

  /** From now on the page pays this sale of its order back. */
  refund(saleId: string): void {
    this.#refunded = saleId
  }

  /** Asks the host's server for a token of `amount`; that server asks the BFF. */
  async mint(amount = '42.00', counter = this.#counter, timeoutMs?: number): Promise<PageAnswer> {
    const { askUrl, agent, hostSecret, origin } = counter
    const kind =
      this.#refunded === null
        ? { kind: 'sale', devices: 'any' }
        : { kind: 'refund', sale: this.#refunded, person: 'ann' }
    const grant = { ...kind, order: this.order, amount, currency: 'USD', origin, jkt: this.#jkt }
    const answer = await exchange(agent, askUrl, {
      method: 'POST',
      path: '/v1/tokens',
      headers: { authorization: `Bearer ${hostSecret}`, 'content-type': 'application/json' },
      body: JSON.stringify(grant),
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
    if (answer.status !== 201) return answer
    this.accept(answer.text)
    return answer
  }

  /** The thumbprint of its key, which a token is asked for. */
  get thumbprint(): string {
    return this.#jkt
  }

  /** Uses the token in an answer of `POST /v1/tokens`. */
  accept(minted: string): void {
    const { token, nonce } = JSON.parse(minted) as { token: string; nonce: string }
    this.#token = token
    this.#nonce = nonce
    this.#ath = createHash('sha256').update(token).digest('base64url')
  }

  /** Gets a token as a page does: asks again where that may work. */
  async getToken(patienceMs = PATIENCE_MS, amount = '42.00', askUrl = this.#counter.askUrl): Promise<void> {
    await this.#insist(() => this.mint(amount, { ...this.#counter, askUrl }, ANSWER_MS), patienceMs)
  }

  /** Gets a token and starts the sale as a page does: retries with the same key where a retry may help. Returns the sale. */
  async begin(deviceId: string, patienceMs = PATIENCE_MS): Promise<Sale> {
    await this.getToken(patienceMs)
    const answer = await this.#insist(() => this.ask(this.start(deviceId)), patienceMs)
    return JSON.parse(answer.text) as Sale
  }

  async #insist(ask: () => Promise<PageAnswer>, patienceMs: number): Promise<PageAnswer> {
    const endsAtMs = performance.now() + patienceMs
    for (;;) {
      const answer = await ask().catch((error: Error) => ({ status: 0, headers: {}, text: error.message }))
      if (answer.status === 200 || answer.status === 201) return answer
      if (!MAY_WORK.has(answer.status) || performance.now() > endsAtMs)
        throw new Error(`${this.order} was answered ${answer.status}: ${answer.text}`)
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }

  /** ID of the key that signed its token. */
  get keyId(): string {
    const header = Buffer.from(this.#token.split('.')[0] ?? '', 'base64url').toString()
    return (JSON.parse(header) as { kid: string }).kid
  }

  /** Headers that authorise one request with this body. */
  headers(method: string, path: string, body?: string): Record<string, string> {
    const head = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: this.#jwk })
    const claims = encode({
      jti: randomUUID(),
      htm: method,
      htu: `${this.#counter.publicUrl}${path}`,
      iat: Math.floor(Date.now() / 1000),
      ath: this.#ath,
      nonce: this.#nonce,
      ...(body === undefined ? {} : { bh: createHash('sha256').update(body).digest('base64url') }),
    })
    const signature = sign('sha256', Buffer.from(`${head}.${claims}`), {
      key: this.#key,
      dsaEncoding: 'ieee-p1363',
    })
    const proof = `${head}.${claims}.${signature.toString('base64url')}`
    return { origin: this.#counter.origin, authorization: `DPoP ${this.#token}`, dpop: proof }
  }

  /** One authorised request; `counter` selects another instance. */
  async ask(sent: Sent, counter = this.#counter): Promise<PageAnswer> {
    const authority = this.headers(sent.method, sent.path, sent.body)
    const answer = await exchange(counter.agent, counter.askUrl, {
      ...sent,
      headers: { ...authority, ...sent.headers },
    })
    const nonce = answer.headers['dpop-nonce']
    if (typeof nonce === 'string') this.#nonce = nonce
    return answer
  }

  /** Sends a request about a sale to the instance at `askUrl`. A failed connection is an answer with the status 0. */
  async askAboutSale(sent: Sent, askUrl: string): Promise<SaleAnswer> {
    const answer = await this.ask({ timeoutMs: ANSWER_MS, ...sent }, { ...this.#counter, askUrl }).catch(
      () => null,
    )
    if (answer === null) return { status: 0, sale: null, problem: null }
    const { status, text } = answer
    if (status < 400) return { status, sale: JSON.parse(text) as Sale, problem: null }
    const { sale = null } = JSON.parse(text) as { readonly sale?: Sale }
    return { status, sale, problem: problemOf(text) }
  }

  /** The body of a start of this order. */
  start(deviceId: string, attempt = 1, amountMinor = 4_200): Sent {
    const body: StartSale = { order: this.order, attempt, amountMinor, currency: 'USD', deviceId }
    const key = attemptKey(this.#refunded === null ? this.order : `${this.order}|${this.#refunded}`, attempt)
    return {
      method: 'POST',
      path: '/v1/sales',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }
  }

  /**
   * Reads the stream of a sale until it ends or `signal` aborts; calls back for each frame. Resolves to the name of the last
   * event; the `id` of a frame is passed on unchanged.
   */
  watch(
    saleId: string,
    heard: (event: string, frame: Partial<SaleFrame>, id: number) => void,
    options: { readonly signal?: AbortSignal; readonly last?: number; readonly askUrl?: string } = {},
  ): Promise<string> {
    const { agent, askUrl } = { ...this.#counter, ...options }
    const path = `/v1/sales/${saleId}/events`
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.headers('GET', path),
        accept: 'text/event-stream',
        ...(options.last === undefined ? {} : { 'last-event-id': String(options.last) }),
      }
      const outgoing = request(`${askUrl}${path}`, { agent, headers })
      options.signal?.addEventListener('abort', () => outgoing.destroy(), { once: true })
      let last = ''
      outgoing.on('error', (error) => (options.signal?.aborted === true ? resolve(last) : reject(error)))
      outgoing.on('response', (incoming) => {
        if (incoming.statusCode !== 200) {
          incoming.resume()
          return reject(new Error(`the stream was answered ${incoming.statusCode}`))
        }
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (piece: string) => {
          text += piece
          const blocks = text.split('\n\n')
          text = blocks.pop() ?? ''
          for (const block of blocks) {
            const event = /^event: (.*)$/m.exec(block)?.[1]
            if (event === undefined) continue
            last = event
            const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}'
            const id = Number(/^id: (\d+)$/m.exec(block)?.[1] ?? Number.NaN)
            heard(event, JSON.parse(data) as Partial<SaleFrame>, id)
          }
        })
        incoming.on('end', () => resolve(last))
        incoming.on('error', (error) => (options.signal?.aborted === true ? resolve(last) : reject(error)))
      })
      outgoing.end()
    })
  }
}
