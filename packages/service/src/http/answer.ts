// Creates JSON responses with the headers of every answer: no caching, framing or sniffing.
import { writeServiceError } from '@tapboard/contract'
import { HSTS, jsonResponse, SECURITY_HEADERS } from '@tapboard/server'
import type { Refusal } from './refusal.ts'

/** Headers of every answer; `/docs` uses its own content security policy. */
export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'strict-transport-security': HSTS,
}

export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response => jsonResponse(body, status, { ...ANSWER_HEADERS, ...headers })

// A 401 names its scheme (RFC 9110 §15.5.2). The bare key of D-19 has none of its own.
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' } as const

/** Creates the response of a refusal. */
export const writeRefusal = ({ error, status, headers }: Refusal, reference: string): Response =>
  json(status, writeServiceError(error, reference), { ...(status === 401 ? CHALLENGE : {}), ...headers })

/**
 * Creates the response of an internal error. Its code is deliberately not one of the documented error codes:
 * the outcome of the request is unknown, so the caller must not treat it as a rejection.
 */
export function writeFault(unavailable: boolean, reference: string): Response {
  const code = unavailable ? 'UNAVAILABLE' : 'INTERNAL_ERROR'
  const message = unavailable
    ? 'The service cannot reach its store. Read the session before starting it again.'
    : 'Something went wrong on our side. Read the session before starting it again.'
  const body = { error: { code, message }, xResult: 'E', xStatus: 'Error', xErrorCode: code, xError: message }
  return json(
    unavailable ? 503 : 500,
    { ...body, xRefnum: reference },
    unavailable ? { 'Retry-After': '2' } : {},
  )
}
