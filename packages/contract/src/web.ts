// The routes of the BFF. Each is an export of its own, so that a browser bundle carries only those it calls.
import * as z from 'zod/mini'
import { BoardingEvent } from './application/boarding.ts'
import { ApplicationPage, ApplicationSnapshot, Terms } from './application/page.ts'
import { ResolveApplication, SavedDraft, SaveDraft, SubmitApplication } from './application/submit.ts'
import { Attestation } from './attestation.ts'
import type { ProblemCode } from './problem.ts'
import type { Route } from './route.ts'
import { Checkout, DeviceView, OrderState, Sale, StartSale, TransactionDetails } from './sale.ts'
import { DeviceList, RegisterDevice, RegisteredDevice } from './setup.ts'
import { MintedToken, TokenGrant } from './token.ts'

type WebRoute = Route<ProblemCode>

/** `POST /v1/tokens`: the host's server asks for a token for its page. */
export const mintToken = {
  method: 'POST',
  path: '/v1/tokens',
  auth: 'host',
  repeat: 'idempotent',
  request: TokenGrant,
  answers: { 201: MintedToken },
  errors: ['host-unauthorized', 'invalid-amount', 'origin-not-allowed', 'store-unavailable'],
} as const satisfies WebRoute

/** `GET /.well-known/jwks.json`: the public halves of the live signing keys (RFC 7517). */
export const getKeys = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'none',
  repeat: 'safe',
  answers: { 200: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }) },
  errors: [],
} as const satisfies WebRoute

/** `GET /v1/checkout`: everything `<terminal-pay>` draws, in one request. */
export const getCheckout = {
  method: 'GET',
  path: '/v1/checkout',
  auth: 'sale',
  repeat: 'safe',
  answers: { 200: Checkout },
  errors: ['grant-superseded', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `GET /v1/devices`: the devices a `setup` token sees. */
export const listDevices = {
  method: 'GET',
  path: '/v1/devices',
  auth: 'setup',
  repeat: 'safe',
  answers: { 200: DeviceList },
  errors: ['upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/devices`: registers a terminal (§4.1). */
export const registerDevice = {
  method: 'POST',
  path: '/v1/devices',
  auth: 'setup',
  repeat: 'idempotent',
  request: RegisterDevice,
  answers: { 201: RegisteredDevice },
  errors: ['device-exists', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `GET /v1/devices/{id}`: a device with its status, at most 2 s old (§4.2). */
export const getDevice = {
  method: 'GET',
  path: '/v1/devices/{id}',
  auth: 'sale-or-setup',
  repeat: 'safe',
  answers: { 200: DeviceView },
  errors: ['device-not-found', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/sales` with `Idempotency-Key`: starts a sale, or finds the one the key started. */
export const startSale = {
  method: 'POST',
  path: '/v1/sales',
  auth: 'sale',
  repeat: 'idempotent',
  request: StartSale,
  answers: { 200: Sale, 201: Sale },
  errors: [
    'grant-superseded',
    'idempotency-key-missing',
    'idempotency-mismatch',
    'invalid-amount',
    'sale-open',
    'order-already-paid',
    'earlier-attempt-unclear',
    'device-busy',
    'device-not-found',
    'device-not-connected',
    'upstream-unavailable',
    'upstream-refused',
  ],
} as const satisfies WebRoute

/** `GET /v1/sales/{id}`: the last committed snapshot, ETag = number of its last event. */
export const getSale = {
  method: 'GET',
  path: '/v1/sales/{id}',
  auth: 'sale',
  repeat: 'safe',
  answers: { 200: Sale, 304: 'empty' },
  errors: ['sale-not-found'],
} as const satisfies WebRoute

/** `GET /v1/sales/{id}/events`: snapshot, then every event; resumed by `Last-Event-ID`. */
export const watchSale = {
  method: 'GET',
  path: '/v1/sales/{id}/events',
  auth: 'sale',
  repeat: 'safe',
  answers: { 200: 'event-stream' },
  errors: ['sale-not-found', 'too-many-streams'],
} as const satisfies WebRoute

/** `GET /v1/checkout/events`: the attempt that decides for the token's order, at once and whenever it changes. */
export const watchOrder = {
  method: 'GET',
  path: '/v1/checkout/events',
  auth: 'sale',
  repeat: 'safe',
  answers: { 200: 'event-stream' },
  errors: ['too-many-streams'],
} as const satisfies WebRoute

/** `POST /v1/sales/{id}/cancel`: asks the terminal to stop, where the upstream can (D-16). */
export const cancelSale = {
  method: 'POST',
  path: '/v1/sales/{id}/cancel',
  auth: 'sale',
  repeat: 'idempotent',
  answers: { 202: Sale },
  errors: ['sale-not-found', 'not-cancelable', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/sales/{id}/check`: 202 when an unknown sale is looked at now, 200 when there is nothing to look for. */
export const checkSale = {
  method: 'POST',
  path: '/v1/sales/{id}/check',
  auth: 'sale',
  repeat: 'idempotent',
  answers: { 200: Sale, 202: Sale },
  errors: ['sale-not-found'],
} as const satisfies WebRoute

/** `POST /v1/sales/{id}/resolve`: a person says what became of an unknown sale (rules 20 and 21). */
export const resolveSale = {
  method: 'POST',
  path: '/v1/sales/{id}/resolve',
  auth: 'resolve',
  repeat: 'idempotent',
  request: Attestation,
  answers: { 200: Sale },
  errors: ['sale-not-found', 'not-resolvable', 'device-not-free'],
} as const satisfies WebRoute

/** `GET /v1/sales/{id}/details`: the reporting row of the transaction (§1.4 step 6, D-18). */
export const getDetails = {
  method: 'GET',
  path: '/v1/sales/{id}/details',
  auth: 'sale',
  repeat: 'safe',
  answers: { 200: TransactionDetails },
  errors: ['sale-not-found', 'not-found', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `GET /v1/orders/{order}`: the host's server asks what became of its order; it needs no page for that. */
export const getOrder = {
  method: 'GET',
  path: '/v1/orders/{order}',
  auth: 'host',
  repeat: 'safe',
  answers: { 200: OrderState },
  errors: ['host-unauthorized', 'sale-not-found'],
} as const satisfies WebRoute

/** `GET /v1/application`: everything `<merchant-apply>` draws, in one request; begins the application where there is none. */
export const getApplication = {
  method: 'GET',
  path: '/v1/application',
  auth: 'apply',
  repeat: 'safe',
  answers: { 200: ApplicationPage },
  errors: ['boarding-not-configured', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `PUT /v1/application/draft`: keeps what was typed, without secrets, for 60 days. */
export const saveDraft = {
  method: 'PUT',
  path: '/v1/application/draft',
  auth: 'apply',
  repeat: 'idempotent',
  request: SaveDraft,
  maxBodyBytes: 262_144,
  answers: { 200: SavedDraft },
  errors: ['boarding-not-configured', 'draft-changed', 'application-closed', 'application-in-doubt'],
} as const satisfies WebRoute

/** `DELETE /v1/application/draft`: forgets what was typed. */
export const discardDraft = {
  method: 'DELETE',
  path: '/v1/application/draft',
  auth: 'apply',
  repeat: 'idempotent',
  answers: { 204: 'empty' },
  errors: ['boarding-not-configured', 'application-closed', 'application-in-doubt'],
} as const satisfies WebRoute

/** `GET /v1/application/terms`: the documents and statements of a plan, where the BFF shows them (D-25). */
export const getTerms = {
  method: 'GET',
  path: '/v1/application/terms',
  auth: 'apply',
  repeat: 'safe',
  query: ['tier', 'locale'],
  answers: { 200: Terms },
  errors: ['boarding-not-configured', 'invalid-application', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/application/submit` with `Idempotency-Key`: submits once (INV-19); 202 while its end is not known. */
export const submitApplication = {
  method: 'POST',
  path: '/v1/application/submit',
  auth: 'apply',
  repeat: 'idempotent',
  request: SubmitApplication,
  maxBodyBytes: 262_144,
  answers: { 200: ApplicationSnapshot, 202: ApplicationSnapshot },
  errors: [
    'boarding-not-configured',
    'idempotency-key-missing',
    'idempotency-mismatch',
    'invalid-application',
    'invalid-secrets',
    'application-closed',
    'application-in-doubt',
    'upstream-unavailable',
    'upstream-refused',
  ],
} as const satisfies WebRoute

/** `GET /v1/application/status`: what is known of the application, ETag = its version. */
export const getApplicationStatus = {
  method: 'GET',
  path: '/v1/application/status',
  auth: 'apply',
  repeat: 'safe',
  answers: { 200: ApplicationSnapshot, 304: 'empty' },
  errors: ['boarding-not-configured', 'application-not-found'],
} as const satisfies WebRoute

/** `GET /v1/applications/{applicant}`: the host's server asks what became of an application. */
export const readApplication = {
  method: 'GET',
  path: '/v1/applications/{applicant}',
  auth: 'host',
  repeat: 'safe',
  answers: { 200: ApplicationSnapshot },
  errors: ['host-unauthorized', 'boarding-not-configured', 'application-not-found'],
} as const satisfies WebRoute

/** `POST /v1/applications/{applicant}/resolve`: a person of the partner says what became of one that may have been received. */
export const resolveApplication = {
  method: 'POST',
  path: '/v1/applications/{applicant}/resolve',
  auth: 'host',
  repeat: 'idempotent',
  request: ResolveApplication,
  answers: { 200: ApplicationSnapshot },
  errors: ['host-unauthorized', 'boarding-not-configured', 'application-not-found', 'not-resolvable'],
} as const satisfies WebRoute

/** `POST /v1/boarding/events`: the boarding API tells what became of an application (D-26); signed by `boarding.webhookSecret`. */
export const receiveBoardingEvent = {
  method: 'POST',
  path: '/v1/boarding/events',
  auth: 'none',
  repeat: 'idempotent',
  request: BoardingEvent,
  signed: true,
  answers: { 204: 'empty' },
  errors: ['signature-invalid', 'application-not-found'],
} as const satisfies WebRoute

/** `GET /v1/openapi.json`: this API as an OpenAPI 3.1 document. */
export const getOpenApi = {
  method: 'GET',
  path: '/v1/openapi.json',
  auth: 'none',
  repeat: 'safe',
  answers: { 200: 'json' },
  errors: [],
} as const satisfies WebRoute

/** `GET /health/live`: the process answers. */
export const getLiveness = {
  method: 'GET',
  path: '/health/live',
  auth: 'none',
  repeat: 'safe',
  answers: { 200: z.object({ status: z.literal('live') }) },
  errors: [],
} as const satisfies WebRoute

/** `GET /health/ready`: the store commits a write, sales are claimed, and the process is not draining. */
export const getReadiness = {
  method: 'GET',
  path: '/health/ready',
  auth: 'none',
  repeat: 'safe',
  answers: { 200: z.object({ status: z.literal('ready') }) },
  errors: ['store-unavailable', 'draining'],
} as const satisfies WebRoute

/** All routes of the BFF by operation name. */
export const WEB_ROUTES = {
  mintToken,
  getKeys,
  getCheckout,
  listDevices,
  registerDevice,
  getDevice,
  startSale,
  getSale,
  watchSale,
  watchOrder,
  cancelSale,
  checkSale,
  resolveSale,
  getDetails,
  getOrder,
  getApplication,
  saveDraft,
  discardDraft,
  getTerms,
  submitApplication,
  getApplicationStatus,
  readApplication,
  resolveApplication,
  receiveBoardingEvent,
  getOpenApi,
  getLiveness,
  getReadiness,
} as const satisfies Record<string, WebRoute>

/** Name of a route of the BFF. */
export type WebRouteName = keyof typeof WEB_ROUTES
