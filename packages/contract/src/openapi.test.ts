import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { UPSTREAM_DOCS, WEB_DOCS } from './docs.ts'
import { SERVICE_ERRORS, ServiceErrorBody, type ServiceErrorCode } from './errors.ts'
import { HOST_EVENTS, HostEvent, SIGNATURE_HEADER, WEBHOOK_HEADERS } from './host-event.ts'
import { openApiDocument, type OpenApiInput } from './openapi.ts'
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
  assert.ok(told !== undefined)
  const { parameters = [] } = told
  assert.deepEqual(
    parameters.map((header) => [header['name'], header['in'], header['required']]),
    [...Object.values(WEBHOOK_HEADERS), SIGNATURE_HEADER].map((name) => [name, 'header', true]),
  )
  const signature = parameters.find(({ name }) => name === WEBHOOK_HEADERS.signature)
  const { pattern } = (signature?.['schema'] ?? {}) as { readonly pattern?: string }
  assert.ok(pattern !== undefined)
  const mac = `v1,${'0a+/'.repeat(10)}abc=`
  assert.match(mac, new RegExp(pattern, 'u'))
  assert.match(`${mac} ${mac}`, new RegExp(pattern, 'u'))
  assert.doesNotMatch(mac.slice(3), new RegExp(pattern, 'u'))
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

const POST = { method: 'POST', repeat: 'never', answers: { 204: 'empty' }, errors: [] } as const

/** The document of these routes; every code has the status in its name. */
const documentOf = (routes: Readonly<Record<string, Route>>, more: Partial<OpenApiInput> = {}): unknown =>
  openApiDocument({
    title: 'An API',
    description: 'For a test',
    version: '1.2.3',
    serverUrl: 'https://api.example',
    routes,
    docs: { read: { summary: 'Reads it.' } },
    error: { mediaType: 'application/problem+json', schema: z.object({ title: z.string() }) },
    statusOf: (code) => Number(code.slice(0, 3)),
    ...more,
  })

test('a document has its operation with parameters, bodies, answers and grouped errors', () => {
  const read: Route = {
    method: 'PUT',
    path: '/v1/{kind}/items/{id}',
    auth: 'api-key',
    repeat: 'idempotent',
    query: ['limit', 'after'],
    request: z.object({ name: z.string(), note: z._default(z.string(), '') }),
    answers: { 200: z.object({ note: z._default(z.string(), '') }), 304: 'empty' },
    errors: ['409-busy', '404-missing', '409-closed'],
    addition: true,
  }
  const text = { type: 'string' }
  const problem = {
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  assert.deepEqual(documentOf({ read }), {
    openapi: '3.1.0',
    info: {
      title: 'An API',
      description: 'For a test',
      version: '1.2.3',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://api.example' }],
    paths: {
      '/v1/{kind}/items/{id}': {
        put: {
          operationId: 'read',
          summary: 'Reads it.',
          description: 'An addition to the specification; off in a strict service.',
          parameters: [
            { name: 'kind', in: 'path', required: true, schema: text },
            { name: 'id', in: 'path', required: true, schema: text },
            { name: 'limit', in: 'query', required: false, schema: text },
            { name: 'after', in: 'query', required: false, schema: text },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { name: text, note: { default: '', type: 'string' } },
                  required: ['name'],
                },
              },
            },
          },
          responses: {
            200: {
              description: 'Success',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { note: { default: '', type: 'string' } },
                    required: ['note'],
                    additionalProperties: false,
                  },
                },
              },
            },
            304: { description: 'Not modified' },
            404: { description: '404-missing', ...problem },
            409: { description: '409-busy, 409-closed', ...problem },
          },
          security: [{ apiKey: [] }],
          'x-repeat': 'idempotent',
        },
      },
    },
    components: {
      schemas: {
        Error: {
          type: 'object',
          properties: { title: text },
          required: ['title'],
          additionalProperties: false,
        },
      },
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The API key, bare or after "Bearer".',
        },
      },
    },
  })
})

test('a document has the security scheme of each kind of authentication', () => {
  for (const [auth, scheme, type] of [
    ['none', null, null],
    ['body-key', null, null],
    ['api-key', 'apiKey', ['apiKey', undefined]],
    ['host', 'hostSecret', ['http', 'bearer']],
    ['sale', 'token', ['http', 'DPoP']],
    ['setup', 'token', ['http', 'DPoP']],
    ['resolve', 'token', ['http', 'DPoP']],
    ['apply', 'token', ['http', 'DPoP']],
    ['desk', 'token', ['http', 'DPoP']],
    ['refund', 'token', ['http', 'DPoP']],
    ['sale-or-refund', 'token', ['http', 'DPoP']],
    ['sale-or-refund-or-setup', 'token', ['http', 'DPoP']],
  ] as const) {
    const { paths, components } = documentOf({ go: { ...POST, path: '/go', auth } }) as {
      readonly paths: { readonly '/go': { readonly post: { readonly security: unknown } } }
      readonly components: {
        readonly securitySchemes: Readonly<
          Record<string, { readonly type: string; readonly scheme?: string }>
        >
      }
    }
    assert.deepEqual(paths['/go'].post.security, scheme === null ? [] : [{ [scheme]: [] }])
    assert.deepEqual(
      Object.entries(components.securitySchemes).map(([name, found]) => [name, [found.type, found.scheme]]),
      scheme === null ? [] : [[scheme, type]],
    )
  }
})

test('two methods of a path are one entry, and an answer has its content type', () => {
  const routes: Readonly<Record<string, Route>> = {
    stream: { ...POST, method: 'GET', path: '/go', auth: 'none', answers: { 200: 'event-stream' } },
    page: { ...POST, path: '/go', auth: 'none', answers: { 200: 'html', 201: 'json' } },
  }
  const error = { mediaType: 'application/json', schema: z.string(), name: 'ServiceError' }
  const { paths, components } = documentOf(routes, { error }) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { summary: string; responses: unknown; parameters?: unknown }>>>
    >
    readonly components: { readonly schemas: unknown }
  }
  assert.deepEqual(Object.keys(paths), ['/go'])
  const { get, post } = paths['/go'] ?? {}
  assert.deepEqual([get?.summary, post?.summary, get?.parameters], ['stream', 'page', undefined])
  const content = (type: string, schema: unknown) => ({
    description: 'Success',
    content: { [type]: { schema } },
  })
  assert.deepEqual(get?.responses, { 200: content('text/event-stream', { type: 'string' }) })
  assert.deepEqual(post?.responses, {
    200: content('text/html', { type: 'string' }),
    201: content('application/json', { type: 'object' }),
  })
  assert.deepEqual(components.schemas, { ServiceError: { type: 'string' } })
})

test('a webhook has its headers, its body and no security', () => {
  const webhooks = {
    told: {
      summary: 'Tells it.',
      description: 'At least once.',
      body: z.object({ id: z.string() }),
      headers: { 'x-sign': { description: 'A signature.', pattern: '^a$' } },
      answers: { '2XX': 'Accepted.' },
    },
  }
  const { webhooks: found } = documentOf({}, { webhooks }) as { readonly webhooks: unknown }
  assert.deepEqual(found, {
    told: {
      post: {
        operationId: 'told',
        summary: 'Tells it.',
        description: 'At least once.',
        parameters: [
          {
            name: 'x-sign',
            in: 'header',
            required: true,
            description: 'A signature.',
            schema: { type: 'string', pattern: '^a$' },
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { id: { type: 'string' } },
                required: ['id'],
                additionalProperties: false,
              },
            },
          },
        },
        responses: { '2XX': { description: 'Accepted.' } },
        security: [],
      },
    },
  })
})
