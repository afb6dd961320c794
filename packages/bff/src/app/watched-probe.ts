// Logs the loss and the return of the store once each, with the code of the cause, for the operator who reads the log at night.
import type { Log } from '../ports.ts'

/** The code of an error or of its cause: an SQLSTATE, a code of SQLite or of the network; `timeout` for a store that hangs. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && code !== 'store-unavailable' ? code : 'timeout'
}

/** A probe of the store whose first failure and first success after it are logged. */
export function watchProbe(probe: () => Promise<void>, log: Log): () => Promise<void> {
  let isDown = false
  return async () => {
    try {
      await probe()
    } catch (error) {
      if (!isDown)
        log.error({ code: 'store-down', reason: causeOf(error) }, 'the store commits nothing; not ready')
      isDown = true
      throw error
    }
    if (isDown) log.info({ code: 'store-works' }, 'the store commits again')
    isDown = false
  }
}
