// Remembers in which span durable work began, so that later steps of it join the trace. The memory belongs to this process: after a
// restart, or in another instance, later steps are traces of their own, and an attribute with the ID of the work finds all of them.
import type { SpanIdentity } from './open-telemetry.ts'
import type { Tracing } from './tracing.ts'

/** Remembered works: those of the last hours in a busy shop, in about 3 MB. */
const REMEMBERED_MAX = 10_000

/** The spans in which works began. */
export interface TraceOrigins {
  /** The work with this ID begins in the active span; a no-op without one. */
  remember(id: string): void
  /** The span in which it began; `null` if this process does not know it. */
  of(id: string): SpanIdentity | null
}

/** Creates a memory of the newest `max` works. */
export function createTraceOrigins(tracing: Tracing, max = REMEMBERED_MAX): TraceOrigins {
  const origins = new Map<string, SpanIdentity>()
  return {
    remember(id) {
      const active = tracing.active()
      if (active === null) return
      origins.set(id, active)
      const [oldest] = origins.keys()
      if (origins.size > max && oldest !== undefined) origins.delete(oldest)
    },
    of: (id) => origins.get(id) ?? null,
  }
}
