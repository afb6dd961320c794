// Handlers of people. Every function takes the account of the session: a person of another account is a missing one.
import type { PEOPLE_ROUTES } from '@tapboard/contract/dashboard'
import type { Kernel } from '../kernel.ts'
import { byLinks, type Attempts } from '../account/attempts.ts'
import type { HandlersOf } from './call.ts'
import { readPeople } from './people-rows.ts'
import { checked, notFound, refuseDashboard, signedOut, type DashboardRefusal } from './refusal.ts'
import type { SignedIn } from './browser-sessions.ts'
import { linkUrl } from './user-links.ts'
import type { Owner, OwnersChange, UserRepository } from './users.ts'

interface PeopleDeps {
  readonly kernel: Kernel
  readonly users: UserRepository
  readonly attempts: Attempts
}

/** The answer to a change of a person. */
function changed(change: OwnersChange): null | DashboardRefusal {
  switch (change) {
    case 'done':
      return null
    case 'missing':
      return notFound('person')
    case 'last-owner':
      return refuseDashboard(
        'conflict',
        'The account has no other owner who can sign in. Make another person an owner first.',
      )
    case 'signed-out':
      return signedOut()
  }
}

/** The owner of a session. */
export const ownerOf = ({ account, hash }: SignedIn): Owner => ({ accountId: account.id, sessionHash: hash })

/** Creates the handlers of people. */
export function peopleHandlers({
  kernel: { store },
  users,
  attempts,
}: PeopleDeps): HandlersOf<typeof PEOPLE_ROUTES> {
  /** Counts a new link; a refusal if there were too many. */
  const countLink = async (accountId: string): Promise<DashboardRefusal | null> => {
    const retryAfterS = await attempts.count([byLinks(accountId)])
    return retryAfterS === null
      ? null
      : refuseDashboard('too-many', 'There were too many new links. Try again in a few minutes.', {
          retryAfterS,
        })
  }

  return {
    async listPeople({ person }) {
      return { people: await readPeople(store.db, person.account.id, await store.now()) }
    },
    async invitePerson({ person, body: { name, role }, browser }) {
      const tooMany = await countLink(person.account.id)
      if (tooMany !== null) return tooMany
      return checked(async () => {
        const made = await users.invite({ name, role }, ownerOf(person))
        if (made === 'signed-out') return signedOut()
        if (made === 'taken')
          return refuseDashboard(
            'conflict',
            'There is a person of this name already. Choose another one, for example with the last name.',
          )
        return { id: made.id, link: linkUrl(browser.origin, made.token) }
      })
    },
    async linkPerson({ person, params, browser }) {
      const people = await users.list(person.account.id)
      const user = people.find(({ id }) => id === params['id'])
      if (user === undefined) return notFound('person')
      const tooMany = await countLink(person.account.id)
      if (tooMany !== null) return tooMany
      const made = await users.createLinkFor(user.id, ownerOf(person))
      if (made === 'signed-out') return signedOut()
      return made === 'missing' ? notFound('person') : { link: linkUrl(browser.origin, made.token) }
    },
    async changeRole({ person, params, body }) {
      return changed(await users.changeRoleFor(params['id'] ?? '', body.role, ownerOf(person)))
    },
    async removePerson({ person, params, browser }) {
      const change = await users.removeFor(params['id'] ?? '', ownerOf(person))
      if (change === 'done' && params['id'] === person.user.id) browser.setSession(null)
      return changed(change)
    },
  }
}
