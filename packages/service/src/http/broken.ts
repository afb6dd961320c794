// What is answered to bytes that are no request (RFC 9112 §2.2, §3.2): the error of D-20 like every other, and the
// connection closes, so that whatever was smuggled behind them is never read.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { base32 } from '../account/secret.ts'
import { systemRandom } from '../ports.ts'
import { writeFault, writeRefusal } from './answer.ts'
import { refuse, type Refusal } from './refusal.ts'

const broken = (message: string, status = 400): Refusal =>
  refuse('INVALID_REQUEST', message, { status, headers: { Connection: 'close' } })

const MALFORMED = broken('The request is not well-formed HTTP. Send it anew.')

/** Fault of Node's parser → what is told; anything else is malformed. */
const FAULTS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: broken('The headers are larger than 16 KiB. Send less.', 431),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: broken('The chunk extensions are too large. Send none.', 413),
  ERR_HTTP_REQUEST_TIMEOUT: broken('The request did not arrive in time. Send the whole of it at once.', 408),
}

const newReference = (): string => `call_${base32(systemRandom(10))}`

/** Names an HTTP/1.1 request exactly one host (RFC 9112 §3.2)? Two are how requests are smuggled past a proxy. */
export const namesOneHost = ({ httpVersion, rawHeaders }: IncomingMessage): boolean =>
  httpVersion !== '1.1' ||
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length === 1

/** The answer where no request could be made of what came: `error` is of the HTTP adapter, or a fault of ours. */
export const answerFor = (error: unknown): Response =>
  error instanceof Error && error.name === 'RequestError'
    ? writeRefusal(MALFORMED, newReference())
    : writeFault(false, newReference())

/** Writes the answer to a socket whose bytes are no HTTP, and closes it. */
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
