// Handlers of passkeys: add, list, remove, sign in, and a passkey in place of a password with a one-time link.
import type { PASSKEY_ROUTES } from '@tapboard/contract/dashboard'
import { isAccountName } from '../account/accounts.ts'
import { byAddress } from '../account/attempts.ts'
import type { Browser, HandlersOf } from './call.ts'
import { linkEnded, type SignInSteps } from './sign-in-steps.ts'
import type { PasskeyKey, Passkeys, WebAuthnJson } from './passkey-port.ts'
import { PASSKEYS_MAX, type PasskeyChange, type PasskeyRepository } from './passkey-repository.ts'
import { notFound, refuseDashboard, signedOut, type DashboardRefusal } from './refusal.ts'
import type { User, UserRepository } from './users.ts'

interface PasskeyDeps {
  readonly users: UserRepository
  readonly stored: PasskeyRepository
  readonly passkeys: Passkeys
  readonly signInSteps: SignInSteps
}

type Handlers = HandlersOf<typeof PASSKEY_ROUTES>

const rpIdOf = ({ origin }: Browser): string => new URL(origin).hostname

const refused = (): DashboardRefusal =>
  refuseDashboard('wrong-credentials', 'The passkey was not accepted. Try again, or sign in another way.')

const FIRST_NAME = 'Passkey of the first sign-in'

/** The answer to a change of a person's passkeys. */
function changed(change: PasskeyChange): null | DashboardRefusal {
  switch (change) {
    case 'done':
      return null
    case 'known':
      return refuseDashboard('invalid', 'The passkey was not accepted. Try again.')
    case 'full':
      return refuseDashboard('conflict', `A person has at most ${PASSKEYS_MAX} passkeys. Remove one first.`)
    case 'missing':
      return notFound('passkey')
    case 'only-way':
      return refuseDashboard('conflict', 'This is your only way to sign in. Set a password first.')
    case 'signed-out':
      return signedOut()
  }
}

/** The parts that several handlers share. */
function ceremonies({ stored, passkeys }: PasskeyDeps) {
  return {
    async begin(user: Pick<User, 'id' | 'name'>, browser: Browser): Promise<{ options: WebAuthnJson }> {
      const known = (await stored.list(user.id)).map(({ id }) => id)
      const { challenge, options } = await passkeys.registrationOptions({
        rpId: rpIdOf(browser),
        userId: user.id,
        userName: user.name,
        known,
      })
      await stored.issue(challenge, { type: 'add', userId: user.id })
      return { options: { ...options } }
    },
    verify: (userId: string, browser: Browser, response: WebAuthnJson): Promise<PasskeyKey | null> =>
      passkeys.verifyRegistration({
        rpId: rpIdOf(browser),
        origin: browser.origin,
        response,
        isChallenge: (challenge) => stored.use(challenge, { type: 'add', userId }),
      }),
  }
}

function ownPasskeys(
  deps: PasskeyDeps,
): Pick<Handlers, 'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'removePasskey'> {
  const { stored } = deps
  const { begin, verify } = ceremonies(deps)
  return {
    async listPasskeys({ person }) {
      const rows = await stored.list(person.user.id)
      return {
        passkeys: rows.map((row) => ({
          id: row.id,
          name: row.name,
          createdAtMs: row.created_at_ms,
          usedAtMs: row.used_at_ms,
        })),
      }
    },
    beginPasskey: ({ person, browser }) => begin(person.user, browser),
    async addPasskey({ person, body, browser }) {
      const name = body.name.trim()
      if (!isAccountName(name))
        return refuseDashboard('invalid', 'Give the passkey a name of 1 to 64 printable characters.')
      const key = await verify(person.user.id, browser, body.response)
      return changed(key === null ? 'known' : await stored.add(person, name, key))
    },
    removePasskey: async ({ person, params }) => changed(await stored.remove(person, params['id'] ?? '')),
  }
}

/** Creates the handlers of passkeys. */
export function passkeyHandlers(deps: PasskeyDeps): Handlers {
  const { users, stored, passkeys, signInSteps } = deps
  const { begin, verify } = ceremonies(deps)
  return {
    ...ownPasskeys(deps),
    async beginLinkPasskey({ body, browser }) {
      const tooMany = await signInSteps.count(byAddress(browser.address))
      if (tooMany !== null) return tooMany
      const link = await users.readLink(body.token)
      return link?.purpose === 'set-up' ? begin(link.user, browser) : linkEnded()
    },
    async useLinkPasskey({ body, browser }) {
      const tooMany = await signInSteps.count(byAddress(browser.address))
      if (tooMany !== null) return tooMany
      const link = await users.readLink(body.token)
      if (link?.purpose !== 'set-up') return linkEnded()
      const key = await verify(link.user.id, browser, body.response)
      if (key === null || (await stored.isOfAnother(key.id, link.user.id))) return refused()
      return signInSteps.useLink(body.token, link.user, { passkey: { ...key, name: FIRST_NAME } }, browser)
    },
    async beginPasskeySignIn({ browser }) {
      const tooMany = await signInSteps.count(byAddress(browser.address))
      if (tooMany !== null) return tooMany
      const { challenge, options } = await passkeys.signInOptions({ rpId: rpIdOf(browser) })
      await stored.issue(challenge, { type: 'sign-in' })
      return { options: { ...options } }
    },
    async passkeySignIn({ body: { response }, browser }) {
      const tooMany = await signInSteps.count(byAddress(browser.address))
      if (tooMany !== null) return tooMany
      const passkey = typeof response['id'] === 'string' ? await stored.find(response['id']) : null
      if (passkey === null) return refused()
      const counter = await passkeys.verifySignIn({
        rpId: rpIdOf(browser),
        origin: browser.origin,
        response,
        passkey,
        isChallenge: (challenge) => stored.use(challenge, { type: 'sign-in' }),
      })
      if (counter === null || !(await stored.used(passkey, counter))) return refused()
      return signInSteps.openSession(passkey.user, browser, { passkeyId: passkey.id })
    },
  }
}
