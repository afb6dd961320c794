// Reads the people of an account with their ways to sign in.
import type { Person } from '@tapboard/contract/dashboard'
import type { Kysely } from '@tapboard/store'
import type { Tables } from '../schema/schema.ts'
import { isLastOwner } from './last-owner.ts'

const numberOrNull = (value: number | string | bigint | null): number | null =>
  value === null ? null : Number(value)

/** Lists the people of an account by name. The newest session of a person is never deleted, so it gives the last sign-in. */
export async function readPeople(db: Kysely<Tables>, accountId: string, nowMs: number): Promise<Person[]> {
  const rows = await db
    .selectFrom('service_user as user')
    .select(['user.id', 'user.name', 'user.role', 'user.password_hash', 'user.created_at_ms'])
    .select((eb) => [
      eb
        .selectFrom('service_passkey')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('service_passkey.user_id', '=', 'user.id')
        .as('passkeys'),
      eb
        .selectFrom('service_user_session')
        .select(({ fn }) => fn.max('created_at_ms').as('at'))
        .whereRef('service_user_session.user_id', '=', 'user.id')
        .as('signed_in_at_ms'),
      eb
        .selectFrom('service_user_link')
        .select(({ fn }) => fn.max('expires_at_ms').as('at'))
        .whereRef('service_user_link.user_id', '=', 'user.id')
        .where('purpose', '=', 'set-up')
        .where('used_at_ms', 'is', null)
        .where('expires_at_ms', '>', nowMs)
        .as('link_until_ms'),
    ])
    .where('user.account_id', '=', accountId)
    .where('user.removed_at_ms', 'is', null)
    .orderBy('user.name_key')
    .execute()
  const people = rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    hasPassword: row.password_hash !== null,
    passkeys: Number(row.passkeys),
    signedInAtMs: numberOrNull(row.signed_in_at_ms),
    linkUntilMs: numberOrNull(row.link_until_ms),
    createdAtMs: row.created_at_ms,
  }))
  return people.map((person) => ({ ...person, isLastOwner: isLastOwner(person, people) }))
}
