// Slows guesses of a secret per network, in the memory of one process. An attempt is counted before the secret is judged, so that
// parallel guesses are counted, too, and taken back when the secret is right.
import { networkOf } from './network.ts'

/** Wrong secrets per window from one network: a server with a mistyped secret and a few retries stay below it. */
export const GUESSES_MAX = 30

const WINDOW_MS = 60_000

/**
 * A network from which the right secret came is not limited for this time: behind an undeclared proxy, guesses of others must not
 * stop the sales of a shop.
 */
const TRUSTED_MS = 15 * 60_000

/** Networks remembered; the one that is used least recently is forgotten first. */
const NETWORKS_MAX = 10_000

interface Network {
  count: number
  sinceMs: number
  trustedUntilMs: number
}

/** Limits guesses per network. An unknown address (`null`) is a network of its own. */
export interface GuessLimiter {
  /** Counts an attempt. Returns the seconds to wait, or 0 if the secret may be judged now. */
  begin(address: string | null, nowMs: number): number
  /** Takes the attempt back: the secret was right. */
  succeeded(address: string | null, nowMs: number): void
  readonly size: number
}

/** Creates a limiter without memory of an earlier one. */
export function createGuessLimiter(): GuessLimiter {
  const networks = new Map<string, Network>()

  const find = (address: string | null, nowMs: number): Network => {
    const key = networkOf(address ?? 'unknown')
    const known = networks.get(key)
    networks.delete(key)
    const fresh = known === undefined || nowMs - known.sinceMs >= WINDOW_MS || nowMs < known.sinceMs
    const network = fresh ? { count: 0, sinceMs: nowMs, trustedUntilMs: known?.trustedUntilMs ?? 0 } : known
    networks.set(key, network)
    const oldest = networks.size > NETWORKS_MAX ? networks.keys().next().value : undefined
    if (oldest !== undefined) networks.delete(oldest)
    return network
  }

  return {
    begin(address, nowMs) {
      const network = find(address, nowMs)
      if (network.count >= GUESSES_MAX && nowMs >= network.trustedUntilMs)
        return Math.ceil((network.sinceMs + WINDOW_MS - nowMs) / 1000)
      network.count += 1
      return 0
    },
    succeeded(address, nowMs) {
      const network = find(address, nowMs)
      network.count = Math.max(0, network.count - 1)
      network.trustedUntilMs = nowMs + TRUSTED_MS
    },
    get size() {
      return networks.size
    },
  }
}
