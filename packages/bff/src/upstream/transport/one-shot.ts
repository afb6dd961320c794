// Sends a request at most once: one new connection, no retry, no redirect (INV-4, INV-19). It reports the exchange without
// interpretation.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Clock } from '../../ports.ts'
import { systemClock } from '@tapboard/server'
import { MAX_ANSWER_BYTES, MAX_INTERIM_ANSWERS, type RawAnswer } from './answer.ts'
import {
  type Exchange,
  LATE_MAX,
  notSent,
  type OneShot,
  type OneShotSender,
  type SenderPorts,
  type SendLimits,
  type SendReport,
} from './outbound-port.ts'

interface Line {
  /** Under TLS the encrypted side. */
  readonly socket: Socket
  /** Resets the connection, which discards unsent bytes; after a normal close the system would still deliver them. */
  reset(): void
}

/** Opens a connection, including TLS; rejects with a short cause. */
function open(url: URL, connectMs: number, clock: Clock): Promise<Line> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const secure = url.protocol === 'https:'
    const port = Number(url.port === '' ? (secure ? 443 : 80) : url.port)
    const tcp = connectTcp({ host, port })
    const socket = secure
      ? connectTls({
          socket: tcp,
          host,
          servername: /^[\d.:]+$/.test(host) ? '' : host,
          ALPNProtocols: ['http/1.1'],
        })
      : tcp
    tcp.setNoDelay(true)
    const fail = (cause: string): void => {
      stopTimer()
      for (const side of [socket, tcp]) side.on('error', () => {}).destroy()
      reject(new Error(cause))
    }
    const stopTimer = clock.after(connectMs, () => fail('connect time-out'))
    socket.once('error', () => fail('no connection'))
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      stopTimer()
      socket.removeAllListeners('error')
      const reset = (): void => {
        tcp.resetAndDestroy()
        socket.destroy()
      }
      resolve({ socket, reset })
    })
  })
}

const headerOf = (value: string | undefined): string | null => value ?? null

/** Reads an answer to its end or to the size limit. */
function readAnswer(answer: IncomingMessage, settle: (exchange: Exchange) => void): void {
  const parts: Buffer[] = []
  let size = 0
  const end = (complete: boolean): void => {
    const { headers } = answer
    const raw: RawAnswer = {
      status: answer.statusCode ?? 0,
      headers: {
        contentType: headerOf(headers['content-type']),
        contentEncoding: headerOf(headers['content-encoding']),
        retryAfter: headerOf(headers['retry-after']),
        etag: null,
      },
      body: complete ? Buffer.concat(parts) : new Uint8Array(),
      complete,
    }
    settle({ kind: 'answer', answer: raw })
  }
  answer.on('data', (part: Buffer) => {
    size += part.byteLength
    if (size > MAX_ANSWER_BYTES) {
      end(false)
      answer.destroy()
    } else parts.push(part)
  })
  answer.on('end', () => end(answer.complete))
  answer.on('error', () => end(false))
  answer.on('close', () => end(false))
}

/** Sends the request over an open connection. After the timeout the report's `late` waits for a late answer. */
function exchange(
  { socket, reset }: Line,
  url: URL,
  { path, headers, body }: OneShot,
  limits: SendLimits,
  waiting: Set<() => void>,
  clock: Clock,
): Promise<SendReport> {
  return new Promise((resolve) => {
    let settleLate: ((late: Exchange | null) => void) | null = null
    let answered = false
    let begun = false
    let stopLate = (): void => {}
    const giveUp = (): void => settle({ kind: 'broken', cause: 'closed' })
    const settle = (seen: Exchange): void => {
      if (answered) return
      answered = true
      stopTimer()
      stopLate()
      waiting.delete(giveUp)
      if (seen.kind === 'answer') socket.destroy()
      else reset()
      if (settleLate !== null) settleLate(seen.kind === 'answer' ? seen : null)
      else resolve({ exchange: seen, late: null })
    }
    const stopTimer = clock.after(limits.answerMs, () => {
      if (waiting.size >= LATE_MAX) return settle({ kind: 'broken', cause: 'time-out' })
      const late = new Promise<Exchange | null>((fulfil) => (settleLate = fulfil))
      waiting.add(giveUp)
      stopLate = clock.after(limits.lateMs, giveUp)
      resolve({ exchange: { kind: 'broken', cause: 'time-out' }, late })
    })
    // After the answer began, only its own end counts: a body may be terminated by closing the connection.
    const broke = (cause: string) => (): void => {
      if (!begun) settle({ kind: 'broken', cause })
    }
    socket.on('error', broke('reset'))
    socket.on('close', broke('closed'))
    const request = httpRequest(
      {
        method: 'POST',
        path: url.pathname.replace(/\/+$/, '') + path,
        createConnection: () => socket,
        setDefaultHeaders: false,
        headers: {
          host: url.host,
          ...headers,
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          connection: 'close',
        },
      },
      (answer) => {
        begun = true
        readAnswer(answer, settle)
      },
    )
    let interim = 0
    request.on('information', () => {
      interim += 1
      if (interim > MAX_INTERIM_ANSWERS) settle({ kind: 'broken', cause: 'too many interim answers' })
    })
    request.on('error', broke('reset'))
    request.end(body)
  })
}

/** Sends each request over a new socket. */
export class SocketSender implements OneShotSender {
  readonly #url: URL
  readonly #limits: SendLimits
  readonly #opened: SenderPorts['opened']
  readonly #clock: Clock
  /** Ends the wait for each late answer. */
  readonly #waiting = new Set<() => void>()

  constructor(baseUrl: string, limits: SendLimits, { opened, clock = systemClock }: SenderPorts = {}) {
    this.#url = new URL(baseUrl)
    this.#limits = limits
    this.#opened = opened
    this.#clock = clock
  }

  async send(shot: OneShot, beforeBody: () => boolean | Promise<boolean>): Promise<SendReport> {
    let line: Line
    try {
      line = await open(this.#url, this.#limits.connectMs, this.#clock)
    } catch {
      return notSent('no connection')
    }
    const { socket } = line
    const refuse = (): void => {}
    socket.on('error', refuse)
    let go = false
    try {
      go = await beforeBody()
    } catch {
      go = false
    }
    if (!go || socket.destroyed) {
      socket.destroy()
      return notSent(go ? 'closed before the first byte' : 'cancelled before the first byte')
    }
    this.#opened?.(socket)
    return exchange(line, this.#url, shot, this.#limits, this.#waiting, this.#clock)
  }

  close(): void {
    for (const giveUp of this.#waiting) giveUp()
  }
}
