// Does a store hold anything that a data key has sealed? Then another key is no help.
import type { Store } from '@tapboard/store'
import type { Tables } from '../schema.ts'

/** Whether an application, a co-brand's secret or a webhook's secret is sealed in the store. */
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
