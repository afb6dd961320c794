// Handlers of signing in. An unknown name costs as much time as a wrong password and gets the same answer.
import type { Session, SIGN_IN_ROUTES } from '@tapboard/contract/dashboard'
import type { Log } from '../ports.ts'
import { byAddress, byName, type Attempts, type Subject } from './attempts.ts'
import type { BrowserSessions, SignedIn } from './browser-sessions.ts'
import type { Browser, HandlersOf } from './call.ts'
import { normalizePassword, passwordFault, type Passwords } from './passwords.ts'
import { refuseDashboard, type DashboardRefusal } from './refusal.ts'
import { nameKeyOf, userOf, type User, type UserRepository } from './users.ts'

/** Dependencies of the handlers. */
export interface SignInDeps {
  readonly users: UserRepository
  readonly sessions: BrowserSessions
  readonly attempts: Attempts
  readonly passwords: Passwords
  readonly log: Log
}

const wrong = (): DashboardRefusal =>
  refuseDashboard('wrong-credentials', 'The name or the password is wrong. Check both and try again.')

const ended = (): DashboardRefusal =>
  refuseDashboard(
    'link-ended',
    'This link was used or has expired. Ask the operator of the service for a new one.',
  )

const sessionOf = ({ user, account, expiresAtMs }: SignedIn): Session => ({
  user: { id: user.id, name: user.name, role: user.role, hasPassword: user.hasPassword },
  account,
  expiresAtMs,
})

/** The wait of too many attempts as an answer. */
function tooMany(waitS: number): DashboardRefusal {
  const minutes = Math.ceil(waitS / 60)
  const after = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return refuseDashboard('too-many', `There were too many attempts. Try again in ${after}.`, {
    retryAfterS: waitS,
  })
}

/** The checks that several handlers make. */
class Entrance {
  readonly #deps: SignInDeps
  #decoy: Promise<string> | null = null

  constructor(deps: SignInDeps) {
    this.#deps = deps
  }

  /** Verifies against a hash of no person where there is none, so that the time tells nothing. */
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

  /** Opens a new session and ends the one of the cookie. */
  async enter(user: User, browser: Browser): Promise<Session | DashboardRefusal> {
    const { sessions, log } = this.#deps
    if (browser.token !== null) await sessions.end(browser.token)
    const opened = await sessions.open(user.id)
    browser.setSession(opened)
    const person = await sessions.find(opened.token)
    log.info({ userId: user.id, accountId: user.accountId }, 'a person signed in')
    return person === null ? wrong() : sessionOf(person)
  }
}

type Handlers = HandlersOf<typeof SIGN_IN_ROUTES>

function linkHandlers(
  { users, attempts, passwords }: SignInDeps,
  entrance: Entrance,
): Pick<Handlers, 'readLink' | 'useLink'> {
  return {
    async readLink({ body, browser }) {
      const refused = await entrance.count(byAddress(browser.address))
      if (refused !== null) return refused
      const link = await users.readLink(body.token)
      if (link === null) return ended()
      const { user, purpose, expiresAtMs } = link
      return { name: user.name, accountName: await users.accountName(user.accountId), purpose, expiresAtMs }
    },

    async useLink({ body, browser }) {
      const refused = await entrance.count(byAddress(browser.address))
      if (refused !== null) return refused
      const link = await users.readLink(body.token)
      if (link === null) return ended()
      const { user, purpose } = link
      if (purpose === 'sign-in')
        return (await users.useLink(body.token, user.id, null)) ? entrance.enter(user, browser) : ended()
      const password = normalizePassword(body.password ?? '')
      const fault = passwordFault(password, user.name)
      if (fault !== null) return refuseDashboard('invalid', fault)
      const hash = await passwords.hash(password)
      if (!(await users.useLink(body.token, user.id, hash))) return ended()
      await attempts.forget(byName(nameKeyOf(user.name)))
      const changed = await users.find(user.name)
      return changed === null ? ended() : entrance.enter(changed, browser)
    },
  }
}

function passwordHandlers(
  { users, attempts, passwords, log }: SignInDeps,
  entrance: Entrance,
): Pick<Handlers, 'signIn' | 'changePassword'> {
  return {
    async signIn({ body, browser }) {
      const name = byName(nameKeyOf(body.name))
      const refused = await entrance.count(name, byAddress(browser.address))
      if (refused !== null) return refused
      const row = await users.rowOf(body.name)
      if (!(await entrance.verify(body.password, row?.password_hash ?? null)) || row === null) {
        log.warn(
          { code: 'wrong-credentials', ...(row === null ? {} : { userId: row.id }) },
          'sign-in refused',
        )
        return wrong()
      }
      await attempts.forget(name)
      return entrance.enter(userOf(row), browser)
    },

    async changePassword({ person, body }) {
      const { user, hash: keep } = person
      const name = byName(nameKeyOf(user.name))
      const refused = await entrance.count(name)
      if (refused !== null) return refused
      const row = await users.rowOf(user.name)
      if (row === null) return wrong()
      const { password_hash: current } = row
      if (current !== null && !(await entrance.verify(body.current ?? '', current)))
        return refuseDashboard('wrong-credentials', 'The current password is wrong.')
      const password = normalizePassword(body.password)
      const fault = passwordFault(password, user.name)
      if (fault !== null) return refuseDashboard('invalid', fault)
      const hash = await passwords.hash(password)
      if (!(await users.changePassword(user.id, current, hash, keep)))
        return refuseDashboard('conflict', 'The password was changed at the same moment. Try again.')
      await attempts.forget(name)
      return null
    },
  }
}

/** Creates the handlers of signing in. */
export function signInHandlers(deps: SignInDeps): Handlers {
  const { sessions } = deps
  const entrance = new Entrance(deps)
  return {
    ...linkHandlers(deps, entrance),
    ...passwordHandlers(deps, entrance),
    readSession: ({ person }) => Promise.resolve(sessionOf(person)),
    async signOut({ browser }) {
      if (browser.token !== null) await sessions.end(browser.token)
      browser.setSession(null)
      return null
    },
  }
}
