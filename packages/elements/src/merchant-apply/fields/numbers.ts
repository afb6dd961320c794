// How numbers are typed, whatever the language of the page: its digits, its separators, its currency sign. What can be read in
// two ways is never guessed: it is kept so that no rule takes it for a number, and looks as it was typed. Pure.
import { cleanAmount, cleanText } from '@tapboard/contract'

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCharCode(code))

/** Digits of any script as the digits 0 to 9. In Unicode such a row of ten begins at the 0th or the 6th place of sixteen. */
export const westernDigits = (typed: string): string =>
  typed.replace(/[^\d\P{Nd}]/gu, (digit) => {
    const code = digit.charCodeAt(0)
    // Beyond the first plane there are only ornate ones.
    return digit.length > 1 ? digit : `${(code & 15) - (isDigit(code & ~15) ? 0 : 6)}`
  })

/** How a language writes thousands and fractions with Western digits. */
function signsOf(lang: string): { readonly group: string; readonly decimal: string } {
  const parts = new Intl.NumberFormat(lang, { numberingSystem: 'latn' }).formatToParts(12_345.6)
  const sign = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? ''
  return { group: sign('group'), decimal: sign('decimal') }
}

/** Separators, and what looks like them and is none: a rule takes a text with these for no number. */
const [SEPARATORS, ALIKE] = ['.,', '․‚']

/** Was it kept because it can be read in two ways? */
export const isUnclear = (value: string): boolean => /[․‚]/.test(value)

/** What is kept so, as it was typed. */
export const asTyped = (value: string): string => swapped(value, ALIKE, SEPARATORS)

const isAmount = (value: string): boolean => /^\d{1,9}$/.test(value)

const swapped = (text: string, from: string, to: string): string =>
  Array.from(text, (sign) => to[from.indexOf(sign)] ?? sign).join('')

const isGrouped = (text: string, sign: string): boolean =>
  new RegExp(`^(\\d{1,3}(\\${sign}\\d{3})+|\\d{1,2}(\\${sign}\\d\\d)+\\${sign}\\d{3})$`).test(text)

/** Digits and separators as whole dollars; `null` where that is not what they say, or not for certain. */
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
 * Converts an amount of whole dollars typed in a language, such as `250.000,00 $` in German, to digits. Other
 * text is returned unchanged;
 * {@link isUnclear} detects an ambiguous amount.
 */
export function readAmount(typed: string, lang: string): string {
  const text = westernDigits(swapped(cleanText(typed), `${ALIKE}，．،`, `${SEPARATORS},.,`))
  const signs = signsOf(lang)
  const own = cleanAmount(text)
  // Where amounts are written as in the United States, the rule's own reading stands.
  if (signs.decimal === '.' && signs.group === ',' && isAmount(own)) return own
  const bare = text
    .replace(/^((us|ca)?\s?[$＄]|usd|cad)|((us|ca)?\s?[$＄](\s?(us|ca))?|usd|cad|d[oó]l+ar(e?s)?)$/gi, '')
    .replace(/[\s'’٬]/g, '')
    .replace(/٫00?$/, '')
  const found = wholeOf(bare, signs)?.replace(/^0+(?=\d)/, '') ?? ''
  if (isAmount(found)) return found
  return isAmount(own) || /^\d{1,3}[.,]\d{3}$/.test(bare) ? swapped(typed, SEPARATORS, ALIKE) : typed
}

/** A share as it is typed in a language, such as `٥٠٪` or `%50`: Western digits, and nothing but them where that is clear. */
export const readPercent = (typed: string): string => {
  const [, digits] = /^[%٪％]?\s?(\d+)\s?[%٪％]?$/.exec(westernDigits(cleanText(typed))) ?? []
  return digits ?? typed
}
