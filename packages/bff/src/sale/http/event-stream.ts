// Serializes sales as text/event-stream (WHATWG HTML §9.2): the snapshot, then every event in order with its number as
// `id`, then `end`. A page that reconnects with Last-Event-ID gets each missing event exactly once (P62).
import {
  isSettled,
  type DeskFrame,
  type OrderFrame,
  type Sale,
  type SaleFrame,
  type StaleFrame,
} from '@tapboard/contract'
import { NO_NEWS } from '../sale-result.ts'
import type { Sales } from '../sales.ts'
import type { SaleAccess } from '../../token/access.ts'
import { isEvent } from '../watch/watch.ts'

/** One frame; JSON has no line break, so `data` is one line. */
const writeFrame = (event: string, data: unknown, id: number | null): string =>
  `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** Creates a serializer for sale frames; watchers that share a frame share its text. */
export function createFrameWriter(): (frame: SaleFrame) => string {
  const written = new WeakMap<SaleFrame, string>()
  return (frame) => {
    const known = written.get(frame)
    if (known !== undefined) return known
    const text = writeFrame('sale', frame, frame.number)
    written.set(frame, text)
    return text
  }
}

/** Creates a serializer for complete frames; watchers that share a frame share its text. */
function createWriter<Frame extends object>(event: string): (frame: Frame) => string {
  const written = new WeakMap<Frame, string>()
  return (frame) => {
    const known = written.get(frame)
    if (known !== undefined) return known
    const text = writeFrame(event, frame, null)
    written.set(frame, text)
    return text
  }
}

/** Creates a serializer for order frames. */
export const createOrderWriter = (): ((frame: OrderFrame) => string) => createWriter('order')

/** Creates a serializer for desk frames. */
export const createDeskWriter = (): ((frame: DeskFrame) => string) => createWriter('desk')

/**
 * Yields the text of each frame. The caller creates `frames` first: that call reserves the stream and throws
 * synchronously at a limit, so that the route can still answer with a refusal.
 */
export async function* textsOf<Frame>(
  frames: AsyncIterable<Frame>,
  write: (frame: Frame) => string,
): AsyncGenerator<string> {
  for await (const frame of frames) yield write(frame)
}

/** Yields the order's current frame, then each change. Throws synchronously when a stream limit is reached. */
export function orderEvents(
  sales: Sales,
  access: SaleAccess,
  signal: AbortSignal,
  write: (frame: OrderFrame) => string = createOrderWriter(),
): AsyncIterable<string> {
  return textsOf(sales.watchOrder(access, signal), write)
}

/** Yields the first frame, each event in order, then `end` when the sale is over. */
async function* framesOf(
  first: string | null,
  settled: boolean,
  watched: AsyncIterable<SaleFrame | StaleFrame>,
  write: (frame: SaleFrame) => string,
): AsyncGenerator<string> {
  if (first !== null) yield first
  let over = settled
  for await (const frame of watched) {
    if (!isEvent(frame)) {
      yield writeFrame('stale', frame, null)
      continue
    }
    over = isSettled(frame.sale.state)
    yield write(frame)
  }
  if (over) yield writeFrame('end', {}, null)
}

/**
 * Yields the frames for a page whose last event is `last` (`null`: no event). A page that misses events gets those events
 * and no snapshot: events after a newer snapshot would move the sale backwards. Throws synchronously when a
 * stream limit is reached.
 */
export function saleEvents(
  sales: Sales,
  access: SaleAccess,
  snapshot: Sale,
  last: number | null,
  signal: AbortSignal,
  write: (frame: SaleFrame) => string = createFrameWriter(),
): AsyncIterable<string> {
  const resumes = last !== null && last < snapshot.version
  const after = resumes ? last : snapshot.version
  // A page that resumes always gets the current `staleSinceMs`: in a stale frame, or in its first event.
  const watched = sales.watch(access, snapshot.id, after, signal, resumes ? NO_NEWS : snapshot)
  const first = resumes ? null : writeFrame('snapshot', { sale: snapshot }, snapshot.version)
  return framesOf(first, isSettled(snapshot.state), watched, write)
}
