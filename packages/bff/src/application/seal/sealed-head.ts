// Validates a compact JWE before decryption (RFC 7516 §3.1). Only the form that pages write is accepted: ECDH-ES on P-256 with
// A256GCM, the ID of our key, the application as `apv`. Pure.
import { readJson } from '@tapboard/contract'
import { concatBytes, fromBase64url, textOf, toBase64url, utf8 } from '@tapboard/store/crypto'
import * as z from 'zod/mini'
import { KID_FORM } from '../../token/signing-key.ts'

/** Maximum length of a compact JWE in characters. */
const SEALED_MAX = 16_384

const HEAD_MAX = 1_024
/** Maximum size of the encrypted secrets; those of ten persons and a bank account, from isolated fields, use two thirds of it. */
const SECRETS_MAX_BYTES = 8_192
const IV_BYTES = 12
const TAG_BYTES = 16

const Coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** Strict: rejects every other member, such as `zip`, `crit`, `jku`, `jwk` or `p2c`, which could change the decryption. */
const Head = z.strictObject({
  alg: z.literal('ECDH-ES'),
  enc: z.literal('A256GCM'),
  kid: z.string().check(z.regex(KID_FORM)),
  apv: z.string().check(z.minLength(1), z.maxLength(256)),
  epk: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: Coordinate, y: Coordinate }),
})

/** The validated header of a JWE. */
interface SealedHead {
  readonly kid: string
  /** The decoded nonce, ciphertext and tag: unique for each encryption, independent of the spelling in base64url. */
  readonly identity: Uint8Array
}

/** Decodes base64url without padding; `null` for any other spelling. */
function bytesOf(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return null
  const bytes = fromBase64url(text)
  return toBase64url(bytes) === text ? bytes : null
}

/** Reads the header; `null` if the JWE has another form or belongs to another application. */
export function readSealedHead(jwe: string, applicationId: string): SealedHead | null {
  if (jwe.length > SEALED_MAX) return null
  const parts = jwe.split('.')
  if (parts.length !== 5 || (parts[0] ?? '').length > HEAD_MAX) return null
  const [head, key, iv, text, tag] = parts.map(bytesOf)
  if (!head || !key || !iv || !text || !tag) return null
  // With ECDH-ES the message contains no encrypted key.
  if (key.length > 0 || iv.length !== IV_BYTES || tag.length !== TAG_BYTES) return null
  if (text.length === 0 || text.length > SECRETS_MAX_BYTES) return null
  const json = readJson(textOf(head))
  const read = json.ok ? Head.safeParse(json.value) : null
  if (read === null || !read.success) return null
  if (read.data.apv !== toBase64url(utf8(applicationId))) return null
  return { kid: read.data.kid, identity: concatBytes([iv, text, tag]) }
}
