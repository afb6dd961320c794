// The signature of an outbound request: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the shared secret>`. The time is signed,
// so that a copied request is valid for a few minutes only.
import { hmacSha256, toHex } from '@tapboard/store/crypto'

/** The signed bytes of a body at a time in seconds. */
export const signatureOf = (secret: string, body: string | Uint8Array, seconds: number): Uint8Array =>
  hmacSha256(secret, `${seconds}.`, body)

/** The header `X-Tapboard-Signature` for a body at a time in milliseconds since 1970. */
export function sign(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${toHex(signatureOf(secret, body, seconds))}`
}
