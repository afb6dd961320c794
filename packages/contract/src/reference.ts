/**
 * A reference of a transaction, such as `xRefNum`: 1 to 64 letters, digits and `.`, `_`, `:`, `/`, `+`, `=`, `-`. It is harmless as
 * text, in markup and in a quoted attribute.
 */
export const REFERENCE: RegExp = /^[A-Za-z0-9._:/+=-]{1,64}$/

/** The last eight letters and digits of an ID in two groups, in capitals: short enough to read it aloud, such as `7Q2M-4K6X`. */
export function shortReference(id: string): string {
  const end = id
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(-8)
    .toUpperCase()
  return end.length > 4 ? `${end.slice(0, 4)}-${end.slice(4)}` : end
}

/** Digits that an ID never has (RFC 4648 §6), and the letters that a person read or heard as one of them. */
const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 8: 'b' }

/**
 * The end of an ID that a person typed as its short reference, in lower case; `null` for any other text. The digits 0, 1 and 8 count
 * as the letters O, I and B, which look like them.
 */
export const readShortReference = (typed: string): string | null =>
  /^\s*[a-z0-9]{4}[\s\p{Pd}]*[a-z0-9]{4}\s*$/iu.test(typed)
    ? typed
        .replaceAll(/[^a-z0-9]/gi, '')
        .toLowerCase()
        .replaceAll(/[018]/g, (digit) => LETTERS[digit]!)
    : null
