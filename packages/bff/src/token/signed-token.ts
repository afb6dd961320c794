// The signed token of a page. `mint` validates a grant against the merchant's configuration and signs its claims. `verifyToken`
// checks our own tokens (RFC 8725): the header before any key is used, one algorithm, one `typ` per kind, issuer, audience, times on
// the server's clock, claims by schema. `http/authenticate.ts` checks the origin and the proof; the route that a `resolve` token is
// for checks that the sale exists and belongs to the merchant.
import { parseDecimal, type MintedToken, type TokenGrant } from '@tapboard/contract'
import { isStoreUnavailable } from '@tapboard/store'
import { sha256Base64url, toBase64url } from '@tapboard/store/crypto'
import {
  decodeProtectedHeader,
  errors,
  jwtVerify,
  SignJWT,
  type JWTPayload,
  type ProtectedHeaderParameters,
} from 'jose'
import type { TokenMerchant } from './merchant.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { AUDITED, type AuditCaller } from '../durable/audit-log.ts'
import type { Clock, Log, LogFields, Random } from '../ports.ts'
import type { Grants } from './order-grant.ts'
import { claimsOf, kindOfType, readClaims, refundReference, TOKEN_LIVES, TOKEN_TYPES } from './access.ts'
import type { KeySet } from './key-set.ts'
import type { RefundGrants } from './refund-grant.ts'
import type { Nonces } from './nonce.ts'
import { KID_FORM, TOKEN_ALG } from './signing-key.ts'
import type { Validity, VerifiedToken, VerifiedTokens } from './verified-tokens.ts'

/** Longest token: fits one hundred devices with long names, and bounds the work before the signature check (RFC 8725). */
export const MAX_TOKEN_LENGTH = 11_264

export interface MintDeps {
  readonly keys: KeySet
  readonly nonces: Nonces
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Issuer and audience: the URL that pages use. */
  readonly publicUrl: string
  readonly dpop: boolean
  /** Records the newest grant of each order. */
  readonly grants: Pick<Grants, 'record'>
  /** Checks refunds against their sales. */
  readonly refunds: RefundGrants
}

/** Longest wait for the store. */
const STORE_MS = 1_800

/** Awaits an answer of the store; `null` if it does not answer in time. */
async function inTime<Result>(
  clock: Clock,
  answer: Promise<Result>,
): Promise<{ readonly value: Result } | null> {
  let cancel = (): void => {}
  const late = new Promise<null>((resolve) => (cancel = clock.after(STORE_MS, () => resolve(null))))
  const asked = answer.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (isStoreUnavailable(error)) return null
      throw error
    },
  )
  return Promise.race([asked, late]).finally(() => cancel())
}

const AWAY = refuse(
  'store-unavailable',
  'The grant could not be stored; request the token again in a moment.',
)

/** Records the terms of a `sale` grant and checks those of a `refund` grant; other kinds need no store. */
async function storedClaims(
  { grants, refunds, clock }: MintDeps,
  merchant: string,
  grant: TokenGrant,
): Promise<{ readonly ok: true; readonly claims: { readonly generation?: number } } | Refusal> {
  if (grant.kind !== 'sale' && grant.kind !== 'refund') return { ok: true, claims: {} }
  const { order, currency } = grant
  const amount = parseDecimal(grant.amount, currency)
  // `claimsOf` has validated the amount.
  if (!amount.ok) return { ok: true, claims: {} }
  const terms = { amountMinor: amount.minor, currency }
  if (grant.kind === 'sale') {
    const recorded = await inTime(clock, grants.record(merchant, order, terms))
    return recorded === null ? AWAY : { ok: true, claims: { generation: recorded.value } }
  }
  const refund = { of: grant.sale, reference: refundReference(grant) }
  const judged = await inTime(clock, refunds.judgeRefund({ merchant, order, refund, ...terms }))
  return judged === null ? AWAY : (judged.value ?? { ok: true, claims: {} })
}

/** The members of a grant in the audit log: IDs, amount and currency. */
const auditFields = (grant: TokenGrant): LogFields => ({
  kind: grant.kind,
  ...('order' in grant ? { order: grant.order } : {}),
  ...('sale' in grant ? { saleId: grant.sale } : {}),
  ...('person' in grant ? { person: grant.person } : {}),
  ...('amount' in grant ? { amount: grant.amount, currency: grant.currency } : {}),
})

const NO_JKT =
  "Pass jkt, the RFC 7638 thumbprint of the page's DPoP key, as the element gives it to getToken({kind, jkt}); or configure dpop: false."

/** Signs a token for a page of `merchant`, or returns a refusal. The grant has passed its schema. */
export async function mint(
  deps: MintDeps,
  merchant: TokenMerchant,
  grant: TokenGrant,
  caller: AuditCaller,
): Promise<{ readonly ok: true; readonly minted: MintedToken } | Refusal> {
  if (!merchant.origins.includes(grant.origin)) {
    const message = "must be one of the merchant's configured origins, exactly"
    const issues = [{ path: 'origin', code: 'origin-not-allowed', message }]
    return refuse('origin-not-allowed', `The member origin ${message}.`, { issues })
  }
  if (deps.dpop && grant.jkt === undefined) {
    const issues = [{ path: 'jkt', code: 'missing', message: 'is missing' }]
    return refuse('invalid-request', NO_JKT, { issues })
  }
  const currency = merchant.currency ?? 'USD'
  if ((grant.kind === 'sale' || grant.kind === 'refund') && grant.currency !== currency) {
    const message = `must be ${currency}, the currency of the merchant's account`
    const issues = [{ path: 'currency', code: 'invalid-amount', message }]
    return refuse('invalid-amount', `The member currency ${message}.`, { issues })
  }
  const read = claimsOf(grant, deps.dpop)
  if (!read.ok) {
    const issues = [{ path: 'amount', code: 'invalid-amount', message: read.message }]
    return refuse('invalid-amount', `The member amount ${read.message}.`, { issues })
  }
  const recorded = await storedClaims(deps, merchant.id, grant)
  if (!recorded.ok) return recorded
  const nowMs = deps.clock.now()
  const iat = Math.floor(nowMs / 1000)
  const lifeSeconds = TOKEN_LIVES[grant.kind]
  const { kid, privateKey } = deps.keys.current()
  const token = await new SignJWT({ ...read.claims, ...recorded.claims })
    .setProtectedHeader({ alg: TOKEN_ALG, typ: TOKEN_TYPES[grant.kind], kid })
    .setIssuer(deps.publicUrl)
    .setAudience(deps.publicUrl)
    .setSubject(merchant.id)
    .setJti(toBase64url(deps.random(16)))
    .setIssuedAt(iat)
    .setNotBefore(iat)
    .setExpirationTime(iat + lifeSeconds)
    .sign(privateKey)
  if (token.length > MAX_TOKEN_LENGTH) {
    const path = grant.kind === 'apply' ? 'tiers' : 'devices'
    const message = 'must be shorter: the token would not fit in a header'
    return refuse('invalid-request', `The member ${path} ${message}.`, {
      issues: [{ path, code: 'too-big', message }],
    })
  }
  const minter = { merchant: merchant.id, keyId: kid, ...caller }
  deps.log.info({ action: 'token-minted', ...minter, ...auditFields(grant) }, AUDITED)
  return {
    ok: true,
    minted: { token, expiresInSeconds: lifeSeconds, nonce: deps.nonces.issue(nowMs) },
  }
}

/** Longest encoded header of a token; ours has about 90 characters. */
const MAX_HEADER_LENGTH = 512
/** Accepted difference between the clocks of two instances. */
const CLOCK_TOLERANCE_SECONDS = 5
const HEADER_MEMBERS = ['alg', 'typ', 'kid']

export interface VerifyDeps {
  readonly keys: KeySet
  readonly clock: Clock
  readonly publicUrl: string
  readonly verified: VerifiedTokens
}

const invalid: Refusal = refuse(
  'token-invalid',
  'Ask the host for a new token: this one cannot be used here.',
)
const expired: Refusal = refuse('token-expired', 'Ask the host for a new token: this one has expired.')

function readHeader(token: string): ProtectedHeaderParameters | null {
  if (token.length > MAX_TOKEN_LENGTH || token.indexOf('.') > MAX_HEADER_LENGTH) return null
  if (!/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(token)) return null
  try {
    const header = decodeProtectedHeader(token)
    return Object.keys(header).every((member) => HEADER_MEMBERS.includes(member)) ? header : null
  } catch {
    return null
  }
}

/** The times between which the claims of a verified token are valid, with the tolerance. */
function validityOf({ exp = 0, iat = 0, nbf = 0 }: JWTPayload, lifeSeconds: number): Validity {
  return {
    fromMs: (Math.max(iat, nbf) - CLOCK_TOLERANCE_SECONDS) * 1000,
    untilMs: (Math.min(exp, iat + lifeSeconds) + CLOCK_TOLERANCE_SECONDS) * 1000,
  }
}

/** Verifies a token; `kid` is the key that signed it. The refusal does not tell which check failed, except for an expired token. */
export async function verifyToken(
  deps: VerifyDeps,
  token: string,
): Promise<({ readonly ok: true } & VerifiedToken) | Refusal> {
  const header = readHeader(token)
  const kind = kindOfType(header?.typ)
  if (header === null || kind === null || header.alg !== TOKEN_ALG) return invalid
  if (typeof header.kid !== 'string' || !KID_FORM.test(header.kid)) return invalid
  const key = await deps.keys.find(header.kid)
  if (key === null) return invalid
  const nowMs = deps.clock.now()
  const hash = sha256Base64url(token)
  const remembered = deps.verified.find(hash, nowMs)
  if (remembered !== null) return { ok: true, ...remembered }
  const known = { keyId: header.kid }
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: [TOKEN_ALG],
      typ: TOKEN_TYPES[kind],
      issuer: deps.publicUrl,
      audience: deps.publicUrl,
      requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat', 'nbf', 'exp', 'origin'],
      maxTokenAge: TOKEN_LIVES[kind],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(nowMs),
    })
    const claims = readClaims(kind, payload)
    if (claims === null) return { ...invalid, known }
    const validity = validityOf(payload, TOKEN_LIVES[kind])
    const verified = { kid: header.kid, untilMs: validity.untilMs, ...claims }
    deps.verified.add(hash, verified, validity)
    return { ok: true, ...verified }
  } catch (error) {
    return { ...(errorCode(error) === errors.JWTExpired.code ? expired : invalid), known }
  }
}

const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null
