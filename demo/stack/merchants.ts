// Merchants of the demo's BFF: the shop with its till, the partner with its sign-up page, and the partner
// with a key without boarding permission.
import type { Merchant } from '@tapboard/bff'
import { PARTNER, PARTNER_CONTACT, PLANS } from '../host/sign-up/plans.ts'
import type { Secrets } from './secrets.ts'
import { SHOP } from './seed.ts'

/** ID of the partner; part of the address of the boarding API's webhook. */
export const PARTNER_ID = 'tidewater'

/** Creates the merchants; only the shop without a boarding key. */
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
    id: PARTNER_ID,
    name: PARTNER,
    hostSecret: secrets.partnerSecret,
    apiKey: boardingKey,
    origins,
    webhook: { url: `${siteUrl}/webhooks/sign-up`, secret: secrets.partnerWebhookSecret },
    boarding: {
      apiKey: boardingKey,
      tiers: PLANS,
      contact: PARTNER_CONTACT,
      webhookSecret: secrets.boardingWebhookSecret,
    },
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
