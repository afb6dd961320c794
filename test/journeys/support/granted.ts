// A shop's server whose order has changed: it grants the page another amount, or another order, than the demo's book has.
import type { Page } from 'playwright-core'
import type { TokenGrant } from '@tapboard/contract'
import { requestToken } from '../../../demo/host/tokens.ts'
import type { StackShop } from './shop.ts'

/** The grant of the shop's server from now on. */
export interface Granted {
  order: string
  /** The amount as a decimal text, such as `60.00`. */
  amount: string
}

/** Answers the page's requests for a token as the shop's server does, with an order that the test can change. */
export async function grantFrom(shop: StackShop, page: Page, granted: Granted): Promise<Granted> {
  const source = { bffUrl: shop.stack.bffUrl, secret: shop.stack.hostSecret, fetch }
  await page.route('**/api/token', async (route) => {
    const { kind, jkt } = route.request().postDataJSON() as { readonly kind: string; readonly jkt: string }
    if (kind !== 'sale') return route.fallback()
    const grant: TokenGrant = {
      kind: 'sale',
      ...granted,
      currency: 'USD',
      devices: 'any',
      origin: shop.siteUrl,
      jkt,
    }
    const answer = await requestToken(source, grant)
    return answer.ok
      ? route.fulfill({ status: 201, json: answer.minted })
      : route.fulfill({ status: answer.status, json: { message: answer.message } })
  })
  return granted
}
