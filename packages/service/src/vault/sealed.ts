// Checks whether a store contains encrypted values, for which a new data key would be useless.
import type { Store } from '@tapboard/store'
import type { Tables } from '../schema/schema.ts'

/** Whether the store contains an encrypted application, co-brand secret or webhook secret. */
export async function holdsSealed({ db }: Store<Tables>): Promise<boolean> {
  const found = await Promise.all([
    db.selectFrom('service_application').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('service_webhook_target').select('account_id').limit(1).executeTakeFirst(),
    db
      .selectFrom('service_tier')
      .select('id')
      .where('cobrand_secret', 'is not', null)
      .limit(1)
      .executeTakeFirst(),
  ])
  return found.some((row) => row !== undefined)
}
