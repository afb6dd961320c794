// Serves the OpenAPI 3.1 document of the contract's routes and Swagger UI, under a policy that allows no
// external resources.
import { readSwaggerFile } from '#runtime'
import {
  boarding,
  BOARDING_DOCS,
  BOARDING_ERRORS,
  openApiDocument,
  SERVICE_ERRORS,
  ServiceErrorBody,
  upstream,
  UPSTREAM_DOCS,
  writeServiceError,
  type ServiceErrorCode,
} from '@tapboard/contract'
import type { Env, Hono } from 'hono'
import { BOARDING_PATH } from '../boarding/mount.ts'
import { ANSWER_HEADERS } from '../http/answer.ts'

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tapboard cloud terminal and boarding API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', validatorUrl: null })\n`

/** Swagger UI uses data URLs for icons; everything else comes from this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const file = (type: string, content: string | Uint8Array<ArrayBuffer>): Response =>
  new Response(content, {
    headers: { ...ANSWER_HEADERS, 'content-security-policy': POLICY, 'content-type': type },
  })

const statusIn =
  (errors: Readonly<Record<string, number>>) =>
  (code: string): number =>
    errors[code] ?? 400

const availableRoutes = <R extends object>(routes: Readonly<Record<string, R>>, strict: boolean) =>
  Object.entries(routes).filter(([, route]) => !(strict && 'addition' in route))

type Json = Record<string, unknown>

/** Merges two objects of the two documents; their member names never collide. */
const merged = (one: unknown, other: unknown): Json => ({ ...(one as Json), ...(other as Json) })

/** Reference of a call, in examples. */
const REFERENCE = '483920175062'

/** The document's server: the address from which it was read. The Host header of a request is not trusted. */
const serverUrl = '/'

/** Creates the OpenAPI document of both APIs; a strict service lists only the specification's routes. */
function serviceDocument(strict: boolean): Json {
  const cloud = openApiDocument({
    title: 'Tapboard cloud terminal and boarding API',
    description:
      'Registers payment terminals and runs card transactions on them; boards merchants for partners. Boarding operations take the key as ApiKey in the body and answer in the case in which it is spelled.',
    version: 'v1',
    serverUrl,
    routes: Object.fromEntries(availableRoutes(upstream.UPSTREAM_ROUTES, strict)),
    docs: UPSTREAM_DOCS,
    error: {
      mediaType: 'application/json',
      schema: ServiceErrorBody,
      example: (code) =>
        writeServiceError(
          { code: code as ServiceErrorCode, message: 'The reason in a sentence.' },
          REFERENCE,
        ),
    },
    statusOf: statusIn(SERVICE_ERRORS),
  })
  const board = openApiDocument({
    title: '',
    description: '',
    version: '',
    serverUrl,
    routes: Object.fromEntries(
      availableRoutes(boarding.BOARDING_ROUTES, strict).map(([name, route]) => [
        name,
        { ...route, path: BOARDING_PATH + route.path },
      ]),
    ),
    docs: BOARDING_DOCS,
    error: {
      mediaType: 'application/json',
      schema: boarding.BoardingErrorBody,
      example: (code) => ({
        Status: 'Error',
        Refnum: REFERENCE,
        Error: { ErrorCode: code, ErrorMessages: ['The reason in a sentence.'] },
      }),
    },
    statusOf: statusIn(BOARDING_ERRORS),
  })
  const [one, other] = [cloud['components'] as Json, board['components'] as Json]
  return {
    ...cloud,
    paths: merged(cloud['paths'], board['paths']),
    tags: [...(cloud['tags'] as readonly Json[]), ...(board['tags'] as readonly Json[])],
    components: { ...one, schemas: merged(one['schemas'], other['schemas']) },
  }
}

/** Adds `/openapi.json` and `/docs`; returns the added paths. */
export function docsRoutes<E extends Env>(app: Hono<E>, strict: boolean): readonly string[] {
  // Made at the first request and kept: it costs milliseconds and needs no key.
  let document: Uint8Array<ArrayBuffer> | null = null
  app.get('/openapi.json', () => {
    document ??= new TextEncoder().encode(JSON.stringify(serviceDocument(strict)))
    const type = { 'content-type': 'application/json', 'content-length': String(document.length) }
    return new Response(document, { headers: { ...ANSWER_HEADERS, ...type } })
  })
  if (readSwaggerFile === null) return ['/openapi.json']
  const read = readSwaggerFile
  app.get('/docs', () => file('text/html; charset=utf-8', PAGE))
  app.get('/docs/start.js', () => file('text/javascript; charset=utf-8', START))
  for (const [name, type] of Object.entries(ASSETS))
    app.get(`/docs/${name}`, async () => file(type, await read(name)))
  return ['/openapi.json', '/docs', '/docs/start.js', ...Object.keys(ASSETS).map((name) => `/docs/${name}`)]
}
