// Removes invisible characters from input before it is validated. Idempotent.

/** Bidi controls, zero-width characters, soft hyphen, byte order mark, and control characters that are no blanks. */
const UNSEEN = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]|(?!\s)\p{Cc}/gu

/** NFC, without unseen characters, blanks collapsed to one space and gone at both ends. */
export const cleanText = (typed: string): string =>
  typed.replace(UNSEEN, '').replace(/\s+/g, ' ').trim().normalize('NFC')

/** {@link cleanText}, full-width digits as digits, and without what people put between digits: spaces, dashes, dots, brackets. */
export const cleanDigits = (typed: string): string =>
  cleanText(typed)
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[\s\-‐-―−.()[\]]/g, '')
    // What stands beside each other now may have to be put in order.
    .normalize('NFC')

/** Characters as a person counts them, nearly: code points. */
export const lengthOf = (text: string): number => Array.from(text).length

/** Is it one digit, over and over? */
export const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits)
