// The reference of the two APIs, from the rows of the contract that servers, clients and OpenAPI documents are made of.
import {
  boarding,
  BOARDING_DOCS,
  UPSTREAM_DOCS,
  upstream,
  WEB_DOCS,
  web,
  type Route,
  type RouteDoc,
} from '@tapboard/contract'
import type * as z from 'zod/mini'
import { markdownTable } from '../build/html.ts'
import { NAMES, shapeOf, tableOfMembers, typeOf } from './schemas.ts'

const WHO: Readonly<Record<Route['auth'], string>> = {
  none: 'anyone',
  'api-key': 'a server with the API key, in `Authorization`',
  'body-key': 'a server with the API key, as `ApiKey` in the body',
  host: 'your server, with the host secret as bearer token',
  sale: 'the page, with a `sale` token and its proof',
  setup: 'the page, with a `setup` token and its proof',
  resolve: 'the page, with a `resolve` token and its proof',
  apply: 'the page, with an `apply` token and its proof',
  refund: 'the page, with a `refund` token and its proof',
  'sale-or-refund': 'the page, with a `sale` or `refund` token and its proof',
  'sale-or-refund-or-setup': 'the page, with a `sale`, `refund` or `setup` token and its proof',
  desk: 'the page, with a `desk` token and its proof',
}

const REPEAT: Readonly<Record<Route['repeat'], string>> = {
  safe: 'always; it changes nothing',
  idempotent: 'yes: a repeat has the same effect as one call',
  never: 'no: after a lost answer, read before you send anything',
}

interface Api {
  readonly routes: Readonly<Record<string, Route>>
  readonly docs: Readonly<Record<string, RouteDoc>>
  readonly base: string
  /** Page where its errors are explained, with the anchor's beginning. */
  readonly errors: (code: string) => string
}

const APIS: Readonly<Record<string, Api>> = {
  bff: { routes: web.WEB_ROUTES, docs: WEB_DOCS, base: '', errors: (code) => `/docs/errors/#${code}` },
  cloud: {
    routes: upstream.UPSTREAM_ROUTES,
    docs: UPSTREAM_DOCS,
    base: '',
    errors: () => '/docs/errors/#codes-of-the-cloud-terminal-api',
  },
  boarding: {
    routes: boarding.BOARDING_ROUTES,
    docs: BOARDING_DOCS,
    base: '{boarding_url}',
    errors: () => '/docs/errors/#codes-of-the-boarding-api',
  },
}

const isSchema = (answer: unknown): answer is z.ZodMiniType => typeof answer === 'object'

const bodyOf = (schema: z.ZodMiniType): string => {
  const name = NAMES.get(schema)
  return name === undefined ? tableOfMembers(shapeOf(schema)) : `[${name}](#${name.toLowerCase()})`
}

const ANSWERS: Readonly<Record<string, string>> = {
  'event-stream': 'an event stream',
  html: 'a page',
  empty: 'nothing',
  json: 'a JSON document',
}

function answerLine([status, answer]: readonly [string, Route['answers'][number]]): string {
  if (!isSchema(answer)) return `**${status}** ${ANSWERS[answer] ?? ''}`
  const name = NAMES.get(answer)
  const shape = shapeOf(answer)
  const said = name === undefined ? (shape.properties ? 'these members' : typeOf(shape)) : bodyOf(answer)
  return `**${status}** ${said}${name === undefined && shape.properties ? `\n\n${tableOfMembers(shape)}` : ''}`
}

function operation(name: string, route: Route, api: Api): string {
  const doc = api.docs[name]
  const query = (route.query ?? []).map((member) => `\`${member}\``).join(', ')
  return [
    `### ${route.method} ${api.base}${route.path}`,
    `${doc?.summary ?? ''}${route.addition ? ' An addition to the specification, which a strict service does not have.' : ''}`,
    markdownTable(
      ['', ''],
      [
        ['Name in OpenAPI', `\`${name}\``],
        ['Who may call', WHO[route.auth]],
        ['May be repeated', REPEAT[route.repeat]],
        ...(query === '' ? [] : [['Query', `${query}, optional`]]),
        ...(route.maxBodyBytes === undefined ? [] : [['Largest body', `${route.maxBodyBytes / 1024} KiB`]]),
      ],
    ),
    ...(route.request === undefined
      ? []
      : [`**Body** ${NAMES.has(route.request) ? '' : '\n\n'}${bodyOf(route.request)}`]),
    ...Object.entries(route.answers).map(answerLine),
    ...(route.errors.length === 0
      ? []
      : [`**Errors** ${route.errors.map((code) => `[\`${code}\`](${api.errors(code)})`).join(', ')}`]),
  ].join('\n\n')
}

/** All operations of an API: `bff`, `cloud` or `boarding`. */
export function apiReference(argument: string): string {
  const api = APIS[argument]
  if (api === undefined) throw new Error(`There is no API "${argument}".`)
  return Object.entries(api.routes)
    .map(([name, route]) => operation(name, route, api))
    .join('\n\n')
}

/** Objects that the operations of these APIs name, and those inside them. */
export function apiObjects(argument: string): string {
  const named = new Set<string>()
  const schemas = new Map([...NAMES].map(([schema, name]) => [name, schema as z.ZodMiniType]))
  const note = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\]\(#(\w+)\)/g)) {
      const found = [...schemas.keys()].find((each) => each.toLowerCase() === name)
      if (found === undefined || named.has(found)) continue
      named.add(found)
      note(tableOfMembers(shapeOf(schemas.get(found)!)))
    }
  }
  for (const api of argument.split(' ')) note(apiReference(api))
  return [...named]
    .toSorted()
    .map((name) => `### ${name}\n\n${tableOfMembers(shapeOf(schemas.get(name)!))}`)
    .join('\n\n')
}
