// Spans over the real API and SDK: parents, failures, the log, the store, and the API without an SDK.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@opentelemetry/api'
import { openStore, sql, type Store } from '@tapboard/store'
import type { OpenTelemetryApi } from './open-telemetry.ts'
import { readTraceparent } from './traceparent.ts'
import { createTraceOrigins } from './trace-origins.ts'
import { collectSpans } from './testing.ts'
import { traceLog } from './traced-log.ts'
import { endRequest, serverOf, traceRequest } from './traced-requests.ts'
import { traceStore } from './traced-store.ts'
import { createTracing, traceHeaders, type SpanStart, type Tracing } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const SAMPLED = `00-${TRACE}-${SPAN}-01`
const UNSAMPLED = `00-${TRACE}-${SPAN}-00`

const quiet: Tracing = createTracing(api, 'before the SDK')
const isQuiet = await quiet.run({ name: 'a', kind: 'internal', attributes: {} }, async () => quiet.active())
const { ended } = collectSpans()

const tracing = createTracing(api, 'test')
const start = (name: string, more: Partial<SpanStart> = {}): SpanStart => ({
  name,
  kind: 'internal',
  attributes: {},
  ...more,
})

test('D-187 the module of the API has the type of the option', () => {
  const given: OpenTelemetryApi = api
  assert.equal(typeof given.trace.getTracer, 'function')
})

test('D-188 without an SDK the work runs, and there is no span and no header', () => {
  assert.equal(isQuiet, null)
  assert.deepEqual([traceHeaders(null), traceHeaders(quiet)], [{}, {}])
})

test('D-187 a span is below the active one, else below the given parent, else a new trace', async () => {
  const parent = readTraceparent(SAMPLED)
  await tracing.run(start('outer', { parent }), async () => {
    await tracing.run(start('inner', { parent: readTraceparent(UNSAMPLED) }), async () => {})
  })
  await tracing.run(start('alone'), async () => {})
  const [inner, outer, alone] = ended
  assert.deepEqual([outer?.spanContext().traceId, outer?.parentSpanContext?.spanId], [TRACE, SPAN])
  assert.equal(inner?.parentSpanContext?.spanId, outer?.spanContext().spanId)
  assert.notEqual(alone?.spanContext().traceId, TRACE)
  assert.equal(alone?.parentSpanContext, undefined)
})

test('D-187 an unsampled caller is respected: nothing is exported, and its flag is passed on', async () => {
  const headers = await tracing.run(start('quiet', { parent: readTraceparent(UNSAMPLED) }), async (span) => {
    span.set({ a: 1 })
    span.fail('x')
    return traceHeaders(tracing)
  })
  assert.equal(ended.length, 0)
  assert.match(headers['traceparent'] ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
})

test('D-189 a rejection passes through; the span has its code or class, never its message', async () => {
  const failures: readonly (readonly [unknown, string])[] = [
    [Object.assign(new Error('canary'), { code: 'store-unavailable' }), 'store-unavailable'],
    [new TypeError('canary'), 'TypeError'],
    [Object.assign(new Error('canary'), { code: 'with canary words' }), '_OTHER'],
    ['canary', 'string'],
  ]
  for (const [failure] of failures)
    await assert.rejects(
      tracing.run(start('failing'), () => Promise.reject(failure as Error)),
      (error) => error === failure,
    )
  assert.deepEqual(
    ended.map(({ attributes, status, events }) => [attributes['error.type'], status, events]),
    failures.map(([, type]) => [type, { code: 2 }, []]),
  )
})

test('work that begins in a trace can leave it', async () => {
  await tracing.run(start('caller'), () => tracing.detach(() => tracing.run(start('loop'), async () => {})))
  const [loop, caller] = ended
  assert.notEqual(loop?.spanContext().traceId, caller?.spanContext().traceId)
})

const ask = (method: string, url: string, header?: string): Promise<Response> => {
  const headers = header === undefined ? [] : [['traceparent', header] as [string, string]]
  return traceRequest(tracing, new Request(url, { method, headers }), async (span) => {
    if (span !== null)
      endRequest(span, { method, route: '/a/{id}', status: 503, attributes: { 'tapboard.problem': 'x' } })
    return new Response()
  })
}

test('D-187 the span of a request has the conventional name and attributes, and neither path nor query', async () => {
  await ask('GET', 'http://a.test/a/jane@example.com?q=canary', SAMPLED)
  await ask('GET', 'http://a.test/a/1', `${SAMPLED}-more`)
  await ask('BREW', 'http://a.test/a/1')
  const [first, second, third] = ended
  assert.deepEqual([first?.name, first?.kind, first?.status], ['GET /a/{id}', 1, { code: 2 }])
  assert.deepEqual(first?.attributes, {
    'http.request.method': 'GET',
    'http.route': '/a/{id}',
    'http.response.status_code': 503,
    'tapboard.problem': 'x',
    'error.type': '503',
  })
  assert.equal(first?.spanContext().traceId, TRACE)
  assert.notEqual(second?.spanContext().traceId, TRACE)
  assert.deepEqual([third?.name, third?.attributes['http.request.method']], ['HTTP /a/{id}', '_OTHER'])
})

test('a health probe has no span', async () => {
  await ask('GET', 'http://a.test/tapboard/health/ready', SAMPLED)
  assert.equal(ended.length, 0)
})

test('names the server of a request by host and port', () => {
  const server = { 'server.address': 'a.test', 'server.port': 443 }
  assert.deepEqual(serverOf('https://user:canary@a.test/b?c=d'), server)
  assert.equal(serverOf('http://a.test/')['server.port'], 80)
  assert.equal(serverOf('http://a.test:81/')['server.port'], 81)
})

test('D-189 a log line in a span has its IDs, another has none', async () => {
  const lines: object[] = []
  const write = (fields: object): void => void lines.push(fields)
  const log = traceLog<object>({ info: write, warn: write, error: write }, tracing)
  log.info({ a: 1 }, 'outside')
  await tracing.run(start('inside'), async () => log.warn({ a: 2 }, 'inside'))
  const { traceId: trace_id, spanId: span_id } = ended[0]?.spanContext() ?? {}
  assert.deepEqual(lines, [{ a: 1 }, { a: 2, trace_id, span_id }])
})

test('D-187 a transaction in a trace has a span, one of a loop has none, and both commit', async (context) => {
  const plain: Store<unknown> = await openStore('file::memory:')
  context.after(() => plain.close())
  const store = traceStore(plain, tracing)
  assert.equal(await store.transaction(async () => 'loop'), 'loop')
  assert.equal(ended.length, 0)
  const inTrace = () => store.transaction(async () => tracing.active()?.spanId)
  const active = await tracing.run(start('request'), inTrace)
  const [transaction, request] = ended
  assert.deepEqual(transaction?.attributes, { 'db.system.name': 'sqlite' })
  assert.equal(transaction?.spanContext().spanId, active)
  assert.equal(transaction?.parentSpanContext?.spanId, request?.spanContext().spanId)
})

test('D-187 a statement outside of a transaction has a span in a trace, and none in a loop or a transaction', async (context) => {
  const plain: Store<{ readonly sqlite_master: { readonly name: string } }> = await openStore('file::memory:')
  context.after(() => plain.close())
  const store = traceStore(plain, tracing)
  const read = () => store.db.selectFrom('sqlite_master').select('name').execute()
  assert.deepEqual(await read(), [])
  assert.equal(ended.length, 0)
  await tracing.run(start('request'), async () => {
    assert.deepEqual(await read(), [])
    await sql`select 1`.execute(store.db)
    await assert.rejects(sql`select canary from nowhere`.execute(store.db))
    await store.transaction((trx) => trx.selectFrom('sqlite_master').select('name').execute())
  })
  assert.deepEqual(
    ended.map(({ name, attributes }) => [name, attributes['db.operation.name'], attributes['error.type']]),
    [
      ['select', 'select', undefined],
      ['raw', 'raw', undefined],
      ['raw', 'raw', 'SQLITE_ERROR'],
      ['transaction', undefined, undefined],
      ['request', undefined, undefined],
    ],
  )
  assert.ok(!JSON.stringify(ended.map(({ attributes, status }) => [attributes, status])).includes('canary'))
})

test('two transactions of one commit stay in their traces', async (context) => {
  const plain: Store<unknown> = await openStore('file::memory:')
  context.after(() => plain.close())
  const store = traceStore(plain, tracing)
  const seen = await Promise.all(
    ['a', 'b'].map((name) =>
      tracing.run(start(name), () => store.transaction(async () => tracing.active()?.traceId)),
    ),
  )
  assert.equal(new Set(seen).size, 2)
})

test('D-188 remembers the newest origins only, and none outside of a trace', async () => {
  const origins = createTraceOrigins(tracing, 2)
  origins.remember('outside')
  await tracing.run(start('request'), async () => ['a', 'b', 'c'].forEach((id) => origins.remember(id)))
  assert.deepEqual(
    ['outside', 'a', 'b', 'c'].map((id) => origins.of(id)?.spanId),
    [undefined, undefined, ...Array<string | undefined>(2).fill(ended[0]?.spanContext().spanId)],
  )
})
