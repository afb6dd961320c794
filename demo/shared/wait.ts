// Waiting for a time or a state, until a signal aborts.

const LOOK_MS = 100

/** Resolves after a time; rejects with the reason when `signal` aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

/** Resolves when `holds` is true; it is asked ten times a second. */
export async function until(holds: () => boolean, signal: AbortSignal): Promise<void> {
  while (!holds()) await pause(LOOK_MS, signal)
}
