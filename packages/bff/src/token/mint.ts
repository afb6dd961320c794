// Mints tokens: validates a grant against the merchant's configuration and signs its claims. The route that a `resolve`
// token is for checks that the sale exists and belongs to the merchant.
import { parseDecimal, type MintedToken, type TokenGrant } from '@tapboard/contract'
import { isStoreUnavailable } from '@tapboard/store'
import { toBase64url } from '@tapboard/store/crypto'
import { SignJWT } from 'jose'
import type { TokenMerchant } from './merchant.ts'
import { refuse, type Refusal } from '../refusal.ts'
import { AUDITED, type AuditCaller } from '../durable/audit-log.ts'
import type { Clock, Log, LogFields, Random } from '../ports.ts'
import type { Grants } from './order-grant.ts'
import { claimsOf, refundReference, TOKEN_LIVES, TOKEN_TYPES } from './access.ts'
import type { KeySet } from './key-set.ts'
import type { RefundGrants } from './refund-grant.ts'
import type { Nonces } from './nonce.ts'
import { TOKEN_ALG } from './signing-key.ts'
import { MAX_TOKEN_LENGTH } from './verify.ts'

export interface MintPorts {
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
  { grants, refunds, clock }: MintPorts,
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
  ports: MintPorts,
  merchant: TokenMerchant,
  grant: TokenGrant,
  caller: AuditCaller,
): Promise<{ readonly ok: true; readonly minted: MintedToken } | Refusal> {
  if (!merchant.origins.includes(grant.origin)) {
    const message = "must be one of the merchant's configured origins, exactly"
    const issues = [{ path: 'origin', code: 'origin-not-allowed', message }]
    return refuse('origin-not-allowed', `The member origin ${message}.`, { issues })
  }
  if (ports.dpop && grant.jkt === undefined) {
    const issues = [{ path: 'jkt', code: 'missing', message: 'is missing' }]
    return refuse('invalid-request', NO_JKT, { issues })
  }
  const currency = merchant.currency ?? 'USD'
  if ((grant.kind === 'sale' || grant.kind === 'refund') && grant.currency !== currency) {
    const message = `must be ${currency}, the currency of the merchant's account`
    const issues = [{ path: 'currency', code: 'invalid-amount', message }]
    return refuse('invalid-amount', `The member currency ${message}.`, { issues })
  }
  const read = claimsOf(grant, ports.dpop)
  if (!read.ok) {
    const issues = [{ path: 'amount', code: 'invalid-amount', message: read.message }]
    return refuse('invalid-amount', `The member amount ${read.message}.`, { issues })
  }
  const recorded = await storedClaims(ports, merchant.id, grant)
  if (!recorded.ok) return recorded
  const nowMs = ports.clock.now()
  const iat = Math.floor(nowMs / 1000)
  const lifeSeconds = TOKEN_LIVES[grant.kind]
  const { kid, privateKey } = ports.keys.current()
  const token = await new SignJWT({ ...read.claims, ...recorded.claims })
    .setProtectedHeader({ alg: TOKEN_ALG, typ: TOKEN_TYPES[grant.kind], kid })
    .setIssuer(ports.publicUrl)
    .setAudience(ports.publicUrl)
    .setSubject(merchant.id)
    .setJti(toBase64url(ports.random(16)))
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
  ports.log.info({ action: 'token-minted', ...minter, ...auditFields(grant) }, AUDITED)
  return {
    ok: true,
    minted: { token, expiresInSeconds: lifeSeconds, nonce: ports.nonces.issue(nowMs) },
  }
}
