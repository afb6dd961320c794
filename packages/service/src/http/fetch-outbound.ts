// One request to somebody else's server by `fetch`, for runtimes without sockets. Where a name leads is not seen there: an address
// that is written out is judged, a name is the runtime's to guard (a browser's or a worker's fetch reaches no network of ours).
import { concatBytes } from '@tapboard/store/crypto'
import type { Clock } from '../ports.ts'
import type { Outbound, OutboundRequest, OutboundResult, OutboundRules } from './outbound-port.ts'

/** A `fetch`. */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/** Names and addresses of this machine and its networks, as far as they can be told by their looks. */
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

/** Ways out by this `fetch`. */
export const fetchOutbound =
  (fetch: Fetch) =>
  (clock: Clock, { publicOnly }: OutboundRules): Outbound => {
    const over = new AbortController()
    const send = async (request: OutboundRequest): Promise<OutboundResult> => {
      const { url, method, headers, body, timeoutMs, maxBytes, signal } = request
      if (publicOnly && INSIDE.test(new URL(url).hostname)) return { ok: false, code: 'address-refused' }
      const late = new AbortController()
      const cancel = clock.after(timeoutMs, () => late.abort())
      try {
        const answer = await fetch(url, {
          method,
          headers: { ...headers },
          ...(body === undefined ? {} : { body }),
          redirect: 'manual',
          signal: AbortSignal.any([signal, late.signal, over.signal]),
        })
        const came = await read(answer.body, maxBytes)
        if (!came.whole && late.signal.aborted) return { ok: false, code: 'timeout' }
        return {
          ok: true,
          status: answer.status,
          contentType: answer.headers.get('content-type') ?? '',
          ...came,
        }
      } catch {
        if (late.signal.aborted) return { ok: false, code: 'timeout' }
        return { ok: false, code: signal.aborted || over.signal.aborted ? 'stopped' : 'unreachable' }
      } finally {
        cancel()
      }
    }
    return { send, close: () => over.abort() }
  }
