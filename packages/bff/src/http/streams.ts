// Event streams of this process: how many may be open, how much may wait for a slow reader, heartbeats, and their clean
// end when the process drains (INV-17, P83, P84). What the events are, the caller says.
import type { Clock } from '../ports.ts'
import { refuse, type Refusal } from '../refusal.ts'

/** Interval of heartbeat comments: proxies and pages close a stream that is silent for 35 s. */
const HEARTBEAT_MS = 15_000
/** A stream is closed when its reader has not emptied the buffer for this time. */
const STALL_MS = 30_000

/** Dependencies and limits of a registry. */
export interface StreamOptions {
  readonly clock: Clock
  /** Streams that may be open. */
  readonly max: number
  /** Bytes that may wait for one reader. */
  readonly bufferBytes: number
}

/** The open streams. */
export interface Streams {
  /**
   * Opens a stream that carries what `source` yields, until it ends, the reader goes, or the process drains. What
   * `source` throws when it is called, `open` throws.
   */
  open(
    source: (signal: AbortSignal) => AsyncIterable<string>,
    gone: AbortSignal,
  ): { readonly ok: true; readonly body: ReadableStream<Uint8Array> } | Refusal
  /** Ends all streams with a comment, so that pages reconnect elsewhere. */
  drain(): void
  /** Streams open now. */
  readonly size: number
}

interface Writer {
  /** False once the stream has ended: nothing more is wanted. */
  write(text: string): boolean
  /** Ends it: cleanly, because the reader has cancelled it, or with a fault that tears the connection down. */
  end(how: 'closed' | 'cancelled' | Error): void
}

/** A registry of streams. */
export function createStreams(options: StreamOptions): Streams {
  const { clock, max, bufferBytes } = options
  const live = new Set<Writer>()
  const encoder = new TextEncoder()

  const createWriter = (
    controller: ReadableStreamDefaultController<Uint8Array>,
    abort: AbortController,
  ): Writer => {
    let emptyAtMs = clock.now()
    let cancelTimer: (() => void) | null = null
    const writer: Writer = {
      write(text) {
        if (!live.has(writer)) return false
        const nowMs = clock.now()
        const waiting = bufferBytes - (controller.desiredSize ?? bufferBytes)
        if (waiting <= 0) emptyAtMs = nowMs
        const bytes = encoder.encode(text)
        if (waiting > 0 && (waiting + bytes.length > bufferBytes || nowMs - emptyAtMs >= STALL_MS)) {
          writer.end(new Error('the reader is too slow'))
          return false
        }
        controller.enqueue(bytes)
        beat()
        return true
      },
      end(how) {
        if (!live.delete(writer)) return
        cancelTimer?.()
        abort.abort()
        if (how === 'closed') controller.close()
        else if (how !== 'cancelled') controller.error(how)
      },
    }
    const beat = (): void => {
      cancelTimer?.()
      cancelTimer = clock.after(HEARTBEAT_MS, () => void writer.write(': \n\n'))
    }
    return writer
  }

  const pump = async (writer: Writer, texts: AsyncIterable<string>): Promise<void> => {
    try {
      for await (const text of texts) if (!writer.write(text)) return
      writer.end('closed')
    } catch {
      // The ledger could not be read: cut, so that the page comes back with its Last-Event-ID and loses nothing.
      writer.end(new Error('the source of the stream failed'))
    }
  }

  return {
    open(source, gone) {
      if (live.size >= max) {
        const detail = 'This server has no stream left; read the sale with GET /v1/sales/{id} and try again.'
        return refuse('too-many-streams', detail, { retryAfterSeconds: 5 })
      }
      const abort = new AbortController()
      const texts = source(abort.signal)
      let writer: Writer | null = null
      const leave = (): void => writer?.end('closed')
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            writer = createWriter(controller, abort)
            live.add(writer)
            writer.write(': open\n\n')
            void pump(writer, texts)
          },
          cancel: () => writer?.end('cancelled'),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
      )
      if (gone.aborted) leave()
      else {
        gone.addEventListener('abort', leave, { once: true })
        abort.signal.addEventListener('abort', () => gone.removeEventListener('abort', leave), { once: true })
      }
      return { ok: true, body }
    },
    drain() {
      for (const writer of live) {
        writer.write(': draining\n\n')
        writer.end('closed')
      }
    },
    get size() {
      return live.size
    },
  }
}
