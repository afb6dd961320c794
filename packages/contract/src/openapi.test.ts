import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UPSTREAM_DOCS, WEB_DOCS } from './docs.ts'
import { SERVICE_ERRORS, ServiceErrorBody, type ServiceErrorCode } from './errors.ts'
import { HOST_EVENTS, HostEvent, SIGNATURE_HEADER } from './host-event.ts'
import { openApiDocument } from './openapi.ts'
import { Problem, PROBLEMS, type ProblemCode } from './problem.ts'
import type { Route } from './route.ts'
import { fillPath } from './route.ts'
import { UPSTREAM_ROUTES } from './upstream.ts'
import { WEB_ROUTES } from './web.ts'
import { WEB_WEBHOOKS } from './webhook.ts'

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
  readonly requestBody?: unknown
  readonly parameters?: readonly { readonly [member: string]: unknown }[]
}
type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface EventSchema {
  readonly required: readonly string[]
  readonly properties: {
    readonly type: { readonly enum: readonly string[] }
    readonly sale: { readonly properties: Readonly<Record<string, unknown>> }
  }
}

const documents = {
  web: openApiDocument({
    title: 'Tapboard BFF',
    description: 'Sales for pages',
    version: '1.0.0',
    serverUrl: 'https://pay.example',
    routes: WEB_ROUTES,
    docs: WEB_DOCS,
    webhooks: WEB_WEBHOOKS,
    error: { mediaType: 'application/problem+json', schema: Problem },
    statusOf: (code) => PROBLEMS[code as ProblemCode][0],
  }) as unknown as Document,
  upstream: openApiDocument({
    title: 'Cloud terminal API',
    description: 'Transactions on terminals',
    version: '1.0.0',
    serverUrl: 'https://terminals.example',
    routes: UPSTREAM_ROUTES,
    docs: UPSTREAM_DOCS,
    error: { mediaType: 'application/json', schema: ServiceErrorBody },
    statusOf: (code) => SERVICE_ERRORS[code as ServiceErrorCode],
  }) as unknown as Document,
}

const operations = (document: Document): Operation[] =>
  Object.values(document.paths).flatMap((path) => Object.values(path))

test('the OpenAPI documents contain every route once, with answers and errors', () => {
  for (const [name, routes] of [
    ['web', WEB_ROUTES],
    ['upstream', UPSTREAM_ROUTES],
  ] as const) {
    const document = documents[name]
    assert.equal(document.openapi, '3.1.0')
    const byId = new Map(operations(document).map((operation) => [operation.operationId, operation]))
    assert.deepEqual([...byId.keys()].toSorted(), Object.keys(routes).toSorted())
    for (const [id, route] of Object.entries<Route>(routes)) {
      const operation = byId.get(id)
      for (const status of Object.keys(route.answers))
        assert.ok(operation?.responses[status], `${id} ${status}`)
      assert.equal(operation?.requestBody !== undefined, route.request !== undefined, id)
    }
  }
})

test('no two routes of an API share method and path', () => {
  for (const routes of [WEB_ROUTES, UPSTREAM_ROUTES]) {
    const seen = Object.values<Route>(routes).map((route) => `${route.method} ${route.path.toLowerCase()}`)
    assert.equal(new Set(seen).size, seen.length)
  }
})

test('a path parameter is percent-encoded, so that an ID never becomes another path', () => {
  assert.equal(fillPath('/v1/sales/{id}/events', { id: '../a?b#c' }), '/v1/sales/..%2Fa%3Fb%23c/events')
})

test('the OpenAPI document of the BFF describes webhooks and their signature', () => {
  assert.equal(documents.upstream.webhooks, undefined)
  const told = documents.web.webhooks?.['hostEvent']?.['post']
  const [header, ...more] = told?.parameters ?? []
  assert.ok(told !== undefined && header !== undefined)
  assert.deepEqual(
    [header['name'], header['in'], header['required'], more],
    [SIGNATURE_HEADER, 'header', true, []],
  )
  const { pattern } = header['schema'] as { readonly pattern: string }
  assert.match(`t=1780000000,v1=${'0a'.repeat(32)}`, new RegExp(pattern, 'u'))
  assert.doesNotMatch(`v1=${'0a'.repeat(32)}`, new RegExp(pattern, 'u'))
  const body = told.requestBody as {
    readonly content: Readonly<Record<string, { readonly schema: EventSchema }>>
  }
  const schema = body.content['application/json']?.schema
  assert.deepEqual(schema?.required.toSorted(), Object.keys(HostEvent.shape).toSorted())
  assert.deepEqual(schema?.properties.type.enum, HOST_EVENTS)
  assert.ok(schema?.properties.sale.properties['version'])
  assert.deepEqual(Object.keys(told.responses), ['2XX', 'default'])
})

test('the documents contain their license', () => {
  for (const document of Object.values(documents))
    assert.deepEqual((document as unknown as { info: { license: unknown } }).info.license, {
      name: 'MIT',
      identifier: 'MIT',
    })
})
