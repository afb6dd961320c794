// Maps the processor's response code to our own text for a decline. No text of the upstream reaches a page.

const DECLINES: Readonly<Record<string, string>> = {
  '01': 'Refer to card issuer',
  '04': 'Card not accepted',
  '05': 'Declined by the card issuer',
  '12': 'Transaction not allowed',
  '13': 'Amount not accepted',
  '14': 'Card number not valid',
  '41': 'Card not accepted',
  '43': 'Card not accepted',
  '51': 'Insufficient funds',
  '54': 'Card expired',
  '55': 'Wrong PIN',
  '57': 'Transaction not allowed for this card',
  '61': 'Over the card limit',
  '65': 'Over the card limit',
  '91': 'Card issuer not available',
  '96': 'The processor had a fault',
}

/** Returns the text for a response code; `null` for an unknown code. */
export const unpaidText = (code: string | null): string | null =>
  code !== null && Object.hasOwn(DECLINES, code) ? (DECLINES[code] ?? null) : null
