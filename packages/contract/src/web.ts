// Routes of the BFF. Each route is a separate export, so that a browser bundle contains only the used ones.
import * as z from 'zod/mini'
import { BoardingEvent } from './application/boarding.ts'
import { ApplicationPage, ApplicationSnapshot, Terms } from './application/page.ts'
import { ResolveApplication, SavedDraft, SaveDraft, SubmitApplication } from './application/submit.ts'
import { DeviceView } from './device-view.ts'
import type { ProblemCode } from './problem.ts'
import type { Route } from './route.ts'
import { OrderState } from './sale.ts'
import { MintedToken, TokenGrant } from './token.ts'
import { getDesk, getDeskSale, listDeskSales, listSales, watchDesk } from './web-desk.ts'
import { listDevices, registerDevice } from './web-devices.ts'
import {
  cancelSale,
  checkSale,
  getCheckout,
  getDetails,
  getSale,
  resolveSale,
  startSale,
  watchOrder,
  watchSale,
} from './web-sale.ts'

export * from './web-desk.ts'
export * from './web-devices.ts'
export * from './web-sale.ts'

type WebRoute = Route<ProblemCode>

/** `POST /v1/tokens`: the host's server requests a token for its page. */
export const mintToken = {
  method: 'POST',
  path: '/v1/tokens',
  auth: 'host',
  repeat: 'idempotent',
  request: TokenGrant,
  answers: { 201: MintedToken },
  errors: [
    'host-unauthorized',
    'invalid-amount',
    'origin-not-allowed',
    'sale-not-found',
    'sale-not-refundable',
    'refund-exceeds-sale',
    'store-unavailable',
  ],
} as const satisfies WebRoute

/** `GET /.well-known/jwks.json`: the public keys of the current signing keys (RFC 7517). */
export const getKeys = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'none',
  repeat: 'safe',
  answers: { 200: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }) },
  errors: [],
} as const satisfies WebRoute

/** `GET /v1/devices/{id}`: a device with its status, at most 2 s old. */
export const getDevice = {
  method: 'GET',
  path: '/v1/devices/{id}',
  auth: 'sale-or-refund-or-setup',
  repeat: 'safe',
  answers: { 200: DeviceView },
  errors: ['device-not-found', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/**
 * `GET /v1/orders/{order}?amount=42.00&currency=USD`: the host's server reads the state of its order. With its
 * own total as `amount`, `paid` is true only for a payment of that amount.
 */
export const getOrder = {
  method: 'GET',
  path: '/v1/orders/{order}',
  auth: 'host',
  repeat: 'safe',
  query: ['amount', 'currency'],
  answers: { 200: OrderState },
  errors: ['host-unauthorized', 'sale-not-found', 'store-restored'],
} as const satisfies WebRoute

/**
 * `DELETE /v1/orders/{order}/grants`: the host's server withdraws all `sale` tokens of an order. They start no
 * sale until it requests a new one. A sale that was started goes on.
 */
export const withdrawOrder = {
  method: 'DELETE',
  path: '/v1/orders/{order}/grants',
  auth: 'host',
  repeat: 'idempotent',
  answers: { 204: 'empty' },
  errors: ['host-unauthorized'],
} as const satisfies WebRoute

/**
 * `GET /v1/application`: all data that `<merchant-apply>` shows, in one request; creates the application if
 * there is none.
 */
export const getApplication = {
  method: 'GET',
  path: '/v1/application',
  auth: 'apply',
  repeat: 'safe',
  answers: { 200: ApplicationPage },
  errors: ['boarding-not-configured', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/**
 * `GET /v1/application/field`: the page of one isolated field of `<merchant-apply isolate>`, for a sandboxed frame in the page of
 * `origin`, which a merchant must list. It has the key to which it seals what is typed; no answer of the BFF contains it again.
 */
export const getIsolatedField = {
  method: 'GET',
  path: '/v1/application/field',
  query: ['origin'],
  auth: 'none',
  repeat: 'safe',
  answers: { 200: 'html' },
  errors: ['boarding-not-configured'],
} as const satisfies WebRoute

/** `PUT /v1/application/draft`: stores the entered values without secrets for 60 days. */
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

/** `DELETE /v1/application/draft`: deletes the entered values. */
export const discardDraft = {
  method: 'DELETE',
  path: '/v1/application/draft',
  auth: 'apply',
  repeat: 'idempotent',
  answers: { 204: 'empty' },
  errors: ['boarding-not-configured', 'application-closed', 'application-in-doubt'],
} as const satisfies WebRoute

/** `GET /v1/application/terms`: the documents and statements of a plan, if the BFF shows them. */
export const getTerms = {
  method: 'GET',
  path: '/v1/application/terms',
  auth: 'apply',
  repeat: 'safe',
  query: ['tier', 'locale'],
  answers: { 200: Terms },
  errors: ['boarding-not-configured', 'invalid-application', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/application/submit` with `Idempotency-Key`: submits exactly once; 202 while the outcome is unknown. */
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
    'store-restored',
    'upstream-unavailable',
    'upstream-refused',
  ],
} as const satisfies WebRoute

/** `GET /v1/application/status`: the known status of the application, ETag = its version. */
export const getApplicationStatus = {
  method: 'GET',
  path: '/v1/application/status',
  auth: 'apply',
  repeat: 'safe',
  answers: { 200: ApplicationSnapshot, 304: 'empty' },
  errors: ['boarding-not-configured', 'application-not-found'],
} as const satisfies WebRoute

/** `GET /v1/applications/{applicant}`: the host's server reads the status of an application. */
export const readApplication = {
  method: 'GET',
  path: '/v1/applications/{applicant}',
  auth: 'host',
  repeat: 'safe',
  answers: { 200: ApplicationSnapshot },
  errors: ['host-unauthorized', 'boarding-not-configured', 'application-not-found'],
} as const satisfies WebRoute

/**
 * `POST /v1/applications/{applicant}/resolve`: a person of the partner states whether a doubtful application
 * was received.
 */
export const resolveApplication = {
  method: 'POST',
  path: '/v1/applications/{applicant}/resolve',
  auth: 'host',
  repeat: 'idempotent',
  request: ResolveApplication,
  answers: { 200: ApplicationSnapshot },
  errors: ['host-unauthorized', 'boarding-not-configured', 'application-not-found', 'not-resolvable'],
} as const satisfies WebRoute

/** `POST /v1/boarding/events/{merchant}`: the boarding API reports a status change, signed with the `boarding.webhookSecret` of this merchant. */
export const receiveBoardingEvent = {
  method: 'POST',
  path: '/v1/boarding/events/{merchant}',
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

/** Path of the catalogue of errors. An element imports it without the row. */
export const ERRORS_PATH = '/v1/errors'

/** `GET /v1/errors`: the catalogue of errors as a page, with the code of each entry as its anchor. */
export const getErrors = {
  method: 'GET',
  path: ERRORS_PATH,
  auth: 'none',
  repeat: 'safe',
  answers: { 200: 'html' },
  errors: [],
} as const satisfies WebRoute

/** `GET /health/live`: the process is running. */
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
  withdrawOrder,
  listSales,
  getDesk,
  listDeskSales,
  watchDesk,
  getDeskSale,
  getApplication,
  getIsolatedField,
  saveDraft,
  discardDraft,
  getTerms,
  submitApplication,
  getApplicationStatus,
  readApplication,
  resolveApplication,
  receiveBoardingEvent,
  getOpenApi,
  getErrors,
  getLiveness,
  getReadiness,
} as const satisfies Record<string, WebRoute>

/** Name of a route of the BFF. */
export type WebRouteName = keyof typeof WEB_ROUTES
