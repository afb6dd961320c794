// The index of the search, made by the build: a page loads it at the first search.
import MiniSearch from 'minisearch'
import { SEARCH, type Found } from '../browser/search-options.ts'
import { pathOf } from './menu.ts'
import { SEARCH_WORDS } from './search-words.ts'
import type { Page } from './pages.ts'

/** Characters of a section that are looked through: beyond it is detail that its heading leads to. */
const SECTION_CHARACTERS = 1500

/** Sections of all pages as the search knows them. */
const entriesOf = (pages: readonly Page[]): readonly Found[] =>
  pages.flatMap(({ name, title, summary, sections }) =>
    sections
      .filter(({ id, text }) => id !== '' || text !== '' || summary !== '')
      .map(({ id, heading, text }) => {
        const place = id === '' ? name : `${name}#${id}`
        return {
          id: id === '' ? pathOf(name) : `${pathOf(name)}#${id}`,
          page: title,
          heading,
          words: SEARCH_WORDS[place] ?? '',
          text: `${id === '' ? `${summary} ` : ''}${text}`.slice(0, SECTION_CHARACTERS).trim(),
        }
      }),
  )

/** The index as the text of a file. */
export function writeSearchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCH)
  index.addAll(entriesOf(pages))
  return JSON.stringify(index)
}
