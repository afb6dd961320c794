// Descriptions and examples of path and query parameters, for the OpenAPI documents only.
import type { MemberDoc } from './openapi-members.ts'

/** Descriptions and examples of path and query parameters. */
export const PARAMETERS: Readonly<Record<string, MemberDoc>> = {
  id: ['ID of the sale or terminal, as an answer gave it.', 'sale_8f3k2m'],
  order: ['Your number of the order.', 'R-1042'],
  applicant: ['Your reference of the applicant.', 'customer-17'],
  merchant: ['ID of the merchant.', 'shop'],
  amount: ['Your own total as a decimal; with `currency`.', '42.00'],
  currency: ['Currency of your total.', 'USD'],
  state: ['States, separated by commas.', 'in_doubt,review'],
  cursor: ['Cursor of the page before.', 'c_8f3k'],
  limit: ['Most rows of an answer.', '50'],
  day: ['A day in the time zone of the token.', '2026-05-28'],
  search: ['Text to search for in the day.', '4242'],
  exact: ['An order, a reference, a short reference or an amount of any day.', 'R-1042'],
  tier: ['Name of the plan.', 'Retail'],
  origin: ['Origin of the page around the frame.', 'https://shop.example'],
  locale: ['Language tag (BCP 47).', 'en-US'],
  xDeviceId: ['ID of the terminal.', 'dev_7h3k'],
  xSessionId: ['ID of the session.', 'ses_2m9x'],
  xExternalRequestID: ['Your ID of the request.', 'tb-8f3k2m'],
  'Idempotency-Key': [
    'A text of 16 to 128 characters for this start or submission. A repeat with the same key and body returns the first result.',
    'R-1042-attempt-1',
  ],
}
