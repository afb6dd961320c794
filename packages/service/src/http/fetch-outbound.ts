// Outbound requests by `fetch`, for runtimes without sockets. DNS results are not visible there: literal
// addresses are checked, host names are the runtime's responsibility (a browser or worker reaches no private
// network of ours).
import { readUpTo, type Fetch } from '@tapboard/server'
import type { Clock } from '../ports.ts'
import type { Outbound, OutboundRequest, OutboundResult, OutboundRules } from './outbound-port.ts'

/** Local host names, also with the dot of the root of DNS, and all literal addresses. */
const INSIDE = /^(localhost|.*\.(localhost|local|internal)|\d+(\.\d+){3}|\[.*\])\.?$/i

/** Creates outbound requests with this `fetch`. */
export const fetchOutbound =
  (fetch: Fetch) =>
  (clock: Clock, { publicOnly }: OutboundRules): Outbound => {
    const closed = new AbortController()
    const send = async (request: OutboundRequest): Promise<OutboundResult> => {
      const { url, method, headers, body, timeoutMs, maxBytes, signal } = request
      if (publicOnly && INSIDE.test(new URL(url).hostname)) return { ok: false, code: 'address-refused' }
      const timeout = new AbortController()
      const cancel = clock.after(timeoutMs, () => timeout.abort())
      try {
        const answer = await fetch(url, {
          method,
          headers: { ...headers },
          ...(body === undefined ? {} : { body }),
          redirect: 'manual',
          signal: AbortSignal.any([signal, timeout.signal, closed.signal]),
        })
        const { bytes, end } = await readUpTo(answer.body, maxBytes)
        const whole = end === 'complete'
        if (!whole && timeout.signal.aborted) return { ok: false, code: 'timeout' }
        return {
          ok: true,
          status: answer.status,
          contentType: answer.headers.get('content-type') ?? '',
          body: bytes,
          whole,
        }
      } catch {
        if (timeout.signal.aborted) return { ok: false, code: 'timeout' }
        return { ok: false, code: signal.aborted || closed.signal.aborted ? 'stopped' : 'broken' }
      } finally {
        cancel()
      }
    }
    return { send, close: () => closed.abort() }
  }
