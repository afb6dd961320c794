// Re-encrypts values of older data keys, so that these can be removed. Each row is updated on its own and
// only if unchanged: the job can run beside the service, stop at any time, and run again.
import type { ApplicationValues } from '@tapboard/contract'
import type { Kernel } from '../kernel.ts'
import { fingerprintOf } from './applications.ts'
import { eachValue, withRegulated, type Regulated } from './regulated.ts'
import { COBRAND_FIELD } from './tiers.ts'
import { WEBHOOK_FIELD } from './webhook/target.ts'
import type { Vault } from '../vault/vault.ts'

export interface Resealed {
  readonly applications: number
  readonly tiers: number
  readonly webhooks: number
}

const PAGE = 200

async function resealApplications({ store }: Kernel, vault: Vault): Promise<number> {
  let count = 0
  let after = ''
  for (;;) {
    const rows = await store.db
      .selectFrom('service_application')
      .select(['id', 'account_id', 'details', 'sealed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { id, account_id: accountId, details, sealed } of rows) {
      after = id
      const values = Object.entries(JSON.parse(sealed) as Regulated)
      if (values.every(([, value]) => vault.isCurrent(value))) continue
      const regulated = await eachValue(Object.fromEntries(values), (value, field) =>
        vault.open(value, { record: id, field }),
      )
      const again = await eachValue(regulated, (value, field) => vault.seal(value, { record: id, field }))
      const whole = withRegulated(JSON.parse(details) as ApplicationValues, regulated)
      const done = await store.db
        .updateTable('service_application')
        .set({
          sealed: JSON.stringify(again),
          fingerprint: vault.marks(fingerprintOf(accountId, whole))[0],
        })
        .where('id', '=', id)
        .where('sealed', '=', sealed)
        .executeTakeFirst()
      count += Number(done.numUpdatedRows)
    }
    if (rows.length < PAGE) return count
  }
}

async function resealTiers({ store }: Kernel, vault: Vault): Promise<number> {
  const rows = await store.db
    .selectFrom('service_tier')
    .select(['id', 'cobrand_secret'])
    .where('cobrand_secret', 'is not', null)
    .execute()
  let count = 0
  for (const { id, cobrand_secret: sealed } of rows) {
    if (sealed === null || vault.isCurrent(sealed)) continue
    const place = { record: id, field: COBRAND_FIELD }
    const done = await store.db
      .updateTable('service_tier')
      .set({ cobrand_secret: await vault.seal(await vault.open(sealed, place), place) })
      .where('id', '=', id)
      .where('cobrand_secret', '=', sealed)
      .executeTakeFirst()
    count += Number(done.numUpdatedRows)
  }
  return count
}

async function resealWebhooks({ store }: Kernel, vault: Vault): Promise<number> {
  const rows = await store.db
    .selectFrom('service_webhook_target')
    .select(['account_id', 'secret', 'previous_secret'])
    .execute()
  let count = 0
  for (const { account_id: accountId, secret, previous_secret: previous } of rows) {
    if (vault.isCurrent(secret) && (previous === null || vault.isCurrent(previous))) continue
    const place = { record: accountId, field: WEBHOOK_FIELD }
    const again = async (sealed: string): Promise<string> =>
      vault.seal(await vault.open(sealed, place), place)
    const done = await store.db
      .updateTable('service_webhook_target')
      .set({
        secret: await again(secret),
        previous_secret: previous === null ? null : await again(previous),
      })
      .where('account_id', '=', accountId)
      .where('secret', '=', secret)
      .executeTakeFirst()
    count += Number(done.numUpdatedRows)
  }
  return count
}

/**
 * Re-encrypts everything with the newest data key. Throws a SealError if a key is missing; finished rows stay
 * re-encrypted.
 */
export async function resealAll(kernel: Kernel): Promise<Resealed> {
  const vault = await kernel.vault()
  return {
    applications: await resealApplications(kernel, vault),
    tiers: await resealTiers(kernel, vault),
    webhooks: await resealWebhooks(kernel, vault),
  }
}
