// Requests to every route of the BFF, with and without a body, a token or a known path. Most are refused, some are answered.
import { web, type Route } from '@tapboard/contract'
import fc from 'fast-check'
import { ORIGIN, type Apis } from './apis.ts'
import type { Place } from './place.ts'
import { bodiesOf } from './schema.ts'

type Headers = Readonly<Record<string, string>>

/** One request, as it is sent. */
interface FuzzRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body?: string
}

const HEADER_TEXT = fc.string({
  unit: fc.constantFrom(...Array.from('abcXYZ019 .,;:"=/-_{}<>')),
  maxLength: 40,
})
const IDS = ['sale_1', 'dev_front', 'A-100', 'applicant-1', '..', '%00', "'--"]

/** Requests for a BFF; `places` give the bodies. */
export async function fuzzRequests(apis: Apis, places: readonly Place[]): Promise<fc.Arbitrary<FuzzRequest>> {
  const grants: Readonly<Record<string, Record<string, unknown>>> = {
    sale: { kind: 'sale', order: 'A-100', amount: '42.00', currency: 'USD', devices: 'any' },
    setup: { kind: 'setup' },
    resolve: { kind: 'resolve', sale: 'sale_1', person: 'ann' },
    apply: { kind: 'apply', applicant: 'applicant-1' },
    desk: { kind: 'desk', person: 'ann', rights: ['view'] },
  }
  const tokens = new Map<string, Headers>()
  for (const [kind, grant] of Object.entries(grants))
    tokens.set(kind, { origin: ORIGIN, ...(await apis.tokenFor(grant)) })
  const host: Headers = {
    authorization: `Bearer ${apis.secrets.find((secret) => secret.includes('host-secret'))}`,
  }
  const stranger = fc.oneof(
    fc.constantFrom<Headers>(...tokens.values(), host, { ...host, origin: ORIGIN }, {}),
    HEADER_TEXT.map((text): Headers => ({ origin: ORIGIN, authorization: `Bearer ${text}` })),
  )
  /** Mostly who may call the route. */
  const callerOf = (auth: string): fc.Arbitrary<Headers> => {
    const right = auth === 'host' ? host : (tokens.get(auth.split('-')[0] ?? '') ?? {})
    return fc.oneof({ weight: 2, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: stranger })
  }
  const more = fc.dictionary(
    fc.constantFrom('idempotency-key', 'if-none-match', 'last-event-id', 'prefer', 'x-request-id', 'dpop'),
    HEADER_TEXT,
    { maxKeys: 3 },
  )
  const id = fc.oneof(fc.constantFrom(...IDS), fc.string({ maxLength: 20 }).map(encodeURIComponent))
  const requests = Object.entries<Route>(web.WEB_ROUTES)
    // A stream has no end; the tests of the streams search theirs.
    .filter(([, { answers }]) => answers[200] !== 'event-stream')
    .map(([name, route]) => {
      const place = places.find((one) => one.name === name)
      const body =
        place === undefined
          ? fc.constant(undefined)
          : fc.oneof(
              bodiesOf(place.schema, place.goods).map((made) => JSON.stringify(made)),
              fc.json(),
            )
      const query = fc.oneof(
        fc.constant(''),
        fc.webQueryParameters().map((text) => `?${text}`),
      )
      const parts = fc.tuple(id, query, callerOf(route.auth), more, body)
      return parts.map(([part, asked, caller, headers, sent]): FuzzRequest => {
        const path = route.path.replace(/\{\w+\}/, part) + asked
        const given = sent === undefined ? {} : { body: sent }
        return { method: route.method, path, headers: { ...headers, ...caller }, ...given }
      })
    })
  return fc.oneof(...requests)
}
