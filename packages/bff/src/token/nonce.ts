// DPoP nonces of the server (RFC 9449 §8): a time window and its HMAC. Stateless, so every instance with the same secret
// accepts them. The clock of the page is irrelevant (P23).
import { hmacSha256, sameBytes, toBase64url, utf8 } from '@tapboard/store/crypto'

const WINDOW_MS = 60_000
/** A nonce is accepted in its own window and in this many windows after it: about five minutes. */
const WINDOWS_ACCEPTED = 5

/** Longest time in which one process can accept a proof with one nonce; its replay cache remembers the proof for this time. */
export const NONCE_LIFE_MS = WINDOW_MS * (WINDOWS_ACCEPTED + 2)

/** The same for all processes together: their clocks differ by less than a window, else they refuse each other's nonces. */
export const NONCE_LIFE_EVERYWHERE_MS = NONCE_LIFE_MS + WINDOW_MS

/** Issues and verifies nonces with one key. */
export interface Nonces {
  /** Returns the nonce of the current window. */
  issue(nowMs: number): string
  /** Returns whether the nonce is ours and young enough. One window ahead is accepted: clocks of instances differ. */
  accepts(nonce: string, nowMs: number): boolean
}

/** Creates nonces under `key` ({@link deriveKeys}). */
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
