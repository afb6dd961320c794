// Writes a refusal as `application/problem+json` (RFC 9457). The table of the contract decides status and title; every
// error answer is written here.
import { PROBLEM_PREFIX, PROBLEMS, type ProblemCode } from '@tapboard/contract'
import { jsonResponse } from '@tapboard/server'
import type { Refusal } from '../refusal.ts'
import { DPOP_ALGS } from '../token/dpop.ts'
import { helpUrl } from './error-page.ts'

/** Statuses that always carry `Retry-After`. */
const RETRY_STATUSES = new Set([429, 503])
const DEFAULT_RETRY_SECONDS = 2

/** Scheme in the challenge of a 401 (RFC 9110 §11.6.1). */
export type Scheme = 'DPoP' | 'Bearer'

/** The error of a challenge (RFC 6750 §3.1, RFC 9449 §7.1, §9); any other 401 refuses the token. */
const CHALLENGE_ERRORS: Partial<Record<ProblemCode, string>> = {
  'dpop-invalid': 'invalid_dpop_proof',
  'dpop-nonce': 'use_dpop_nonce',
}

/** The challenge of a 401: the scheme of the route, and for DPoP the algorithms of a proof. */
function challengeOf(code: ProblemCode, scheme: Scheme): string {
  if (code === 'host-unauthorized') return 'Bearer error="invalid_token"'
  const error = code === 'token-missing' ? [] : [`error="${CHALLENGE_ERRORS[code] ?? 'invalid_token'}"`]
  const algs = scheme === 'DPoP' ? [`algs="${DPOP_ALGS.join(' ')}"`] : []
  // `Headers` removes the space at the end of a challenge without parameters.
  return `${scheme} ${[...error, ...algs].join(', ')}`
}

function headersOf(refusal: Refusal, status: number, scheme: Scheme): Headers {
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (status === 401) headers.set('www-authenticate', challengeOf(refusal.code, scheme))
  if (RETRY_STATUSES.has(status)) {
    headers.set('retry-after', String(refusal.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS))
  }
  for (const [name, value] of Object.entries(refusal.headers ?? {})) headers.set(name, value)
  return headers
}

/** Facts of a problem beside its refusal. */
interface ProblemFrame {
  readonly requestId: string
  readonly scheme: Scheme
  /** Base of the address of the catalogue. */
  readonly publicUrl: string
}

/** The answer to a refused request. */
export function problemResponse(refusal: Refusal, { requestId, scheme, publicUrl }: ProblemFrame): Response {
  const [status, title] = PROBLEMS[refusal.code]
  const body = {
    type: PROBLEM_PREFIX + refusal.code,
    title,
    status,
    detail: refusal.detail,
    requestId,
    help: helpUrl(publicUrl, refusal.code),
    ...(refusal.issues === undefined ? {} : { issues: refusal.issues }),
    ...(refusal.sale === undefined ? {} : { sale: refusal.sale }),
    ...(refusal.application === undefined ? {} : { application: refusal.application }),
  }
  return jsonResponse(body, status, headersOf(refusal, status, scheme))
}
