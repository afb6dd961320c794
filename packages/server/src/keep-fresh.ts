// Caches figures of the store: reads them at most every 5 s at any scrape rate, and once for all gauges of a scrape.
import type { Clock } from './ports.ts'

/** Older figures are read again. */
const FRESH_MS = 5_000

/** The figures as last read; `null` when the store did not answer. */
export function keepFresh<Figures>(
  clock: Pick<Clock, 'now'>,
  read: () => Promise<Figures>,
): () => Promise<Figures | null> {
  let readAtMs = Number.NEGATIVE_INFINITY
  let seen: Promise<Figures | null> = Promise.resolve(null)
  return () => {
    if (clock.now() - readAtMs >= FRESH_MS) {
      readAtMs = clock.now()
      seen = read().catch(() => null)
    }
    return seen
  }
}
