// Interprets a typed search: part of an order or of a terminal's name, a reference or an approval code, the last four digits of a card,
// or an amount (D-114). Pure.
import { CURRENCY_EXPONENT, readShortReference, type Currency } from '@tapboard/contract'

/** The criteria of a search; a row matches if one of them applies. */
export interface Search {
  /** The typed text without blanks at its ends: part of the order or the terminal's name, or exactly a reference or code. */
  readonly text: string
  /** The last four digits of a card, or `null`. */
  readonly lastFour: string | null
  /** The end of our own reference, read aloud as two groups of four characters, or `null`. */
  readonly referenceEnd: string | null
  /** Amounts in minor units; two if the notation is ambiguous. */
  readonly amountsMinor: readonly number[]
}

const MONEY = /^(?:\p{Sc}|[A-Z]{2,3}\$?)?\s*(\d[\d.,'’\s]*?)\s*(?:\p{Sc}|[A-Z]{3})?$/iu

/** Arabic digits and separators as the ASCII ones. */
const asciiDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '')

/** The amounts that a text can mean: "1,234" has a group of thousands, or three decimals in a currency that has them. */
function amountsOf(text: string, exponent: number): number[] {
  const digits = MONEY.exec(asciiDigits(text))?.[1]
  if (digits === undefined) return []
  const amounts = new Set<number>()
  const [, whole = '', sign = '', decimals = ''] = /^(.*)([.,])(\d{1,3})$/.exec(digits) ?? []
  const isGrouped = (number: string): boolean => /^\d+$|^\d{1,3}(?:[.,'’\s]\d{3})+$/.test(number)
  if (decimals !== '' && decimals.length <= exponent && isGrouped(whole) && !whole.includes(sign))
    amounts.add(Number(whole.replace(/\D/g, '') + decimals.padEnd(exponent, '0')))
  if (isGrouped(digits)) amounts.add(Number(digits.replace(/\D/g, '')) * 10 ** exponent)
  return [...amounts].filter((amount) => Number.isSafeInteger(amount))
}

/** Interprets a search; `null` for a blank one. */
export function readSearch(typed: string, currency: Currency): Search | null {
  const text = typed.trim()
  if (text === '') return null
  const digits = asciiDigits(text).replace(/^[•*x.\s]+/i, '')
  return {
    text,
    lastFour: /^\d{4}$/.test(digits) ? digits : null,
    referenceEnd: readShortReference(text),
    amountsMinor: amountsOf(text, CURRENCY_EXPONENT[currency]),
  }
}
