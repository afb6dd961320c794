// The lifecycle of this process. It leaves, then drains; both are one-way. Draining, new sales and streams go to another instance, and
// running work finishes.
import { refuse, type Refusal } from '../refusal.ts'

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
