// Managers of the shop, who may decide about a sale of unknown outcome: authenticated by a PIN for ten
// minutes. The server checks it; the page only shows a form and holds an HttpOnly cookie.
import { sameBytes, sha256 } from '@tapboard/store/crypto'

/** A session expires, so that the next person at the till cannot use it. */
const SIGNED_IN_MS = 10 * 60_000
/** Consecutive wrong PINs before a lock-out: 10,000 PINs would take more than a week. */
const TRIES = 5
const WAIT_MS = 5 * 60_000
/** Maximum number of sessions; the oldest is dropped. */
const MAX_SIGNED_IN = 20

type SignIn =
  | { readonly ok: true; readonly session: string; readonly seconds: number }
  | { readonly ok: false; readonly waitSeconds: number }

/** The managers of a shop. */
export interface Managers {
  signIn(pin: unknown): SignIn
  signOut(session: string | undefined): void
  /** ID of a session's manager, or `null`. */
  personOf(session: string | undefined): string | null
}

/**
 * Creates the managers of a shop with one PIN. `now` is in ms since 1970; `name` creates an unguessable session
 * ID.
 */
export function createManagers(pin: string, now: () => number, name: () => string): Managers {
  const right = sha256(pin)
  const signedIn = new Map<string, number>()
  let wrong = 0
  let closedUntilMs = 0
  return {
    signIn(given) {
      const waitMs = closedUntilMs - now()
      if (waitMs > 0) return { ok: false, waitSeconds: Math.ceil(waitMs / 1000) }
      if (typeof given !== 'string' || !sameBytes(sha256(given), right)) {
        wrong = (wrong + 1) % TRIES
        if (wrong === 0) closedUntilMs = now() + WAIT_MS
        return { ok: false, waitSeconds: wrong === 0 ? WAIT_MS / 1000 : 0 }
      }
      wrong = 0
      const session = name()
      signedIn.set(session, now() + SIGNED_IN_MS)
      const oldest = signedIn.size > MAX_SIGNED_IN ? signedIn.keys().next().value : undefined
      if (oldest !== undefined) signedIn.delete(oldest)
      return { ok: true, session, seconds: SIGNED_IN_MS / 1000 }
    },
    signOut: (session) => void signedIn.delete(session ?? ''),
    personOf: (session) => ((signedIn.get(session ?? '') ?? 0) > now() ? 'manager' : null),
  }
}
