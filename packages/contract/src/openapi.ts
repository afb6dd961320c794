// Creates an OpenAPI 3.1 document from the routes of an API. Pure. For servers only; no browser entry imports
// it.
import type * as z from 'zod/mini'
import { ROUTE_TAGS, type RouteDoc } from './docs.ts'
import { createComponents, type Components, type Json } from './openapi-components.ts'
import { PARAMETERS } from './openapi-parameters.ts'
import type { Answer, Auth, Route } from './route.ts'
import type { Webhook } from './webhook.ts'

export interface OpenApiInput {
  readonly title: string
  readonly description: string
  readonly version: string
  /** Base URL of the API, for example `https://pay.shop.example`. */
  readonly serverUrl: string
  readonly routes: Readonly<Record<string, Route>>
  readonly docs: Readonly<Record<string, RouteDoc>>
  /** Webhooks by the type of their event. */
  readonly webhooks?: Readonly<Record<string, Webhook>>
  /** Error body of the API. */
  readonly error: {
    readonly mediaType: string
    readonly schema: z.ZodMiniType
    /** The body of an error code, as an example; default an example of the schema. */
    readonly example?: (code: string) => unknown
  }
  /** Returns the HTTP status of an error code. */
  readonly statusOf: (code: string) => number
}

const security: Readonly<Record<Auth, readonly string[]>> = {
  none: [],
  'api-key': ['apiKey'],
  // The key is a member of the body; OpenAPI has no security scheme for that.
  'body-key': [],
  host: ['hostSecret'],
  sale: ['token'],
  setup: ['token'],
  resolve: ['token'],
  apply: ['token'],
  desk: ['token'],
  refund: ['token'],
  'sale-or-refund': ['token'],
  'sale-or-refund-or-setup': ['token'],
}

const schemes: Json = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The API key, bare or after "Bearer".',
  },
  hostSecret: { type: 'http', scheme: 'bearer', description: "The host's secret; never in a page." },
  token: { type: 'http', scheme: 'DPoP', description: 'A minted token with its DPoP proof (RFC 9449).' },
}

const pascal = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** Names of the schemas that only one route has. */
function namesOf({ routes, error, webhooks = {} }: OpenApiInput) {
  const names = new Map<z.ZodMiniType, readonly [name: string, what: string]>()
  const add = (schema: z.ZodMiniType, name: string, what: string): void => {
    if (!names.has(schema)) names.set(schema, [name, what])
  }
  for (const [id, { request, answers }] of Object.entries(routes)) {
    if (request !== undefined) add(request, `${pascal(id)}Request`, `The body of ${id}.`)
    for (const [status, answer] of Object.entries(answers)) {
      if (typeof answer === 'string') continue
      const isFirst = status === Object.keys(answers)[0]
      add(answer, `${pascal(id)}Answer${isFirst ? '' : status}`, `The answer of ${id}.`)
    }
  }
  for (const [id, { body }] of Object.entries(webhooks)) add(body, pascal(id), `The body of ${id}.`)
  add(error.schema, 'Error', 'An error.')
  return names
}

const OTHER_ANSWERS: Readonly<
  Record<Exclude<Answer, z.ZodMiniType>, readonly [what: string, content?: Json]>
> = {
  empty: ['Done; without a body.'],
  'event-stream': [
    'An event stream.',
    { 'text/event-stream': { schema: { type: 'string' }, example: ': open\n\n' } },
  ],
  html: ['A page.', { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>' } }],
  json: ['A JSON document.', { 'application/json': { schema: { type: 'object' }, example: {} } }],
}

const jsonContent = (components: Components, schema: z.ZodMiniType): Json => {
  const ref = components.ref(schema)
  return { 'application/json': { schema: ref, example: components.exampleOf(ref) } }
}

function answerOf(status: string, answer: Answer, components: Components): Json {
  if (status === '304') return { description: 'Not modified.' }
  if (typeof answer !== 'string')
    return { description: components.sentenceOf(answer), content: jsonContent(components, answer) }
  const [description, content] = OTHER_ANSWERS[answer]
  return { description, ...(content === undefined ? {} : { content }) }
}

function parameter(name: string, place: 'path' | 'query' | 'header', required: boolean): Json {
  const [description, example] = PARAMETERS[name] ?? []
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema: { type: 'string' },
    ...(example === undefined ? {} : { example }),
  }
}

const parametersOf = (route: Route, doc: RouteDoc | undefined): readonly Json[] => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name, 'path', true)),
  ...(route.query ?? []).map((name) => parameter(name, 'query', false)),
  ...(doc?.headers ?? []).map((name) => parameter(name, 'header', true)),
]

/** Error answers by status with their codes. */
function errorsOf(route: Route, { error, statusOf }: OpenApiInput, components: Components): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of route.errors) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const schema = components.ref(error.schema)
  const example = (code: string): unknown => error.example?.(code) ?? components.exampleOf(schema)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: {
          [error.mediaType]: {
            schema,
            examples: Object.fromEntries(codes.map((code) => [code, { value: example(code) }])),
          },
        },
      },
    ]),
  )
}

function operationOf(id: string, route: Route, input: OpenApiInput, components: Components): Json {
  const doc = input.docs[id]
  const parameters = parametersOf(route, doc)
  const answers = Object.entries(route.answers).map(([status, answer]) => [
    status,
    answerOf(status, answer, components),
  ])
  return {
    operationId: id,
    ...(doc === undefined ? {} : { tags: [doc.tag] }),
    summary: doc?.summary ?? id,
    ...(route.addition ? { description: 'An addition to the specification; off in a strict service.' } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.request
      ? { requestBody: { required: true, content: jsonContent(components, route.request) } }
      : {}),
    responses: { ...Object.fromEntries(answers), ...errorsOf(route, input, components) },
    security: security[route.auth].map((name) => ({ [name]: [] })),
    'x-repeat': route.repeat,
  }
}

const webhookOf = (id: string, webhook: Webhook, components: Components): Json => ({
  post: {
    operationId: id,
    summary: webhook.summary,
    description: webhook.description,
    parameters: Object.entries(webhook.headers).map(([name, { description, pattern, example }]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', pattern },
      example,
    })),
    requestBody: { required: true, content: jsonContent(components, webhook.body) },
    responses: Object.fromEntries(
      Object.entries(webhook.answers).map(([status, description]) => [status, { description }]),
    ),
    security: [],
  },
})

/** Creates the OpenAPI 3.1 document of an API. */
export function openApiDocument(input: OpenApiInput): Json {
  const components = createComponents(namesOf(input))
  const paths: Record<string, Json> = {}
  for (const [id, route] of Object.entries(input.routes)) {
    const operation = operationOf(id, route, input, components)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation }
  }
  const webhooks = Object.entries(input.webhooks ?? {}).map(([id, webhook]) => [
    id,
    webhookOf(id, webhook, components),
  ])
  const tags = new Set(Object.keys(input.routes).map((id) => input.docs[id]?.tag))
  const used = new Set(Object.values(input.routes).flatMap((route) => security[route.auth]))
  return {
    openapi: '3.1.0',
    info: {
      title: input.title,
      description: input.description,
      version: input.version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: input.serverUrl }],
    paths,
    ...(webhooks.length === 0 ? {} : { webhooks: Object.fromEntries(webhooks) }),
    tags: Object.entries(ROUTE_TAGS)
      .filter(([name]) => tags.has(name as keyof typeof ROUTE_TAGS))
      .map(([name, description]) => ({ name, description })),
    components: {
      schemas: components.used(),
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
    },
  }
}
