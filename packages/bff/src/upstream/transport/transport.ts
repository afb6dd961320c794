// HTTP to the upstream for repeatable requests: undici pools with limited connections. Reads at most 64 KiB by default, never
// follows a redirect, never retries. `answer.ts` validates the answers.
import { Pool } from 'undici'
import { MAX_ANSWER_BYTES, MAX_INTERIM_ANSWERS, type RawAnswer } from './answer.ts'
import { faultOf, type UpstreamFault } from './fault.ts'
import { countingHeld, HELD_CONNECTIONS, type Transport, type TransportRequest } from './outbound-port.ts'

/** Connections for reads that are not held. */
const QUICK_CONNECTIONS = 32

/** A slower connect counts as unreachable: the clerk must learn it within 3 s. */
const CONNECT_TIMEOUT_MS = 2_500

const headerOf = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | null => {
  const value = headers[name]
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
}

/** Returns whether the error means that no connection was established. */
function isUnreachable(code: string): boolean {
  return (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/.test(
      code,
    ) || /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)
  )
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Reads a body up to the limit; a larger or truncated body is incomplete. */
async function readCapped(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly complete: boolean }> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of body) {
      size += part.byteLength
      if (size > maxBytes) {
        body.destroy()
        return { bytes: new Uint8Array(), complete: false }
      }
      parts.push(part)
    }
    return { bytes: Buffer.concat(parts), complete: true }
  } catch {
    return { bytes: new Uint8Array(), complete: false }
  }
}

/** Creates a transport to one base URL. */
export function createTransport(baseUrl: string): Transport {
  const { origin, pathname } = new URL(baseUrl)
  const basePath = pathname.replace(/\/+$/, '')
  const make = (connections: number): Pool =>
    new Pool(origin, {
      connections,
      pipelining: 1,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      maxHeaderSize: 16_384,
      keepAliveTimeout: 10_000,
    })
  const quick = make(QUICK_CONNECTIONS)
  const holding = make(HELD_CONNECTIONS)
  const ask = async (request: TransportRequest): Promise<RawAnswer | UpstreamFault> => {
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const flooded = new AbortController()
    let interim = 0
    const signal = AbortSignal.any([deadline, flooded.signal, ...(request.signal ? [request.signal] : [])])
    try {
      const answer = await (request.held === true ? holding : quick).request({
        method: request.method,
        path: basePath + request.path,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        headersTimeout: request.timeoutMs,
        bodyTimeout: 5_000,
        signal,
        onInfo: () => {
          interim += 1
          if (interim > MAX_INTERIM_ANSWERS) flooded.abort()
        },
      })
      const { bytes, complete } = await readCapped(answer.body, request.maxBytes ?? MAX_ANSWER_BYTES)
      if (request.signal?.aborted === true) return faultOf('aborted')
      return {
        status: answer.statusCode,
        headers: {
          contentType: headerOf(answer.headers, 'content-type'),
          contentEncoding: headerOf(answer.headers, 'content-encoding'),
          retryAfter: headerOf(answer.headers, 'retry-after'),
          etag: headerOf(answer.headers, 'etag'),
        },
        body: bytes,
        complete,
      }
    } catch (error) {
      if (request.signal?.aborted === true) return faultOf('aborted')
      return faultOf(isUnreachable(codeOf(error)) ? 'unreachable' : 'broken')
    }
  }
  return countingHeld(ask, async () => {
    await Promise.all([quick.destroy(), holding.destroy()])
  })
}
