// DPoP nonces of the server (RFC 9449 §8): a time window and its HMAC. Stateless, so every instance with the same secret
// accepts them; a proof's own clock is never looked at (P23).
import { hmacSha256, sameBytes, toBase64url, utf8 } from '@tapboard/store/crypto'

/** Length of one window. */
const WINDOW_MS = 60_000
/** A nonce is accepted in the window that made it and so many after it: about five minutes. */
const WINDOWS_ACCEPTED = 5

/** How long a proof with a nonce can be accepted at most: the replay cache must remember it so long. */
export const NONCE_LIFE_MS = WINDOW_MS * (WINDOWS_ACCEPTED + 2)

/** Makes and judges nonces with one key. */
export interface Nonces {
  /** The nonce of this moment. */
  issue(nowMs: number): string
  /** Is it one of ours and young enough? One window ahead is accepted: another instance's clock may be faster. */
  accepts(nonce: string, nowMs: number): boolean
}

/** Nonces under `key` ({@link deriveKeys}). */
export function createNonces(key: Uint8Array): Nonces {
  const write = (window: number): string => {
    const mac = toBase64url(hmacSha256(key, `nonce:${window}`)).slice(0, 22)
    return `${window.toString(36)}-${mac}`
  }
  const windowOf = (nowMs: number): number => Math.floor(nowMs / WINDOW_MS)
  return {
    issue: (nowMs) => write(windowOf(nowMs)),
    accepts(nonce, nowMs) {
      const match = /^([0-9a-z]{1,10})-[A-Za-z0-9_-]{22}$/.exec(nonce)
      if (match === null) return false
      const window = Number.parseInt(match[1] ?? '', 36)
      const age = windowOf(nowMs) - window
      if (age < -1 || age > WINDOWS_ACCEPTED) return false
      return sameBytes(utf8(nonce), utf8(write(window)))
    },
  }
}
