// Remembers the tokens that were verified, by their hash: a page sends one token with many requests. The caller still checks the
// signing key, which can be revoked, and the page, origin and proof of each request. Bounded, least recently used first out.
import type { ReadClaims } from './access.ts'

/** Maximum number of remembered tokens. */
const MAX_TOKENS = 2_000

export interface VerifiedToken extends ReadClaims {
  /** The key that signed it. */
  readonly kid: string
  /** The time from which it is refused, in ms since the epoch. */
  readonly untilMs: number
}

/** The times between which a token is valid, in ms since the epoch: `fromMs` included, `untilMs` excluded. */
export interface Validity {
  readonly fromMs: number
  readonly untilMs: number
}

/** A cache of verified tokens. */
export class VerifiedTokens {
  readonly #tokens = new Map<string, { readonly token: VerifiedToken; readonly validity: Validity }>()

  get size(): number {
    return this.#tokens.size
  }

  /** Returns the token with this hash, or `null` if it is unknown or not valid now. */
  find(hash: string, nowMs: number): VerifiedToken | null {
    const found = this.#tokens.get(hash)
    if (found === undefined) return null
    this.#tokens.delete(hash)
    const { token, validity } = found
    if (nowMs < validity.fromMs || nowMs >= validity.untilMs) return null
    this.#tokens.set(hash, found)
    return token
  }

  add(hash: string, token: VerifiedToken, validity: Validity): void {
    this.#tokens.set(hash, { token, validity })
    const oldest = this.#tokens.size > MAX_TOKENS ? this.#tokens.keys().next().value : undefined
    if (oldest !== undefined) this.#tokens.delete(oldest)
  }
}
