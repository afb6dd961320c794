import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { BOARDING_ROUTES } from './application/boarding.ts'
import { HOST_EVENTS, HostEvent, SIGNATURE_HEADER, WEBHOOK_HEADERS } from './host-event.ts'
import { documents, type Document, type Operation, type Schema } from './openapi.testing.ts'
import { openApiDocument, type OpenApiInput } from './openapi.ts'
import { PARAMETERS } from './openapi-parameters.ts'
import type { Route } from './route.ts'
import { fillPath } from './route.ts'
import { UPSTREAM_ROUTES } from './upstream.ts'
import { WEB_ROUTES } from './web.ts'

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
  const operation = documents.web.webhooks?.['hostEvent']?.['post']
  assert.ok(operation !== undefined)
  const { parameters = [] } = operation
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
  const { schemas } = documents.web.components
  const schema = schemas['HostEvent']
  assert.deepEqual(schema?.required?.toSorted(), Object.keys(HostEvent.shape).toSorted())
  assert.deepEqual(schema?.properties?.['type']?.enum, HOST_EVENTS)
  assert.equal(schema?.properties?.['sale']?.$ref, '#/components/schemas/Sale')
  assert.ok(schemas['Sale']?.properties?.['version'])
  assert.deepEqual(Object.keys(operation.responses), ['2XX', 'default'])
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
    docs: { read: { tag: 'Sales', summary: 'Reads it.', headers: ['Idempotency-Key'] } },
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
    request: z.object({ name: z.string(), summary: z._default(z.string(), '') }),
    answers: { 200: z.object({ summary: z._default(z.string(), '') }), 304: 'empty' },
    errors: ['409-busy', '404-missing', '409-closed'],
    addition: true,
  }
  const text = { type: 'string' }
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const json = (name: string, example: unknown) => ({
    content: { 'application/json': { schema: ref(name), example } },
  })
  const problem = (...codes: readonly string[]) => ({
    content: {
      'application/problem+json': {
        schema: ref('Error'),
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: { title: 'The terminal is busy with another sale' } }]),
        ),
      },
    },
  })
  const summary = {
    default: '',
    type: 'string',
    description: 'The plan in a sentence; null without one.',
    examples: ['For counters.'],
  }
  const name = { ...text, description: 'Name that people see.', examples: ['Counter'] }
  const parameter = (own: string, place: string, more: object) => ({
    name: own,
    in: place,
    required: place !== 'query',
    ...more,
    schema: text,
  })
  const found = documentOf({ read }) as unknown as Document & { readonly components: object }
  const { put } = found.paths['/v1/{kind}/items/{id}'] ?? {}
  const of = (own: string) => ({ description: PARAMETERS[own]?.[0], example: PARAMETERS[own]?.[1] })
  assert.deepEqual(put, {
    operationId: 'read',
    tags: ['Sales'],
    summary: 'Reads it.',
    description: 'An addition to the specification; off in a strict service.',
    parameters: [
      parameter('kind', 'path', {}),
      parameter('id', 'path', of('id')),
      parameter('limit', 'query', of('limit')),
      parameter('after', 'query', {}),
      parameter('Idempotency-Key', 'header', of('Idempotency-Key')),
    ],
    requestBody: { required: true, ...json('ReadRequest', { name: 'Counter', summary: 'For counters.' }) },
    responses: {
      200: { description: 'The answer of read.', ...json('ReadAnswer', { summary: 'For counters.' }) },
      304: { description: 'Not modified.' },
      404: { description: '404-missing', ...problem('404-missing') },
      409: { description: '409-busy, 409-closed', ...problem('409-busy', '409-closed') },
    },
    security: [{ apiKey: [] }],
    'x-repeat': 'idempotent',
  })
  const { paths: _, ...rest } = found
  assert.deepEqual(rest, {
    openapi: '3.1.0',
    info: {
      title: 'An API',
      description: 'For a test',
      version: '1.2.3',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://api.example' }],
    tags: [{ name: 'Sales', description: 'Sales and refunds.' }],
    components: {
      schemas: {
        Error: {
          type: 'object',
          description: 'An error.',
          properties: {
            title: {
              ...text,
              description: 'The problem in a few words.',
              examples: ['The terminal is busy with another sale'],
            },
          },
          required: ['title'],
        },
        ReadAnswer: {
          type: 'object',
          description: 'The answer of read.',
          properties: { summary },
          required: ['summary'],
        },
        ReadRequest: {
          type: 'object',
          description: 'The body of read.',
          properties: { name, summary },
          required: ['name', 'summary'],
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

/** Every schema below a schema with its path. */
function* schemasIn(schema: Schema, path: string): Generator<readonly [path: string, schema: Schema]> {
  yield [path, schema]
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* schemasIn(member, `${path}.${name}`)
  if (schema.items !== undefined) yield* schemasIn(schema.items, path)
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* schemasIn(choice, path)
}

/** A schema that takes its example from its members or from the schema that it refers to. */
const isComposed = ({ $ref, properties, items, anyOf = [], oneOf = [] }: Schema): boolean =>
  $ref !== undefined ||
  properties !== undefined ||
  [...anyOf, ...oneOf].some(isComposed) ||
  (items !== undefined && isComposed(items))

for (const [name, { components, paths, webhooks = {}, tags }] of Object.entries(documents)) {
  test(`the OpenAPI document ${name} has a description and an example of every member`, () => {
    let members = 0
    const without: string[] = []
    for (const [schemaName, schema] of Object.entries(components.schemas)) {
      if ((schema.description ?? '') === '') without.push(`${schemaName}: description`)
      for (const [path, inner] of schemasIn(schema, schemaName))
        for (const [member, { description = '', ...own }] of Object.entries(inner.properties ?? {})) {
          members += 1
          if (description === '') without.push(`${path}.${member}: description`)
          if (!isComposed(own) && own.examples?.[0] === undefined) without.push(`${path}.${member}: example`)
        }
    }
    assert.deepEqual(without, [])
    assert.ok(members > 60, String(members))
  })

  test(`the OpenAPI document ${name} has a description and an example of every answer and parameter`, () => {
    const without: string[] = []
    for (const operation of [paths, webhooks].flatMap((all) =>
      Object.values(all).flatMap((one) => Object.values(one)),
    )) {
      const { operationId, responses, parameters = [] } = operation
      for (const [status, response] of Object.entries(responses)) {
        const { description = '', content = {} } = response as {
          readonly description?: string
          readonly content?: Readonly<
            Record<string, { readonly example?: unknown; readonly examples?: unknown }>
          >
        }
        if (description === '') without.push(`${operationId} ${status}: description`)
        for (const { example, examples } of Object.values(content))
          if (example === undefined && examples === undefined)
            without.push(`${operationId} ${status}: example`)
      }
      for (const parameter of parameters)
        for (const key of ['description', 'example'])
          if ((parameter[key] ?? '') === '')
            without.push(`${operationId} ${String(parameter['name'])}: ${key}`)
    }
    assert.deepEqual(without, [])
  })

  test(`the OpenAPI document ${name} puts every operation into a described group`, () => {
    const described = new Set(tags.map((tag) => tag.name))
    for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
      assert.ok(
        described.has((operation as unknown as { tags: readonly string[] }).tags[0] ?? ''),
        operation.operationId,
      )
    assert.ok(tags.every(({ description }) => description.length > 10))
  })

  test(`the OpenAPI document ${name} names every schema of a body`, () => {
    for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
      for (const [, { schema }] of contentsOf(operation))
        assert.match(schema.$ref ?? '', /^#\/components\/schemas\/[A-Z]\w+$/)
  })
}

/** The JSON bodies of an operation: the request and each answer. */
const contentsOf = ({ requestBody, responses }: Operation) =>
  [requestBody, ...Object.values(responses)].flatMap((body) =>
    Object.entries(
      (
        body as
          | {
              readonly content?: Readonly<
                Record<string, { readonly schema: Schema; readonly example?: unknown }>
              >
            }
          | undefined
      )?.content ?? {},
    ).filter(([type, { schema }]) => type.includes('json') && schema.$ref !== undefined),
  )

for (const [name, document, routes] of [
  ['web', documents.web, WEB_ROUTES],
  ['upstream', documents.upstream, UPSTREAM_ROUTES],
  ['boarding', documents.boarding, BOARDING_ROUTES],
] as const)
  test(`every example of a body in the OpenAPI document ${name} is valid by its schema`, () => {
    const invalid: string[] = []
    const check = (place: string, schema: unknown, body: unknown): void => {
      if (typeof schema === 'string' || schema === undefined) return
      const { content } = body as {
        readonly content: Readonly<Record<string, { readonly example?: unknown }>>
      }
      const read = (schema as z.ZodMiniType).safeParse(content['application/json']?.example)
      for (const { path, code } of read.error?.issues ?? [])
        invalid.push(`${place}: ${path.join('.')} ${code}`)
    }
    for (const [id, route] of Object.entries<Route>(routes)) {
      const operation = operations(document).find(({ operationId }) => operationId === id)
      assert.ok(operation !== undefined, id)
      check(`${id} request`, route.request, operation.requestBody)
      for (const [status, answer] of Object.entries(route.answers))
        check(`${id} ${status}`, answer, operation.responses[status])
    }
    assert.deepEqual(invalid, [])
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
  const error = { mediaType: 'application/json', schema: z.string() }
  const { paths, components } = documentOf(routes, { error }) as {
    readonly paths: Readonly<
      Record<string, Readonly<Record<string, { summary: string; responses: unknown; parameters?: unknown }>>>
    >
    readonly components: { readonly schemas: unknown }
  }
  assert.deepEqual(Object.keys(paths), ['/go'])
  const { get, post } = paths['/go'] ?? {}
  assert.deepEqual([get?.summary, post?.summary, get?.parameters], ['stream', 'page', undefined])
  const content = (description: string, type: string, schema: unknown, example: unknown) => ({
    description,
    content: { [type]: { schema, example } },
  })
  assert.deepEqual(get?.responses, {
    200: content('An event stream.', 'text/event-stream', { type: 'string' }, ': open\n\n'),
  })
  assert.deepEqual(post?.responses, {
    200: content('A page.', 'text/html', { type: 'string' }, '<!doctype html>'),
    201: content('A JSON document.', 'application/json', { type: 'object' }, {}),
  })
  assert.deepEqual(components.schemas, { Error: { type: 'string', description: 'An error.' } })
})

test('a webhook has its headers, its body and no security', () => {
  const webhooks = {
    event: {
      summary: 'Reports it.',
      description: 'At least once.',
      body: z.object({ appId: z.string() }),
      headers: { 'x-sign': { description: 'A signature.', pattern: '^a$', example: 'a' } },
      answers: { '2XX': 'Accepted.' },
    },
  }
  const { webhooks: found } = documentOf({}, { webhooks }) as { readonly webhooks: unknown }
  assert.deepEqual(found, {
    event: {
      post: {
        operationId: 'event',
        summary: 'Reports it.',
        description: 'At least once.',
        parameters: [
          {
            name: 'x-sign',
            in: 'header',
            required: true,
            description: 'A signature.',
            schema: { type: 'string', pattern: '^a$' },
            example: 'a',
          },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Event' },
              example: { appId: 'app_4k2m7q' },
            },
          },
        },
        responses: { '2XX': { description: 'Accepted.' } },
        security: [],
      },
    },
  })
})
