// Finds the merchant whose host secret was sent: every merchant is compared, by hash and in constant time, so that the
// time of the answer tells nothing.
import { sameBytes, sha256 } from '@tapboard/store/crypto'
import type { TokenMerchant } from './merchant.ts'
import { refuse, type Refusal } from '../refusal.ts'

/** Judges `Authorization: Bearer <host secret>`. */
export type HostSecrets = (
  authorization: string | null,
) => { readonly ok: true; readonly merchant: TokenMerchant } | Refusal

/** The judge of the configured merchants. */
export function createHostSecrets(merchants: readonly TokenMerchant[]): HostSecrets {
  const known = merchants.map((merchant) => ({ merchant, hash: sha256(merchant.hostSecret) }))
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
