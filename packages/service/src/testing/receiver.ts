/** A test server that records requests and answers as the test defines. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly requests: RecordedRequest[]
  close(): void
}

/** Starts a server on a free local port. */
export async function receiver(
  answer: (response: ServerResponse, requests: RecordedRequest) => void,
): Promise<Receiver> {
  const requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(parts).toString() }
      requests.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const answerJson = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
