// An account keeps an owner, and an owner who can sign in: otherwise only the operator of the service could open it again. Pure.
import type { Person } from '@tapboard/contract/dashboard'

/** A person as far as the rule needs it. */
export type Member = Pick<Person, 'id' | 'role' | 'hasPassword' | 'passkeys'>

const canSignIn = ({ hasPassword, passkeys }: Member): boolean => hasPassword || passkeys > 0

/** Whether the account needs this person as an owner; `members` are all people of the account. */
export function isLastOwner(person: Member, members: readonly Member[]): boolean {
  if (person.role !== 'owner') return false
  const others = members.filter(({ id, role }) => role === 'owner' && id !== person.id)
  return others.length === 0 || (canSignIn(person) && !others.some(canSignIn))
}
