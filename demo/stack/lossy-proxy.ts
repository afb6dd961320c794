// A faulty HTTP proxy between BFF and service: `lost-answers.ts` selects the lost answers, everything else passes
// unchanged.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { createLosses, subjectOf } from './lost-answers.ts'
import { HOST } from './ports.ts'

/** 256 KiB fits the largest application; rejects anything bigger. */
const MAX_BODY = 262_144

interface LossyProxy {
  /** Address of the proxy for the BFF. */
  readonly url: string
  /** Sets the target and returns the proxy's address. */
  lead(serviceUrl: string): string
  /** Ends the losses about all earlier sales and applications. */
  readonly repair: () => void
  close(): Promise<void>
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

/** Starts the proxy on a free port. */
export async function openLossyProxy(): Promise<LossyProxy> {
  const { loses, repair } = createLosses()
  let far: URL | null = null

  const carry = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request
    const body = await readBody(request)
    const drop = loses(subjectOf(method, url, body.toString()))
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
    repair,
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
