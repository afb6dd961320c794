// Writes a refusal as `application/problem+json` (RFC 9457). The table of the contract decides status and title; every
// error answer is written here.
import { PROBLEM_PREFIX, PROBLEMS } from '@tapboard/contract'
import { jsonResponse } from '@tapboard/server'
import type { Refusal } from '../refusal.ts'

/** Statuses that always carry `Retry-After`. */
const RETRY_STATUSES = new Set([429, 503])
/** Default `Retry-After`. */
const DEFAULT_RETRY_SECONDS = 2

/** Scheme in the challenge of a 401 (RFC 9110 §11.6.1). */
export type Scheme = 'DPoP' | 'Bearer'

function headersOf(refusal: Refusal, status: number, scheme: Scheme): Headers {
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (status === 401) {
    const error = refusal.code === 'dpop-invalid' ? 'invalid_dpop_proof' : 'invalid_token'
    headers.set('www-authenticate', refusal.code === 'token-missing' ? scheme : `${scheme} error="${error}"`)
  }
  if (RETRY_STATUSES.has(status)) {
    headers.set('retry-after', String(refusal.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS))
  }
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.set(name, value)
  return headers
}

/** The answer to a refused request. */
export function problemResponse(refusal: Refusal, requestId: string, scheme: Scheme): Response {
  const [status, title] = PROBLEMS[refusal.code]
  const body = {
    type: PROBLEM_PREFIX + refusal.code,
    title,
    status,
    detail: refusal.detail,
    requestId,
    ...(refusal.issues === undefined ? {} : { issues: refusal.issues }),
    ...(refusal.sale === undefined ? {} : { sale: refusal.sale }),
    ...(refusal.application === undefined ? {} : { application: refusal.application }),
  }
  return jsonResponse(body, status, headersOf(refusal, status, scheme))
}
