// Writes answers: JSON with the headers that every answer of this API carries. Nothing may be cached, framed or sniffed.
import { writeServiceError } from '@tapboard/contract'
import type { Refusal } from './refusal.ts'

/** Headers of every answer; documents of `/docs` loosen the policy for themselves. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
}

/** A JSON answer. */
export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...SECURITY_HEADERS, 'Content-Type': 'application/json', ...headers },
  })

/** An error of §7 in the body of D-20. */
export const writeRefusal = ({ error, status, headers }: Refusal, reference: string): Response =>
  json(status, writeServiceError(error, reference), headers)

/**
 * A fault of ours. Its code is not one of §7 on purpose: nothing is known about what was asked, so a caller must not
 * take it for a refusal (D-29).
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
