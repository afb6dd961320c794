// Outbound requests by `fetch`, for runtimes without sockets. DNS results are not visible there: literal
// addresses are checked, host names are the runtime's responsibility (a browser or worker reaches no private
// network of ours).
import { concatBytes } from '@tapboard/store/crypto'
import type { Clock } from '../ports.ts'
import type { Outbound, OutboundRequest, OutboundResult, OutboundRules } from './outbound-port.ts'

/** The used part of the Fetch API. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** Local host names and all literal addresses. */
const INSIDE = /^(localhost|.*\.(localhost|local|internal)|\d+(\.\d+){3}|\[.*\])$/i

async function read(body: ReadableStream<Uint8Array> | null, maxBytes: number) {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = body?.getReader()
  try {
    for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
      const left = maxBytes - size
      parts.push(piece.value.subarray(0, left))
      size += piece.value.byteLength
      if (size <= maxBytes) continue
      await reader?.cancel()
      return { body: concatBytes(parts), whole: false }
    }
    return { body: concatBytes(parts), whole: true }
  } catch {
    return { body: concatBytes(parts), whole: false }
  }
}

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
        const content = await read(answer.body, maxBytes)
        if (!content.whole && timeout.signal.aborted) return { ok: false, code: 'timeout' }
        return {
          ok: true,
          status: answer.status,
          contentType: answer.headers.get('content-type') ?? '',
          ...content,
        }
      } catch {
        if (timeout.signal.aborted) return { ok: false, code: 'timeout' }
        return { ok: false, code: signal.aborted || closed.signal.aborted ? 'stopped' : 'unreachable' }
      } finally {
        cancel()
      }
    }
    return { send, close: () => closed.abort() }
  }
