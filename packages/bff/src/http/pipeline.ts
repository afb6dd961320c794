// The one way of every request: name it, find its row, judge page and caller, read the body, call the handler, write the
// answer. Whatever happens inside, a Response comes out, with the headers of P30 and a line in the log.
import { web, type Route } from '@tapboard/contract'
import { jsonResponse, SECURITY_HEADERS, type FetchHandler, type Peer } from '@tapboard/server'
import { isStoreUnavailable } from '@tapboard/store'
import type { Meters } from '../observe/meters.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { Nonces } from '../token/nonce.ts'
import { accessFor, authenticate, type AuthPorts } from './authenticate.ts'
import { readBody, readSigned } from './body.ts'
import type { Call, Handler, Handlers } from './call.ts'
import { readClientAddress, type IsAddress } from './client-address.ts'
import { answerPreflight, readOrigin, writeCors, type OriginRules, type PageOrigin } from './origin.ts'
import { problemResponse, type Scheme } from './problem.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { readQuery } from './query.ts'
import { requestIdOf } from './request-id.ts'
import { findRoute, methodsOf, pathBelow } from './router.ts'

/** The configuration of the pipeline. */
export interface PipelineConfig {
  /** Path of the address that pages use, `''` or `/prefix`. */
  readonly prefix: string
  /** Origin of that address. */
  readonly publicOrigin: string
  readonly merchants: readonly { readonly origins: readonly string[] }[]
  readonly dpop: boolean
  /** Proxies of the operator's before the BFF that write `X-Forwarded-For`. */
  readonly proxies: number
}

/** Dependencies of the pipeline. */
export interface PipelineParts {
  readonly config: PipelineConfig
  readonly isAddress: IsAddress
  readonly handlers: Handlers
  readonly auth: AuthPorts
  readonly nonces: Nonces
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly meters?: Meters
}

/** Adds the headers of every answer; HSTS only where the public address is https. */
function writeSecurityHeaders(headers: Headers, https: boolean): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS))
    if (name !== 'cache-control' || !headers.has(name)) headers.set(name, value)
  // Other origins read by CORS; the BFF and its pages are often not the same site.
  headers.set('cross-origin-resource-policy', 'cross-origin')
  if (https) headers.set('strict-transport-security', 'max-age=63072000; includeSubDomains')
}

/** The log entry of one request. */
interface Told {
  route: string
  merchant: string | null
  code: string | null
  reason: string | null
}

/** Class name or code of a fault: short and from the program, never a message. */
function nameOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error
  return /^\w{1,40}$/.test(name) ? name : 'unknown'
}

function replyResponse(reply: Exclude<Awaited<ReturnType<Handler<Route>>>, Refusal>): Response {
  const { status, body } = reply
  const headers = new Headers(reply.headers)
  if (body === null) return new Response(null, { status, headers })
  if (body instanceof ReadableStream) return new Response(body, { status, headers })
  return jsonResponse(body, status, headers)
}

/** The BFF as a function; never rejects. */
export function createPipeline(parts: PipelineParts): FetchHandler['fetch'] {
  const { config, handlers, auth, nonces, clock, random, log, meters, isAddress } = parts
  const scheme: Scheme = config.dpop ? 'DPoP' : 'Bearer'
  const https = config.publicOrigin.startsWith('https:')
  const rules: OriginRules = {
    origins: new Set(config.merchants.flatMap(({ origins }) => origins)),
    publicOrigin: config.publicOrigin,
  }

  const run = async (
    request: Request,
    peer: Peer | undefined,
    requestId: string,
    page: PageOrigin,
    told: Told,
  ): Promise<Response | Refusal> => {
    const path = pathBelow(request.url, config.prefix)
    const methods = methodsOf(path)
    if (request.method === 'OPTIONS' && methods.length > 0) {
      told.route = 'preflight'
      return answerPreflight(page, methods)
    }
    const match = findRoute(request.method, path)
    if (!match.ok) return match
    told.route = match.name
    const route: Route = web.WEB_ROUTES[match.name]
    const { method, headers, signal } = request
    const caller = await authenticate(auth, { auth: route.auth, method, path, headers, page })
    if (!caller.ok) return caller
    told.merchant = caller.merchant
    const { request: schema, maxBodyBytes } = route
    const body =
      schema === undefined
        ? null
        : route.signed === true
          ? await readSigned(request, maxBodyBytes)
          : await readBody(request, schema, maxBodyBytes)
    if (body !== null && !body.ok) return body
    const query = readQuery(request.url, route.query ?? [])
    if (!query.ok) return query
    // The row gave the schema and the caller's kind, so the call has the shape that the row's handler was compiled for.
    const handler = handlers[match.name] as unknown as Handler<Route>
    const access = accessFor(route.auth, caller.access)
    const call = {
      requestId,
      params: match.params,
      body: body?.value ?? null,
      access,
      query: query.members,
      headers,
      clientAddress: readClientAddress(headers, peer?.address ?? null, config.proxies, isAddress),
      signal,
    }
    const reply = await handler(call as unknown as Call<Route>)
    return reply.ok ? replyResponse(reply) : reply
  }

  const guarded = async (
    request: Request,
    peer: Peer | undefined,
    requestId: string,
    page: PageOrigin,
    told: Told,
  ): Promise<Response> => {
    let result: Response | Refusal
    try {
      result = await run(request, peer, requestId, page, told)
    } catch (error) {
      const gone = isStoreUnavailable(error)
      told.reason = nameOf(error)
      result = gone
        ? refuse(
            'store-unavailable',
            'The ledger is unavailable; try again in a moment. Nothing was started that is not stored.',
          )
        : refuse('internal-error', 'Give this request ID to the operator of the BFF.')
    }
    if (result instanceof Response) return result
    told.code = result.code
    return problemResponse(result, requestId, scheme)
  }

  /** HEAD: the head of GET without a body, and no unread stream (RFC 9110 §9.3.2). */
  const withoutBody = async ({ body, headers, status }: Response): Promise<Response> => {
    await body?.cancel()
    return new Response(null, { status, headers })
  }

  return async (request, peer) => {
    const startedMs = clock.now()
    const requestId = requestIdOf(request.headers.get('x-request-id'), random)
    const page = readOrigin(request.headers, rules)
    const told: Told = { route: 'unknown', merchant: null, code: null, reason: null }
    const whole = await guarded(request, peer, requestId, page, told)
    const response = request.method === 'HEAD' ? await withoutBody(whole) : whole
    writeSecurityHeaders(response.headers, https)
    writeCors(response.headers, page)
    response.headers.set('x-request-id', requestId)
    if (config.dpop && page.kind === 'listed' && told.route !== 'preflight') {
      response.headers.set('dpop-nonce', nonces.issue(clock.now()))
    }
    const { status } = response
    const durationMs = clock.now() - startedMs
    meters?.answered({ route: told.route, status, code: told.code, durationMs })
    const line = {
      requestId,
      method: request.method,
      route: told.route,
      status,
      durationMs,
      ...(told.code === null ? {} : { code: told.code }),
      ...(told.reason === null ? {} : { reason: told.reason }),
      ...(told.merchant === null ? {} : { merchant: told.merchant }),
    }
    if (status >= 500 && told.reason !== null) log.error(line, 'request failed')
    else log.info(line, 'request')
    return response
  }
}
