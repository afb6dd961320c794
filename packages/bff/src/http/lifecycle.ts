// The lifecycle of this process. It leaves, then drains; both are one-way. Draining, new sales and streams go to another instance, and
// running work finishes.
import type { Clock } from '../ports.ts'
import { refuse, type Refusal } from '../refusal.ts'

/**
 * How long a leaving process still does all work. HAProxy needs two checks for it, a second apart, and Caddy one. A proxy that has
 * not noticed would send a request on a connection that is being closed, and could not repeat it.
 */
const NOTICE_MS = 3_000

/** The state of the process. */
export interface Lifecycle {
  /** From now on the process is not ready, so that proxies choose another instance. It still does all work. */
  leave(): void
  drain(): void
  /** Returns the refusal of readiness while leaving or draining, or `null`. */
  unready(): Refusal | null
  /** Returns the refusal of work while draining, or `null`. */
  refusal(): Refusal | null
}

const draining = (): Refusal =>
  refuse(
    'draining',
    'Send the request again: another instance, or this one after its restart, will handle it.',
    { retryAfterSeconds: 2 },
  )

/** Creates the lifecycle of a process that accepts work. */
export function createLifecycle(): Lifecycle {
  let isLeaving = false
  let isDraining = false
  return {
    leave() {
      isLeaving = true
    },
    drain() {
      isLeaving = true
      isDraining = true
    },
    unready: () => (isLeaving ? draining() : null),
    refusal: () => (isDraining ? draining() : null),
  }
}

/** Resolves when proxies that check the readiness once a second send requests to other instances only. */
export const untilNoticed = (clock: Pick<Clock, 'after'>): Promise<void> =>
  new Promise((resolve) => void clock.after(NOTICE_MS, resolve))
