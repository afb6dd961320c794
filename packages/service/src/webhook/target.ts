// Where a partner hears of its applications: one address and secret for each account, the secret sealed at rest.
import type { Kernel } from '../ports.ts'
import { SIGNING_SECRET_MIN } from '../http/signature.ts'

/** An address and what keys the signature. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

const URL_MAX = 500
const SECRET_MAX = 200

/** What is wrong with a target, as a sentence; `null`: nothing. */
export function targetFault({ url, secret }: WebhookTarget): string | null {
  const read = url.length <= URL_MAX && URL.canParse(url) ? new URL(url) : null
  const plain = read !== null && read.username === '' && read.password === '' && read.hash === ''
  if (!plain || (read.protocol !== 'https:' && read.protocol !== 'http:'))
    return 'The webhook URL must be http or https, without a user and without a fragment.'
  if (secret.length < SIGNING_SECRET_MIN || secret.length > SECRET_MAX || !/^[\x21-\x7e]+$/.test(secret))
    return `The webhook secret must have ${SIGNING_SECRET_MIN} to ${SECRET_MAX} printable characters without spaces.`
  return null
}

/** The targets of a store. */
export interface WebhookTargets {
  /** Sets or, with `null`, removes an account's target. Throws a RangeError for one that cannot be. */
  set(accountId: string, target: WebhookTarget | null): Promise<void>
  /** An account's target, `null` if it has none. Throws a SealError where the data key is another. */
  get(accountId: string): Promise<WebhookTarget | null>
  /** An account's address alone. */
  url(accountId: string): Promise<string | null>
}

/** Where the secret of a target is sealed. */
export const WEBHOOK_FIELD = 'webhook.secret'

/** The targets of a store. */
export function openWebhookTargets({ store, vault }: Kernel): WebhookTargets {
  const read = (accountId: string) =>
    store.db
      .selectFrom('service_webhook_target')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  return {
    async set(accountId, target) {
      if (target === null) {
        await store.db.deleteFrom('service_webhook_target').where('account_id', '=', accountId).execute()
        return
      }
      const fault = targetFault(target)
      if (fault !== null) throw new RangeError(fault)
      const secret = await (await vault()).seal(target.secret, { record: accountId, field: WEBHOOK_FIELD })
      const columns = { url: new URL(target.url).href, secret, updated_at_ms: await store.now() }
      await store.db
        .insertInto('service_webhook_target')
        .values({ account_id: accountId, ...columns })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
        .execute()
    },
    url: async (accountId) => (await read(accountId))?.url ?? null,
    async get(accountId) {
      const row = await read(accountId)
      if (row === undefined) return null
      const secret = await (await vault()).open(row.secret, { record: accountId, field: WEBHOOK_FIELD })
      return { url: row.url, secret }
    },
  }
}
