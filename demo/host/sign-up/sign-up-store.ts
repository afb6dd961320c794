// Stores the partner's sign-ups as JSON: the applicant's reference (never a name) and its browsers. A browser
// is identified by the hash of a cookie; a code opens the same sign-up in another browser for a while.
import { sha256, toBase64url } from '@tapboard/store/crypto'
import * as z from 'zod/mini'
import type { StoredText } from '../stored-text.ts'
import { isSignUpScenario, type SignUpScenario } from './scenarios.ts'

/** A sign-up of the partner's server. */
export interface SignUp {
  /** The applicant's reference at the BFF. */
  readonly applicant: string
  readonly scenario: SignUpScenario
  readonly createdAtMs: number
}

export interface SignUpStore {
  /** Finds a sign-up by its reference, if this browser may see it. */
  find(session: string | undefined, applicant: string): SignUp | undefined
  /** Finds the newest sign-up of a browser. */
  newest(session: string | undefined): SignUp | undefined
  add(session: string, scenario: SignUpScenario): SignUp
  /** Creates a code that opens the sign-up in other browsers for half an hour. */
  invite(applicant: string): string
  /** Adds a browser by a code. */
  join(session: string, code: string): SignUp | undefined
}

/** Maximum number of sign-ups; the oldest are dropped. */
const KEPT = 200
/** Maximum number of browsers per sign-up; the first one is dropped. */
const BROWSERS = 8
const INVITED_MS = 30 * 60_000
const INVITES = 50

const Book = z.object({
  next: z.int(),
  signUps: z.array(
    z.object({
      applicant: z.string(),
      scenario: z.custom<SignUpScenario>(isSignUpScenario),
      createdAtMs: z.number(),
      /** SHA-256 of the browsers' cookies. */
      browsers: z.array(z.string()),
    }),
  ),
})

type Row = z.infer<typeof Book>['signUps'][number]

const digest = (session: string): string => toBase64url(sha256(session))
const view = ({ applicant, scenario, createdAtMs }: Row): SignUp => ({ applicant, scenario, createdAtMs })

/** Opens the stored sign-ups. `now` is in ms since 1970; `name` creates an unguessable code. */
export function openSignUpStore(kept: StoredText, now: () => number, name: () => string): SignUpStore {
  const text = kept.read()
  let { next, signUps } = text === null ? { next: 2001, signUps: [] } : Book.parse(JSON.parse(text))
  const invites = new Map<string, { readonly applicant: string; readonly untilMs: number }>()

  const keep = (rows: readonly Row[]): void => {
    signUps = rows.slice(-KEPT)
    kept.write(JSON.stringify({ next, signUps }, null, 1))
  }
  const isOf = (row: Row, session: string | undefined): boolean =>
    session !== undefined && row.browsers.includes(digest(session))

  return {
    find(session, applicant) {
      const row = signUps.find((one) => one.applicant === applicant && isOf(one, session))
      return row && view(row)
    },
    newest(session) {
      const row = signUps.findLast((one) => isOf(one, session))
      return row && view(row)
    },
    add(session, scenario) {
      const row: Row = {
        applicant: `T-${next}`,
        scenario,
        createdAtMs: now(),
        browsers: [digest(session)],
      }
      next += 1
      keep([...signUps, row])
      return view(row)
    },
    invite(applicant) {
      const oldest = invites.size >= INVITES ? invites.keys().next().value : undefined
      if (oldest !== undefined) invites.delete(oldest)
      const code = name()
      invites.set(code, { applicant, untilMs: now() + INVITED_MS })
      return code
    },
    join(session, code) {
      const invite = invites.get(code)
      const row =
        invite === undefined || invite.untilMs <= now()
          ? undefined
          : signUps.find((one) => one.applicant === invite.applicant)
      if (row === undefined) return undefined
      if (!isOf(row, session)) {
        const browsers = [...row.browsers, digest(session)].slice(-BROWSERS)
        keep(signUps.map((one) => (one === row ? { ...row, browsers } : one)))
      }
      return view(row)
    },
  }
}
