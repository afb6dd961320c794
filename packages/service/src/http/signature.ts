// Signs the service's outbound requests (D-26): `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body" under the shared
// secret>`.
import { hmacSha256, toHex } from '@tapboard/store/crypto'

/** Minimum length of a signing secret. */
export const SIGNING_SECRET_MIN = 24

/** Creates the header `X-Tapboard-Signature` for a body at a time in ms. */
export function sign(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  const mac = toHex(hmacSha256(secret, `${seconds}.${body}`))
  return `t=${seconds},v1=${mac}`
}
