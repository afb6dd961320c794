// The lifecycle of this process. Draining is one-way: new sales and streams go to another instance, running work finishes.
import { refuse, type Refusal } from '../refusal.ts'

/** The state of the process. */
export interface Lifecycle {
  drain(): void
  /** Returns the refusal while draining, or `null`. */
  refusal(): Refusal | null
}

/** Creates the lifecycle of a process that accepts work. */
export function createLifecycle(): Lifecycle {
  let draining = false
  return {
    drain() {
      draining = true
    },
    refusal: () =>
      draining
        ? refuse(
            'draining',
            'Send the request again: another instance, or this one after its restart, will handle it.',
            {
              retryAfterSeconds: 2,
            },
          )
        : null,
  }
}
