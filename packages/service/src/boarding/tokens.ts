// Terms tokens (D-25): single use, 24 h, bound to account, tier and legal name. `agreement/` issues them.
import { cleanText } from '@tapboard/contract'
import type { Kysely, Selectable, Transaction } from '@tapboard/store'
import type { Tables } from '../schema/schema.ts'
import type { TermsTokenTable } from '../schema/boarding.ts'

/** Normalizes a legal name for comparison. */
export const nameKey = (name: string): string => cleanText(name).toLowerCase()

/** The values that a token is bound to. */
interface TokenBinding {
  readonly accountId: string
  readonly tierId: string
  readonly corporateName: string
}

/** Reasons to reject a token, for the log; callers only learn that they must agree again. */
type TokenFault = 'unknown' | 'used' | 'expired' | 'other-tier' | 'other-name'

/** Checks a token; `null` if it is valid. Another account's token counts as unknown. Pure. */
export function checkToken(
  row: Selectable<TermsTokenTable> | undefined,
  binding: TokenBinding,
  nowMs: number,
): TokenFault | null {
  if (row === undefined || row.account_id !== binding.accountId) return 'unknown'
  if (row.used_by !== null) return 'used'
  if (row.expires_at_ms <= nowMs) return 'expired'
  if (row.tier_id !== binding.tierId) return 'other-tier'
  return row.corporate_name === nameKey(binding.corporateName) ? null : 'other-name'
}

/** Selects a token by its hash. */
export const readToken = (db: Kysely<Tables>, hash: string) =>
  db.selectFrom('service_terms_token').selectAll().where('hash', '=', hash).executeTakeFirst()

/** Consumes a valid token for an application; of two concurrent attempts one succeeds. */
export async function spendToken(
  trx: Transaction<Tables>,
  hash: string,
  binding: TokenBinding,
  { appId, nowMs }: { readonly appId: string; readonly nowMs: number },
): Promise<boolean> {
  const done = await trx
    .updateTable('service_terms_token')
    .set({ used_by: appId })
    .where('hash', '=', hash)
    .where('account_id', '=', binding.accountId)
    .where('tier_id', '=', binding.tierId)
    .where('corporate_name', '=', nameKey(binding.corporateName))
    .where('used_by', 'is', null)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}
