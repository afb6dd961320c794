// A part of a found section around the found words, and which of its words were found.

/** A piece of the shown text, found or between found words. */
export interface Piece {
  readonly text: string
  readonly isFound: boolean
}

/** Characters of an excerpt, without the words that it would cut. */
const LENGTH = 150
/** Characters before the first found word. */
const BEFORE = 40

const escaped = (term: string): string => term.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Splits a text into pieces; `terms` are the words of the index that a search matched. */
export function markFound(text: string, terms: readonly string[]): readonly Piece[] {
  if (terms.length === 0) return [{ text, isFound: false }]
  const longestFirst = terms.toSorted((one, other) => other.length - one.length).map(escaped)
  const word = new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text
    .split(word)
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** The part of a text around its first found word, as pieces. */
export function excerptOf(text: string, terms: readonly string[]): readonly Piece[] {
  const [before] = markFound(text, terms)
  const at = before === undefined || before.isFound ? 0 : before.text.length
  const hasFound = at < text.length
  const from = hasFound && at > BEFORE ? text.indexOf(' ', at - BEFORE) + 1 : 0
  const rest = text.slice(from)
  const end = rest.length > LENGTH ? rest.lastIndexOf(' ', LENGTH) : rest.length
  const part = `${from > 0 ? '… ' : ''}${rest.slice(0, end > 0 ? end : LENGTH)}${end < rest.length ? ' …' : ''}`
  return markFound(part, terms)
}
