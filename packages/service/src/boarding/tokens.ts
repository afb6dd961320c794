// Terms tokens (D-25): single use, 24 h, bound to account, tier and legal name. `agreement/` issues them. The
// sandbox accepts any text, but no token of its tier twice.
import { cleanText } from '@tapboard/contract'
import type { Kysely, Transaction } from '@tapboard/store'
import type { Tables } from '../schema/schema.ts'
import { TERMS_TOKEN, type TermsTokenRow } from '../schema/boarding.ts'

/** Normalizes a legal name for comparison. */
export const nameKey = (name: string): string => cleanText(name).toLowerCase()

/** The values that a token is bound to. */
interface TokenBinding {
  readonly accountId: string
  /** Whether the submission is a sandbox one, which may send any text. */
  readonly sandbox: boolean
  readonly tierId: string
  readonly corporateName: string
}

/** Reasons to reject a token, for the log; callers only learn that they must agree again. */
type TokenFault = 'unknown' | 'used' | 'expired' | 'other-tier' | 'other-name'

/** Checks a token; `null` if it is valid. Another account's token counts as unknown. Pure. */
export function checkToken(
  row: TermsTokenRow | undefined,
  binding: TokenBinding,
  nowMs: number,
): TokenFault | null {
  const isOurs = row?.accountId === binding.accountId
  // A token of another tier is any text in the sandbox, so that a test consumes no token of production.
  if (binding.sandbox) return isOurs && row.tierId === binding.tierId && row.usedBy !== null ? 'used' : null
  if (!isOurs) return 'unknown'
  if (row.usedBy !== null) return 'used'
  if (row.expiresAtMs <= nowMs) return 'expired'
  if (row.tierId !== binding.tierId) return 'other-tier'
  return row.corporateName === nameKey(binding.corporateName) ? null : 'other-name'
}

/** Selects a token by its hash. */
export async function readToken(db: Kysely<Tables>, hash: string): Promise<TermsTokenRow | undefined> {
  const row = await db
    .selectFrom('service_terms_token')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row === undefined ? undefined : TERMS_TOKEN.toRow(row)
}

/** Consumes a token for an application; of two concurrent attempts with one issued token one succeeds. */
export async function spendToken(
  trx: Transaction<Tables>,
  hash: string,
  binding: TokenBinding,
  { appId, nowMs }: { readonly appId: string; readonly nowMs: number },
): Promise<boolean> {
  const unused = trx
    .updateTable('service_terms_token')
    .set({ used_by: appId })
    .where('hash', '=', hash)
    .where('account_id', '=', binding.accountId)
    .where('tier_id', '=', binding.tierId)
    .where('used_by', 'is', null)
  const update = binding.sandbox
    ? unused
    : unused.where('corporate_name', '=', nameKey(binding.corporateName)).where('expires_at_ms', '>', nowMs)
  if ((await update.executeTakeFirst()).numUpdatedRows === 1n) return true
  return checkToken(await readToken(trx, hash), binding, nowMs) === null
}
