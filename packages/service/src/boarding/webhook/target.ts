// Webhook targets of partners: one address and secret per account; the secret is encrypted at rest.
import type { Kernel } from '../../kernel.ts'
import { SIGNING_SECRET_MIN } from '../../http/signing-secret.ts'

/** A webhook address with its signing secret. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

const URL_MAX = 500
const SECRET_MAX = 200

/** The error of an invalid target as a sentence; `null` if it is valid. */
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
  /** Sets or, with `null`, removes an account's target. Throws a RangeError for an invalid target. */
  set(accountId: string, target: WebhookTarget | null): Promise<void>
  /**
   * Reads an account's target; `null` if it has none. Throws a SealError if the secret was encrypted with
   * another data key.
   */
  get(accountId: string): Promise<WebhookTarget | null>
  /** Reads only the address of an account's target. */
  url(accountId: string): Promise<string | null>
}

/** Name of the encrypted field, bound to its ciphertext. */
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
