// An upstream on a real socket that answers with given bytes, well-formed or not.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** The answer to a request: bytes, after which the connection closes, or a function. */
export type Behaviour = string | Buffer | ((socket: Socket, request: string) => void)

export interface Hostile {
  readonly url: string
  /** Whole requests as text, in order. */
  readonly requests: string[]
  /** The behaviour for the next requests. */
  behave: Behaviour
}

/** An HTTP answer as text; `headers` replace the usual ones by name. */
export function answer(
  status: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body)
  const all = { 'content-type': 'application/json', 'content-length': String(bytes.length), ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n`), bytes])
}

/** A JSON answer with status 200. */
export const json = (body: unknown): Buffer => answer('200 OK', JSON.stringify(body))

/** Starts the server; it is closed after the test. */
export async function hostile(context: TestContext): Promise<Hostile> {
  const sockets = new Set<Socket>()
  const one = { requests: [] as string[], behave: json({}) as Behaviour, url: '' }
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let text = ''
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      one.requests.push(text)
      const request = text
      text = ''
      if (typeof one.behave === 'function') one.behave(socket, request)
      else socket.end(one.behave)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  one.url = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}/base`
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return one
}
