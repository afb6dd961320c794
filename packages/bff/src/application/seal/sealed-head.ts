// Takes a compact JWE apart (RFC 7516 §3.1) and refuses all but the one form that pages write: ECDH-ES on P-256 with
// A256GCM, the ID of our key, the application as `apv`. Pure; nothing is decrypted before this has passed.
import { readJson } from '@tapboard/contract'
import { concatBytes, fromBase64url, textOf, toBase64url, utf8 } from '@tapboard/store/crypto'
import * as z from 'zod/mini'
import { KID_FORM } from '../../token/signing-key.ts'

/** Longest compact JWE that is looked at, characters. */
export const SEALED_MAX = 8_192

const HEAD_MAX = 1_024
/** Longest text of the secrets: five persons and a bank account are a fifth of it. */
const SECRETS_MAX_BYTES = 2_048
const IV_BYTES = 12
const TAG_BYTES = 16

const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Strict: `zip`, `crit`, `jku`, `jwk`, `p2c` and whatever else could steer the opening is refused by not being known. */
const Head = z.strictObject({
  alg: z.literal('ECDH-ES'),
  enc: z.literal('A256GCM'),
  kid: z.string().check(z.regex(KID_FORM)),
  apv: z.string().check(z.minLength(1), z.maxLength(256)),
  epk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: Coordinate, y: Coordinate }),
})

/** The head of a JWE, and the identity of the sealed values. */
export interface SealedHead {
  readonly kid: string
  /** The decoded bytes that no other sealing has: written another way they are still the same. */
  readonly identity: Uint8Array
}

/** The bytes of base64url without padding; `null` for any other spelling of them. */
function bytesOf(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null
  const bytes = fromBase64url(text)
  return toBase64url(bytes) === text ? bytes : null
}

/** Reads the head; `null` for whatever is not of the one form, or for another application. */
export function readSealedHead(jwe: string, applicationId: string): SealedHead | null {
  if (jwe.length > SEALED_MAX) return null
  const parts = jwe.split('.')
  if (parts.length !== 5 || (parts[0] ?? '').length > HEAD_MAX) return null
  const [head, key, iv, text, tag] = parts.map(bytesOf)
  if (!head || !key || !iv || !text || !tag) return null
  // ECDH-ES agrees on the key itself: there is none in the message.
  if (key.length > 0 || iv.length !== IV_BYTES || tag.length !== TAG_BYTES) return null
  if (text.length === 0 || text.length > SECRETS_MAX_BYTES) return null
  const json = readJson(textOf(head))
  const read = json.ok ? Head.safeParse(json.value) : null
  if (read === null || !read.success) return null
  if (read.data.apv !== toBase64url(utf8(applicationId))) return null
  return { kid: read.data.kid, identity: concatBytes([iv, text, tag]) }
}
