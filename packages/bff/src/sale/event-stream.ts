// What a page reads of one sale, as text/event-stream (WHATWG HTML §9.2): the snapshot, then every event in order with
// its number as `id`, then `end`. A page that comes back with Last-Event-ID misses nothing and sees nothing twice (P62).
import { isSettled, type Sale } from '@tapboard/contract'
import type { SaleAccess, Sales } from './sales.ts'

/** One frame; JSON has no line break, so `data` is one line. */
export const writeFrame = (event: string, data: unknown, id: number | null): string =>
  `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/**
 * The frames for a page that has event `last` (`null`: none). A page that misses events gets those first and no
 * snapshot: a snapshot ahead of them would make the sale run backwards (INV-10).
 */
export async function* saleEvents(
  sales: Sales,
  access: SaleAccess,
  snapshot: Sale,
  last: number | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const resumes = last !== null && last < snapshot.version
  const after = resumes ? last : snapshot.version
  if (!resumes) yield writeFrame('snapshot', { sale: snapshot }, snapshot.version)
  if (!resumes && isSettled(snapshot.state)) {
    yield writeFrame('end', {}, null)
    return
  }
  let { state } = snapshot
  for await (const frame of sales.watch(access, snapshot.id, after, signal)) {
    ;({ state } = frame.sale)
    yield writeFrame('sale', frame, frame.number)
  }
  if (isSettled(state)) yield writeFrame('end', {}, null)
}
