// One exchange with the BFF: authorise, send, judge the answer. Never repeats on its own but for a new DPoP nonce or a
// renewed token, once each; whether to ask again is the caller's decision. A read whose grant was superseded is asked once more with a new
// one, a start never: its terms are those of the old grant.
import { Problem, PROBLEM_PREFIX, type ProblemCode, type TokenKind, type web } from '@tapboard/contract'
import { refuse, type Answer, type FaultCode, type Refusal } from './fault.ts'
import { retryAfterMs } from './retry.ts'
import type { TokenSource } from './token-source.ts'

/** A path that a route of the contract names, its members filled in or not. */
export type RoutePath = (typeof web.WEB_ROUTES)[web.WebRouteName]['path']

/** One request. */
export interface Ask {
  readonly kind?: TokenKind
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: RoutePath
  /** Fills `{id}`. */
  readonly id?: string
  /** Query with its `?`; no proof covers it (RFC 9449 §4.2). */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Longest wait for the answer and its body, counted from the moment at which the request leaves. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

/** A schema of the contract, as far as the client uses it. */
interface Judge<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false }
}

/** What a client needs from outside. */
export interface ClientPorts {
  /** Base URL of the BFF without a trailing slash. */
  readonly base: string
  readonly fetch: typeof fetch
  readonly tokens: TokenSource
}

/** Longer than the BFF's own longest wait for the upstream, so that its answer is seen rather than guessed. */
const TIMEOUT_MS = 15_000

/** What a gateway in front of the BFF answers in its place while it is down, or while there are too many requests. */
const GATEWAY: Readonly<Record<number, FaultCode>> = {
  429: 'rate-limited',
  502: 'network',
  503: 'network',
  504: 'network',
}

const badAnswer = ({ status, url }: Response): Refusal =>
  refuse(
    GATEWAY[status] ?? 'bad-answer',
    `${url} answered ${status} with something that is not the contract's`,
  )

/** Reads a refusal; an answer that is no problem document says nothing about whether the request was heard. */
async function readRefusal(response: Response): Promise<Refusal> {
  const problem = Problem.safeParse(await response.json().catch(() => null)).data
  const rest = { retryAfterMs: retryAfterMs(response.headers.get('Retry-After'), Date.now()) }
  return problem?.type.startsWith(PROBLEM_PREFIX)
    ? {
        ...problem,
        ...rest,
        ok: false,
        code: problem.type.slice(PROBLEM_PREFIX.length) as ProblemCode,
        heard: true,
      }
    : { ...badAnswer(response), ...rest }
}

/** A client of one BFF. */
export class Client {
  readonly #ports: ClientPorts

  constructor(ports: ClientPorts) {
    this.#ports = ports
  }

  /** Sends a request; gives the response with its body unread, or why there is none. Waits as long as `signal` lets it. */
  async open(ask: Ask): Promise<Response | Refusal> {
    const { base, fetch, tokens } = this.#ports
    const { kind = 'sale', method = 'GET', path, id = '', query = '', headers, body } = ask
    const url = base + path.replace('{id}', encodeURIComponent(id))
    const sale = kind === 'resolve' ? id : undefined
    try {
      let newNonce = true
      let newToken = true
      for (;;) {
        const authority = await tokens.authorize(kind, method, url, ask.signal, sale)
        if ('ok' in authority) return authority as Refusal
        const response = await fetch(url + query, {
          method,
          headers: { ...authority, ...headers, ...(body ? { 'Content-Type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          signal: ask.timeoutMs
            ? AbortSignal.any([ask.signal, AbortSignal.timeout(ask.timeoutMs)])
            : ask.signal,
        })
        tokens.nonce = response.headers.get('DPoP-Nonce') ?? tokens.nonce
        if (response.ok || response.status === 304) return response
        const refusal = await readRefusal(response)
        if (refusal.code === 'dpop-nonce' && newNonce) newNonce = false
        else {
          // 403 and 404: it may be the token of another page or order. The next request asks for another one.
          if (/40[134]/.test(`${response.status}`)) tokens.forget(kind)
          const isOld = refusal.code === 'grant-superseded' && method === 'GET'
          if ((response.status !== 401 && !isOld) || !newToken) return refusal
          newToken = false
        }
      }
    } catch {
      // Said below: nothing came.
    } finally {
      // Whoever is there next attests in a name of their own.
      if (sale) tokens.forget(kind)
    }
    return refuse('network', `${base} did not answer: check bff-url and the BFF's list of origins`)
  }

  /** Sends a request and judges its JSON answer; `null` where it has no body (204, 304). */
  async ask<T>(schema: Judge<T>, ask: Ask): Promise<Answer<T | null>> {
    const response = await this.open({ timeoutMs: TIMEOUT_MS, ...ask })
    if (!(response instanceof Response)) return response
    const { status } = response
    if (status === 204 || status === 304) return { ok: true, status, value: null }
    const judged = schema.safeParse(await response.json().catch(() => null))
    return judged.success ? { ok: true, status, value: judged.data } : badAnswer(response)
  }
}
