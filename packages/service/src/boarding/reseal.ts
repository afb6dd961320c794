// Re-encrypts values of older data keys, so that these can be removed. Each row is updated on its own and
// only if unchanged: the job can run beside the service, stop at any time, and run again. It ends after a pass that found nothing to
// change, so that no row is missed that was written behind it.
import type { ApplicationValues } from '@tapboard/contract'
import { uniqueViolation } from '@tapboard/store'
import type { Kernel } from '../kernel.ts'
import { fingerprintOf } from './applications.ts'
import { NOTHING_SEALED } from './forget.ts'
import { eachValue, withRegulated, type Regulated } from './regulated.ts'
import { COBRAND_FIELD } from './tiers.ts'
import { WEBHOOK_FIELD } from './webhook/target.ts'
import type { Vault } from '../vault/vault.ts'

/** The rows that a reseal has re-encrypted. */
export interface Resealed {
  readonly applications: number
  readonly tiers: number
  readonly webhooks: number
  /** Rows that a process with an older first key wrote again and again. */
  readonly left: number
  /**
   * Approved applications without values: a second application of their businesses is detected with the data key of then only, because
   * its HMAC cannot be made anew. 0 without older data keys.
   */
  readonly forgotten: number
}

const PAGE = 200

/** Passes at most: a row that still has an older key was written by a process with that key in front. */
const PASSES_MAX = 5

/** The rows of one kind in one pass: with an older key, and changed. */
interface Pass {
  found: number
  changed: number
}

/** An application as a reseal reads it. */
interface StoredApplication {
  readonly id: string
  readonly account_id: string
  readonly details: string
  readonly sealed: string
}

/** Re-encrypts one application, if it is unchanged; returns the number of changed rows. */
async function resealApplication(
  { store }: Kernel,
  vault: Vault,
  { id, account_id: accountId, details, sealed }: StoredApplication,
): Promise<number> {
  const regulated = await eachValue(JSON.parse(sealed) as Regulated, (value, field) =>
    vault.open(value, { record: id, field }),
  )
  const again = await eachValue(regulated, (value, field) => vault.seal(value, { record: id, field }))
  const whole = withRegulated(JSON.parse(details) as ApplicationValues, regulated)
  const write = async (columns: { readonly sealed: string; readonly fingerprint?: string }) => {
    const done = await store.db
      .updateTable('service_application')
      .set(columns)
      .where('id', '=', id)
      .where('sealed', '=', sealed)
      .executeTakeFirst()
    return Number(done.numUpdatedRows)
  }
  const values = { sealed: JSON.stringify(again) }
  try {
    return await write({ ...values, fingerprint: vault.marks(fingerprintOf(accountId, whole))[0] })
  } catch (error) {
    // A process without the older key accepted another application of the business, which a third one is compared with.
    if (!uniqueViolation(error, 'service_application_open')) throw error
    return write(values)
  }
}

async function resealApplications(kernel: Kernel, vault: Vault): Promise<Pass> {
  const pass: Pass = { found: 0, changed: 0 }
  let after = ''
  for (;;) {
    const rows = await kernel.store.db
      .selectFrom('service_application')
      .select(['id', 'account_id', 'details', 'sealed'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      after = row.id
      const values = Object.values(JSON.parse(row.sealed) as Regulated)
      if (values.every((value) => vault.isCurrent(value))) continue
      pass.found += 1
      pass.changed += await resealApplication(kernel, vault, row)
    }
    if (rows.length < PAGE) return pass
  }
}

async function resealTiers({ store }: Kernel, vault: Vault): Promise<Pass> {
  const rows = await store.db
    .selectFrom('service_tier')
    .select(['id', 'cobrand_secret'])
    .where('cobrand_secret', 'is not', null)
    .execute()
  const pass: Pass = { found: 0, changed: 0 }
  for (const { id, cobrand_secret: sealed } of rows) {
    if (sealed === null || vault.isCurrent(sealed)) continue
    pass.found += 1
    const done = await store.db
      .updateTable('service_tier')
      .set({ cobrand_secret: await vault.reseal(sealed, { record: id, field: COBRAND_FIELD }) })
      .where('id', '=', id)
      .where('cobrand_secret', '=', sealed)
      .executeTakeFirst()
    pass.changed += Number(done.numUpdatedRows)
  }
  return pass
}

async function resealWebhooks({ store }: Kernel, vault: Vault): Promise<Pass> {
  const rows = await store.db
    .selectFrom('service_webhook_target')
    .select(['account_id', 'secret', 'previous_secret'])
    .execute()
  const pass: Pass = { found: 0, changed: 0 }
  for (const { account_id: accountId, secret, previous_secret: previous } of rows) {
    if (vault.isCurrent(secret) && (previous === null || vault.isCurrent(previous))) continue
    pass.found += 1
    const place = { record: accountId, field: WEBHOOK_FIELD }
    const done = await store.db
      .updateTable('service_webhook_target')
      .set({
        secret: await vault.reseal(secret, place),
        previous_secret: previous === null ? null : await vault.reseal(previous, place),
      })
      .where('account_id', '=', accountId)
      .where('secret', '=', secret)
      .where('previous_secret', previous === null ? 'is' : '=', previous)
      .executeTakeFirst()
    pass.changed += Number(done.numUpdatedRows)
  }
  return pass
}

/** Counts the approved applications whose values were removed. */
async function countForgotten({ store }: Kernel): Promise<number> {
  const row = await store.db
    .selectFrom('service_application')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('sealed', '=', NOTHING_SEALED)
    .where('status', '=', 'approved')
    .where('sandbox', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/**
 * Re-encrypts everything with the newest data key. Throws a SealError if a key is missing; finished rows stay
 * re-encrypted.
 */
export async function resealAll(kernel: Kernel): Promise<Resealed> {
  const vault = await kernel.vault()
  const changed = { applications: 0, tiers: 0, webhooks: 0 }
  for (let passes = 1; ; passes += 1) {
    const kinds = {
      applications: await resealApplications(kernel, vault),
      tiers: await resealTiers(kernel, vault),
      webhooks: await resealWebhooks(kernel, vault),
    }
    for (const kind of ['applications', 'tiers', 'webhooks'] as const) changed[kind] += kinds[kind].changed
    const left = Object.values(kinds).reduce((sum, { found }) => sum + found, 0)
    if (left > 0 && passes < PASSES_MAX) continue
    return { ...changed, left, forgotten: vault.hasOlderKeys ? await countForgotten(kernel) : 0 }
  }
}
