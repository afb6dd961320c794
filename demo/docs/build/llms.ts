// The index of the documentation for language models (llmstxt.org): every page with its sentence, and its Markdown.
import { MENU, pathOf } from './menu.ts'
import type { Page } from './pages.ts'

/** Path of a page's Markdown under the root of the site. */
export const markdownPathOf = (name: string): string => `${pathOf(name)}index.html.md`

/** Writes `llms.txt`, the list of all pages for language models. */
export function writeLlmsText(pages: readonly Page[]): string {
  const byName = new Map(pages.map((page) => [page.name, page]))
  const groups = MENU.map(({ title, pages: names }) => {
    const lines = names.flatMap((name) => {
      const page = byName.get(name)
      return page === undefined ? [] : [`- [${page.title}](${markdownPathOf(name)}): ${page.summary}`]
    })
    return `## ${title}\n\n${lines.join('\n')}`
  })
  return ['# Tapboard', `> ${byName.get('index')?.summary ?? ''}`, ...groups, ''].join('\n\n')
}
