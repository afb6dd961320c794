// DPoP nonces of the server (RFC 9449 §8): a time window and its HMAC, one for each secret of the ring. Stateless, so every
// instance that shares a secret accepts them. The clock of the page is irrelevant (P23).
import { hmacSha256, sameBytes, toBase64url, utf8 } from '@tapboard/store/crypto'
import { RING_MAX } from './seal.ts'
import type { KeyRing } from './secret.ts'

const WINDOW_MS = 60_000
/** A nonce is accepted in its own window and in this many windows after it: about five minutes. */
const WINDOWS_ACCEPTED = 5

const MAC_LENGTH = 22
const FORM = new RegExp(`^([0-9a-z]{1,10})-((?:[A-Za-z0-9_-]{${MAC_LENGTH}}){1,${RING_MAX}})$`)
const EACH = new RegExp(`.{${MAC_LENGTH}}`, 'g')

/** Longest time in which one process can accept a proof with one nonce; its replay cache remembers the proof for this time. */
export const NONCE_LIFE_MS = WINDOW_MS * (WINDOWS_ACCEPTED + 2)

/** The same for all processes together: their clocks differ by less than a window, else they refuse each other's nonces. */
export const NONCE_LIFE_EVERYWHERE_MS = NONCE_LIFE_MS + WINDOW_MS

/** Issues and verifies nonces with the keys of a ring. */
export interface Nonces {
  /** Returns the nonce of the current window. */
  issue(nowMs: number): string
  /** Returns whether the nonce is ours and young enough. One window ahead is accepted: clocks of instances differ. */
  accepts(nonce: string, nowMs: number): boolean
}

/** Creates nonces under the keys of {@link deriveKeys}. */
export function createNonces(ring: KeyRing): Nonces {
  /** The windows of the last calls: all pages use the same few. */
  const known = new Map<number, readonly string[]>()
  const macsOf = (window: number): readonly string[] => {
    const found = known.get(window)
    if (found !== undefined) return found
    const macs = ring.map((key) => toBase64url(hmacSha256(key, `nonce:${window}`)).slice(0, MAC_LENGTH))
    if (known.size > WINDOWS_ACCEPTED + 1) known.clear()
    known.set(window, macs)
    return macs
  }
  const windowOf = (nowMs: number): number => Math.floor(nowMs / WINDOW_MS)
  return {
    issue(nowMs) {
      const window = windowOf(nowMs)
      return `${window.toString(36)}-${macsOf(window).join('')}`
    },
    accepts(nonce, nowMs) {
      const [, time, macs] = FORM.exec(nonce) ?? []
      if (time === undefined || macs === undefined) return false
      const window = Number.parseInt(time, 36)
      const age = windowOf(nowMs) - window
      if (age < -1 || age > WINDOWS_ACCEPTED) return false
      const given = macs.match(EACH) ?? []
      // Every pair is compared, so that the response time does not reveal the secret that fits.
      let right = false
      for (const wanted of macsOf(window))
        for (const mac of given) right = sameBytes(utf8(wanted), utf8(mac)) || right
      return right
    },
  }
}
