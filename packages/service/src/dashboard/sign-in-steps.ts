// The steps that all ways to sign in to the dashboard share: count the attempt, check the password in constant time, open a
// session.
import type { Session } from '@tapboard/contract/dashboard'
import type { Log } from '../ports.ts'
import type { Attempts, Subject } from '../account/attempts.ts'
import type { BrowserSessions, NewSession, Proof, SignedIn } from './browser-sessions.ts'
import type { Browser } from './call.ts'
import { normalizePassword, type Passwords } from './passwords.ts'
import { refuseDashboard, type DashboardRefusal } from './refusal.ts'
import type { NewSignIn } from './user-links.ts'
import type { User, UserRepository } from './users.ts'

interface SignInStepsDeps {
  readonly sessions: BrowserSessions
  readonly users: Pick<UserRepository, 'useLink'>
  readonly attempts: Attempts
  readonly passwords: Passwords
  readonly log: Log
}

/** The refusal of a wrong name or password. */
export const wrongCredentials = (): DashboardRefusal =>
  refuseDashboard('wrong-credentials', 'The name or the password is wrong. Check both and try again.')

/** The refusal of a link that was used or has expired. */
export const linkEnded = (): DashboardRefusal =>
  refuseDashboard(
    'link-ended',
    'This link was used or has expired. Ask an owner of your account or the operator of the service for a new one.',
  )

/** The answer about a session. */
export const sessionOf = ({ user, account, expiresAtMs }: SignedIn): Session => ({
  user: { id: user.id, name: user.name, role: user.role, hasPassword: user.hasPassword },
  account,
  expiresAtMs,
})

/** The refusal of too many attempts; `waitS` is the time in seconds until the next one. */
function tooMany(waitS: number): DashboardRefusal {
  const minutes = Math.ceil(waitS / 60)
  const after = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return refuseDashboard('too-many', `There were too many attempts. Try again in ${after}.`, {
    retryAfterS: waitS,
  })
}

/** Counts attempts, checks passwords and opens sessions. */
export class SignInSteps {
  readonly #deps: SignInStepsDeps
  #decoy: Promise<string> | null = null

  constructor(deps: SignInStepsDeps) {
    this.#deps = deps
  }

  /** Verifies against a dummy hash if the person has none, so that the response time reveals no names. */
  async verify(password: string, hash: string | null): Promise<boolean> {
    const { passwords } = this.#deps
    this.#decoy ??= passwords.hash('no person has this password')
    const good = await passwords.verify(normalizePassword(password), hash ?? (await this.#decoy))
    return good && hash !== null
  }

  /** Counts an attempt; a refusal if there were too many. */
  async count(...subjects: readonly Subject[]): Promise<DashboardRefusal | null> {
    const waitS = await this.#deps.attempts.count(subjects)
    return waitS === null ? null : tooMany(waitS)
  }

  /** Opens a session for what the person has proved. */
  openSession(user: User, browser: Browser, proof: Proof): Promise<Session | DashboardRefusal> {
    const { sessions } = this.#deps
    return this.#enter(user, browser, () => sessions.open(user.id, proof), wrongCredentials)
  }

  /** Uses a link and opens a session in one transaction: another link that is used at the same moment ends the session, or this link. */
  useLink(
    token: string,
    user: User,
    wanted: NewSignIn | null,
    browser: Browser,
  ): Promise<Session | DashboardRefusal> {
    const { sessions, users } = this.#deps
    const open = () => users.useLink(token, user.id, wanted, (trx) => sessions.openIn(trx, user.id))
    return this.#enter(user, browser, open, linkEnded)
  }

  /** Gives the browser the session that `open` opens, and ends the one of its cookie. */
  async #enter(
    user: User,
    browser: Browser,
    open: () => Promise<NewSession | null>,
    refusal: () => DashboardRefusal,
  ): Promise<Session | DashboardRefusal> {
    const { sessions, log } = this.#deps
    const opened = await open()
    if (opened === null) return refusal()
    if (browser.token !== null) await sessions.end(browser.token)
    browser.setSession(opened)
    const person = await sessions.find(opened.token)
    log.info({ userId: user.id, accountId: user.accountId }, 'a person signed in')
    return person === null ? wrongCredentials() : sessionOf(person)
  }
}
