// Outbound requests: bounded in time and size, no redirects, optionally public addresses only. The address is
// checked at connection time, so that a second DNS answer cannot bypass the check.
import { request as plainRequest, Agent as PlainAgent, type IncomingMessage } from 'node:http'
import { request as secureRequest, Agent as SecureAgent } from 'node:https'
import { lookup as find, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Clock } from '../ports.ts'
import type { Outbound, OutboundRequest, OutboundResult } from './outbound-port.ts'
import { isPublicAddress } from './public-address.ts'

/** Identifies a rejected address among socket errors. */
const REFUSED = 'TAPBOARD_ADDRESS_REFUSED'

/** Limit of answer headers in bytes. */
const HEADER_BYTES = 16_384

// Sockets per host (INV-17). No keep-alive: an idle socket that the other side closes looks like an outage.
const SOCKETS = 16

const refusal = (): NodeJS.ErrnoException =>
  Object.assign(new Error('The address is not a public one.'), { code: REFUSED })

/** DNS lookup that returns public addresses only. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  find(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, '', 0)
    const [first, ...others] = found.filter(({ address }) => isPublicAddress(address))
    if (first === undefined) return done(refusal(), '', 0)
    if (options.all === true) return done(null, [first, ...others])
    done(null, first.address, first.family)
  })
}

async function read(response: IncomingMessage, maxBytes: number) {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxBytes) return { body: new Uint8Array(), whole: false }
      parts.push(part)
    }
  } catch {
    return { body: new Uint8Array(), whole: false }
  }
  return { body: new Uint8Array(Buffer.concat(parts)), whole: response.complete }
}

/** Creates outbound requests. `publicOnly` rejects loopback, private and other special addresses. */
export function createOutbound(clock: Clock, { publicOnly }: { readonly publicOnly: boolean }): Outbound {
  const options = { keepAlive: false, maxSockets: SOCKETS }
  const agents = { 'http:': new PlainAgent(options), 'https:': new SecureAgent(options) }

  const send = async ({
    url,
    method,
    headers,
    body,
    timeoutMs,
    maxBytes,
    signal,
  }: OutboundRequest): Promise<OutboundResult> => {
    const target = new URL(url)
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    if (publicOnly && isIP(literal) !== 0 && !isPublicAddress(literal))
      return { ok: false, code: 'address-refused' }
    const timeout = new AbortController()
    const cancel = clock.after(timeoutMs, () => timeout.abort())
    let connected = false
    try {
      const settings = {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        maxHeaderSize: HEADER_BYTES,
        signal: AbortSignal.any([signal, timeout.signal]),
        ...(publicOnly ? { lookup: lookUpPublic } : {}),
      }
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request =
          target.protocol === 'https:'
            ? secureRequest(target, { ...settings, agent: agents['https:'] })
            : plainRequest(target, { ...settings, agent: agents['http:'] })
        const ready = target.protocol === 'https:' ? 'secureConnect' : 'connect'
        request.once('socket', (socket) => socket.once(ready, () => (connected = true)))
        request.once('response', resolve)
        request.on('error', reject)
        request.end(body)
      })
      const { statusCode = 0, headers: responseHeaders } = response
      const { body: bytes, whole } = await read(response, maxBytes)
      if (!whole) response.destroy()
      if (!whole && timeout.signal.aborted) return { ok: false, code: 'timeout' }
      return {
        ok: true,
        status: statusCode,
        contentType: responseHeaders['content-type'] ?? '',
        body: bytes,
        whole,
      }
    } catch (error) {
      if (timeout.signal.aborted) return { ok: false, code: 'timeout' }
      if (signal.aborted) return { ok: false, code: 'stopped' }
      const refused = error instanceof Error && 'code' in error && error.code === REFUSED
      return { ok: false, code: refused ? 'address-refused' : connected ? 'broken' : 'unreachable' }
    } finally {
      cancel()
    }
  }

  return {
    send,
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
