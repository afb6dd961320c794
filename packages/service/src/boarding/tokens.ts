// Tokens of the terms (D-25): single use, 24 h, bound to account, tier and legal name. Who gets one decides `agreement/`.
import { cleanText } from '@tapboard/contract'
import type { Kysely, Selectable, Transaction } from '@tapboard/store'
import type { Tables } from '../schema.ts'
import type { TermsTokenTable } from './schema.ts'

/** A legal name as names are compared. */
export const nameKey = (name: string): string => cleanText(name).toLowerCase()

/** What a token must be bound to. */
export interface TokenBinding {
  readonly accountId: string
  readonly tierId: string
  readonly corporateName: string
}

/** Why a token is no good. For the log: callers are told to agree again. */
export type TokenFault = 'unknown' | 'used' | 'expired' | 'other-tier' | 'other-name'

/** What is wrong with a token, or `null`. Another account's is as good as unknown (D-19). Pure. */
export function judgeToken(
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

/** Reads a token by its hash. */
export const readToken = (db: Kysely<Tables>, hash: string) =>
  db.selectFrom('service_terms_token').selectAll().where('hash', '=', hash).executeTakeFirst()

/** Uses a token up for an application, if it still may be; of two that try at once one succeeds. */
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
