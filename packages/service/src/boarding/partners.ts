// Partner records (§5.3): an organisation that boards merchants has one, with the ID for "Account Boarding Agent Id".
import { cleanText, lengthOf } from '@tapboard/contract'
import { newId } from '../account/secret.ts'
import type { Kernel } from '../kernel.ts'

/** The partner record of an account. */
interface PartnerRecord {
  readonly id: string
  readonly name: string
}

/** Reads the partner record of an account; `null` without one. */
export async function readPartner({ store }: Kernel, accountId: string): Promise<PartnerRecord | null> {
  const row = await store.db
    .selectFrom('service_partner')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

/** Creates the partner record of an account, or changes its name; its ID never changes. Throws a RangeError. */
export async function namePartner(
  { store, random }: Kernel,
  accountId: string,
  given: string,
): Promise<PartnerRecord> {
  const name = cleanText(given)
  if (name === '' || lengthOf(name) > 64 || /[\p{Cf}\p{Cs}]/u.test(name))
    throw new RangeError('The name of a partner has 1 to 64 printable characters.')
  return store.db
    .insertInto('service_partner')
    .values({ account_id: accountId, id: newId(random, 'partner'), name, created_at_ms: await store.now() })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ name }))
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}
