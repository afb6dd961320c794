// A receiver of OTLP over HTTP with JSON bodies, as a collector is: it keeps spans and metric points, and the text of all bodies.
import { createServer } from 'node:http'
import { listen } from '../kit/sockets.ts'

/** An attribute value of OTLP in JSON. */
interface AnyValue {
  readonly stringValue?: string
  readonly intValue?: string | number
  readonly boolValue?: boolean
}

interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

/** A span as it was exported. */
export interface ReceivedSpan {
  readonly service: string
  readonly scope: string
  readonly name: string
  /** 2 server, 3 client, 1 internal, as OTLP numbers them. */
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, string>>
  readonly failed: boolean
}

/** A value of a metric. */
export interface ReceivedPoint {
  readonly service: string
  readonly metric: string
  readonly unit: string
  readonly attributes: Readonly<Record<string, string>>
  /** The value of a counter or gauge, the count of a histogram. */
  readonly value: number
}

interface ExportedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes?: readonly KeyValue[]
  readonly status?: { readonly code?: number }
}

interface DataPoint {
  readonly attributes?: readonly KeyValue[]
  readonly asDouble?: number
  readonly asInt?: string | number
  readonly count?: string | number
}

type Points = { readonly dataPoints: readonly DataPoint[] }

interface ExportedMetric {
  readonly name: string
  readonly unit?: string
  readonly sum?: Points
  readonly gauge?: Points
  readonly histogram?: Points
}

interface Scoped {
  readonly scope?: { readonly name: string }
  readonly spans?: readonly ExportedSpan[]
  readonly metrics?: readonly ExportedMetric[]
}

interface OfResource {
  readonly resource: { readonly attributes: readonly KeyValue[] }
  readonly scopeSpans?: readonly Scoped[]
  readonly scopeMetrics?: readonly Scoped[]
}

const attributesOf = (pairs: readonly KeyValue[] = []): Record<string, string> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      String(value.stringValue ?? value.intValue ?? value.boolValue ?? JSON.stringify(value)),
    ]),
  )

const spansOf = (service: string, { scope, spans = [] }: Scoped): ReceivedSpan[] =>
  spans.map(({ name, kind, traceId, spanId, parentSpanId = '', attributes, status }) => ({
    service,
    scope: scope?.name ?? '',
    name,
    kind,
    traceId,
    spanId,
    parentSpanId,
    attributes: attributesOf(attributes),
    failed: status?.code === 2,
  }))

const pointsOf = (service: string, { metrics = [] }: Scoped): ReceivedPoint[] =>
  metrics.flatMap(({ name, unit = '', sum, gauge, histogram }) =>
    ((sum ?? gauge ?? histogram)?.dataPoints ?? []).map(({ attributes, asDouble, asInt, count }) => ({
      service,
      metric: name,
      unit,
      attributes: attributesOf(attributes),
      value: Number(asDouble ?? asInt ?? count),
    })),
  )

export interface OtlpReceiver {
  /** The address for the variable OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  readonly points: readonly ReceivedPoint[]
  /** The media type and text of each body. */
  readonly bodies: readonly { readonly path: string; readonly type: string; readonly text: string }[]
  close(): Promise<void>
}

/** Starts a receiver on loopback. Bodies that are not JSON are kept as text only. */
export async function receiveOtlp(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const points: ReceivedPoint[] = []
  const bodies: { path: string; type: string; text: string }[] = []
  const take = (text: string): void => {
    const { resourceSpans = [], resourceMetrics = [] } = JSON.parse(text) as Readonly<
      Record<'resourceSpans' | 'resourceMetrics', readonly OfResource[] | undefined>
    >
    for (const { resource, scopeSpans = [], scopeMetrics = [] } of [...resourceSpans, ...resourceMetrics]) {
      const service = attributesOf(resource.attributes)['service.name'] ?? ''
      for (const scoped of scopeSpans) spans.push(...spansOf(service, scoped))
      for (const scoped of scopeMetrics) points.push(...pointsOf(service, scoped))
    }
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const type = request.headers['content-type'] ?? ''
      const text = Buffer.concat(parts).toString(type === 'application/json' ? 'utf8' : 'latin1')
      bodies.push({ path: request.url ?? '', type, text })
      if (type === 'application/json') take(text)
      response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '')
    })
  })
  const url = await listen(server)
  return {
    url,
    spans,
    points,
    bodies,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
