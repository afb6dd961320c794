// Answers malformed HTTP (RFC 9112 §2.2, §3.2) with an error in the form of D-20 and closes the connection,
// so that smuggled bytes behind it are never parsed.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { base32 } from '../account/secret.ts'
import { systemRandom } from '../ports.ts'
import { writeFault, writeRefusal } from './answer.ts'
import { refuse, type Refusal } from './refusal.ts'

const broken = (message: string, status = 400): Refusal =>
  refuse('INVALID_REQUEST', message, { status, headers: { Connection: 'close' } })

const MALFORMED = broken('The request is not well-formed HTTP. Send it again.')

/** Error of Node's parser → answer; any other error is malformed HTTP. */
const FAULTS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: broken('The headers are larger than 16 KiB. Send less.', 431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: broken('The chunk extensions are too large. Send none.', 413),
  ERR_HTTP_REQUEST_TIMEOUT: broken('The request did not arrive in time. Send it without pauses.', 408),
}

const newReference = (): string => `call_${base32(systemRandom(10))}`

/** Whether an HTTP/1.1 request has exactly one host (RFC 9112 §3.2); two hosts can smuggle a request past a proxy. */
export const namesOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): boolean =>
  httpVersion !== '1.1' ||
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length === 1

/** The answer when the adapter could not create a request: an error of the HTTP adapter, or a bug of this program. */
export const answerFor = (error: unknown): Response =>
  error instanceof Error && error.name === 'RequestError'
    ? writeRefusal(MALFORMED, newReference())
    : writeFault(false, newReference())

/** Answers malformed HTTP on a socket and closes it. */
export async function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const response = writeRefusal(FAULTS[error.code ?? ''] ?? MALFORMED, newReference())
  const body = await response.text()
  const head = [
    `HTTP/1.1 ${response.status} Error`,
    ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (!socket.destroyed) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
