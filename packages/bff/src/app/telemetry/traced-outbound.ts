// Spans of outbound requests, and the header `traceparent` on them. Requests and answers are otherwise unchanged. A request to the
// upstream outside of a trace has no span; the header goes to the upstream only if it is configured to get it.
import { boarding, upstream } from '@tapboard/contract'
import {
  serverOf,
  traceHeaders,
  type Span,
  type TelemetryAttributes,
  type TraceOrigins,
  type Tracing,
} from '@tapboard/server'
import type { WebhookSender } from '../../durable/outbox/delivery-handlers.ts'
import type { OneShotSender, SendReport, Transport } from '../../upstream/transport/outbound-port.ts'
import type { Outbound } from '../runtime/runtime.ts'

/** Paths of the upstream, those without a member first: `/v1/Session/initiate` is never a session. */
const TEMPLATES: readonly (readonly [template: string, form: RegExp])[] = [
  ...Object.values(upstream.UPSTREAM_ROUTES),
  ...Object.values(boarding.BOARDING_ROUTES),
]
  .map(({ path }) => path)
  .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  .map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)])

/** The template of a path below the base; `null` for an unknown one. */
function templateOf(path: string): string | null {
  const [bare = ''] = path.split('?', 1)
  return TEMPLATES.find(([, form]) => form.test(bare))?.[0] ?? null
}

/** The spans of the requests to one base URL. */
interface UpstreamTracing {
  readonly tracing: Tracing
  readonly server: TelemetryAttributes
  /** Whether this upstream gets the header. */
  readonly propagates: boolean
}

/** Runs a request in its span. `send` gets the headers to add. */
function traceSend<Result>(
  { tracing, server, propagates }: UpstreamTracing,
  { method, path }: { readonly method: string; readonly path: string },
  send: (headers: Readonly<Record<string, string>>, span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (tracing.active() === null) return send({}, null)
  const template = templateOf(path)
  const start = {
    name: template === null ? method : `${method} ${template}`,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      ...(template === null ? {} : { 'url.template': template }),
      ...server,
    },
  } as const
  return tracing.run(start, (span) => send(propagates ? traceHeaders(tracing) : {}, span))
}

function endWith(span: Span | null, status: number): void {
  span?.set({ 'http.response.status_code': status })
  if (status >= 400) span?.fail(String(status))
}

const traceTransport = (transport: Transport, traced: UpstreamTracing): Transport => ({
  request: (request) =>
    traceSend(traced, request, async (headers, span) => {
      const answer = await transport.request({ ...request, headers: { ...request.headers, ...headers } })
      if ('status' in answer) endWith(span, answer.status)
      else span?.fail(answer.fault)
      return answer
    }),
  hasRoomToHold: () => transport.hasRoomToHold(),
  close: () => transport.close(),
})

function endSend(span: Span | null, { exchange }: SendReport): void {
  if (exchange.kind === 'answer') endWith(span, exchange.answer.status)
  else span?.fail(exchange.kind)
}

const traceOneShot = (sender: OneShotSender, traced: UpstreamTracing): OneShotSender => ({
  send: (shot, beforeBody) =>
    traceSend(traced, { method: 'POST', path: shot.path }, async (headers, span) => {
      const report = await sender.send({ ...shot, headers: { ...shot.headers, ...headers } }, beforeBody)
      endSend(span, report)
      return report
    }),
  close: () => sender.close(),
})

/** Each delivery is a span in the trace of its sale, and its receiver gets the header: it is the merchant's own server. */
const traceWebhooks = (sender: WebhookSender, tracing: Tracing, origins: TraceOrigins): WebhookSender => ({
  to(target) {
    const handle = sender.to(target, () => traceHeaders(tracing))
    const attributes = { 'http.request.method': 'POST', ...serverOf(target.url) }
    return (row, signal) => {
      const { type, saleId } = row
      const ofSale = saleId === undefined ? {} : { 'tapboard.sale.id': saleId }
      const start = {
        name: 'POST webhook',
        kind: 'client',
        attributes: { ...attributes, 'tapboard.event.type': type, ...ofSale },
        parent: saleId === undefined ? null : origins.of(saleId),
      } as const
      return tracing.run(start, async (span) => {
        const result = await handle(row, signal)
        if (!result.ok) span.fail(result.code)
        return result
      })
    }
  },
  close: () => sender.close(),
})

/** Outbound requests with spans; `propagates`: the upstream gets the header. */
export function traceOutbound(
  outbound: Outbound,
  tracing: Tracing,
  origins: TraceOrigins,
  propagates: boolean,
): Outbound {
  const tracedFor = (url: string): UpstreamTracing => ({ tracing, server: serverOf(url), propagates })
  return {
    transport: (baseUrl) => traceTransport(outbound.transport(baseUrl), tracedFor(baseUrl)),
    oneShot: (baseUrl, limits, ports) =>
      traceOneShot(outbound.oneShot(baseUrl, limits, ports), tracedFor(baseUrl)),
    webhooks: (clock) => traceWebhooks(outbound.webhooks(clock), tracing, origins),
  }
}
