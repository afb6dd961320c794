// The pipeline of every request: request ID, route, origin, authentication, body, handler, answer. It always returns a
// Response with the headers of P30 and writes one log line.
import { web, type Route } from '@tapboard/contract'
import {
  endRequest,
  HSTS,
  jsonResponse,
  readClientAddress,
  SECURITY_HEADERS,
  traceRequest,
  type IsAddress,
  type Peer,
  type Span,
  type Tracing,
} from '@tapboard/server'
import { isStoreUnavailable } from '@tapboard/store'
import { toBase64url } from '@tapboard/store/crypto'
import type { Meters } from '../observe/meters.ts'
import type { Clock, Log, Random } from '../ports.ts'
import { judgeBody, REPLAYED, type AcceptedProof } from '../token/dpop.ts'
import type { Nonces } from '../token/nonce.ts'
import type { UsedProofs } from '../token/used-proofs.ts'
import { accessFor, authenticate, type AuthDeps } from './authenticate.ts'
import { parseBody, readBody } from './body.ts'
import { derivedFrom } from '../derived.ts'
import type { Call, Handler, Handlers } from './call.ts'
import { InFlight } from './in-flight.ts'
import { answerPreflight, readOrigin, writeCors, type OriginRules, type PageOrigin } from './origin.ts'
import { helpUrl } from './error-page.ts'
import { problemResponse, type Scheme } from './problem.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { readQuery } from './query.ts'
import { findRoute, methodsOf, pathBelow } from './router.ts'

/** The configuration of the pipeline. */
interface PipelineConfig {
  /** Path of publicUrl, `''` or `/prefix`. */
  readonly prefix: string
  readonly publicOrigin: string
  /** Read at each request: merchants can change. */
  readonly merchants: readonly { readonly origins: readonly string[] }[]
  readonly dpop: boolean
  /** Number of the operator's proxies that write `X-Forwarded-For`. */
  readonly proxies: number
}

interface PipelineParts {
  readonly config: PipelineConfig
  readonly isAddress: IsAddress
  readonly handlers: Handlers
  readonly auth: AuthDeps
  readonly nonces: Nonces
  readonly usedProofs: UsedProofs
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly meters?: Meters
  /** Records spans; `null` without OpenTelemetry. */
  readonly tracing?: Tracing | null
}

/** Form of a request ID that is accepted from the caller (a proxy or the host). */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** The caller's `X-Request-Id` if it has the form, else a new one. */
const requestIdOf = (given: string | null, random: Random): string =>
  given !== null && REQUEST_ID.test(given) ? given : toBase64url(random(12))

/** Adds the headers of every answer that its handler did not set; HSTS only if publicUrl is https. */
function writeSecurityHeaders(headers: Headers, https: boolean): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (!headers.has(name)) headers.set(name, value)
  // Other origins read by CORS: the BFF and its pages are often different sites.
  headers.set('cross-origin-resource-policy', 'cross-origin')
  if (https) headers.set('strict-transport-security', HSTS)
}

/** One request in progress, with the fields of its log line. */
interface PendingRequest {
  readonly request: Request
  readonly requestId: string
  readonly page: PageOrigin
  /** Address of the caller, behind the operator's proxies; `null` if it is unknown. */
  readonly source: string | null
  /** The span of the request; `null` without OpenTelemetry. */
  readonly span: Span | null
  route: web.WebRouteName | 'preflight' | 'unknown'
  /** The sale that the path names. */
  saleId: string | null
  merchant: string | null
  /** The key that signed the caller's token. */
  keyId: string | null
  code: string | null
  reason: string | null
}

/** Class name or code of a fault: short and from the program, never a message. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error
  return /^\w{1,40}$/.test(name) ? name : 'unknown'
}

/** Whether a body is JSON that was written before. */
const isJsonText = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array

function replyResponse(reply: Exclude<Awaited<ReturnType<Handler<Route>>>, Refusal>): Response {
  const { status, body } = reply
  const headers = new Headers(reply.headers)
  if (body === null) return new Response(null, { status, headers })
  if (typeof body === 'string' || body instanceof ReadableStream)
    return new Response(body, { status, headers })
  if (isJsonText(body)) {
    headers.set('content-type', 'application/json')
    headers.set('content-length', String(body.length))
    return new Response(body, { status, headers })
  }
  return jsonResponse(body, status, headers)
}

/** The response to HEAD: the head of GET without a body, and no unread stream (RFC 9110 §9.3.2). */
async function withoutBody({ body, headers, status }: Response): Promise<Response> {
  await body?.cancel()
  return new Response(null, { status, headers })
}

/** Beginning of the paths that name a sale. */
const SALE_PATH = web.WEB_ROUTES.getSale.path

/** Describes an answered request in its span, by the contract and by IDs. */
function endSpan(
  span: Span,
  { request, requestId, route, code, merchant, saleId }: PendingRequest,
  status: number,
): void {
  endRequest(span, {
    method: request.method,
    route: route === 'unknown' || route === 'preflight' ? null : web.WEB_ROUTES[route].path,
    status,
    attributes: {
      'tapboard.request.id': requestId,
      ...(code === null ? {} : { 'tapboard.problem': code }),
      ...(merchant === null ? {} : { 'tapboard.merchant.id': merchant }),
      ...(saleId === null ? {} : { 'tapboard.sale.id': saleId }),
    },
  })
}

/** Methods that change nothing (RFC 9110 §9.2.1); their proofs need no row in the store. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** The queue of the requests whose signature is checked after their body is read. No merchant has this ID. */
const SIGNED = ' signed'

/** Reads the body of a request as its route requires, and compares it with the proof; `null` if the route has none. */
async function bodyFor(
  { request: schema, signed, maxBodyBytes }: Route,
  request: Request,
  proof: AcceptedProof | null,
) {
  if (schema === undefined) return null
  const read = await readBody(request, maxBodyBytes)
  if (!read.ok) return read
  const other = proof === null ? null : judgeBody(proof, read.value)
  if (other !== null) return other
  return signed === true ? read : parseBody(schema, read.value)
}

/** The BFF as one function over requests. */
export class Pipeline {
  readonly #parts: PipelineParts
  readonly #inFlight: InFlight
  readonly #scheme: Scheme
  readonly #https: boolean
  readonly #publicUrl: string
  readonly #rules: () => OriginRules

  constructor(parts: PipelineParts) {
    const { config } = parts
    const { dpop, publicOrigin, prefix } = config
    this.#publicUrl = publicOrigin + prefix
    this.#parts = parts
    this.#inFlight = new InFlight(parts.clock)
    this.#scheme = dpop ? 'DPoP' : 'Bearer'
    this.#https = publicOrigin.startsWith('https:')
    this.#rules = derivedFrom(
      () => config.merchants,
      (merchants) => ({ origins: new Set(merchants.flatMap(({ origins }) => origins)), publicOrigin }),
    )
  }

  /** Answers a request. Never rejects. */
  fetch(request: Request, peer?: Peer): Promise<Response> {
    const { tracing = null } = this.#parts
    return this.#inFlight.count(() =>
      tracing === null
        ? this.#answer(request, peer, null)
        : traceRequest(tracing, request, (span) => this.#answer(request, peer, span)),
    )
  }

  /** Resolves when no request is in progress, at the latest after 5 s. Open streams do not count. */
  idle(): Promise<void> {
    return this.#inFlight.idle()
  }

  async #answer(request: Request, peer: Peer | undefined, span: Span | null): Promise<Response> {
    const { config, clock, nonces, random, isAddress } = this.#parts
    const startedMs = clock.now()
    const pending: PendingRequest = {
      request,
      requestId: requestIdOf(request.headers.get('x-request-id'), random),
      page: readOrigin(request.headers, this.#rules()),
      source: readClientAddress(request.headers, peer?.address ?? null, config.proxies, isAddress),
      span,
      route: 'unknown',
      saleId: null,
      merchant: null,
      keyId: null,
      code: null,
      reason: null,
    }
    const whole = await this.#answerOrFault(pending)
    const response = request.method === 'HEAD' ? await withoutBody(whole) : whole
    writeSecurityHeaders(response.headers, this.#https)
    writeCors(response.headers, pending.page)
    response.headers.set('x-request-id', pending.requestId)
    if (config.dpop && pending.page.kind === 'listed' && pending.route !== 'preflight') {
      response.headers.set('dpop-nonce', nonces.issue(clock.now()))
    }
    this.#record(pending, response.status, clock.now() - startedMs)
    return response
  }

  /** Converts a refusal or an exception into its problem. */
  async #answerOrFault(pending: PendingRequest): Promise<Response> {
    let result: Response | Refusal
    try {
      result = await this.#handle(pending)
    } catch (error) {
      const gone = isStoreUnavailable(error)
      pending.reason = nameOf(error)
      result = gone
        ? refuse(
            'store-unavailable',
            'The ledger is unavailable; try again in a moment. Nothing was started that is not stored.',
          )
        : refuse('internal-error', 'Give this request ID to the operator of the BFF.')
    }
    if (result instanceof Response) return result
    pending.code = result.code
    pending.merchant ??= result.known?.merchant ?? null
    pending.keyId ??= result.known?.keyId ?? null
    return problemResponse(result, {
      requestId: pending.requestId,
      scheme: this.#scheme,
      publicUrl: this.#publicUrl,
    })
  }

  /** Finds the route, authenticates the caller, reads the body and calls the handler. */
  async #handle(pending: PendingRequest): Promise<Response | Refusal> {
    const { config, handlers, auth, usedProofs, clock } = this.#parts
    const { request, requestId, page, source } = pending
    const path = pathBelow(request.url, config.prefix)
    const methods = methodsOf(path)
    if (request.method === 'OPTIONS' && methods.length > 0) {
      pending.route = 'preflight'
      return answerPreflight(page, methods)
    }
    const match = findRoute(request.method, path)
    if (!match.ok) return match
    pending.route = match.name
    const route: Route = web.WEB_ROUTES[match.name]
    const { method, headers, signal } = request
    // Anyone can send an unsigned request under the name of a merchant: such requests wait in one queue of their own.
    if (route.signed === true) await auth.queue?.enter(SIGNED)
    const caller = await authenticate(auth, { auth: route.auth, method, path, headers, page, source })
    if (!caller.ok) return caller
    pending.merchant = caller.merchant
    pending.keyId = caller.page?.kid ?? null
    // Without a token, anything can be in the place of the ID: it must not reach a trace (D-189).
    pending.saleId = route.path.startsWith(SALE_PATH) ? (match.params['id'] ?? null) : null
    const proof = SAFE_METHODS.has(method) ? null : caller.proof
    const body = await bodyFor(route, request, proof)
    if (body !== null && !body.ok) return body
    const query = readQuery(request.url, route.query ?? [])
    if (!query.ok) return query
    if (proof !== null && !(await usedProofs.record(proof, clock.now()))) return REPLAYED
    // Schema and access come from the same row as the handler, so the call has the handler's type.
    const handler = handlers[match.name] as unknown as Handler<Route>
    const call = {
      requestId,
      params: match.params,
      body: body?.value ?? null,
      access: accessFor(route.auth, caller.access),
      page: caller.page,
      query: query.members,
      headers,
      clientAddress: source,
      signal,
    }
    const reply = await handler(call as unknown as Call<Route>)
    return reply.ok ? replyResponse(reply) : reply
  }

  /** Counts the request and writes its log line. */
  #record(pending: PendingRequest, status: number, durationMs: number): void {
    const { meters, log } = this.#parts
    const { request, requestId, route, code, reason, merchant, keyId, source } = pending
    meters?.answered({ route, status, code, durationMs })
    if (pending.span !== null) endSpan(pending.span, pending, status)
    const line = {
      requestId,
      method: request.method,
      route,
      status,
      durationMs,
      ...(code === null ? {} : { code, help: helpUrl(this.#publicUrl, code) }),
      ...(reason === null ? {} : { reason }),
      ...(merchant === null ? {} : { merchant }),
      // A refusal is traced back to its source and key. The log holds no address of a served caller.
      ...(code === null || source === null ? {} : { source }),
      ...(code === null || keyId === null ? {} : { keyId }),
    }
    if (status >= 500 && reason !== null) log.error(line, 'request failed')
    else log.info(line, 'request')
  }
}
