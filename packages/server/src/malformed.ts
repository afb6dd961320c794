// Malformed HTTP (RFC 9112 §2.2, §3.2): one answer, then the connection closes, so that smuggled bytes behind it are never parsed.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closeAfter } from './close-after.ts'

/** The fault of a request that is not well-formed HTTP or did not arrive in time. */
export type MalformedRequest = 'not-http' | 'headers-too-large' | 'extensions-too-large' | 'too-slow'

/** Creates the answer to a malformed request. */
export type MalformedResponse = (fault: MalformedRequest) => Response

/** Error of Node's parser → fault; any other error is malformed HTTP. */
const FAULTS: Readonly<Record<string, MalformedRequest>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'extensions-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too-slow',
}

/** Whether an HTTP/1.1 request has exactly one host (RFC 9112 §3.2); two hosts can smuggle a request past a proxy. */
export const hasOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): boolean =>
  httpVersion !== '1.1' ||
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length === 1

/** Answers malformed HTTP on a socket and closes it. */
export async function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex | Socket,
  answer: MalformedResponse,
): Promise<void> {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const response = answer(FAULTS[error.code ?? ''] ?? 'not-http')
  response.headers.set('connection', 'close')
  const body = await response.text()
  response.headers.set('content-length', String(Buffer.byteLength(body)))
  const head = [
    `HTTP/1.1 ${response.status} Error`,
    ...Array.from(response.headers, (pair) => pair.join(': ')),
  ]
  if (!socket.destroyed) closeAfter(socket, `${head.join('\r\n')}\r\n\r\n${body}`)
}
