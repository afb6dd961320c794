// Input of numbers in any language: its digits, its separators, its currency sign. An ambiguous number is never guessed. It is
// stored so that every rule rejects it, and shown as typed. Pure.
import { cleanAmount, cleanText } from '@tapboard/contract'

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCharCode(code))

/** Converts digits of any script to the digits 0 to 9. In Unicode such a row of ten begins at position 0 or 6 of sixteen. */
export const westernDigits = (typed: string): string =>
  typed.replace(/[^\d\P{Nd}]/gu, (digit) => {
    const code = digit.charCodeAt(0)
    // Digits outside the first plane are ornamental.
    return digit.length > 1 ? digit : `${(code & 15) - (isDigit(code & ~15) ? 0 : 6)}`
  })

/** A language's separators of thousands and fractions with Western digits. */
function signsOf(lang: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(lang, { numberingSystem: 'latn' }).formatToParts(12_345.6)
  const sign = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}

/** Separators, and look-alikes that replace them in an ambiguous number: a rule rejects a text with look-alikes. */
const [SEPARATORS, ALIKE] = ['.,', '․‚']

/** Checks whether the value was stored as ambiguous. */
export const isUnclear = (value: string): boolean => /[․‚]/.test(value)

/** An ambiguous value as typed. */
export const asTyped = (value: string): string => swapped(value, ALIKE, SEPARATORS)

const isAmount = (value: string): boolean => /^\d{1,9}$/.test(value)

const swapped = (text: string, from: string, to: string): string =>
  Array.from(text, (sign) => to[from.indexOf(sign)] ?? sign).join('')

const isGrouped = (text: string, sign: string): boolean =>
  new RegExp(`^(\\d{1,3}(\\${sign}\\d{3})+|\\d{1,2}(\\${sign}\\d\\d)+\\${sign}\\d{3})$`).test(text)

/** Digits and separators as whole dollars; `null` if they are invalid or ambiguous. */
function wholeOf(text: string, { group, decimal }: ReturnType<typeof signsOf>): string | null {
  const [, before = '', sign = '', after = ''] = /^([\d.,]*)([.,])(\d+)$/.exec(text) ?? []
  if (sign === '') return text
  const whole = before.replace(/\D/g, '')
  const isRound = /^00?$/.test(after)
  if (before.includes(sign)) return isGrouped(text, sign) ? whole + after : null
  if (/\D/.test(before)) return isRound && isGrouped(before, sign === '.' ? ',' : '.') ? whole : null
  if (after.length === 3 && /^[1-9]\d{0,2}$/.test(before)) return sign === group ? whole + after : null
  return isRound && (sign === decimal || before.length > 3) ? whole : null
}

/**
 * Converts an amount of whole dollars typed in a language, such as `250.000,00 $` in German, to digits. An ambiguous amount
 * gets look-alike separators, which {@link isUnclear} detects. Other text is returned unchanged.
 */
export function readAmount(typed: string, lang: string): string {
  const text = westernDigits(swapped(cleanText(typed), `${ALIKE}，．،`, `${SEPARATORS},.,`))
  const signs = signsOf(lang)
  const own = cleanAmount(text)
  // In languages with the separators of the United States, the cleaning of the rule is correct.
  if (signs.decimal === '.' && signs.group === ',' && isAmount(own)) return own
  const bare = text
    .replace(/^((us|ca)?\s?[$＄]|usd|cad)|((us|ca)?\s?[$＄](\s?(us|ca))?|usd|cad|d[oó]l+ar(e?s)?)$/gi, '')
    .replace(/[\s'’٬]/g, '')
    .replace(/٫00?$/, '')
  const found = wholeOf(bare, signs)?.replace(/^0+(?=\d)/, '') ?? ''
  if (isAmount(found)) return found
  return isAmount(own) || /^\d{1,3}[.,]\d{3}$/.test(bare) ? swapped(typed, SEPARATORS, ALIKE) : typed
}

/** Converts a share typed in a language, such as `٥٠٪` or `%50`, to Western digits. Other text is returned unchanged. */
export const readPercent = (typed: string): string => {
  const [, digits] = /^[%٪％]?\s?(\d+)\s?[%٪％]?$/.exec(westernDigits(cleanText(typed))) ?? []
  return digits ?? typed
}
