// One request to somebody else's server: bounded in time and size, never redirected, and to public addresses alone where that
// is asked for. The address is judged when the connection is made, so that a name cannot change its mind in between.
import { request as plainRequest, Agent as PlainAgent, type IncomingMessage } from 'node:http'
import { request as secureRequest, Agent as SecureAgent } from 'node:https'
import { lookup as find, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Clock } from '../ports.ts'
import type { Outbound, OutboundRequest, OutboundResult } from './outbound-port.ts'
import { isPublicAddress } from './public-address.ts'

/** Marks a refusal of ours among the errors of a socket. */
const REFUSED = 'TAPBOARD_ADDRESS_REFUSED'

/** Answers of servers carry a few short headers. */
const HEADER_BYTES = 16_384

/** Sockets to one host (INV-17). Each request has its own: an idle one that the other side closes looks like an outage. */
const SOCKETS = 16

const refusal = (): NodeJS.ErrnoException =>
  Object.assign(new Error('The address is not a public one.'), { code: REFUSED })

/** Looks a name up and hands on its public addresses only. */
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

/** Makes the way out. `publicOnly`: loopback, private and other special addresses are refused. */
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
    const late = new AbortController()
    const cancel = clock.after(timeoutMs, () => late.abort())
    try {
      const settings = {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
        maxHeaderSize: HEADER_BYTES,
        signal: AbortSignal.any([signal, late.signal]),
        ...(publicOnly ? { lookup: lookUpPublic } : {}),
      }
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request =
          target.protocol === 'https:'
            ? secureRequest(target, { ...settings, agent: agents['https:'] })
            : plainRequest(target, { ...settings, agent: agents['http:'] })
        request.once('response', resolve)
        request.on('error', reject)
        request.end(body)
      })
      const { statusCode = 0, headers: said } = response
      const { body: bytes, whole } = await read(response, maxBytes)
      if (!whole) response.destroy()
      if (!whole && late.signal.aborted) return { ok: false, code: 'timeout' }
      return { ok: true, status: statusCode, contentType: said['content-type'] ?? '', body: bytes, whole }
    } catch (error) {
      if (late.signal.aborted) return { ok: false, code: 'timeout' }
      if (signal.aborted) return { ok: false, code: 'stopped' }
      const refused = error instanceof Error && 'code' in error && error.code === REFUSED
      return { ok: false, code: refused ? 'address-refused' : 'unreachable' }
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
