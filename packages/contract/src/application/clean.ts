// Removes invisible characters from input before it is validated. Idempotent.

/** Bidi controls, zero-width characters, soft hyphen, byte order mark, and control characters other than white space. */
const UNSEEN = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]|(?!\s)\p{Cc}/gu

/** Normalizes to NFC, removes invisible characters, collapses white space and trims. */
export const cleanText = (typed: string): string =>
  typed.replace(UNSEEN, '').replace(/\s+/g, ' ').trim().normalize('NFC')

/** {@link cleanText}; also converts full-width digits and removes separators between digits: spaces, dashes, dots, brackets. */
export const cleanDigits = (typed: string): string =>
  cleanText(typed)
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[\s\-‐-―−.()[\]]/g, '')
    // Removing separators can join combining marks; normalize again.
    .normalize('NFC')

/** Length in code points, close to the number of characters that a person counts. */
export const lengthOf = (text: string): number => Array.from(text).length

/** Checks whether the text repeats a single digit. */
export const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits)
