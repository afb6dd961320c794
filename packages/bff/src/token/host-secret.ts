// Finds the merchant of a host secret. Compares the hashes of all merchants in constant time, so that the response time
// reveals nothing.
import { sameBytes, sha256 } from '@tapboard/store/crypto'
import type { TokenMerchant } from './merchant.ts'
import { secretsIn } from '@tapboard/server'
import { refuse, type Refusal } from '../refusal.ts'

/** Returns the merchant of `Authorization: Bearer <host secret>`, or a refusal. */
export type HostSecrets = (
  authorization: string | null,
) => { readonly ok: true; readonly merchant: TokenMerchant } | Refusal

/** Creates the look-up for the configured merchants. */
export function createHostSecrets(merchants: readonly TokenMerchant[]): HostSecrets {
  const known = merchants.flatMap((merchant) =>
    secretsIn(merchant.hostSecret).map((secret) => ({ merchant, hash: sha256(secret) })),
  )
  return (authorization) => {
    const given = /^Bearer +([\x21-\x7e]{1,512}) *$/i.exec(authorization ?? '')?.[1]
    const hash = sha256(given ?? '')
    let found: TokenMerchant | null = null
    for (const entry of known) if (sameBytes(entry.hash, hash)) found = entry.merchant
    if (given !== undefined && found !== null) return { ok: true, merchant: found }
    return refuse(
      'host-unauthorized',
      "Send the merchant's host secret as Authorization: Bearer …, from the host's server.",
    )
  }
}
