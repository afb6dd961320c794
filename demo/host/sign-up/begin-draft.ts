// Creates a draft for the demo's resume scenario, like a page does: with its own key and a proof per request
// (RFC 9449). A real host needs no such code.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { emptyValues, web, withoutSecrets, type SaveDraft } from '@tapboard/contract'
import { sha256, toBase64url } from '@tapboard/store/crypto'
import { requestToken, type TokenSource } from '../tokens.ts'
import { PLANS } from './plans.ts'
import { knownOf, SAMPLES } from './samples.ts'

/** Timeout; afterwards the page opens without a draft. */
const TIMEOUT_MS = 5000

const draft: SaveDraft = {
  step: 'tax',
  values: withoutSecrets({ ...emptyValues(), tierName: PLANS[1].name, ...knownOf(SAMPLES.llc) }),
  follows: 0,
}

/** Stores a draft up to the tax details. False if the BFF rejects it. */
export async function beginDraft(source: TokenSource, applicant: string, origin: string): Promise<boolean> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  const answer = await requestToken(source, { kind: 'apply', applicant, origin, jkt })
  if (!answer.ok) return false
  const { token, nonce } = answer.minted
  const ath = toBase64url(sha256(token))
  const ask = async (
    { method, path }: { method: string; path: string },
    body?: unknown,
  ): Promise<boolean> => {
    const address = `${source.bffUrl}${path}`
    const text = body === undefined ? undefined : JSON.stringify(body)
    const bh = text === undefined ? {} : { bh: toBase64url(sha256(text)) }
    const dpop = await new SignJWT({ htm: method, htu: address, jti: crypto.randomUUID(), ath, nonce, ...bh })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .setIssuedAt()
      .sign(privateKey)
    const headers = { origin, authorization: `DPoP ${token}`, dpop, 'content-type': 'application/json' }
    const { ok } = await source.fetch(address, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return ok
  }
  try {
    return (await ask(web.getApplication)) && (await ask(web.saveDraft, draft))
  } catch {
    return false
  }
}
