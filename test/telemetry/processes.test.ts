// A sale through both programs, which export to a receiver of OTLP: one trace from the page to the store of the service, metrics, the IDs
// in the logs, and no secret in any export.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDeployment, type Deployment } from '../kit/deployment.ts'
import { openClient, startOf } from '../kit/shopper.ts'
import { until } from '../kit/until.ts'
import { web } from '@tapboard/contract'
import { receiveOtlp, type OtlpReceiver, type ReceivedPoint, type ReceivedSpan } from './receiver.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PAGE_SPAN = 'b7ad6b7169203331'
/** The person's own words in the order and the page's own headers must not be exported. */
const ORDER = 'jane.doe@example.com'

let receiver: OtlpReceiver
let deployment: Deployment

before(async () => {
  receiver = await receiveOtlp()
  deployment = await openDeployment({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '250',
      OTEL_METRIC_EXPORT_TIMEOUT: '250',
      TAPBOARD_UPSTREAM_TRACEPARENT: 'true',
    },
  })
})
after(async () => {
  await deployment?.close()
  await receiver?.close()
})

/** A fetch of a page whose tracing library adds the header to every request. */
const traced: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: {
      ...(init?.headers as object),
      traceparent: `00-${TRACE}-${PAGE_SPAN}-01`,
      tracestate: 'vendor=tracestate-canary',
      baggage: 'user=baggage-canary',
    },
  })

/** Kinds of spans, as OTLP numbers them. */
const [SERVER, CLIENT] = [2, 3]

const parentOf = (span: ReceivedSpan): ReceivedSpan => {
  const found = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
  assert.ok(found, `the parent of ${span.name} was exported`)
  return found
}

/** Names from a span up to the first one that this deployment made. */
const pathOf = (span: ReceivedSpan): string[] =>
  span.parentSpanId === PAGE_SPAN ? [span.name] : [...pathOf(parentOf(span)), span.name]

const saleSpans = (): ReceivedSpan[] => receiver.spans.filter(({ traceId }) => traceId === TRACE)

const WORDS = ['jane.doe', 'tracestate-canary', 'baggage-canary']

test('D-187 D-188 a sale is one trace from the page to the store of the service, without a secret', async () => {
  const { deviceId, terminal } = await deployment.terminal('SN-TRACED')
  const client = openClient(deployment.shop(deviceId, traced), ORDER)
  const { signal } = new AbortController()
  const started = await client.call(web.startSale, startOf(ORDER, deviceId, signal))
  assert.ok(started.ok, JSON.stringify(started))
  const { id } = started.value
  await terminal.tap()
  const follow = await until('the span of the sale', () =>
    saleSpans().find(({ name }) => name === 'follow sale'),
  )
  const inService = await until('the spans of the service', () =>
    saleSpans().find(
      (span) =>
        span.service === 'tapboard-service' &&
        span.name === 'transaction' &&
        pathOf(span).includes('POST /v1/Session/initiate'),
    ),
  )
  const initiate = 'POST /v1/Session/initiate'
  assert.deepEqual(pathOf(inService), ['POST /v1/sales', 'follow sale', initiate, initiate, 'transaction'])
  const [atService, atBff] = [parentOf(inService), parentOf(parentOf(inService))]
  assert.deepEqual([atService.kind, atBff.kind, parentOf(follow).kind], [SERVER, CLIENT, SERVER])
  assert.deepEqual(
    [atBff.service, atBff.scope, atService.service, atService.scope],
    ['tapboard-bff', '@tapboard/bff', 'tapboard-service', '@tapboard/service'],
  )
  const port = new URL(deployment.serviceUrl).port
  const { 'http.response.status_code': status, ...attributes } = atBff.attributes
  assert.deepEqual(attributes, {
    'http.request.method': 'POST',
    'url.template': '/v1/Session/initiate',
    'server.address': '127.0.0.1',
    'server.port': port,
  })
  assert.ok(status === '200' || status === '202')
  assert.equal(inService.attributes['db.system.name'], 'sqlite')
  const { 'tapboard.request.id': requestId = '', ...ofStart } = parentOf(follow).attributes
  assert.deepEqual(ofStart, {
    'http.request.method': 'POST',
    'http.route': '/v1/sales',
    'http.response.status_code': '201',
    'tapboard.merchant.id': 'shop',
  })
  assert.deepEqual(follow.attributes, { 'tapboard.sale.id': id, 'tapboard.sale.kind': 'sale' })

  const line = deployment.bff
    .output()
    .split('\n')
    .find((output) => output.includes(requestId))
  const { trace_id, span_id } = JSON.parse(line ?? '{}') as Record<string, string>
  assert.deepEqual([trace_id, span_id], [TRACE, parentOf(follow).spanId])
  assert.ok(deployment.service.output().includes(`"trace_id":"${TRACE}"`))
  assertNothingPrivate()
})

/** Searches all exports for the secrets of the deployment and the words of the page. */
function assertNothingPrivate(): void {
  const exported = receiver.bodies.map(({ text }) => text).join('\n')
  for (const secret of [...Object.values(deployment.secrets), ...WORDS])
    assert.ok(!exported.includes(secret), `${secret.slice(0, 12)}… was exported`)
  for (const unwanted of ['process.command', 'eyJ', 'Visa', 'SN-TRACED', '.db', '?'])
    assert.ok(!exported.includes(unwanted), `${unwanted} was exported`)
}

test('D-189 metrics are exported beside Prometheus, under names that a collector maps to its names', async () => {
  const scraped = await (await fetch(deployment.metricsUrl)).text()
  const names = new Set<string>()
  for (const [, name = '', type] of scraped.matchAll(/^# TYPE (tapboard_\w+) (\w+)$/gm))
    // NaN, such as the connections of an embedded store, is a value for Prometheus only.
    if (new RegExp(`^${name}(_count)?([{].*[}])? [^N]`, 'm').test(scraped)) names.add(`${type} ${name}`)
  const exported = await until('all metrics', () => {
    const seen = new Set(receiver.points.flatMap(prometheusNames))
    return [...names].every((name) => seen.has(name)) ? seen : null
  })
  assert.ok(names.size > 20, `${names.size} metrics`)
  assert.ok(exported.has('counter tapboard_sale_events_total'))
  const starts = receiver.points.findLast(
    ({ metric, attributes }) =>
      metric === 'tapboard_http_request_duration' && attributes['route'] === 'startSale',
  )
  assert.equal(starts?.value, 1)
  assertNothingPrivate()
})

/** The names that a collector gives to a metric of the BFF, by each kind that it may have. */
const prometheusNames = ({ metric, unit }: ReceivedPoint): string[] => {
  const name = unit === 's' ? `${metric}_seconds` : metric
  return [`histogram ${name}`, `gauge ${name}`, `counter ${name}_total`]
}

test('a stopped program exports its last spans, and exits in time', async () => {
  const before = receiver.bodies.length
  await fetch(`${deployment.bffUrl}/v1/openapi.json`)
  await deployment.bff.stop()
  assert.equal(deployment.bff.child.exitCode, 0)
  assert.ok(receiver.bodies.length > before)
  assert.ok(receiver.spans.some(({ name }) => name === 'GET /v1/openapi.json'))
  assert.ok(!receiver.spans.some(({ name }) => name.includes('/health/')))
})
