// Problem types of the BFF (RFC 9457), its only error format. One table: code, status and title; `detail`
// tells what to do. No text, status or header of the upstream passes through.
import * as z from 'zod/mini'

/** Prefix of the `type` of a problem. */
export const PROBLEM_PREFIX = 'urn:tapboard:problem:'

/** HTTP status and title by problem code. */
export const PROBLEMS = {
  'invalid-request': [400, 'The request is not valid'],
  'signature-invalid': [400, 'The signature is not valid'],
  'idempotency-key-missing': [400, 'The Idempotency-Key header is missing'],
  'token-missing': [401, 'A token is needed'],
  'token-invalid': [401, 'The token is not valid'],
  'token-expired': [401, 'The token has expired'],
  'dpop-invalid': [401, 'The DPoP proof is not valid'],
  'dpop-nonce': [401, 'The DPoP proof needs a new nonce'],
  'host-unauthorized': [401, 'The host secret is not valid'],
  'origin-not-allowed': [403, 'This page may not use the token'],
  forbidden: [403, 'The token does not grant this'],
  'grant-superseded': [403, 'A newer token of the order has other terms'],
  'grant-withdrawn': [403, 'The tokens of the order were withdrawn'],
  'not-found': [404, 'Not found'],
  'sale-not-found': [404, 'There is no such sale'],
  'device-not-found': [404, 'There is no such device'],
  'application-not-found': [404, 'There is no such application'],
  'boarding-not-configured': [404, 'Merchant sign-up is not configured here'],
  'method-not-allowed': [405, 'This method is not allowed here'],
  'sale-open': [409, 'The order has an open sale'],
  'order-already-paid': [409, 'The order is already paid'],
  'earlier-attempt-unclear': [409, 'An earlier attempt is no longer confirmed as unpaid'],
  'sale-not-refundable': [409, 'The sale cannot be refunded'],
  'refund-open': [409, 'Another refund of the sale is open'],
  'refund-exceeds-sale': [409, 'The refund is more than is left of the sale'],
  'device-busy': [409, 'The terminal is busy with another sale'],
  'device-exists': [409, 'The terminal is already registered'],
  'not-cancelable': [409, 'The sale cannot be canceled now'],
  'draft-changed': [409, 'The draft was changed elsewhere'],
  'application-closed': [409, 'The application is submitted'],
  'application-in-doubt': [409, 'The application may have been received'],
  'not-resolvable': [409, 'The result cannot be stated now'],
  'device-not-free': [409, 'The terminal may still be asking for the card'],
  'body-too-large': [413, 'The body is too large'],
  'unsupported-media-type': [415, 'The body must be application/json'],
  'idempotency-mismatch': [422, 'The Idempotency-Key belongs to another request'],
  'invalid-application': [422, 'There is a problem with the application'],
  'invalid-secrets': [422, 'The sealed values cannot be opened'],
  'invalid-amount': [422, 'The amount is not valid'],
  'device-not-connected': [424, 'The terminal is not connected'],
  'rate-limited': [429, 'Too many requests'],
  'internal-error': [500, 'Something went wrong on our side'],
  'upstream-refused': [502, 'The payment service refused the request'],
  'store-restored': [503, 'The ledger was restored and is not yet compared with the charges'],
  'store-unavailable': [503, 'The ledger cannot be reached'],
  'upstream-unavailable': [503, 'The payment service cannot be reached'],
  'too-many-streams': [503, 'Too many open streams'],
  draining: [503, 'The server is being restarted'],
} as const satisfies Record<string, readonly [number, string]>

/** Key of {@link PROBLEMS}: the name of an error of the BFF. */
export type ProblemCode = keyof typeof PROBLEMS

/** An error of one field, with a path such as `amountMinor`. */
export const Issue = z.object({ path: z.string(), code: z.string(), message: z.string() })

export type Issue = z.infer<typeof Issue>

/** Body of every error answer of the BFF, `application/problem+json`. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  requestId: z.optional(z.string()),
  /** Address of the entry in the catalogue of errors that this BFF serves. */
  help: z.optional(z.string()),
  issues: z.optional(z.array(Issue)),
  /**
   * The conflicting sale or refund, or the current one (`sale-open`, `order-already-paid`,
   * `earlier-attempt-unclear`, `not-resolvable`, `device-not-free`).
   */
  sale: z.optional(z.unknown()),
  /** The current application (`application-closed`, `application-in-doubt`, `not-resolvable`). */
  application: z.optional(z.unknown()),
})

export type Problem = z.infer<typeof Problem>

/** Extracts the code of a problem body; `null` for a foreign type. */
export function problemCode(problem: { readonly type: string }): ProblemCode | null {
  const code = problem.type.startsWith(PROBLEM_PREFIX) ? problem.type.slice(PROBLEM_PREFIX.length) : ''
  return Object.hasOwn(PROBLEMS, code) ? (code as ProblemCode) : null
}
