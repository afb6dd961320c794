// Stores an acceptance permanently and issues its terms token (D-25), which is shown once and stored as a hash.
import { hashOf, newId } from '../../account/secret.ts'
import type { Kernel } from '../../kernel.ts'
import { nameKey } from '../tokens.ts'
import type { Acceptance } from './acceptance.ts'
import type { TierRow } from '../../schema/boarding.ts'

// Lifetime of a terms token (D-25).
const TOKEN_MS = 86_400_000

/** An unused token is deleted this long after its expiry; the acceptance stays. */
const FORGET_MS = 30 * TOKEN_MS

/** A new terms token; its text is returned only here. */
interface TermsToken {
  readonly token: string
  readonly expiresAtMs: number
}

/** Stores an acceptance with its token in one transaction. */
export async function storeAcceptance(
  { store, random }: Kernel,
  tier: TierRow,
  acceptance: Acceptance,
): Promise<TermsToken> {
  const token = newId(random, 'terms')
  const id = newId(random, 'agr')
  return store.transaction(async (trx) => {
    const nowMs = await store.now()
    const expiresAtMs = nowMs + TOKEN_MS
    await trx
      .deleteFrom('service_terms_token')
      .where('account_id', '=', tier.accountId)
      .where('used_by', 'is', null)
      .where('expires_at_ms', '<', nowMs - FORGET_MS)
      .execute()
    await trx
      .insertInto('service_terms_acceptance')
      .values({
        id,
        account_id: tier.accountId,
        tier_id: tier.id,
        corporate_name: acceptance.corporateName,
        signer_name: acceptance.signerName,
        documents: JSON.stringify(acceptance.documents),
        consents: JSON.stringify(acceptance.consents),
        evidence: JSON.stringify(acceptance.evidence),
        accepted_at_ms: nowMs,
      })
      .execute()
    await trx
      .insertInto('service_terms_token')
      .values({
        hash: hashOf(token),
        acceptance_id: id,
        account_id: tier.accountId,
        tier_id: tier.id,
        corporate_name: nameKey(acceptance.corporateName),
        expires_at_ms: expiresAtMs,
        used_by: null,
      })
      .execute()
    return { token, expiresAtMs }
  })
}
