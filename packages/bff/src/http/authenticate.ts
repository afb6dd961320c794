// Authenticates the caller: anonymous, the host's server, or a page with a token. For a page everything must agree
// (INV-13, P21): the origin it comes from, the origin in the token, the merchant's list, the kind, and the DPoP proof.
import type { Auth } from '@tapboard/contract'
import type { GuessLimiter } from '@tapboard/server'
import { sha256Base64url } from '@tapboard/store/crypto'
import type { TokenMerchant } from '../token/merchant.ts'
import type { Clock } from '../ports.ts'
import { grantOf, type Access } from '../token/access.ts'
import { judgeProof, type AcceptedProof, type DpopDeps } from '../token/dpop.ts'
import type { HostSecrets } from '../token/host-secret.ts'
import { verifyToken, type VerifyDeps } from '../token/signed-token.ts'
import type { CallingPage } from './call.ts'
import type { FairQueue } from './fair-queue.ts'
import { NOT_LISTED, type PageOrigin } from './origin.ts'
import { refuse, type Refusal } from '../refusal.ts'

export interface AuthDeps extends VerifyDeps, DpopDeps {
  readonly clock: Clock
  readonly hostSecrets: HostSecrets
  /** Read at each request: merchants can change. */
  readonly merchants: readonly TokenMerchant[]
  /** Whether tokens must be bound to a key. */
  readonly dpop: boolean
  /** Slows guesses of host secrets. */
  readonly guesses: GuessLimiter
  /** Lets the requests of several merchants in by turns; `null` for one merchant. */
  readonly queue: Pick<FairQueue, 'enter'> | null
}

/** The request members that authentication reads. */
interface AuthRequest {
  readonly auth: Auth
  readonly method: string
  /** The path below the public URL. */
  readonly path: string
  readonly headers: Headers
  readonly page: PageOrigin
  /** Address of the caller; `null` if it is unknown. */
  readonly source: string | null
}

/** The caller: as {@link AccessOf} the route's `auth`; `merchant` for the log; `page` unless it is anonymous or a server; `proof` of a bound token. */
export type Caller =
  | {
      readonly ok: true
      readonly access: Access | TokenMerchant | null
      readonly merchant: string | null
      readonly page: CallingPage | null
      readonly proof: AcceptedProof | null
    }
  | Refusal

const wanted = (dpop: boolean): string =>
  `Send the token as Authorization: ${dpop ? 'DPoP' : 'Bearer'} …; the host's server gets one from POST /v1/tokens.`

function readAuthorization(headers: Headers): { scheme: string; token: string } | null {
  const match = /^(DPoP|Bearer) +([A-Za-z0-9_.-]+) *$/i.exec(headers.get('authorization') ?? '')
  return match === null ? null : { scheme: (match[1] ?? '').toLowerCase(), token: match[2] ?? '' }
}

function judgeHost(deps: AuthDeps, { headers, source }: AuthRequest): Caller {
  if (headers.has('origin')) {
    return refuse(
      'origin-not-allowed',
      "Only the host's server may ask for tokens; its secret must never be in a page.",
    )
  }
  const { guesses, clock } = deps
  const retryAfterSeconds = guesses.begin(source, clock.now())
  if (retryAfterSeconds > 0)
    return refuse('rate-limited', 'Too many wrong host secrets came from this network; wait.', {
      retryAfterSeconds,
    })
  const found = deps.hostSecrets(headers.get('authorization'))
  if (!found.ok) return found
  guesses.succeeded(source, clock.now())
  const { merchant } = found
  return { ok: true, access: merchant, merchant: merchant.id, page: null, proof: null }
}

/** Checks everything except the proof, which needs the token's key. */
async function judgeToken(
  deps: AuthDeps,
  request: AuthRequest,
): Promise<
  { ok: true; access: Access; jkt: string | null; kid: string; untilMs: number; token: string } | Refusal
> {
  const { page, headers, auth } = request
  if (page.kind === 'foreign') return refuse('origin-not-allowed', NOT_LISTED)
  if (page.kind === 'none') {
    return refuse(
      'origin-not-allowed',
      'Call this from a page: the browser then sends Origin, and the token is bound to it.',
    )
  }
  if (!headers.has('authorization')) return refuse('token-missing', wanted(deps.dpop))
  const sent = readAuthorization(headers)
  if (sent === null) return refuse('token-invalid', wanted(deps.dpop))
  const read = await verifyToken(deps, sent.token)
  if (!read.ok) return read
  const { access, jkt, kid, untilMs } = read
  const { merchant: subject, origin } = grantOf(access)
  const known = { merchant: subject, keyId: kid }
  const merchant = deps.merchants.find(({ id }) => id === subject)
  if (merchant === undefined || (jkt === null && deps.dpop) || (jkt !== null && sent.scheme !== 'dpop')) {
    return refuse('token-invalid', wanted(deps.dpop), { known })
  }
  if (origin !== page.origin || !merchant.origins.includes(origin)) {
    return refuse('origin-not-allowed', 'Use the token on the page it was made for.', { known })
  }
  const kinds = auth.split('-or-')
  if (!kinds.includes(access.kind)) {
    return refuse(
      'forbidden',
      `This needs a ${auth} token; getToken({kind: "${kinds[0]}", jkt}) must return one.`,
      { known },
    )
  }
  return { ok: true, access, jkt, kid, untilMs, token: sent.token }
}

/** Authenticates the caller of a route. */
export async function authenticate(deps: AuthDeps, request: AuthRequest): Promise<Caller> {
  if (request.auth === 'none') return { ok: true, access: null, merchant: null, page: null, proof: null }
  if (request.auth === 'host') {
    const host = judgeHost(deps, request)
    if (host.ok && host.merchant !== null) await deps.queue?.enter(host.merchant)
    return host
  }
  const read = await judgeToken(deps, request)
  if (!read.ok) return read
  const { access, jkt, kid, untilMs, token } = read
  const { merchant } = grantOf(access)
  // Before the proof, whose check costs more than the rest.
  await deps.queue?.enter(merchant)
  const page = { merchant, key: jkt ?? sha256Base64url(token), kid, untilMs }
  if (jkt === null) return { ok: true, access, merchant, page, proof: null }
  const url = deps.publicUrl + request.path
  const proof = request.headers.get('dpop')
  const judged = await judgeProof(deps, { proof, method: request.method, url, token, merchant, jkt })
  return judged.ok
    ? { ok: true, access, merchant, page, proof: judged.accepted }
    : { ...judged, known: { merchant, keyId: kid } }
}

/** The access that a handler of a one-kind route gets: the grant itself, without its kind. */
export function accessFor(auth: Auth, access: Access | TokenMerchant | null): unknown {
  if (access === null || !('kind' in access) || auth === 'sale-or-refund-or-setup') return access
  return grantOf(access)
}
