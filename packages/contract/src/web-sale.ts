// Routes of the BFF for a sale. In a file of their own: `<terminal-pay>` loads it with its code for sales, and reads the order at
// first by its outline.
import { Attestation } from './attestation.ts'
import type { ProblemCode } from './problem.ts'
import type { Route } from './route.ts'
import { TransactionDetails } from './sale-frames.ts'
import { Checkout, Sale, StartSale } from './sale.ts'

type WebRoute = Route<ProblemCode>

/** `GET /v1/checkout`: all data that `<terminal-pay>` shows, in one request. */
export const getCheckout = {
  method: 'GET',
  path: '/v1/checkout',
  auth: 'sale-or-refund',
  repeat: 'safe',
  answers: { 200: Checkout },
  errors: ['grant-superseded', 'grant-withdrawn', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/**
 * `POST /v1/sales` with `Idempotency-Key`: starts a sale, or with a `refund` token a refund; or returns the
 * one of an earlier request with that key.
 */
export const startSale = {
  method: 'POST',
  path: '/v1/sales',
  auth: 'sale-or-refund',
  repeat: 'idempotent',
  request: StartSale,
  answers: { 200: Sale, 201: Sale },
  errors: [
    'grant-superseded',
    'grant-withdrawn',
    'idempotency-key-missing',
    'idempotency-mismatch',
    'invalid-amount',
    'sale-open',
    'order-already-paid',
    'earlier-attempt-unclear',
    'store-restored',
    'sale-not-refundable',
    'refund-open',
    'refund-exceeds-sale',
    'device-busy',
    'device-not-found',
    'device-not-connected',
    'upstream-unavailable',
    'upstream-refused',
  ],
} as const satisfies WebRoute

/** `GET /v1/sales/{id}`: the last committed snapshot of a sale or refund; its ETag changes with `version`, `staleSinceMs` and `nextAskAtMs`. */
export const getSale = {
  method: 'GET',
  path: '/v1/sales/{id}',
  auth: 'sale-or-refund',
  repeat: 'safe',
  answers: { 200: Sale, 304: 'empty' },
  errors: ['sale-not-found'],
} as const satisfies WebRoute

/** `GET /v1/sales/{id}/events`: a snapshot, then every event; `Last-Event-ID` resumes the stream. */
export const watchSale = {
  method: 'GET',
  path: '/v1/sales/{id}/events',
  auth: 'sale-or-refund',
  repeat: 'safe',
  answers: { 200: 'event-stream' },
  errors: ['sale-not-found', 'too-many-streams'],
} as const satisfies WebRoute

/** `GET /v1/checkout/events`: the deciding attempt of the token's order or refund, at once and on every change. */
export const watchOrder = {
  method: 'GET',
  path: '/v1/checkout/events',
  auth: 'sale-or-refund',
  repeat: 'safe',
  answers: { 200: 'event-stream' },
  errors: ['too-many-streams'],
} as const satisfies WebRoute

/** `POST /v1/sales/{id}/cancel`: cancels the session at the terminal, if the upstream supports it. */
export const cancelSale = {
  method: 'POST',
  path: '/v1/sales/{id}/cancel',
  auth: 'sale-or-refund',
  repeat: 'idempotent',
  answers: { 202: Sale },
  errors: ['sale-not-found', 'not-cancelable', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute

/** `POST /v1/sales/{id}/check`: 202 if an unknown sale is checked now, 200 if there is nothing to check. */
export const checkSale = {
  method: 'POST',
  path: '/v1/sales/{id}/check',
  auth: 'sale-or-refund',
  repeat: 'idempotent',
  answers: { 200: Sale, 202: Sale },
  errors: ['sale-not-found'],
} as const satisfies WebRoute

/** `POST /v1/sales/{id}/resolve`: a person states the outcome of an unknown sale. */
export const resolveSale = {
  method: 'POST',
  path: '/v1/sales/{id}/resolve',
  auth: 'resolve',
  repeat: 'idempotent',
  request: Attestation,
  answers: { 200: Sale },
  errors: ['sale-not-found', 'not-resolvable', 'device-not-free'],
} as const satisfies WebRoute

/** `GET /v1/sales/{id}/details`: the reporting data of the transaction. */
export const getDetails = {
  method: 'GET',
  path: '/v1/sales/{id}/details',
  auth: 'sale-or-refund',
  repeat: 'safe',
  answers: { 200: TransactionDetails },
  errors: ['sale-not-found', 'not-found', 'upstream-unavailable', 'upstream-refused'],
} as const satisfies WebRoute
