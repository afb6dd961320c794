// Options of the search index. Build and browser must use the same ones.
import type { Options } from 'minisearch'

/** A section that was found. */
export interface Found {
  /** Its address under the root of the site. */
  readonly id: string
  readonly page: string
  /** Its heading; empty for the page itself. */
  readonly heading: string
  readonly text: string
}

/** `--tapboard-accent` is found by `accent`, `device-not-connected` by `connected`, `terminal-pay-ready` by itself. */
const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

export const SEARCH: Options<Found> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['page', 'heading', 'text'],
  tokenize: words,
  searchOptions: {
    boost: { heading: 4, page: 2 },
    // A word as it is comes before a longer and a similar one.
    weights: { prefix: 0.4, fuzzy: 0.1 },
    prefix: (term) => term.length > 1,
    fuzzy: (term) => (term.length > 4 ? 0.25 : false),
    combineWith: 'AND',
    // A page whose title has the words comes before its sections.
    boostDocument: (_id, term, stored) =>
      stored?.['heading'] === '' &&
      words(String(stored['page'])).some((word) => word.toLowerCase().startsWith(term))
        ? 4
        : 1,
  },
}
