// One exchange with the BFF: authorise, send, judge the answer by the route's row in the contract. Repeats a request at most once for a
// new DPoP nonce and once for a renewed token; every other retry is the caller's decision. A read whose grant was superseded is repeated
// with a new token; a start is not, because its terms are those of the old grant.
import {
  Problem,
  PROBLEM_PREFIX,
  type ProblemCode,
  type RequestOf,
  type Route,
  type TokenKind,
  type ValueOf,
} from '@tapboard/contract'
import { refuse, type Answer, type FaultCode, type Refusal } from './fault.ts'
import { own } from './own.ts'
import { retryAfterMs } from './retry.ts'
import type { TokenSource } from './token-source.ts'

/** A route that takes a token of an element. */
export type ElementRoute = Route & {
  readonly auth: TokenKind | 'sale-or-refund' | 'sale-or-refund-or-setup'
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** Longest wait for the answer and its body, counted from the moment at which the request leaves. */
  readonly timeoutMs?: number
  readonly signal: AbortSignal
}

/** One request: its options, and the members that the route's row asks for. */
type CallOf<R extends ElementRoute> = CallOptions &
  (R['path'] extends `${string}{id}${string}` ? { readonly id: string } : unknown) &
  (R extends { readonly request: object } ? { readonly body: RequestOf<R> } : unknown) &
  (R extends { readonly query: readonly (infer Name extends string)[] }
    ? { readonly query: Readonly<Partial<Record<Name, string>>> }
    : unknown) &
  (R['auth'] extends `${string}-setup` ? { readonly kind?: 'setup' } : unknown)

/** One request of any route. */
export interface AnyCall extends CallOptions {
  readonly id?: string
  readonly body?: unknown
  /** No proof covers it (RFC 9449 §4.2). */
  readonly query?: Readonly<Partial<Record<string, string>>>
  readonly kind?: TokenKind
}

export interface ClientPorts {
  /** Base URL of the BFF without a trailing slash. */
  readonly base: string
  readonly fetch: typeof fetch
  readonly tokens: TokenSource
  /** ID of the sale to refund: routes that take a `refund` token get one. */
  readonly refund?: string | undefined
}

/** Longer than the BFF's own time limit for the upstream, so that the client receives its answer. */
const TIMEOUT_MS = 15_000

/** Tells a refusal from headers or a response; the page's `fetcher` may return a response of another frame. */
export const isRefusal = (answer: object): answer is Refusal => Object.hasOwn(answer, 'code')

/** Statuses of a gateway in front of the BFF while the BFF is down or receives too many requests. */
const GATEWAY: Readonly<Record<number, FaultCode>> = {
  429: 'rate-limited',
  502: 'network',
  503: 'network',
  504: 'network',
}

/** The token may belong to another page or order: the next request gets a new one. */
const FORGET_TOKEN: ReadonlySet<number> = new Set([401, 403, 404])

/** The refusal of an answer that violates the contract. */
export const badAnswer = (url: string, status: number, code = GATEWAY[status] ?? 'bad-answer'): Refusal =>
  refuse(code, `${url} answered ${status} with something that is not the contract's`)

/** Reads a refusal. An answer other than a problem document does not tell whether the BFF processed the request. */
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
    : { ...badAnswer(response.url, response.status), ...rest }
}

/** A client of one BFF. */
export class Client {
  readonly #ports: ClientPorts

  constructor(ports: ClientPorts) {
    this.#ports = ports
  }

  /** Headers that authorize a call of `route` with the body `text`, or the reason for their absence. Sends no request to the BFF. */
  authorize(route: ElementRoute, call: AnyCall, text?: string): Promise<Record<string, string> | Refusal> {
    const { id = '', kind, signal } = own(call)
    const wanted = kind ?? this.#kindOf(route)
    const sale = wanted === 'resolve' ? id : wanted === 'refund' ? this.#ports.refund : undefined
    return this.#ports.tokens.authorize(wanted, route.method, this.#urlOf(route, id), signal, sale, text)
  }

  /** Sends a request; returns the response with its body unread, or the refusal. Waits until `signal` aborts. */
  open<R extends ElementRoute>(route: R, call: CallOf<R>): Promise<Response | Refusal> {
    return this.#send(route, call)
  }

  /** Sends a request and judges its answer by the row; `null` for an empty one (204, 304). */
  async call<R extends ElementRoute>(route: R, call: CallOf<R>): Promise<Answer<ValueOf<R>>> {
    const response = await this.#send(route, { timeoutMs: TIMEOUT_MS, ...call })
    if (isRefusal(response)) return response
    const { status } = response
    if (route.answers[status] === 'empty') return { ok: true, status, value: null as ValueOf<R> }
    // All JSON answers of a row have one schema; a test of the contract holds that.
    const schema = Object.values(route.answers).find((answer) => typeof answer === 'object')
    let code: FaultCode | undefined
    const body: unknown = await response.json().catch((error?: Error) => {
      // A body that ends early or too late: the BFF or the connection to it ended.
      if (error?.name !== 'SyntaxError') code = 'network'
    })
    const judged = schema?.safeParse(body)
    return judged?.success
      ? { ok: true, status, value: judged.data as ValueOf<R> }
      : badAnswer(response.url, status, code)
  }

  /** The kind of token for a route: `refund` where the page refunds and the route takes it, else the first one. */
  #kindOf({ auth }: ElementRoute): TokenKind {
    return this.#ports.refund && auth.includes('refund') ? 'refund' : (auth.split('-')[0] as TokenKind)
  }

  #urlOf({ path }: ElementRoute, id: string): string {
    return this.#ports.base + path.replace('{id}', encodeURIComponent(id))
  }

  async #send(route: ElementRoute, call: AnyCall): Promise<Response | Refusal> {
    const { base, fetch, tokens } = this.#ports
    const { id = '', query, headers, body, timeoutMs, signal, kind = this.#kindOf(route) } = own(call)
    const { method } = route
    const text = body ? JSON.stringify(body) : ''
    const url =
      this.#urlOf(route, id) +
      (query ? `?${new URLSearchParams(query as Record<string, string>).toString()}` : '')
    try {
      let newNonce = true
      let newToken = true
      for (;;) {
        const authority = await this.authorize(route, call, text)
        if (isRefusal(authority)) return authority
        const init: RequestInit = {
          method,
          headers: { ...authority, ...headers, ...(text && { 'Content-Type': 'application/json' }) },
          ...(text && { body: text }),
          cache: 'no-store',
          credentials: 'omit',
          redirect: 'error',
          signal: timeoutMs ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal,
        }
        const response = await fetch(url, own(init))
        tokens.nonce = response.headers.get('DPoP-Nonce') ?? tokens.nonce
        if (response.ok || response.status === 304) return response
        const refusal = await readRefusal(response)
        if (refusal.code === 'dpop-nonce' && newNonce) newNonce = false
        else {
          if (FORGET_TOKEN.has(response.status)) tokens.forget(kind)
          const isOld = refusal.code === 'grant-superseded' && method === 'GET'
          if ((response.status !== 401 && !isOld) || !newToken) return refusal
          newToken = false
        }
      }
    } catch {
      // No answer: reported as `network` below.
    } finally {
      // A resolve token names the person: each request asks for its own.
      if (kind === 'resolve') tokens.forget(kind)
    }
    return refuse('network', `${base} did not answer: check bff-url and the BFF's list of origins`)
  }
}
