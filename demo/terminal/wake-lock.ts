// Keeps the screen of a terminal on while its page is visible. Browsers release the lock of a hidden page.

/** The part of a browser's wake lock that is used. */
export interface ScreenLocks {
  request(type: 'screen'): Promise<{ readonly released: boolean; release(): Promise<void> }>
}

/** The part of a document that is used. */
type VisiblePage = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Keeps the screen on until the result is called. A browser without locks, or one that refuses, changes nothing. */
export function keepAwake(page: VisiblePage, locks: ScreenLocks | undefined): () => void {
  let held: Awaited<ReturnType<ScreenLocks['request']>> | null = null
  let asking = false
  let ended = false
  const hold = async (): Promise<void> => {
    if (asking || page.visibilityState !== 'visible' || held?.released === false) return
    asking = true
    held = (await locks?.request('screen').catch(() => null)) ?? null
    asking = false
    if (ended) await held?.release()
  }
  const seen = (): void => void hold()
  page.addEventListener('visibilitychange', seen)
  seen()
  return () => {
    ended = true
    page.removeEventListener('visibilitychange', seen)
    void held?.release()
  }
}
