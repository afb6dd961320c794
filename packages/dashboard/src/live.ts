// Follows the account: a stream of notices, and a read every few seconds as long as the page is visible.

/** Notices of one burst lead to one read. */
const BURST_MS = 150

/** Interval of reads; the status of a terminal also changes by silence. */
const READ_MS = 10_000

/** Calls `changed` after changes, until the result is called. */
export function followAccount(url: string, changed: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const soon = (): void => {
    if (document.hidden) return
    waiting ??= setTimeout(() => {
      waiting = undefined
      changed()
    }, BURST_MS)
  }
  const source = new EventSource(url)
  source.addEventListener('transaction', soon)
  source.addEventListener('terminal', soon)
  const timer = setInterval(soon, READ_MS)
  document.addEventListener('visibilitychange', soon)
  return () => {
    source.close()
    clearInterval(timer)
    clearTimeout(waiting)
    document.removeEventListener('visibilitychange', soon)
  }
}
