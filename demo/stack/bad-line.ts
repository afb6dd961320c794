// A bad line between BFF and service, for one order of the demo: whoever pays an amount that ends in .77 is charged on the
// terminal, but no answer about that sale ever comes back. Everything else passes as it is.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { HOST } from './ports.ts'

/** Cents of an amount whose answers are lost. */
export const LOST_CENTS = 77
/** Lost sales remembered; the oldest leave. */
const MAX_LOST = 100
/** An initiate is small; what is larger is none. */
const MAX_BODY = 65_536

/** A line that is there. */
export interface BadLine {
  /** Where the BFF calls. */
  readonly url: string
  /** Where it leads. */
  lead(serviceUrl: string): string
  close(): Promise<void>
}

/** Our own reference of an initiate whose answer is to be lost, or `null`. Pure. */
export function lostReference(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body)
    if (typeof read !== 'object' || read === null) return null
    const { xAmount, xExternalRequestID } = read as Record<string, unknown>
    const lost = Math.round(Number(xAmount) * 100) % 100 === LOST_CENTS
    return lost && typeof xExternalRequestID === 'string' ? xExternalRequestID : null
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > MAX_BODY) throw new Error('The body is too large.')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** Opens the line on a free port. */
export async function openBadLine(): Promise<BadLine> {
  const lost = new Set<string>()
  let far: URL | null = null

  const carry = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request
    const body = await readBody(request)
    const reference = method === 'POST' && /initiate$/i.test(url) ? lostReference(body.toString()) : null
    if (reference !== null) {
      lost.add(reference)
      const oldest = lost.size > MAX_LOST ? lost.values().next().value : undefined
      if (oldest !== undefined) lost.delete(oldest)
    }
    const asked = new URL(url, 'http://line').searchParams.get('xExternalRequestID')
    const drop = reference !== null || (asked !== null && lost.has(asked))
    if (far === null) return void response.destroy()
    const away = ask({ host: far.hostname, port: far.port, path: url, method, headers, agent: false })
    away.on('response', (answer) => {
      if (drop) {
        answer.resume()
        return void response.destroy()
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    away.on('error', () => response.destroy())
    response.on('close', () => away.destroy())
    away.end(body)
  }

  const server = createServer((request, response) => {
    carry(request, response).catch(() => response.destroy())
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The line has no port.')
  const url = `http://${HOST}:${address.port}`
  return {
    url,
    lead(serviceUrl) {
      far = new URL(serviceUrl)
      return url
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
