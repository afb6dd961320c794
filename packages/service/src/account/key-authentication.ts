// Authenticates API keys and slows guesses of them per network. A key that is right is never slowed, unless 30 wrong ones came from
// its own network within the minute and no right one in the last 15 minutes.
import type { GuessLimiter, Peer } from '@tapboard/server'
import type { Kernel } from '../kernel.ts'
import { findCaller, type FoundKey } from './caller.ts'

/** Access of the APIs to their callers. */
export interface KeyEntrance {
  /** Address of the caller, behind the operator's proxies; `null` if it is unknown. */
  readonly addressOf: (headers: Headers, peer: Peer | undefined) => string | null
  /** Finds the caller of a key, or the seconds to wait before the next key is judged. */
  find(key: string | null, address: string | null): Promise<FoundKey | { readonly waitSeconds: number }>
}

/** Creates the entrance of a service. */
export function createKeyEntrance(
  kernel: Kernel,
  guesses: GuessLimiter,
  addressOf: KeyEntrance['addressOf'],
): KeyEntrance {
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
  }
}
