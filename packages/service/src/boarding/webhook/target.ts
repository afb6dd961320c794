// Webhook targets of partners: one address and secret per account; the secret is encrypted at rest. A new secret of the same address
// is a rotation: events are signed with both for a week, so that a receiver changes its secret at any time of it.
import { isMalformedWebhookSecret, type SecretRing } from '@tapboard/server'
import { isStoreUnavailable, type Selectable } from '@tapboard/store'
import type { Kernel } from '../../kernel.ts'
import type { Tables } from '../../schema/schema.ts'
import { SIGNING_SECRET_MIN } from '../../http/signing-secret.ts'

/** A webhook address with its signing secret. */
export interface WebhookTarget {
  readonly url: string
  readonly secret: string
}

/** A target as events are signed for it. */
export interface SigningTarget {
  readonly url: string
  readonly secret: SecretRing
}

/** How long events are signed with the previous secret, too. */
const PREVIOUS_FOR_MS = 7 * 86_400_000

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
  if (isMalformedWebhookSecret(secret))
    return 'A webhook secret that begins with whsec_ must go on with 24 to 64 random bytes in base64.'
  return null
}

/** The targets of a store. */
export interface WebhookTargets {
  /**
   * Sets or, with `null`, removes an account's target. A new secret of the same URL keeps the previous one for a week.
   * Throws a RangeError for an invalid target.
   */
  set(accountId: string, target: WebhookTarget | null): Promise<void>
  /**
   * Reads an account's target; `null` if it has none. Throws a SealError if the secret was encrypted with
   * another data key.
   */
  get(accountId: string): Promise<SigningTarget | null>
  /** Reads only the address of an account's target. */
  url(accountId: string): Promise<string | null>
}

/** Name of the encrypted field, bound to its ciphertext. */
export const WEBHOOK_FIELD = 'webhook.secret'

/** The targets of a store. */
export function openWebhookTargets({ store, vault }: Kernel): WebhookTargets {
  const openSecret = async (accountId: string, sealed: string): Promise<string> =>
    (await vault()).open(sealed, { record: accountId, field: WEBHOOK_FIELD })
  const read = (accountId: string) =>
    store.db
      .selectFrom('service_webhook_target')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  /** The columns of the previous secret after a change; another URL is another receiver and has none. */
  const previousOf = async (
    known: Selectable<Tables['service_webhook_target']> | undefined,
    url: string,
    secret: string,
    nowMs: number,
  ) => {
    if (known === undefined || known.url !== url) return { previous_secret: null, previous_until_ms: null }
    const present = await openSecret(known.account_id, known.secret).catch((error: unknown) => {
      if (isStoreUnavailable(error)) throw error
      return null
    })
    // A secret of a lost data key signs nothing.
    if (present === null) return { previous_secret: null, previous_until_ms: null }
    const { previous_secret: previous, previous_until_ms } = known
    const ring = await vault()
    const place = { record: known.account_id, field: WEBHOOK_FIELD }
    // A reseal that has read the row meanwhile must not find an older data key in it afterwards.
    const current = async (sealed: string): Promise<string> =>
      ring.isCurrent(sealed) ? sealed : ring.reseal(sealed, place)
    return present === secret
      ? {
          previous_secret: previous === null ? null : await current(previous).catch(() => null),
          previous_until_ms,
        }
      : { previous_secret: await current(known.secret), previous_until_ms: nowMs + PREVIOUS_FOR_MS }
  }
  return {
    async set(accountId, target) {
      if (target === null) {
        await store.db.deleteFrom('service_webhook_target').where('account_id', '=', accountId).execute()
        return
      }
      const fault = targetFault(target)
      if (fault !== null) throw new RangeError(fault)
      const { href: url } = new URL(target.url)
      const nowMs = await store.now()
      const known = await read(accountId)
      const secret = await (await vault()).seal(target.secret, { record: accountId, field: WEBHOOK_FIELD })
      const columns = {
        url,
        secret,
        ...(await previousOf(known, url, target.secret, nowMs)),
        updated_at_ms: nowMs,
      }
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
      const secret = await openSecret(accountId, row.secret)
      const { previous_secret: previous, previous_until_ms: untilMs } = row
      if (previous === null || (untilMs ?? 0) <= (await store.now())) return { url: row.url, secret }
      return { url: row.url, secret: [secret, await openSecret(accountId, previous)] }
    },
  }
}
