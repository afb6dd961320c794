// Raw bytes to a proxy over TLS: HTTP/1.1 as text, and HTTP/2 frames without the checks of a client (RFC 9113, RFC 7541).
import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'
import type { Proxy } from '../../kit/proxy.ts'

/** Longest wait for the end of an answer, in ms. */
const ANSWER_MS = 20_000
/** Silence after which another client asks, in ms. */
const QUIET_MS = 50

async function open({ port, authority }: Proxy, protocol: string, localAddress?: string): Promise<TLSSocket> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: authority,
    ALPNProtocols: [protocol],
    ...(localAddress === undefined ? {} : { localAddress }),
  })
  socket.on('error', () => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

/** Resolves when the connection is closed or was silent: for `firstMs`, and for `nextMs` after each piece. */
async function silence(socket: TLSSocket, firstMs: number, nextMs: number): Promise<void> {
  const quiet = Promise.withResolvers<void>()
  let timer = setTimeout(quiet.resolve, firstMs)
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(quiet.resolve, nextMs)
  }
  socket.on('data', heard).once('close', quiet.resolve)
  if (socket.closed) quiet.resolve()
  await quiet.promise
  clearTimeout(timer)
  socket.off('data', heard).off('close', quiet.resolve)
}

/** One answer on a connection. */
export interface RawAnswer {
  readonly status: number
  /** All headers, or the body where the headers are compressed. */
  readonly text: string
}

/** One request, or what looks like one, on a connection of its own. */
export interface Exchange {
  /** The answers received so far. */
  answers(): readonly RawAnswer[]
  /** Lets another client ask after each silence, until nothing came meanwhile. The connection stays open. */
  settle(other: () => Promise<void>): Promise<void>
  /** Resolves when the request has its answer or the connection is closed, at the latest after 20 s. */
  answered(): Promise<void>
  /** Closes the connection. */
  end(): void
}

/** Sends bytes; `heard` gets each piece received and says whether the answer is complete. */
function exchange(
  socket: TLSSocket,
  bytes: Uint8Array,
  answers: () => readonly RawAnswer[],
  heard: (piece: Buffer) => boolean,
): Exchange {
  let pieces = 0
  const complete = Promise.withResolvers<void>()
  socket.once('close', complete.resolve).on('data', (piece: Buffer) => {
    pieces += 1
    if (heard(piece)) complete.resolve()
  })
  socket.write(bytes)
  return {
    answers,
    async settle(other) {
      for (let waitMs = 4 * QUIET_MS; ; waitMs = QUIET_MS) {
        await silence(socket, waitMs, QUIET_MS)
        const before = pieces
        await other()
        if (pieces === before) return
      }
    },
    async answered() {
      const timer = setTimeout(complete.resolve, ANSWER_MS)
      await complete.promise
      clearTimeout(timer)
    },
    end: () => socket.destroy(),
  }
}

/** Sends text as HTTP/1.1. Every answer of BFF and proxies has a length or chunks, so none contains a head. */
export async function openText(proxy: Proxy, text: string, localAddress?: string): Promise<Exchange> {
  const socket = await open(proxy, 'http/1.1', localAddress)
  let received = ''
  const answers = (): RawAnswer[] =>
    received
      .split(/(?=HTTP\/1\.[01] \d{3} )/)
      .filter((answer) => answer.startsWith('HTTP/1.'))
      .map((answer) => ({ status: Number(answer.slice(9, 12)), text: answer }))
  return exchange(socket, Buffer.from(text, 'latin1'), answers, (piece) => {
    received += piece.toString('latin1')
    return false
  })
}

const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, goaway: 7, window: 8 } as const
const END_STREAM = 1
const END_HEADERS = 4
const ACK = 1

const frame = (type: number, flags: number, stream: number, payload: Uint8Array): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** The largest window (RFC 9113 §6.9.1). */
const WINDOW = Buffer.from([0x7f, 0xff, 0xff, 0xff])
const DEFAULT_WINDOW = 65_535
/** SETTINGS_INITIAL_WINDOW_SIZE, for each stream. */
const STREAM_WINDOW = Buffer.concat([Buffer.from([0, 4]), WINDOW])
/** What the window of the connection grows by. */
const CONNECTION_WINDOW = Buffer.alloc(4)
CONNECTION_WINDOW.writeUInt32BE(WINDOW.readUInt32BE() - DEFAULT_WINDOW)

/** A string of HPACK without Huffman code (RFC 7541 §5.2). */
function stringOf(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes])
  let rest = bytes.length - 127
  const length = [127]
  for (; rest >= 128; rest >>= 7) length.push((rest & 127) | 128)
  return Buffer.concat([Buffer.from([...length, rest]), bytes])
}

/** A name and a value of a header. */
export type Field = readonly [name: string, value: string]

/** A literal field without indexing (RFC 7541 §6.2.2). */
const fieldOf = ([name, value]: Field): Buffer =>
  Buffer.concat([Buffer.from([0]), stringOf(name), stringOf(value)])

/** A request of one stream. */
export interface RawStream {
  readonly fields: readonly Field[]
  readonly data?: string
  readonly trailers?: readonly Field[]
}

function framesOf({ fields, data, trailers }: RawStream): Buffer {
  const block = Buffer.concat(fields.map(fieldOf))
  const isOnly = data === undefined && trailers === undefined
  return Buffer.concat([
    frame(FRAME.headers, END_HEADERS | (isOnly ? END_STREAM : 0), 1, block),
    ...(data === undefined
      ? []
      : [frame(FRAME.data, trailers === undefined ? END_STREAM : 0, 1, Buffer.from(data, 'latin1'))]),
    ...(trailers === undefined
      ? []
      : [frame(FRAME.headers, END_HEADERS | END_STREAM, 1, Buffer.concat(trailers.map(fieldOf)))]),
  ])
}

/** Statuses of the static table, from index 8. */
const STATUSES = [200, 204, 206, 304, 400, 404, 500]

/** The status of a header block, which begins with it; 0 if its digits are in Huffman code. */
function statusOf(block: Buffer): number {
  const first = block[0] ?? 0
  if (first >= 0x80) return STATUSES[(first & 0x7f) - 8] ?? 0
  return Number(block.subarray(2, 5).toString('latin1')) || 0
}

/** Sends one stream of HTTP/2. A reset stream or connection has no answer. */
export async function openFrames(proxy: Proxy, stream: RawStream): Promise<Exchange> {
  const socket = await open(proxy, 'h2')
  let waiting = Buffer.alloc(0)
  let isComplete = false
  const answers: { status: number; text: string }[] = []
  const read = (piece: Buffer): boolean => {
    waiting = Buffer.concat([waiting, piece])
    while (waiting.length >= 9) {
      const end = 9 + waiting.readUIntBE(0, 3)
      if (waiting.length < end) break
      const [type, flags = 0] = [waiting[3], waiting[4]]
      const payload = waiting.subarray(9, end)
      waiting = waiting.subarray(end)
      if (type === FRAME.settings && (flags & ACK) === 0)
        socket.write(frame(FRAME.settings, ACK, 0, Buffer.alloc(0)))
      else if (type === FRAME.headers) answers.push({ status: statusOf(payload), text: '' })
      else if (type === FRAME.data) answers.at(-1)!.text += payload.toString('utf8')
      else if (type === FRAME.goaway) socket.destroy()
      const isEnd = (type === FRAME.headers || type === FRAME.data) && (flags & END_STREAM) !== 0
      if (isEnd || type === FRAME.reset) isComplete = true
    }
    return isComplete
  }
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
  const bytes = Buffer.concat([
    preface,
    frame(FRAME.settings, 0, 0, STREAM_WINDOW),
    frame(FRAME.window, 0, 0, CONNECTION_WINDOW),
    framesOf(stream),
  ])
  return exchange(socket, bytes, () => answers, read)
}

/** Waits for the answer of an exchange and closes its connection; returns the answers. */
export async function answersOf(opening: Promise<Exchange>): Promise<readonly RawAnswer[]> {
  const one = await opening
  await one.answered()
  one.end()
  return one.answers()
}
