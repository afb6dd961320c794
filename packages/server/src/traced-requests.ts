// Spans of HTTP requests, by the semantic conventions for HTTP. `url.path`, `url.query` and `url.full` are left out: a path may hold an
// order or an applicant in the host's own words.
import type { TelemetryAttributes } from './open-telemetry.ts'
import { readTraceparent } from './traceparent.ts'
import type { Span, Tracing } from './tracing.ts'

/** Methods with a name of their own; all others are `_OTHER`. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const methodOf = (method: string): string => (METHODS.has(method) ? method : '_OTHER')

/** Probes arrive every few seconds and would be most of the traces. */
const isProbe = (url: string): boolean => new URL(url).pathname.includes('/health/')

/**
 * Answers a request in a span of kind `server`. A valid `traceparent` of the caller is its parent, unless the host's own server has
 * begun a span for this request. `answer` gets `null` for a health probe, which has no span.
 */
export function traceRequest(
  tracing: Tracing,
  request: Request,
  answer: (span: Span | null) => Promise<Response>,
): Promise<Response> {
  if (isProbe(request.url)) return answer(null)
  const method = methodOf(request.method)
  const start = {
    name: method === '_OTHER' ? 'HTTP' : method,
    kind: 'server',
    attributes: { 'http.request.method': method },
    parent: readTraceparent(request.headers.get('traceparent')),
  } as const
  return tracing.run(start, answer)
}

/** The end of an answered request. */
export interface TracedAnswer {
  readonly method: string
  /** The template of the path, `/v1/sales/{id}`; `null` if no route matched. */
  readonly route: string | null
  readonly status: number
  readonly attributes: TelemetryAttributes
}

/** Gives the span of a request its name and its attributes. */
export function endRequest(span: Span, { method, route, status, attributes }: TracedAnswer): void {
  const known = methodOf(method)
  if (route !== null) span.rename(`${known === '_OTHER' ? 'HTTP' : known} ${route}`)
  span.set({
    ...(route === null ? {} : { 'http.route': route }),
    'http.response.status_code': status,
    ...attributes,
  })
  if (status >= 500) span.fail(String(status))
}

/** The server of an outbound request. */
export function serverOf(url: string): TelemetryAttributes {
  const { hostname, port, protocol } = new URL(url)
  const given = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  return { 'server.address': hostname, 'server.port': given }
}
