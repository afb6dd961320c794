// Authenticates API keys and slows guesses of them per network. A key that is right is never slowed, unless 30 wrong ones came from
// its own network within the minute and no right one in the last 15 minutes.
import type { GuessLimiter, Peer } from '@tapboard/server'
import type { Kernel } from '../kernel.ts'
import { findCaller, type FoundKey } from './caller.ts'

/** Finds the caller of an API by its key. */
export interface KeyAuthentication {
  /** Address of the caller, behind the operator's proxies; `null` if it is unknown. */
  readonly addressOf: (headers: Headers, peer: Peer | undefined) => string | null
  /** Finds the caller of a key, or the seconds to wait before the next key is judged. */
  find(key: string | null, address: string | null): Promise<FoundKey | { readonly waitSeconds: number }>
  /** Finds the caller of a right key again, after a body that arrived slowly. */
  findAgain(key: string | null): Promise<FoundKey>
}

/** A body that arrives later than this: its key may have been revoked meanwhile. */
export const SLOW_BODY_MS = 250

/** Creates the authentication of API keys; `guesses` slows wrong keys. */
export function createKeyAuthentication(
  kernel: Kernel,
  guesses: GuessLimiter,
  addressOf: KeyAuthentication['addressOf'],
): KeyAuthentication {
  const { clock } = kernel
  return {
    addressOf,
    async find(key, address) {
      if (key === null) return findCaller(kernel, null)
      const waitSeconds = guesses.begin(address, clock.now())
      if (waitSeconds > 0) return { waitSeconds }
      const found = await findCaller(kernel, key)
      if (found.ok) guesses.succeeded(address, clock.now())
      return found
    },
    findAgain: (key) => findCaller(kernel, key),
  }
}
