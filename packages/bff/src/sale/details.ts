// Reads the reporting row of a transaction and converts it to labels and values (§1.4 step 6, D-18). Keeps only short printable
// values. Drops values with a card number (INV-15) and serial numbers.
import { isSettled, type SaleState, type TransactionDetails } from '@tapboard/contract'
import { refuse, upstreamUnavailable, type Refusal } from '../refusal.ts'
import type { MerchantUpstream } from '../upstream/terminal/merchant.ts'
import { hasCardNumber } from './card-number.ts'

const ROWS_MAX = 40

/** `xMaskedCardNumber` → `Masked card number`, `xRefNum` → `Ref num`. */
const wordsOf = (name: string): string => {
  const words = name
    .replace(/^x(?=[A-Z])/, '')
    .replace(/([a-z])(?=[A-Z0-9])/g, '$1 ')
    .replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the rows of a report for the page; `null` if it has no row of this reference. */
function findDetails(
  reference: string,
  report: readonly Readonly<Record<string, unknown>>[],
): TransactionDetails | null {
  const row = report.find((one) => one['xRefNum'] === reference)
  return row === undefined ? null : detailsOf(reference, row)
}

/** Returns the rows for the page in the upstream's order. */
export function detailsOf(reference: string, row: Readonly<Record<string, unknown>>): TransactionDetails {
  const rows = Object.entries(row).flatMap(([name, value]) => {
    if (!/^[A-Za-z][A-Za-z0-9 ]{0,39}$/.test(name) || /serial/i.test(name)) return []
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = String(value).trim()
    if (text === '' || text.length > 100 || !/^[\P{C}]+$/u.test(text)) return []
    return hasCardNumber(text) ? [] : [{ name: wordsOf(name), value: text }]
  })
  return { reference, rows: rows.slice(0, ROWS_MAX) }
}

/** Reads the details of a settled sale from its upstream. */
export async function readDetails(
  { reference, state }: { readonly reference: string | null; readonly state: SaleState },
  upstream: MerchantUpstream | null,
): Promise<{ readonly ok: true; readonly details: TransactionDetails } | Refusal> {
  if (reference === null || !isSettled(state) || upstream?.features.details !== true)
    return refuse('not-found', 'There are no more details of this sale.')
  const reading = await upstream.client.report(reference)
  if (reading.kind === 'fault')
    return reading.fault === 'unauthorized' || reading.fault === 'refused'
      ? refuse('upstream-refused', 'The payment service refused to report on this sale.')
      : upstreamUnavailable(reading.retryAfterMs)
  const details = findDetails(reference, reading.kind === 'found' ? reading.value : [])
  return details === null
    ? refuse('not-found', 'The payment service has no details of this sale yet.')
    : { ok: true, details }
}
