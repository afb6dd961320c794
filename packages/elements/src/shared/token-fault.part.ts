// The reason why a page gave no token, judged from the rejection of its callback, or from the value that it resolved with: an
// answer of the page's server, a problem document, a failed connection, or a mistake in the page (D-105). Texts of answers are
// not repeated, because they may contain a token.
import type { PROBLEM_PREFIX } from '@tapboard/contract'
import type { LocalCode } from './fault.ts'

/** The value of the contract's constant. An import would divide the first file of a page that esbuild builds (0.5 KB). */
const PREFIX: typeof PROBLEM_PREFIX = 'urn:tapboard:problem:'

/** The cause of a missing token. */
export interface TokenFault {
  readonly code: LocalCode
  /** For developers; completes "getToken did not give a token: …". */
  readonly why: string
  /** `Retry-After` of the answer, as the page's code has it. */
  readonly retryAfter?: unknown
}

/** The facts of a reason about an answer of the page's server. */
interface Found {
  /** HTTP status; 0 is a connection that failed (XMLHttpRequest). */
  status?: number
  /** Code of the BFF's problem document that the page's server passed on. */
  problem?: string
  /** Its `detail`: what to do, in a sentence of the BFF. */
  detail?: string
  retryAfter?: unknown
}

/** Properties in which libraries keep the answer: `fetch`, axios, ky, Angular, our own `tokenFrom`. */
const INNER = ['response', 'cause', 'data', 'error'] as const
const DEPTH = 3

/** Error messages of failed connections in Chromium, Firefox, WebKit and Node; mistakes in the page have other messages. */
const NETWORK =
  /^(?!.*(?: is not |undefined|null))(failed to fetch|network|load failed|fetch failed|.*(connect|offline|hostname|timed out))/i

function look(reason: unknown, found: Found, depth: number): Found {
  if (typeof reason !== 'object' || reason === null) return found
  const { status, statusCode = status, type, detail, headers } = reason as Record<string, unknown>
  if (typeof statusCode === 'number') found.status ??= statusCode
  if (typeof type === 'string' && type.startsWith(PREFIX)) {
    found.problem ??= type.slice(PREFIX.length)
    if (typeof detail === 'string') found.detail ??= detail
  }
  if (typeof headers === 'object' && headers !== null)
    found.retryAfter ??=
      headers instanceof Headers
        ? headers.get('Retry-After')
        : (headers as Record<string, unknown>)['retry-after']
  if (depth < DEPTH)
    for (const name of INNER) look((reason as Record<string, unknown>)[name], found, depth + 1)
  return found
}

/** `code` of an error of Node or axios. */
const codeOf = (reason: Error): string => {
  const { code } = reason as Error & { code?: unknown }
  return typeof code === 'string' ? code : ''
}

const nameOf = (reason: unknown): string => (reason instanceof Error ? reason.name : typeof reason)

/** A text without possible tokens and secrets. */
const withoutSecrets = (text: string): string => text.replaceAll(/[\w.=-]{20,}/g, '…').slice(0, 200)

/** Text of a page's own error without possible tokens and secrets. */
const textOf = (reason: unknown): string =>
  reason instanceof Error && reason.name !== 'SyntaxError'
    ? withoutSecrets(`${reason.name}: ${reason.message}`)
    : nameOf(reason)

/** Checks whether the page's server is unreachable: offline, a failed connection, or a time-out. */
const isNetwork = (reason: unknown, online: boolean): boolean =>
  !online ||
  (reason instanceof Error &&
    (/^(Abort|Timeout|Network)Error$/.test(reason.name) ||
      /^E(RR_NETWORK|CONN|TIMEDOUT)/.test(codeOf(reason)) ||
      (reason.name === 'TypeError' && NETWORK.test(reason.message))))

function judge(
  reason: unknown,
  { status = -1, problem, detail = 'look at what the page asks of it' }: Found,
  online: boolean,
): readonly [LocalCode, string] {
  const answered = `your server answered ${status}${problem ? ` (${problem})` : ''}`
  if (status === 429 || problem === 'rate-limited')
    return ['token-limited', `${answered}: too many requests; the limit of the BFF is limits.mint`]
  if (status >= 500 || status === 408 || status === 425)
    return ['token-unavailable', `${answered}: it, or the BFF that it asks, is not ready`]
  // A problem document comes from the BFF: it refuses the page's server, not the user.
  if ((status === 401 || status === 403) && !problem)
    return ['token-unauthorized', `${answered}: the person is signed out or may not use this page`]
  if (status >= 400) return ['token-refused', `${answered}: ${withoutSecrets(detail)}`]
  if (status === 0 || isNetwork(reason, online))
    return ['token-unreachable', `your server did not answer (${nameOf(reason)}): check the connection`]
  if (nameOf(reason) === 'SyntaxError')
    return ['token-unavailable', 'your server answered no JSON: an error page, a gateway or a sign-in page']
  return ['token-refused', textOf(reason)]
}

/** Judges a missing token; `reason` is the rejection of the callback, or the value that it resolved with. */
export function tokenFault(reason: unknown, online: boolean): TokenFault {
  const found = look(reason, {}, 0)
  const [code, why] = judge(reason, found, online)
  return { code, why, retryAfter: found.retryAfter }
}
