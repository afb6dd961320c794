// Options of the search index. Build and browser must use the same ones.
import type { Options } from 'minisearch'

/** A section that was found. */
export interface Found {
  /** Its address under the root of the site. */
  readonly id: string
  readonly page: string
  /** Its heading; empty for the page itself. */
  readonly heading: string
  /** Words that readers use for it although the text does not; never shown. */
  readonly words: string
  readonly text: string
}

/** `--tapboard-accent` is found by `accent`, `device-not-connected` by `connected`, `terminal-pay-ready` by itself. */
const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** A page whose title has the word comes before its sections, and one whose title is this word alone before headings that have it. */
function boostOfTitle(title: readonly string[], term: string): number {
  if (!title.some((word) => word.startsWith(term))) return 1
  return title.length === 1 ? 6 : 4
}

export const SEARCH: Options<Found> = {
  fields: ['heading', 'page', 'words', 'text'],
  storeFields: ['page', 'heading', 'text'],
  tokenize: words,
  searchOptions: {
    boost: { heading: 4, page: 2, words: 8 },
    // A word as it is comes before a longer and a similar one.
    weights: { prefix: 0.4, fuzzy: 0.1 },
    prefix: (term) => term.length > 1,
    // One wrong letter in a word of five letters, two in one of eight: "threat" must not find "that".
    fuzzy: (term) => (term.length > 4 ? 0.19 : false),
    combineWith: 'AND',
    boostDocument: (_id, term, stored) =>
      stored?.['heading'] === '' ? boostOfTitle(words(String(stored['page']).toLowerCase()), term) : 1,
  },
}
