// Locks for changes of people, of their ways to sign in and of their sessions. What allows a change is read after the lock, so that
// its end at the same moment is seen, or waits for the change and undoes it.
import type { Selectable, Store, Transaction } from '@tapboard/store'
import type { UserTable } from '../schema/dashboard.ts'
import type { Tables } from '../schema/schema.ts'

/** Locks the row of a person, by a write that changes nothing; `null` if the person does not exist or was removed. */
export async function lockPerson(
  trx: Transaction<Tables>,
  userId: string,
): Promise<Selectable<UserTable> | null> {
  const row = await trx
    .updateTable('service_user')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('id', '=', userId)
    .where('removed_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Locks an account for a change of its people. */
export async function lockAccount(
  { engine }: Pick<Store<Tables>, 'engine'>,
  trx: Transaction<Tables>,
  accountId: string,
): Promise<void> {
  const account = trx.selectFrom('service_account').select('id').where('id', '=', accountId)
  // An embedded store has one writer at a time.
  await (engine === 'postgres' ? account.forUpdate() : account).executeTakeFirst()
}

/** Whether the session with this hash is open. Call it after {@link lockPerson}. */
export async function isSessionOpen(trx: Transaction<Tables>, hash: string, nowMs: number): Promise<boolean> {
  const row = await trx
    .selectFrom('service_user_session')
    .select('hash')
    .where('hash', '=', hash)
    .where('ended_at_ms', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the session with this hash is open and belongs to an owner of the account. Call it after {@link lockAccount}. */
export async function isOwnersSession(
  trx: Transaction<Tables>,
  hash: string,
  accountId: string,
  nowMs: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom('service_user_session as session')
    .innerJoin('service_user as user', 'user.id', 'session.user_id')
    .select('session.hash')
    .where('session.hash', '=', hash)
    .where('session.ended_at_ms', 'is', null)
    .where('session.expires_at_ms', '>', nowMs)
    .where('user.account_id', '=', accountId)
    .where('user.role', '=', 'owner')
    .where('user.removed_at_ms', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
