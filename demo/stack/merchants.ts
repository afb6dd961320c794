// Whom the demo's BFF serves: the shop with its till, the partner with its sign-up page, and the same partner with a key that
// may not board.
import type { Merchant } from '@tapboard/bff'
import { PARTNER, PLANS } from '../host/sign-up/plans.ts'
import type { Secrets } from './secrets.ts'
import { SHOP } from './seed.ts'

/** The merchants; the shop alone where nobody can board. */
export function merchantsOf(
  siteUrl: string,
  apiKey: string,
  boardingKey: string | null,
  secrets: Secrets,
): Merchant[] {
  const origins = [siteUrl]
  const shop: Merchant = {
    id: 'harbor-cycle',
    name: SHOP,
    hostSecret: secrets.hostSecret,
    apiKey,
    origins,
    webhook: { url: `${siteUrl}/webhooks/tapboard`, secret: secrets.webhookSecret },
  }
  if (boardingKey === null) return [shop]
  const partner: Merchant = {
    id: 'tidewater',
    name: PARTNER,
    hostSecret: secrets.partnerSecret,
    apiKey: boardingKey,
    origins,
    webhook: { url: `${siteUrl}/webhooks/sign-up`, secret: secrets.partnerWebhookSecret },
    boarding: { apiKey: boardingKey, tiers: PLANS, webhookSecret: secrets.boardingWebhookSecret },
  }
  const locked: Merchant = {
    id: 'tidewater-locked',
    name: PARTNER,
    hostSecret: secrets.lockedSecret,
    apiKey,
    origins,
    boarding: { apiKey, tiers: PLANS },
  }
  return [shop, partner, locked]
}
