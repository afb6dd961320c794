// Creates an OpenAPI 3.1 document from the routes of an API. Pure. For servers only; no browser entry imports
// it.
import * as z from 'zod/mini'
import type { RouteDoc } from './docs.ts'
import type { Answer, Auth, Route } from './route.ts'
import type { Webhook } from './webhook.ts'

/** Input of {@link openApiDocument}. */
export interface OpenApiInput {
  readonly title: string
  readonly description: string
  readonly version: string
  /** Base URL of the API, for example `https://pay.shop.example`. */
  readonly serverUrl: string
  readonly routes: Readonly<Record<string, Route>>
  readonly docs: Readonly<Record<string, RouteDoc>>
  /** Webhooks of the API. */
  readonly webhooks?: Readonly<Record<string, Webhook>>
  /** Error body of the API; `name` (default `Error`) distinguishes it from others in a merged document. */
  readonly error: { readonly mediaType: string; readonly schema: z.ZodMiniType; readonly name?: string }
  /** Returns the HTTP status of an error code. */
  readonly statusOf: (code: string) => number
}

type Json = Record<string, unknown>

const errorName = ({ error }: OpenApiInput): string => error.name ?? 'Error'

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

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function contentOf(answer: Answer): Json {
  if (answer === 'empty') return {}
  if (answer === 'event-stream') return { content: { 'text/event-stream': { schema: { type: 'string' } } } }
  if (answer === 'html') return { content: { 'text/html': { schema: { type: 'string' } } } }
  const schema = answer === 'json' ? { type: 'object' } : schemaOf(answer, 'output')
  return { content: { 'application/json': { schema } } }
}

const parametersOf = (route: Route): Json[] => [
  ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  })),
  ...(route.query ?? []).map((name) => ({ name, in: 'query', required: false, schema: { type: 'string' } })),
]

/** Error answers by status with their codes. */
function errorsOf(route: Route, input: OpenApiInput): Json {
  const byStatus = new Map<number, string[]>()
  for (const code of route.errors) {
    const status = input.statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: {
          [input.error.mediaType]: { schema: { $ref: `#/components/schemas/${errorName(input)}` } },
        },
      },
    ]),
  )
}

function operationOf(id: string, route: Route, input: OpenApiInput): Json {
  const doc = input.docs[id]
  const parameters = parametersOf(route)
  const answers = Object.entries(route.answers).map(([status, answer]) => [
    status,
    { description: status === '304' ? 'Not modified' : 'Success', ...contentOf(answer) },
  ])
  return {
    operationId: id,
    summary: doc?.summary ?? id,
    ...(route.addition ? { description: 'An addition to the specification; off in a strict service.' } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.request
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.request, 'input') } },
          },
        }
      : {}),
    responses: { ...Object.fromEntries(answers), ...errorsOf(route, input) },
    security: security[route.auth].map((name) => ({ [name]: [] })),
    'x-repeat': route.repeat,
  }
}

const webhookOf = (id: string, webhook: Webhook): Json => ({
  post: {
    operationId: id,
    summary: webhook.summary,
    description: webhook.description,
    parameters: Object.entries(webhook.headers).map(([name, { description, pattern }]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', pattern },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(webhook.body, 'output') } },
    },
    responses: Object.fromEntries(
      Object.entries(webhook.answers).map(([status, description]) => [status, { description }]),
    ),
    security: [],
  },
})

/** Creates the OpenAPI 3.1 document of an API. */
export function openApiDocument(input: OpenApiInput): Json {
  const paths: Record<string, Json> = {}
  for (const [id, route] of Object.entries(input.routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(id, route, input) }
  }
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
    ...(input.webhooks === undefined
      ? {}
      : {
          webhooks: Object.fromEntries(
            Object.entries(input.webhooks).map(([id, webhook]) => [id, webhookOf(id, webhook)]),
          ),
        }),
    components: {
      schemas: { [errorName(input)]: schemaOf(input.error.schema, 'output') },
      securitySchemes: Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name))),
    },
  }
}
