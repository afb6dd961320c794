// When the page comes and goes: shown, hidden, on-line again, taken out of the back-forward cache.

/** Nobody looks at the page. */
export const isHidden = (): boolean => document.hidden

/** Calls back whenever the page comes or goes; returns how to stop that. */
export function onTurn(callback: () => void): () => void {
  const stop = new AbortController()
  for (const type of ['online', 'pageshow', 'visibilitychange']) addEventListener(type, callback, stop)
  return () => stop.abort()
}

/** Resolves after `ms`, on abort, or as soon as the page comes or goes. */
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

/** Calls `act` when the page is shown or on line again while `due` holds, and `tick` once a second; returns how to stop that. */
export function onFault(due: () => boolean, act: () => unknown, tick: () => void): () => void {
  const asleep = onTurn(() => !isHidden() && due() && act())
  const timer = setInterval(() => due() && tick(), 1000)
  return () => {
    asleep()
    clearInterval(timer)
  }
}
