// A draft that a person left on another day, for the demo's page that is resumed: begun the way a page begins one, with a
// key of its own and a proof for each request (RFC 9449). A host needs nothing of this; its people leave by themselves.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { emptyValues, web, withoutSecrets, type SaveDraft } from '@tapboard/contract'
import { sha256, toBase64url } from '@tapboard/store/crypto'
import { requestToken, type TokenSource } from '../tokens.ts'
import { PLANS } from './plans.ts'
import { knownOf, SAMPLES } from './samples.ts'

/** Longer than this and the page opens without a draft. */
const TIMEOUT_MS = 5000

const draft: SaveDraft = {
  step: 'tax',
  values: withoutSecrets({ ...emptyValues(), tierName: PLANS[1].name, ...knownOf(SAMPLES.llc) }),
  follows: 0,
}

/** Leaves a draft at the tax details. False where the BFF would not have it. */
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
    const dpop = await new SignJWT({ htm: method, htu: address, jti: crypto.randomUUID(), ath, nonce })
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
      .setIssuedAt()
      .sign(privateKey)
    const headers = { origin, authorization: `DPoP ${token}`, dpop, 'content-type': 'application/json' }
    const { ok } = await source.fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
