// A proxy with which a test alters requests and answers. `fault-line.ts` has faults at exact bytes.
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { listen } from '../sockets.ts'

/** Delivers a request to the far end. */
export type Forward = (request: Request) => Promise<Response>

/** Answers a request, usually with the altered answer of `forward`. */
export type Alter = (request: Request, forward: Forward) => Promise<Response>

/** A proxy on loopback whose requests and answers a test alters. */
export interface AlteringLine {
  readonly url: string
  /** Sets the address of the far end. */
  lead(url: string): void
  /** Alters every exchange from now on; `null` leaves all as they are. */
  alter(alter: Alter | null): void
  close(): void
}

/** Headers of one connection; they are not forwarded. */
const OF_THE_HOP = ['connection', 'keep-alive', 'host', 'content-length', 'transfer-encoding']

export async function openAlteringLine(): Promise<AlteringLine> {
  let far = ''
  let altering: Alter | null = null
  const forward: Forward = async (request) => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    for (const name of OF_THE_HOP) headers.delete(name)
    const body = await request.arrayBuffer()
    const { method } = request
    const answer = await fetch(`${far}${pathname}${search}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body.byteLength > 0 && { body }),
    })
    return new Response(answer.body, answer)
  }
  const handle = async (request: Request): Promise<Response> => {
    // A request of its own, which can be copied and changed; the server's is a view of the incoming message.
    const { url, method, headers } = request
    const body = await request.arrayBuffer()
    const asked = new Request(url, { method, headers, ...(body.byteLength > 0 && { body }) })
    return altering === null ? forward(asked) : altering(asked, forward)
  }
  const listener = getRequestListener(handle, { overrideGlobalObjects: false })
  const server = createServer((request, response) => void listener(request, response))
  return {
    url: await listen(server),
    lead: (url) => void (far = url),
    alter: (alter) => void (altering = alter),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
