// Routes about the BFF itself: is it alive, does it take work, what does it offer.
import type { HandlersOf } from './call.ts'
import type { Lifecycle } from './lifecycle.ts'
import { refuse } from './refusal.ts'

/** What the routes need. */
export interface ServicePorts {
  readonly lifecycle: Lifecycle
  /** Does the store answer now? */
  readonly ping: () => Promise<void>
  /** The OpenAPI document. */
  readonly document: object
}

/** Handlers of the service routes. */
export function serviceHandlers(
  ports: ServicePorts,
): HandlersOf<'getLiveness' | 'getReadiness' | 'getOpenApi'> {
  const { lifecycle, ping, document } = ports
  return {
    async getLiveness() {
      return { ok: true, status: 200, body: { status: 'live' } }
    },
    async getReadiness() {
      const draining = lifecycle.refusal()
      if (draining !== null) return draining
      try {
        await ping()
      } catch {
        return refuse('store-unavailable', 'Wait: the store does not answer.')
      }
      return { ok: true, status: 200, body: { status: 'ready' } }
    },
    async getOpenApi() {
      return { ok: true, status: 200, body: document, headers: { 'cache-control': 'public, max-age=60' } }
    },
  }
}
