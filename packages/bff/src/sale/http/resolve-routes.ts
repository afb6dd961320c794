// HTTP handlers for a sale with an unknown result: check it now, or resolve it.
import type { HandlersOf } from '../../http/call.ts'
import { createRateLimiter, type Rate } from '../../http/rate-limit.ts'
import { refuse } from '../../refusal.ts'
import { AUDITED } from '../../durable/audit-log.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Sales } from '../sales.ts'

interface ResolveRouteDeps {
  readonly sales: Sales
  readonly clock: Clock
  readonly log: Log
}

/** Rate limit of checks per sale, so that one sale cannot exhaust the read budget of the others. */
const CHECKS: Rate = { count: 3, windowSeconds: 10 }

/** Creates the handlers; the rate limit is per process. */
export function resolveHandlers({
  sales,
  clock,
  log,
}: ResolveRouteDeps): HandlersOf<'checkSale' | 'resolveSale'> {
  const checks = createRateLimiter('check', CHECKS)
  return {
    async checkSale({ access, params }) {
      const id = params['id'] ?? ''
      const { allowed, retryAfterSeconds, headers } = checks.take(`${access.merchant}\n${id}`, clock.now())
      if (!allowed) {
        const detail = 'This sale was looked at a moment ago; its news come by themselves.'
        return refuse('rate-limited', detail, { retryAfterSeconds, headers })
      }
      const result = await sales.check(access, id)
      if (!result.ok) return result
      return { ok: true, status: result.looking ? 202 : 200, body: result.sale, headers }
    },
    async resolveSale({ access, page, params, body, requestId, clientAddress }) {
      if (params['id'] !== access.sale)
        return refuse('forbidden', 'The token was made for another sale; ask your server for a new token.')
      const result = await sales.resolve(access, body)
      if (result.ok) {
        const { merchant, sale: saleId, person } = access
        const caller = {
          requestId,
          keyId: page.kid,
          ...(clientAddress === null ? {} : { source: clientAddress }),
        }
        const { state } = result.sale
        log.info({ action: 'sale-resolved', merchant, saleId, person, state, ...caller }, AUDITED)
        return { ok: true, status: 200, body: result.sale }
      }
      const { retryAfterSeconds } = result
      return retryAfterSeconds === undefined
        ? result
        : { ...result, headers: { 'retry-after': String(retryAfterSeconds) } }
    },
  }
}
