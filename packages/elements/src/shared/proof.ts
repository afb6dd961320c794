// DPoP (RFC 9449): a non-extractable key, its thumbprint, and one signed proof per request. The client decides when to send a
// proof and with which nonce.

/** A non-extractable key pair with its public values. */
export interface ProofKey {
  readonly privateKey: CryptoKey
  readonly jwk: Readonly<Record<'kty' | 'crv' | 'x' | 'y', string | undefined>>
  /** RFC 7638 SHA-256 thumbprint, base64url. */
  readonly jkt: string
}

/** The claims of a proof (RFC 9449 §4.2). */
interface ProofOf {
  readonly method: string
  /** Without query and fragment. */
  readonly url: string
  readonly token: string
  /** The server's last nonce; empty until the server sends one (RFC 9449 §8). */
  readonly nonce: string
  /** Milliseconds since 1970 on this computer's clock. */
  readonly nowMs: number
  /** The body of the request, which no other body can replace. */
  readonly body?: string | undefined
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const SIGNS: Readonly<Record<string, string>> = { '+': '-', '/': '_' }

/** Bytes as base64url without padding (RFC 4648 §5). */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/[+/=]/g, (sign) => SIGNS[sign] ?? '')

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** base64url(SHA-256(text)). */
export const digest = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', utf8(text)))

/** Makes the key of this page view. Needs a secure context: WebCrypto is absent elsewhere. */
export async function makeKey(): Promise<ProofKey> {
  const pair = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    privateKey: pair.privateKey,
    jwk: { kty, crv, x, y },
    jkt: await digest(JSON.stringify({ crv, kty, x, y })),
  }
}

export async function prove(key: ProofKey, proof: ProofOf): Promise<string> {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: key.jwk }
  const claims = {
    jti: crypto.randomUUID(),
    htm: proof.method,
    htu: proof.url,
    iat: Math.floor(proof.nowMs / 1000),
    ath: await digest(proof.token),
    ...(proof.nonce && { nonce: proof.nonce }),
    ...(proof.body && { bh: await digest(proof.body) }),
  }
  const signed = [header, claims].map((part) => base64url(utf8(JSON.stringify(part)))).join('.')
  return `${signed}.${base64url(await crypto.subtle.sign(ALGORITHM, key.privateKey, utf8(signed)))}`
}
