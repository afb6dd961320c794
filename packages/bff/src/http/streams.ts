// Event streams of this process: their limits, the buffer of a slow reader, heartbeats, and their clean end when the
// process drains or the key of their token is revoked (INV-17, P83, P84). The caller supplies the events.
import type { Clock } from '../ports.ts'
import { refuse, type Refusal } from '../refusal.ts'
import type { CallingPage } from './call.ts'
import type { FullShare, Shares } from '../token/shares.ts'

/** Interval of heartbeat comments: proxies and pages close a stream that is silent for 35 s. */
const HEARTBEAT_MS = 15_000
/** A stream is closed when its reader has not emptied the buffer for this time. */
const STALL_MS = 30_000

/** Dependencies and limits of a registry. */
interface StreamOptions {
  readonly clock: Clock
  /** The open streams, in total, per merchant and per page. */
  readonly shares: Shares
  /** Returns true while the key with this ID is not revoked. */
  readonly isKey: (kid: string) => boolean
  /** Maximum number of buffered bytes per reader. */
  readonly bufferBytes: number
}

export interface Streams {
  /**
   * Opens a stream of the texts of `source` until it ends, the reader disconnects, the key of the page's token is revoked,
   * or the process drains; with `withToken` also until the page's token ends. Rethrows an error of the call of `source`.
   */
  open(
    page: CallingPage,
    source: (signal: AbortSignal) => AsyncIterable<string>,
    gone: AbortSignal,
    withToken?: 'withToken',
  ): { readonly ok: true; readonly body: ReadableStream<Uint8Array> } | Refusal
  /** Ends all streams with a comment, so that pages reconnect elsewhere. */
  drain(): void
  /** Ends the streams of tokens that this key signed. */
  endOf(kid: string): void
  readonly size: number
}

/** The queue of one reader, which closes a stream that is not read in time. */
class Writer {
  readonly #clock: Clock
  readonly #bufferBytes: number
  readonly #controller: ReadableStreamDefaultController<Uint8Array>
  readonly #ended: () => void
  readonly #encoder = new TextEncoder()
  #open = true
  #emptyAtMs: number
  #cancelHeartbeat: (() => void) | null = null

  /** `ended` is called once, before the stream is closed. */
  constructor(
    { clock, bufferBytes }: StreamOptions,
    controller: ReadableStreamDefaultController<Uint8Array>,
    ended: () => void,
  ) {
    this.#clock = clock
    this.#bufferBytes = bufferBytes
    this.#controller = controller
    this.#ended = ended
    this.#emptyAtMs = clock.now()
  }

  /** False once the stream has ended. */
  write(text: string): boolean {
    if (!this.#open) return false
    const nowMs = this.#clock.now()
    const waiting = this.#bufferBytes - (this.#controller.desiredSize ?? this.#bufferBytes)
    if (waiting <= 0) this.#emptyAtMs = nowMs
    const bytes = this.#encoder.encode(text)
    if (waiting > 0 && (waiting + bytes.length > this.#bufferBytes || nowMs - this.#emptyAtMs >= STALL_MS)) {
      this.end(new Error('the reader is too slow'))
      return false
    }
    this.#controller.enqueue(bytes)
    this.#cancelHeartbeat?.()
    this.#cancelHeartbeat = this.#clock.after(HEARTBEAT_MS, () => void this.write(': \n\n'))
    return true
  }

  /** Ends the stream: cleanly, by the reader's cancel, or with a fault that aborts the connection. */
  end(how: 'closed' | 'cancelled' | Error): void {
    if (!this.#open) return
    this.#open = false
    this.#cancelHeartbeat?.()
    this.#ended()
    if (how === 'closed') this.#controller.close()
    else if (how !== 'cancelled') this.#controller.error(how)
  }

  /** Writes each text until the source or the stream ends. */
  async pump(texts: AsyncIterable<string>): Promise<void> {
    try {
      for await (const text of texts) if (!this.write(text)) return
      this.end('closed')
    } catch {
      // The ledger could not be read: abort, so that the page reconnects with its Last-Event-ID and loses nothing.
      this.end(new Error('the source of the stream failed'))
    }
  }
}

const FULL: Readonly<Record<FullShare, string>> = {
  total: 'This server has no stream left',
  merchant: 'The pages of this merchant have no stream left',
  key: 'This page has no stream left',
}

class OpenStreams implements Streams {
  readonly #options: StreamOptions
  readonly #live = new Map<Writer, CallingPage>()

  constructor(options: StreamOptions) {
    this.#options = options
  }

  open(...[page, source, gone, withToken]: Parameters<Streams['open']>): ReturnType<Streams['open']> {
    const { bufferBytes, isKey, shares } = this.#options
    // The key can be revoked between the check of the token and this call.
    if (!isKey(page.kid)) return refuse('token-invalid', 'Ask the host for a new token: its key was revoked.')
    const full = shares.take(page)
    if (full !== null) {
      const detail = `${FULL[full]}; read the sale with GET /v1/sales/{id} and try again.`
      return refuse('too-many-streams', detail, { retryAfterSeconds: 5 })
    }
    const abort = new AbortController()
    const texts = this.#callSource(page, () => source(abort.signal))
    let writer: Writer | null = null
    const leave = (): void => writer?.end('closed')
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          writer = this.#begin(page, controller, abort)
          if (withToken !== undefined) this.#endWithToken(writer, page, abort.signal)
          void writer.pump(texts)
        },
        cancel: () => writer?.end('cancelled'),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
    )
    if (gone.aborted) leave()
    else gone.addEventListener('abort', leave, { signal: abort.signal })
    return { ok: true, body }
  }

  /** Calls the source, which throws at a limit of watchers. */
  #callSource(page: CallingPage, call: () => AsyncIterable<string>): AsyncIterable<string> {
    try {
      return call()
    } catch (error) {
      this.#options.shares.giveBack(page)
      throw error
    }
  }

  #begin(
    page: CallingPage,
    controller: ReadableStreamDefaultController<Uint8Array>,
    abort: AbortController,
  ): Writer {
    const writer: Writer = new Writer(this.#options, controller, () => {
      this.#live.delete(writer)
      this.#options.shares.giveBack(page)
      abort.abort()
    })
    this.#live.set(writer, page)
    writer.write(': open\n\n')
    return writer
  }

  /** Ends a stream together with the token of its page, so that the page asks its server again. */
  #endWithToken(writer: Writer, { untilMs }: CallingPage, ended: AbortSignal): void {
    const { clock } = this.#options
    const cancel = clock.after(Math.max(0, untilMs - clock.now()), () => this.#close(writer, 'token expired'))
    ended.addEventListener('abort', cancel)
  }

  drain(): void {
    for (const writer of this.#live.keys()) this.#close(writer, 'draining')
  }

  endOf(kid: string): void {
    for (const [writer, page] of this.#live) if (page.kid === kid) this.#close(writer, 'key revoked')
  }

  /** Ends a stream with a comment, so that its page reconnects. */
  #close(writer: Writer, reason: string): void {
    writer.write(`: ${reason}\n\n`)
    writer.end('closed')
  }

  get size(): number {
    return this.#live.size
  }
}

export const createStreams = (options: StreamOptions): Streams => new OpenStreams(options)
