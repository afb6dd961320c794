// When the computer is back: on-line again, the page shown again or taken out of the back-forward cache.

/** Calls back on every sign; returns how to stop that. */
export function onWake(callback: () => void): () => void {
  const stop = new AbortController()
  const hear = (): void => {
    if (document.visibilityState === 'visible') callback()
  }
  for (const type of ['online', 'pageshow', 'visibilitychange']) addEventListener(type, hear, stop)
  return () => stop.abort()
}

/** Resolves after `ms`, on abort, or as soon as the computer is back. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      asleep()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const asleep = onWake(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
