// The same start on many sockets at once: each has sent all but the last byte, and all are released together.
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Page, Sent } from '../../kit/page.ts'

/** The raw answer on one socket. */
export interface RawAnswer {
  readonly status: number
  readonly body: string
}

async function load(baseUrl: string, sent: Sent, headers: Readonly<Record<string, string>>): Promise<Socket> {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setNoDelay(true)
  await once(socket, 'connect')
  const { body = '' } = sent
  const all = {
    host,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
    ...sent.headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${sent.method} ${sent.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  return socket
}

async function answerOf(socket: Socket): Promise<RawAnswer> {
  let text = ''
  socket.setEncoding('utf8')
  for await (const piece of socket) text += String(piece)
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), body }
}

/** Sends the same request `count` times, spread over the addresses; the last bytes leave in one turn of the event loop. */
export async function sendAtOnce(
  page: Page,
  sent: Sent,
  count: number,
  baseUrls: readonly string[],
): Promise<readonly RawAnswer[]> {
  const sockets = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      load(baseUrls[index % baseUrls.length] ?? '', sent, page.headers(sent.method, sent.path, sent.body)),
    ),
  )
  const answers = sockets.map(answerOf)
  for (const socket of sockets) socket.write((sent.body ?? '').slice(-1))
  return Promise.all(answers)
}
