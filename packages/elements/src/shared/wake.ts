// Visibility and connection of the page: shown, hidden, on line again, restored from the back-forward cache.

/** True while the page is hidden. A form or an image named `hidden` replaces the property by itself. */
export const isHidden = (): boolean => document.hidden === true

/** Calls back on each such change; returns the function that removes the listeners. */
export function onTurn(callback: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'pageshow', 'visibilitychange']) addEventListener(type, callback, stop)
  return () => stop.abort()
}

/** Resolves after `ms`, on abort, or on the next such change. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = onTurn(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })

/**
 * While `due` holds, calls `act` when the page becomes visible or on line, and `tick` once a second. Returns the function that
 * stops both.
 */
export function onFault(due: () => boolean, act: () => unknown, tick: () => void): () => void {
  const asleep = onTurn(() => !isHidden() && due() && act())
  const timer = setInterval(() => due() && tick(), 1000)
  return () => {
    asleep()
    clearInterval(timer)
  }
}
