// The operations of the BFF that take a JSON body, one place each.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { ApplicationPage, Problem, secretsOf, Terms, web, withoutSecrets } from '@tapboard/contract'
import { problemCode } from '@tapboard/contract/testing'
import { decodeJwt } from 'jose'
import { seal } from '../../../packages/elements/src/merchant-apply/seal.ts'
import { llcValues } from '../../../packages/service/src/testing.ts'
import { CANARIES, ORIGIN, type Apis } from './apis.ts'
import { assertPlainJson, type Judged, type Place } from './place.ts'
import type { Json } from './schema.ts'

const JKT = 'A'.repeat(43)
const VALUES = llcValues()

type Operations = {
  [Name in web.WebRouteName]: (typeof web.WEB_ROUTES)[Name] extends { request: unknown } ? Name : never
}[web.WebRouteName]

/** Who fills in an application: the headers of the page, and a submission that is good for it. */
interface Applicant {
  readonly headers: Readonly<Record<string, string>>
  readonly submission: Json
}

/** Names of all members of a value, at every depth. */
const namesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesOf)]
    : []

/** Asserts that an answer is the BFF's: plain JSON, and for a refusal a registered problem with a repair. */
async function judge(response: Response): Promise<Judged> {
  const body = await assertPlainJson(response)
  const { status } = response
  if (status < 400) return { status, body, detail: '' }
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  const problem = Problem.parse(body)
  assert.ok(problemCode(problem) !== null, problem.type)
  assert.equal(problem.status, status)
  assert.match(problem.detail, /^[A-Z“"A-Za-z].{8,}\.$/s)
  return { status, body, detail: problem.detail }
}

const textOf = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString('latin1')

/** The member of a body that is sent, where it can be read. */
function memberOf(body: string | Uint8Array, name: string): unknown {
  try {
    const read = JSON.parse(textOf(body)) as Json | null
    return read?.[name]
  } catch {
    return undefined
  }
}

/** All places of the BFF. */
export async function bffPlaces(apis: Apis): Promise<readonly Place[]> {
  const { ask, askAsHost } = apis
  let sent = 0
  const unused = (): string => `unused-${(sent += 1)}-0123456789abcdef`

  const place = (name: Operations, rest: Omit<Place, 'name' | 'schema' | 'judge'>): Place => ({
    name,
    schema: web.WEB_ROUTES[name].request,
    judge,
    ...rest,
  })
  const json = async (response: Response): Promise<Json> => (await judge(response)).body

  const setup = await apis.tokenFor({ kind: 'setup' })
  const sale = { kind: 'sale', amount: '42.00', currency: 'USD', devices: 'any' }
  const saleToken = (order: string) => apis.tokenFor({ ...sale, order })
  /** The device of the next sale: one with an open sale would refuse it. */
  let device = await apis.connected()
  const start = {
    order: 'A-100',
    attempt: 1,
    amountMinor: 4_200,
    currency: 'USD',
    deviceId: device,
  }
  const known = await saleToken(start.order)
  const person = await apis.tokenFor({ kind: 'resolve', sale: 'sale_1', person: 'ann' })

  const fillIn = async (): Promise<Applicant> => {
    const headers = await apis.tokenFor({ kind: 'apply', applicant: unused() })
    const { sealKey, application } = ApplicationPage.parse(
      await json(await ask('GET', '/v1/application', { headers })),
    )
    const { documents, consents } = Terms.parse(
      await json(await ask('GET', '/v1/application/terms?tier=Standard&locale=en', { headers })),
    )
    const submission = {
      values: withoutSecrets(VALUES),
      secrets: await seal(secretsOf(VALUES), sealKey, application.id),
      consent: {
        documents: documents.map(({ id, version, sha256 }) => ({ id, version, sha256 })),
        accepted: consents.map(({ id }) => id),
        signerName: 'Ada Byron',
        locale: 'en',
      },
    }
    return { headers, submission }
  }
  const drafting = await fillIn()
  /** Who submits next: an application that was accepted is closed. */
  let submitting = await fillIn()
  let draftVersion = 0

  return [
    place('mintToken', {
      goods: [
        { ...sale, order: 'A-100', devices: ['dev_front'], origin: ORIGIN, jkt: JKT },
        { kind: 'setup', origin: ORIGIN, jkt: JKT },
        { kind: 'resolve', sale: 'sale_1', person: 'ann', origin: ORIGIN, jkt: JKT },
        {
          kind: 'refund',
          order: 'A-100',
          sale: 'sale_1',
          amount: '12.00',
          currency: 'USD',
          person: 'ann',
          refund: 'r-1',
          devices: ['dev_front'],
          origin: ORIGIN,
          jkt: JKT,
        },
        {
          kind: 'desk',
          person: 'ann',
          rights: ['view', 'resolve'],
          timeZone: 'Europe/Paris',
          origin: ORIGIN,
          jkt: JKT,
        },
        {
          kind: 'apply',
          applicant: 'applicant-1',
          tiers: ['Standard'],
          agent: { name: 'Bo', email: 'bo@shop.example' },
          origin: ORIGIN,
          jkt: JKT,
        },
      ],
      send: (body) => askAsHost('POST', '/v1/tokens', body),
      kept: ['order', 'devices', 'origin', 'jkt', 'sale', 'person', 'applicant', 'tiers', 'name', 'email'],
      readBack: async (_sent, { token }) => decodeJwt(String(token)),
    }),
    place('registerDevice', {
      goods: [{ serial: 'SN-77', make: 'A77', name: 'Bar' }],
      renew: (body) => ({ ...body, serial: `SN-${(sent += 1)}` }),
      send: (body) => ask('POST', '/v1/devices', { headers: setup, body }),
      kept: ['name'],
      cleaned: (text) => text.trim(),
      readBack: async (_sent, answer) =>
        json(await ask('GET', `/v1/devices/${(answer['device'] as { id: string }).id}`, { headers: setup })),
    }),
    place('startSale', {
      goods: [start],
      renew: (body) => ({ ...body, deviceId: device }),
      send: async (body) => {
        const order = memberOf(body, 'order')
        const headers = typeof order === 'string' ? await saleToken(order).catch(() => known) : known
        return ask('POST', '/v1/sales', { headers: { ...headers, 'idempotency-key': unused() }, body })
      },
      kept: ['order'],
      readBack: async ({ order }) => {
        device = await apis.connected()
        return json(await askAsHost('GET', `/v1/orders/${encodeURIComponent(String(order))}`))
      },
    }),
    place('resolveSale', {
      goods: [{ outcome: 'paid', reference: 'R-77', approvalCode: 'A1' }, { outcome: 'unpaid' }],
      send: (body) => ask('POST', '/v1/sales/sale_1/resolve', { headers: person, body }),
      kept: [],
    }),
    place('saveDraft', {
      goods: [{ step: 'tax', values: withoutSecrets(VALUES), follows: 0 }],
      renew: (body) => ({ ...body, follows: draftVersion }),
      send: (body) => ask('PUT', '/v1/application/draft', { headers: drafting.headers, body }),
      kept: ['step', ...namesOf(VALUES)],
      readBack: async (_sent, { version }) => {
        draftVersion = Number(version)
        const { headers } = drafting
        return ApplicationPage.parse(await json(await ask('GET', '/v1/application', { headers }))).draft
      },
    }),
    place('submitApplication', {
      goods: [{ ...submitting.submission, termsToken: 'token-of-a-frame' }],
      renew: (body, path) => ({
        ...submitting.submission,
        ...(path[0] === 'termsToken' ? { termsToken: body['termsToken'] } : {}),
      }),
      send: (body) => {
        const headers = { ...submitting.headers, 'idempotency-key': unused() }
        return ask('POST', '/v1/application/submit', { headers, body })
      },
      kept: [],
      readBack: async () => {
        submitting = await fillIn()
      },
    }),
    place('resolveApplication', {
      goods: [
        { result: 'submitted', appId: 'app_1', person: 'ann' },
        { result: 'not_submitted', person: 'ann' },
      ],
      send: (body) => askAsHost('POST', '/v1/applications/nobody/resolve', body),
      kept: [],
    }),
    place('receiveBoardingEvent', {
      goods: [
        {
          eventId: 'app_1.2',
          type: 'application.status',
          createdAt: '2026-11-22T12:00:00Z',
          appId: 'app_1',
          applicationStatus: 'in_review',
          tierName: 'Standard',
        },
      ],
      send: (body) => {
        const seconds = Math.floor(Date.now() / 1000)
        const mac = createHmac('sha256', CANARIES.boardingWebhook)
          .update(`app_1.2.${seconds}.`)
          .update(body)
          .digest('base64')
        const headers = {
          'webhook-id': 'app_1.2',
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,${mac}`,
        }
        return ask('POST', '/v1/boarding/events/shop', { headers, body })
      },
      oneRefusal: true,
      kept: [],
    }),
  ]
}
