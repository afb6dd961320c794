// Routes of people (Settings > People): who may open the dashboard of the account. Only owners call them.
import * as z from 'zod/mini'
import { ROLES, type DashboardRoute } from './route.ts'

/** A person who may open the dashboard of the account. */
export const Person = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** Whether the account needs this owner: no other owner exists, or no other one can sign in. */
  isLastOwner: z.boolean(),
  hasPassword: z.boolean(),
  passkeys: z.number(),
  signedInAtMs: z.nullable(z.number()),
  /** End of the unused link that sets up the sign-in; `null` without one. */
  linkUntilMs: z.nullable(z.number()),
  createdAtMs: z.number(),
})

/** A person who may open the dashboard of the account. */
export type Person = z.output<typeof Person>

const listPeople = {
  method: 'GET',
  path: '/people',
  role: 'owner',
  answer: z.strictObject({ people: z.array(Person) }),
} as const satisfies DashboardRoute

/** Adds a person; the answer contains the first link, once. */
const invitePerson = {
  method: 'POST',
  path: '/people',
  role: 'owner',
  request: z.strictObject({ name: z.string().check(z.maxLength(64)), role: z.enum(ROLES) }),
  answer: z.strictObject({ id: z.string(), link: z.string() }),
} as const satisfies DashboardRoute

/** Creates a new link, for a lost password; an earlier unused one ends. */
const linkPerson = {
  method: 'POST',
  path: '/people/{id}/link',
  role: 'owner',
  answer: z.strictObject({ link: z.string() }),
} as const satisfies DashboardRoute

const changeRole = {
  method: 'PUT',
  path: '/people/{id}/role',
  role: 'owner',
  request: z.strictObject({ role: z.enum(ROLES) }),
  answer: 'empty',
} as const satisfies DashboardRoute

/** Removes a person and ends their sessions. */
const removePerson = {
  method: 'DELETE',
  path: '/people/{id}',
  role: 'owner',
  answer: 'empty',
} as const satisfies DashboardRoute

export const PEOPLE_ROUTES = { listPeople, invitePerson, linkPerson, changeRole, removePerson } as const
