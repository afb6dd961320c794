// Verifies a DPoP proof (RFC 9449 §4.3, checks 1–12). The server's nonce replaces the clock: with a valid nonce, `iat` is
// required but not compared, so a page with a wrong clock can still pay (P23). The pipeline compares the hash of the body and
// records the proofs of requests that change state (D-134).
import { readJson } from '@tapboard/contract'
import { sha256Base64url } from '@tapboard/store/crypto'
import { compactVerify, decodeProtectedHeader, type CryptoKey } from 'jose'
import * as z from 'zod/mini'
import { refuse, type Refusal } from '../refusal.ts'
import type { Clock } from '../ports.ts'
import type { Nonces } from './nonce.ts'
import { thumbprintOf, type ProofKeys } from './proof-keys.ts'
import type { ReplayCache } from './replay.ts'

/** Accepted signature algorithms (RFC 9449 §4.3 check 5, RFC 8725 §3.1). */
export const DPOP_ALGS = ['ES256', 'ES384', 'EdDSA', 'Ed25519'] as const

const MAX_PROOF_LENGTH = 4_096

export interface DpopDeps {
  readonly nonces: Nonces
  readonly replays: ReplayCache
  readonly proofKeys: ProofKeys
  readonly clock: Clock
}

/** The request that the proof must match. */
interface DpopRequest {
  /** Values of the DPoP header; `null` when absent. */
  readonly proof: string | null
  readonly method: string
  /** publicUrl + path, without query and fragment. */
  readonly url: string
  readonly token: string
  /** The merchant that the token names. */
  readonly merchant: string
  /** Thumbprint the token is bound to. */
  readonly jkt: string
}

/** A proof that passed every check of its request's head. */
export interface AcceptedProof {
  /** The thumbprint of its key (RFC 7638). */
  readonly jkt: string
  readonly jti: string
  /** Its claim `bh`: base64url(SHA-256(body)) of the request; `null` without one. */
  readonly bodyHash: string | null
}

const invalid = (detail: string): Refusal => refuse('dpop-invalid', detail)

/** Refusal of a proof that was used before. */
export const REPLAYED = invalid('Every request needs a DPoP proof of its own: this jti was used before.')

/** base64url of at most 66 bytes. */
const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,88}$/))

const ProofHeader = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.enum(DPOP_ALGS),
  /** Strict on purpose: rejects private and unknown members (check 7). */
  jwk: z.strictObject({
    kty: z.enum(['EC', 'OKP']),
    crv: z.enum(['P-256', 'P-384', 'Ed25519']),
    x: Coordinate,
    y: z.optional(Coordinate),
    alg: z.optional(z.string()),
    kid: z.optional(z.string()),
    use: z.optional(z.string()),
    ext: z.optional(z.boolean()),
    key_ops: z.optional(z.array(z.string())),
  }),
  crit: z.optional(z.undefined()),
})

const ProofClaims = z.object({
  jti: z.string().check(z.minLength(8), z.maxLength(128)),
  htm: z.string(),
  htu: z.string().check(z.maxLength(2_048)),
  iat: z.number(),
  ath: z.string(),
  nonce: z.optional(z.string()),
  bh: z.optional(z.string()),
})

function readProofHeader(proof: string): z.infer<typeof ProofHeader> | null {
  if (proof.length > MAX_PROOF_LENGTH) return null
  try {
    const read = ProofHeader.safeParse(decodeProtectedHeader(proof))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Longest address in a message. */
const ADDRESS_MAX = 200

/** A proof for another address: most often the page and the BFF know the BFF by different names. */
function otherTarget(htu: string, url: string): Refusal {
  const { origin, pathname } = URL.canParse(htu) ? new URL(htu) : { origin: '', pathname: '' }
  const given = (origin + pathname).slice(0, ADDRESS_MAX) || 'no URL'
  return invalid(
    `htu of the DPoP proof is ${given}, but the address of this request is ${url}. Use one address in bff-url of the page and publicUrl of the BFF.`,
  )
}

/** Compares URLs after normalization, without query and fragment (check 9, RFC 3986 §6.2.2). */
function sameTarget(htu: string, url: string): boolean {
  if (!URL.canParse(htu)) return false
  const given = new URL(htu)
  const expected = new URL(url)
  return given.origin === expected.origin && given.pathname === expected.pathname && given.username === ''
}

const hashOf = (token: string): string => sha256Base64url(token)

async function verifySignature(proof: string, key: CryptoKey, alg: string): Promise<unknown> {
  try {
    // Only the signature: a JWT verifier would also compare nbf and exp, which come from the page's clock (P23).
    const { payload } = await compactVerify(proof, key, { algorithms: [alg] })
    const read = readJson(new TextDecoder().decode(payload))
    return read.ok ? read.value : null
  } catch {
    return null
  }
}

/** Verifies the proof of one request. A refusal names the wrong claim; `dpop-nonce` requests a retry with a new nonce. */
export async function judgeProof(
  deps: DpopDeps,
  request: DpopRequest,
): Promise<{ readonly ok: true; readonly accepted: AcceptedProof } | Refusal> {
  const { proof, jkt } = request
  if (proof === null) return invalid('Send a DPoP proof in the DPoP header (RFC 9449).')
  if (proof.includes(',')) return invalid('Send exactly one DPoP header.')
  const header = readProofHeader(proof)
  if (header === null) {
    return invalid(
      `The DPoP proof must be a JWT with typ dpop+jwt, one of ${DPOP_ALGS.join(', ')}, and a public jwk.`,
    )
  }
  const { alg, jwk } = header
  if (thumbprintOf(jwk) !== jkt) {
    return invalid('The DPoP proof must be signed by the key the token is bound to.')
  }
  const key = await deps.proofKeys.find(jwk, alg)
  const payload = key === null ? null : await verifySignature(proof, key, alg)
  const claims = ProofClaims.safeParse(payload)
  if (!claims.success) {
    return invalid('The DPoP proof must be signed by its jwk and carry jti, htm, htu, iat and ath.')
  }
  const { htm, htu, nonce, ath, jti, bh = null } = claims.data
  if (htm !== request.method) return invalid('htm of the DPoP proof must be the method of the request.')
  if (!sameTarget(htu, request.url)) return otherTarget(htu, request.url)
  if (ath !== hashOf(request.token)) return invalid('ath of the DPoP proof must be the hash of the token.')
  const nowMs = deps.clock.now()
  if (nonce === undefined || !deps.nonces.accepts(nonce, nowMs)) {
    return refuse('dpop-nonce', 'Sign the DPoP proof again with the nonce of the DPoP-Nonce header.')
  }
  const verdict = deps.replays.remember({ merchant: request.merchant, key: jkt }, jti, nowMs)
  if (verdict === 'replayed') return REPLAYED
  if (verdict === 'full') {
    return refuse('rate-limited', 'This page sent too many requests; wait a minute.', {
      retryAfterSeconds: 60,
    })
  }
  return { ok: true, accepted: { jkt, jti, bodyHash: bh } }
}

/** Refuses a body other than that of the proof; `null` if they match. */
export const judgeBody = (accepted: AcceptedProof, body: Uint8Array): Refusal | null =>
  accepted.bodyHash === sha256Base64url(body)
    ? null
    : invalid('bh of the DPoP proof must be the SHA-256 hash of the body as base64url.')
