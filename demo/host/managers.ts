// Who at the shop may decide what became of a sale of unknown result: whoever knows the PIN, for ten minutes. Judged here on
// the server; the page shows a form and holds nothing but a cookie that its scripts cannot read.
import { sameBytes, sha256 } from '@tapboard/store/crypto'

/** A sign-in ends by itself: the next person at the till must not decide in this one's name. */
const SIGNED_IN_MS = 10 * 60_000
/** Wrong PINs in a row before everybody waits: 10,000 PINs would take more than a week. */
const TRIES = 5
const WAIT_MS = 5 * 60_000
/** People signed in at once; the one signed in the longest goes first. */
const MAX_SIGNED_IN = 20

/** What signing in came to. */
export type SignIn =
  | { readonly ok: true; readonly session: string; readonly seconds: number }
  | { readonly ok: false; readonly waitSeconds: number }

/** The managers of a shop. */
export interface Managers {
  signIn(pin: unknown): SignIn
  signOut(session: string | undefined): void
  /** ID of the person of a session, or `null`. */
  personOf(session: string | undefined): string | null
}

/** Knows one manager by the PIN. `now` is milliseconds since 1970; `name` makes a session nobody can guess. */
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
