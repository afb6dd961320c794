// Published names, limits, patterns, codes and routes. Hosts, pages and stored rows rely on them, so an accidental change is a
// breaking change. `TAPBOARD_ACCEPT=1` writes the record again.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { FIELD_WARNINGS } from './application/codes.ts'
import { PART_FIELDS, WIRE } from './application/fields.ts'
import { TERMS_MODES } from './application/page.ts'
import { APPLICATION_EVENTS } from './application/submit.ts'
import { DESK_KINDS } from './desk.ts'
import { SCRIPTED_ENDINGS } from './device.ts'
import { SERVICE_ERROR_CODES } from './errors.ts'
import { HOST_EVENTS } from './host-event.ts'
import * as contract from './index.ts'
import { MAX_MINOR } from './money.ts'
import type { Answer, Route } from './route.ts'
import { SALE_EVENTS } from './sale-frames.ts'
import { SALE_PHASES } from './sale.ts'
import { SESSION_PROGRESS, SessionAnswer, TRANSACTION_STATUSES } from './session.ts'
import { DeviceList } from './setup.ts'
import { CARD_KINDS, ENTRY_METHODS, Hello } from './terminal.ts'
import { ApplyGrant, RefundGrant, ResolveGrant, SaleGrant, SetupGrant, TOKEN_KINDS } from './token.ts'

type Json = Readonly<Record<string, unknown>>

const RECORD = new URL('published.json', import.meta.url)

/** Texts for people may be reworded, so only their keys are recorded. */
const TEXTS: ReadonlySet<string> = new Set([
  'BOARDING_ADVICE',
  'BOARDING_DOCS',
  'ELEMENT_FAULTS',
  'FIELD_MESSAGES',
  'FIELD_WARNINGS',
  'PROBLEM_ADVICE',
  'PROGRAM_FAULTS',
  'SERVICE_ADVICE',
  'UPSTREAM_DOCS',
  'WEB_DOCS',
])

const { boarding, upstream, web, WEB_WEBHOOKS, PROBLEMS, ...others } = contract
const ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  boarding: boarding.BOARDING_ROUTES,
  upstream: upstream.UPSTREAM_ROUTES,
  web: web.WEB_ROUTES,
}
const routes = new Set<unknown>([
  ...Object.values(ROUTES).flatMap((api) => [api, ...Object.values(api)]),
  // The recorded route `getCheckout` with a recorded schema.
  contract.getCheckoutOutline,
])
/** Parts of the published values and schemas that the package does not export by themselves. */
const PARTS: Json = {
  APPLICATION_EVENTS,
  CARD_KINDS,
  DESK_KINDS,
  ENTRY_METHODS,
  FIELD_WARNINGS,
  HOST_EVENTS,
  MAX_MINOR,
  PART_FIELDS,
  SALE_EVENTS,
  SALE_PHASES,
  SCRIPTED_ENDINGS,
  SERVICE_ERROR_CODES,
  SESSION_PROGRESS,
  TERMS_MODES,
  TOKEN_KINDS,
  TRANSACTION_STATUSES,
  WIRE,
  ApplyGrant,
  DeviceList,
  Hello,
  RefundGrant,
  ResolveGrant,
  SaleGrant,
  SessionAnswer,
  SetupGrant,
}
const exported: Json = { ...others, ...boarding, ...upstream, ...web, ...PARTS }

/** Schemas refer to each other by these names, so that each one is recorded once. */
const names = z.registry<{ id: string }>()

/** The name of a schema; one that is not exported gets the name of its place. */
function nameOf(schema: z.ZodMiniType, place: string): string {
  if (!names.has(schema)) names.add(schema, { id: place })
  return names.get(schema)?.id ?? place
}

function routeOf(place: string, { request, answers, ...rest }: Route): Json {
  const answerOf = (status: string, answer: Answer): string =>
    typeof answer === 'string' ? answer : nameOf(answer, `${place}.${status}`)
  return {
    ...rest,
    ...(request === undefined ? {} : { request: nameOf(request, `${place}.request`) }),
    answers: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, answerOf(status, answer)]),
    ),
  }
}

function published(): Json {
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(exported)) {
    if (value instanceof z.ZodMiniType) nameOf(value, name)
    else if (TEXTS.has(name)) values[name] = Object.keys(value as Json)
    else if (typeof value !== 'function' && !routes.has(value)) values[name] = value
  }
  values['PROBLEMS'] = Object.fromEntries(Object.entries(PROBLEMS).map(([code, [status]]) => [code, status]))
  values['WEB_WEBHOOKS'] = Object.fromEntries(
    Object.entries(WEB_WEBHOOKS).map(([name, { body, headers, answers }]) => {
      const patterns = Object.entries(headers).map(([header, { pattern }]) => [header, pattern])
      return [name, { body: nameOf(body, name), patterns, answers: Object.keys(answers) }]
    }),
  )
  const operations = Object.entries(ROUTES).map(([api, list]) => [
    api,
    Object.fromEntries(Object.entries(list).map(([id, route]) => [id, routeOf(`${api}.${id}`, route)])),
  ])
  const { schemas } = z.toJSONSchema(names, { io: 'input', unrepresentable: 'any', uri: (id) => id })
  return {
    values,
    routes: Object.fromEntries(operations) as Json,
    schemas,
  }
}

/** Members that every schema of a record has. */
const NOISE: ReadonlySet<string> = new Set(['$schema', '$id'])

test('names, limits, patterns, codes and routes keep their published form', () => {
  const withoutNoise = (name: string, value: unknown): unknown => (NOISE.has(name) ? undefined : value)
  const found = JSON.parse(JSON.stringify(published(), withoutNoise)) as unknown
  if (process.env['TAPBOARD_ACCEPT'] === '1') writeFileSync(RECORD, `${JSON.stringify(found, null, 2)}\n`)
  assert.deepEqual(found, JSON.parse(readFileSync(RECORD, 'utf8')), 'is the change compatible?')
})
