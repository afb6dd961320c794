// Opens the event streams of sales, orders and desks.
import { refuse, type Refusal } from '../../refusal.ts'
import type { CallingPage } from '../../http/call.ts'
import type { Streams } from '../../http/streams.ts'
import { isTooManyStreams } from '../watch/channels.ts'

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // A buffering proxy would hold the events back (P63).
  'x-accel-buffering': 'no',
}

/** The answer of a route with an event stream. */
interface StreamReply {
  readonly ok: true
  readonly status: 200
  readonly body: ReadableStream<Uint8Array>
  readonly headers: Readonly<Record<string, string>>
}

/** Opens an event stream, or refuses it with `detail` at the limit of watchers. `withToken` ends it with the page's token. */
export function openStream(
  streams: Streams,
  page: CallingPage,
  events: (stop: AbortSignal) => AsyncIterable<string>,
  signal: AbortSignal,
  detail: string,
  withToken?: 'withToken',
): StreamReply | Refusal {
  try {
    const opened = streams.open(page, events, signal, withToken)
    return opened.ok ? { ok: true, status: 200, body: opened.body, headers: STREAM_HEADERS } : opened
  } catch (error) {
    if (!isTooManyStreams(error)) throw error
    return refuse('too-many-streams', detail, { retryAfterSeconds: 5 })
  }
}
