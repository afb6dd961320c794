// The token routes: minting for the host's server, and the public keys.
import type { HandlersOf } from './call.ts'
import type { RateLimiter } from './rate-limit.ts'
import { requestCaller } from '../durable/audit-log.ts'
import { refuse } from '../refusal.ts'
import { mint, type MintDeps } from '../token/signed-token.ts'

export interface TokenDeps extends MintDeps {
  /** Limits of tokens per merchant. */
  readonly limiter: RateLimiter
}

/** Handlers of the token routes. */
export function tokenHandlers(deps: TokenDeps): HandlersOf<'mintToken' | 'getKeys'> {
  const { limiter, clock, keys } = deps
  return {
    async mintToken({ access: merchant, body, requestId, clientAddress }) {
      const { allowed, retryAfterSeconds, headers } = limiter.take(merchant.id, clock.now())
      if (!allowed) {
        const detail = 'Ask for a token only when the page calls getToken; wait before the next one.'
        return refuse('rate-limited', detail, { retryAfterSeconds, headers })
      }
      const result = await mint(deps, merchant, body, requestCaller(requestId, clientAddress))
      // Hosts repeat a request while the store is away. Counted, these would delay their customers after its return.
      if (!result.ok && result.code === 'store-unavailable') limiter.giveBack(merchant.id)
      return result.ok ? { ok: true, status: 201, body: result.minted, headers } : { ...result, headers }
    },
    async getKeys() {
      return {
        ok: true,
        status: 200,
        body: { keys: keys.publicKeys().map((jwk) => ({ ...jwk })) },
        // Public, and a next key is published a rotation before it signs: a minute of cache is safe.
        headers: { 'cache-control': 'public, max-age=60' },
      }
    },
  }
}
