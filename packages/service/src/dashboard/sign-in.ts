// Handlers of signing in. An unknown name costs as much time as a wrong password and gets the same answer.
import type { SIGN_IN_ROUTES } from '@tapboard/contract/dashboard'
import type { Log } from '../ports.ts'
import { byAddress, byName, type Attempts } from '../account/attempts.ts'
import type { BrowserSessions } from './browser-sessions.ts'
import type { HandlersOf } from './call.ts'
import { linkEnded, sessionOf, wrongCredentials, type SignInSteps } from './sign-in-steps.ts'
import { normalizePassword, passwordFault, type Passwords } from './passwords.ts'
import { isDashboardRefusal, refuseDashboard, signedOut } from './refusal.ts'
import { nameKeyOf, type UserRepository } from './users.ts'

interface SignInDeps {
  readonly users: UserRepository
  readonly sessions: BrowserSessions
  readonly attempts: Attempts
  readonly passwords: Passwords
  readonly log: Log
  readonly signInSteps: SignInSteps
}

type Handlers = HandlersOf<typeof SIGN_IN_ROUTES>

function linkHandlers({
  users,
  attempts,
  passwords,
  signInSteps,
}: SignInDeps): Pick<Handlers, 'readLink' | 'useLink'> {
  return {
    async readLink({ body, browser }) {
      const refused = await signInSteps.count(byAddress(browser.address))
      if (refused !== null) return refused
      const link = await users.readLink(body.token)
      if (link === null) return linkEnded()
      const { user, purpose, expiresAtMs } = link
      return { name: user.name, accountName: await users.accountName(user.accountId), purpose, expiresAtMs }
    },

    async useLink({ body, browser }) {
      const refused = await signInSteps.count(byAddress(browser.address))
      if (refused !== null) return refused
      const link = await users.readLink(body.token)
      if (link === null) return linkEnded()
      const { user, purpose } = link
      if (purpose === 'sign-in') return signInSteps.useLink(body.token, user, null, browser)
      const password = normalizePassword(body.password ?? '')
      const fault = passwordFault(password, [user.name, await users.accountName(user.accountId)])
      if (fault !== null) return refuseDashboard('invalid', fault)
      const wanted = { passwordHash: await passwords.hash(password) }
      const entered = await signInSteps.useLink(body.token, user, wanted, browser)
      if (!isDashboardRefusal(entered)) await attempts.forget(byName(nameKeyOf(user.name)))
      return entered
    },
  }
}

function passwordHandlers({
  users,
  attempts,
  passwords,
  log,
  signInSteps,
}: SignInDeps): Pick<Handlers, 'signIn' | 'changePassword'> {
  return {
    async signIn({ body, browser }) {
      const name = byName(nameKeyOf(body.name))
      const refused = await signInSteps.count(name, byAddress(browser.address))
      if (refused !== null) return refused
      const known = await users.findWithHash(body.name)
      const passwordHash = known?.passwordHash ?? null
      const isRight = await signInSteps.verify(body.password, passwordHash)
      if (!isRight || known === null || passwordHash === null) {
        log.warn(
          { code: 'wrong-credentials', ...(known === null ? {} : { userId: known.user.id }) },
          'sign-in refused',
        )
        return wrongCredentials()
      }
      await attempts.forget(name)
      return signInSteps.openSession(known.user, browser, { passwordHash })
    },

    async changePassword({ person, body }) {
      const { user, hash: keep } = person
      const name = byName(nameKeyOf(user.name))
      const refused = await signInSteps.count(name)
      if (refused !== null) return refused
      const known = await users.findWithHash(user.name)
      if (known === null) return wrongCredentials()
      const { passwordHash: current } = known
      if (current !== null && !(await signInSteps.verify(body.current ?? '', current)))
        return refuseDashboard('wrong-credentials', 'The current password is wrong.')
      const password = normalizePassword(body.password)
      const fault = passwordFault(password, [user.name, person.account.name])
      if (fault !== null) return refuseDashboard('invalid', fault)
      const hash = await passwords.hash(password)
      const change = await users.changePassword(user.id, current, hash, keep)
      if (change === 'signed-out') return signedOut()
      if (change === 'changed')
        return refuseDashboard('conflict', 'The password was changed at the same moment. Try again.')
      await attempts.forget(name)
      return null
    },
  }
}

/** Creates the handlers of signing in. */
export function signInHandlers(deps: SignInDeps): Handlers {
  const { sessions } = deps
  return {
    ...linkHandlers(deps),
    ...passwordHandlers(deps),
    readSession: ({ person }) => Promise.resolve(sessionOf(person)),
    async signOut({ browser }) {
      if (browser.token !== null) await sessions.end(browser.token)
      browser.setSession(null)
      return null
    },
  }
}
