// The refund form beside the checkout, as a manager uses it.
import { Clerk } from './clerk.ts'

/** The element that refunds, in a tab. */
export const refunder = ({ page }: Clerk): Clerk => new Clerk(page, page.locator('#refund-pay terminal-pay'))

/** Opens the refund form, signs in if it asks for the PIN, and asks for an amount. */
export async function askFor(amount: string, { page }: Clerk, managerPin: string): Promise<void> {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const pin = page.getByLabel('PIN')
  await page.locator('#manager-pin:visible, #refund-amount:visible').first().waitFor()
  if (await pin.isVisible()) await new Clerk(page).signIn(managerPin)
  await page.getByLabel('Amount to refund').fill(amount)
  await page.getByRole('button', { name: 'Continue' }).click()
}
