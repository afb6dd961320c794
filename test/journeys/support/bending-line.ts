// A line that changes requests: the service receives the BFF's requests with other values in them.
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A line on loopback. */
export interface BendingLine {
  readonly url: string
  /** Where it leads. */
  lead(url: string): void
  /** Changes the members of the bodies of matching paths; `null` leaves all of them unchanged. */
  bend(change: { readonly path: RegExp; readonly members: Readonly<Record<string, unknown>> } | null): void
  close(): void
}

/** Opens a line. */
export async function openBendingLine(): Promise<BendingLine> {
  let far = ''
  let bent: Parameters<BendingLine['bend']>[0] = null
  const carry = async (request: IncomingMessage): Promise<Response> => {
    const path = request.url ?? '/'
    const sent = await text(request)
    const body =
      bent?.path.test(path) === true
        ? JSON.stringify({ ...(JSON.parse(sent) as object), ...bent.members })
        : sent
    const method = request.method ?? 'GET'
    const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
    return fetch(`${far}${path}`, { method, headers, ...(method === 'GET' ? {} : { body }) })
  }
  const server = createServer((request, response) => {
    carry(request).then(
      async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' })
        response.end(await answer.text())
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    lead: (url) => void (far = url),
    bend: (change) => void (bent = change),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
