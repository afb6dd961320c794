// A BFF with OpenTelemetry: which requests have the header, the trace of a sale with its webhook, the sale after a restart, and nothing
// without the option.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as api from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { collectSpans, type EndedSpan } from '@tapboard/server/testing'
import { createBff } from '../assembly.ts'
import type { Bff } from '../bff.ts'
import { isConfigError } from '../config.ts'
import type { BffOptions } from '../options.ts'
import type { Log, LogFields } from '../../ports.ts'
import { benchOptions, SECRETS, type Bench } from '../../testing/bench.ts'
import { expectAnswer } from '../../testing/expect.ts'
import { DEVICE, openPage, START } from '../../testing/page.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const HEADER = `00-${TRACE}-b7ad6b7169203331-01`
const HOOK = 'https://hook.example/canary-path?token=canary-query'
const WEBHOOK_SECRET = 'canary-webhook-secret-of-shop'

const { ended, byName } = collectSpans()
const folder = await mkdtemp(join(tmpdir(), 'tapboard-telemetry-'))
after(() => rm(folder, { recursive: true, force: true }))

const RESULT = {
  xRefNum: 'ref_1',
  transactionType: 'cc:sale',
  amount: 42,
  status: 'approved',
  approvalCode: 'A1',
  Date: '2026-11-20T12:00:00Z',
}
const SESSION = { sessionId: 'ses_1', deviceId: 'dev_front', transactionType: 'cc:sale', amount: 42 }

/** The answer of an upstream that approves at once; a session is in progress while `isOpen`. */
function answerOf(path: string, isOpen: boolean): object | null {
  if (path === '/v1/Device/dev_front') return DEVICE
  if (path === '/v1/Device') return { xDevices: [DEVICE], xResult: 'S', xStatus: 'Success', xRefnum: 'c1' }
  if (path === '/v1/Session/initiate' || isOpen) return { ...SESSION, status: 'IN_PROGRESS' }
  return {
    ...SESSION,
    status: 'COMPLETED',
    responseCode: '00',
    xRefNum: 'ref_1',
    transactionResult: RESULT,
  }
}

/** Held reads are answered at once, so a sale takes no pause between two polls. */
const UPSTREAM: BffOptions['upstream'] = {
  terminalUrl: 'https://terminal.example',
  environment: 'sandbox',
  longPoll: true,
}

interface World {
  readonly options: BffOptions
  /** The header of each request that the BFF sent, by host and path. */
  readonly sent: Map<string, string | null>
  readonly lines: LogFields[]
  /** Resolves when the webhook has its event. */
  readonly told: Promise<void>
  close(): void
}

/** Options of a BFF whose requests are answered here. */
function createWorld(file: string, more: Partial<BffOptions> = {}, isOpen = false): World {
  const sent = new Map<string, string | null>()
  const lines: LogFields[] = []
  const write = (fields: LogFields): void => void lines.push(fields)
  const log: Log = { info: write, warn: write, error: write }
  let heard = (): void => {}
  const told = new Promise<void>((resolve) => (heard = resolve))
  const { merchants, ...plain } = benchOptions()
  const options: BffOptions = {
    ...plain,
    store: `file:${join(folder, file)}`,
    merchants: merchants.map((one) =>
      one.id === 'shop' ? { ...one, webhook: { url: HOOK, secret: WEBHOOK_SECRET } } : one,
    ),
    upstream: UPSTREAM,
    log,
    fetch: async (url, init) => {
      const { host, pathname } = new URL(url)
      sent.set(`${host}${pathname}`, new Headers(init.headers).get('traceparent'))
      if (host === 'hook.example') {
        heard()
        return new Response(null, { status: 204 })
      }
      return Response.json(answerOf(pathname, isOpen))
    },
    ...more,
  }
  return { options, sent, lines, told, close: () => heard() }
}

const benchOf = (bff: Bff): Bench =>
  ({
    core: { fetch: bff.fetch, mintToken: bff.mintToken },
    clock: { now: () => Date.now() },
  }) as unknown as Bench

/** Starts a sale from a page with this header, or without one; returns its ID. */
async function startSale(bff: Bff, traceparent: string | null): Promise<string> {
  const page = await openPage(benchOf(bff))
  const headers = {
    'idempotency-key': 'key-0123456789abcdef',
    ...(traceparent === null ? {} : { traceparent }),
  }
  const started = await page.send('POST', '/v1/sales', { body: START, headers })
  const { id } = (await expectAnswer('startSale', started)) as { readonly id: string }
  return id
}

const INITIATE = 'terminal.example/v1/Session/initiate'

test('D-188 the trace of a page goes to the webhook, and to the upstream only if it is configured', async () => {
  for (const traceparent of [false, true]) {
    const upstream = { ...UPSTREAM, traceparent }
    const { options, sent, told } = createWorld(`${traceparent}.db`, { openTelemetry: api, upstream })
    const bff = await createBff(options)
    await bff.start()
    const id = await startSale(bff, HEADER)
    await told
    await bff.close()
    const [start, follow, send] = [
      byName('POST /v1/sales'),
      byName('follow sale'),
      byName('POST /v1/Session/initiate'),
    ]
    const hook = byName('POST webhook')
    for (const span of [start, follow, send, hook]) assert.equal(span.spanContext().traceId, TRACE)
    assert.equal(follow.parentSpanContext?.spanId, start.spanContext().spanId)
    assert.equal(send.parentSpanContext?.spanId, follow.spanContext().spanId)
    assert.equal(hook.parentSpanContext?.spanId, start.spanContext().spanId)
    assert.deepEqual(hook.attributes, {
      'http.request.method': 'POST',
      'server.address': 'hook.example',
      'server.port': 443,
      'tapboard.event.type': 'sale.approved',
      'tapboard.sale.id': id,
    })
    const headerOf = (span: EndedSpan): string => `00-${TRACE}-${span.spanContext().spanId}-01`
    assert.equal(sent.get('hook.example/canary-path'), headerOf(hook))
    assert.equal(sent.get(INITIATE), traceparent ? headerOf(send) : null)
    assert.equal(ended.filter(({ status }) => status.code === 2).length, 0)
    ended.length = 0
  }
})

test('D-188 without the option there is no header, no span and no ID in the log', async () => {
  const upstream = { ...UPSTREAM, traceparent: true }
  const { options, sent, lines, told } = createWorld('off.db', { upstream })
  const bff = await createBff(options)
  await bff.start()
  await startSale(bff, HEADER)
  await told
  await bff.close()
  assert.deepEqual(ended, [])
  assert.ok(sent.has(INITIATE) && sent.has('hook.example/canary-path'))
  assert.deepEqual([...new Set(sent.values())], [null])
  assert.ok(lines.length > 0 && lines.every((line) => line.trace_id === undefined))
})

test('D-187 a page without a header, with a bad one or with two begins traces of the BFF', async () => {
  const { options, told } = createWorld('bad.db', { openTelemetry: api })
  const bff = await createBff(options)
  await bff.start()
  for (const bad of [null, 'canary', `${HEADER}-more`, `${HEADER}, ${HEADER}`]) await startSale(bff, bad)
  await told
  await bff.close()
  const starts = ended.filter(({ name }) => name === 'POST /v1/sales')
  assert.equal(starts.length, 4)
  const traces = new Set(starts.map((span) => span.spanContext().traceId))
  assert.deepEqual([traces.size, traces.has(TRACE)], [4, false])
  for (const span of starts) assert.equal(span.parentSpanContext, undefined)
})

test('D-188 an unsampled page is respected, also by the work after it', async () => {
  const upstream = { ...UPSTREAM, traceparent: true }
  const { options, sent, told } = createWorld('unsampled.db', { openTelemetry: api, upstream })
  const bff = await createBff(options)
  await bff.start()
  await startSale(bff, HEADER.replace(/01$/, '00'))
  await told
  await bff.close()
  assert.deepEqual(
    ended.filter((span) => span.spanContext().traceId === TRACE),
    [],
  )
  for (const path of [INITIATE, 'hook.example/canary-path'])
    assert.match(sent.get(path) ?? '', new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`))
})

test('D-188 after a restart the work on a sale is a trace of its own, with the ID of the sale', async () => {
  const open = createWorld('restart.db', { openTelemetry: api }, true)
  const first = await createBff(open.options)
  await first.start()
  const id = await startSale(first, HEADER)
  await first.close()
  ended.length = 0
  const { options, told } = createWorld('restart.db', { openTelemetry: api })
  const second = await createBff(options)
  // A trace of the host at the start of the BFF does not adopt its loops.
  await api.trace.getTracer('host').startActiveSpan('host', async (span) => {
    await second.start()
    span.end()
  })
  await told
  await second.close()
  const [follow, hook, host] = [byName('follow sale'), byName('POST webhook'), byName('host')]
  assert.equal(follow.attributes['tapboard.sale.id'], id)
  assert.equal(follow.parentSpanContext, undefined)
  assert.equal(hook.attributes['tapboard.sale.id'], id)
  for (const span of [follow, hook])
    assert.ok(![TRACE, host.spanContext().traceId].includes(span.spanContext().traceId))
})

test('D-189 a failed send and a refused request are described by codes, and no span has a secret', async () => {
  const { options, lines, close } = createWorld('failed.db', {
    openTelemetry: api,
    fetch: async (url) => {
      if (url.includes('initiate')) throw new Error(`canary-message ${url}`)
      return Response.json(answerOf(new URL(url).pathname, true))
    },
  })
  const bff = await createBff(options)
  await bff.start()
  const id = await startSale(bff, HEADER)
  const page = await openPage(benchOf(bff))
  await page.send('GET', `/v1/sales/${id}`)
  await page.send('GET', '/v1/sales/sale_unknown')
  await page.send('GET', '/v1/nothing/canary-path?canary=query')
  // A stranger can write anything in place of an ID.
  await page.send('GET', '/v1/sales/canary-517-28-4693', { headers: { authorization: null } })
  await bff.close()
  close()
  const send = byName('POST /v1/Session/initiate')
  assert.deepEqual([send.attributes['error.type'], send.status.code], ['broken', 2])
  const read = ended.filter(({ name }) => name === 'GET /v1/sales/{id}').map(({ attributes }) => attributes)
  assert.deepEqual(
    read.map((one) => [one['tapboard.sale.id'], one['http.response.status_code'], one['tapboard.problem']]),
    [
      [id, 200, undefined],
      ['sale_unknown', 404, 'sale-not-found'],
      [undefined, 401, 'token-missing'],
    ],
  )
  const unknown = byName('GET')
  assert.deepEqual(Object.keys(unknown.attributes).toSorted(), [
    'http.request.method',
    'http.response.status_code',
    'tapboard.problem',
    'tapboard.request.id',
  ])
  const exported = JSON.stringify(ended.map(({ name, attributes }) => [name, attributes]))
  for (const word of [...Object.values(SECRETS), 'canary', START.order, 'Front counter', 'eyJ'])
    assert.ok(!exported.includes(word), word)
  const inTrace = lines.find(({ route }) => route === 'startSale')
  assert.deepEqual(
    [inTrace?.trace_id, inTrace?.span_id],
    [TRACE, byName('POST /v1/sales').spanContext().spanId],
  )
})

test('another value than the module of the API is a mistake of the configuration', async () => {
  for (const wrong of [true, {}, { trace: api.trace }, new NodeSDK()])
    await assert.rejects(
      createBff({ ...benchOptions(), openTelemetry: wrong as unknown as typeof api }),
      (error) =>
        isConfigError(error) &&
        error.message ===
          "openTelemetry must be the module @opentelemetry/api, 1.9 or newer: import * as api from '@opentelemetry/api'.",
    )
})
