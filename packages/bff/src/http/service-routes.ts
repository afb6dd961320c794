// Routes about the BFF itself: liveness, readiness, OpenAPI document, catalogue of errors.
import type { HandlersOf } from './call.ts'
import type { Lifecycle } from './lifecycle.ts'
import { refuse } from '../refusal.ts'
import { ERROR_PAGE } from './error-page.ts'

/** The loops of the sales, as named in readiness answers. */
const LOOPS = { claim: 'claiming sales fails', renew: 'renewing the leases on sales fails' } as const

interface ServiceDeps {
  readonly lifecycle: Lifecycle
  /** Returns whether the store commits a write now; takes at most a second. */
  readonly probe: () => Promise<void>
  /** Returns the loop of the sales that fails repeatedly, or `null`. */
  readonly failing: () => keyof typeof LOOPS | null
  /** Makes the OpenAPI document. It is called at the first request of it, so that a process starts sooner. */
  readonly document: () => object
}

/** Handlers of the service routes. */
export function serviceHandlers(
  deps: ServiceDeps,
): HandlersOf<'getLiveness' | 'getReadiness' | 'getOpenApi' | 'getErrors'> {
  const { lifecycle, probe, failing } = deps
  // Kept as text in bytes: to write it anew costs as much as 20 other requests, and any caller may ask for it.
  let document: Uint8Array<ArrayBuffer> | undefined
  return {
    async getLiveness() {
      return { ok: true, status: 200, body: { status: 'live' } }
    },
    async getReadiness() {
      const leaving = lifecycle.unready()
      if (leaving !== null) return leaving
      try {
        await probe()
      } catch {
        return refuse('store-unavailable', 'Wait: the store does not commit a write.')
      }
      const loop = failing()
      if (loop !== null)
        return refuse('store-unavailable', `Wait: ${LOOPS[loop]} again and again (${loop}-failing).`)
      return { ok: true, status: 200, body: { status: 'ready' } }
    },
    async getOpenApi() {
      document ??= new TextEncoder().encode(JSON.stringify(deps.document()))
      return { ok: true, status: 200, body: document, headers: { 'cache-control': 'public, max-age=60' } }
    },
    async getErrors() {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=60' }
      return { ok: true, status: 200, body: ERROR_PAGE, headers }
    },
  }
}
