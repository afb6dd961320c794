// The partner's sign-ups in one JSON text: who applies (a reference, never a name), from which browsers. A browser is known
// by a cookie that no script reads; the text has its hash. A code leads another browser to the same sign-up for a while.
import { sha256, toBase64url } from '@tapboard/store/crypto'
import * as z from 'zod/mini'
import type { Kept } from '../kept.ts'
import { isSignUpScenario, type SignUpScenario } from './scenarios.ts'

/** A person who signs up, as the partner's server knows them. */
export interface SignUp {
  /** The reference that the BFF knows the applicant by. */
  readonly applicant: string
  readonly scenario: SignUpScenario
  readonly createdAtMs: number
}

/** The partner's sign-ups. */
export interface SignUpBook {
  /** The sign-up of that reference, where this browser may see it. */
  find(session: string | undefined, applicant: string): SignUp | undefined
  /** The newest sign-up of a browser. */
  newest(session: string | undefined): SignUp | undefined
  /** Begins one. */
  add(session: string, scenario: SignUpScenario): SignUp
  /** A code that opens the sign-up in other browsers for half an hour. */
  invite(applicant: string): string
  /** Lets a browser in by a code. */
  join(session: string, code: string): SignUp | undefined
}

/** Sign-ups kept; the oldest leave, so that the file never grows without end. */
const KEPT = 200
/** Browsers of one sign-up; the one that joined first leaves. */
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
      /** SHA-256 of their cookies. */
      browsers: z.array(z.string()),
    }),
  ),
})

type Row = z.infer<typeof Book>['signUps'][number]

const digest = (session: string): string => toBase64url(sha256(session))
const view = ({ applicant, scenario, createdAtMs }: Row): SignUp => ({ applicant, scenario, createdAtMs })

/** Opens the kept book. `now` is milliseconds since 1970; `name` makes a code nobody can guess. */
export function openSignUpBook(kept: Kept, now: () => number, name: () => string): SignUpBook {
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
