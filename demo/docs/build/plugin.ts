// Adds the documentation to the build of the site: the pages as files of their own beside the bundled script and styles whose
// hashed names they carry, and the index of the search.
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { markdownPathOf, writeLlmsText } from './llms.ts'
import { pathOf } from './menu.ts'
import { readPages } from './pages.ts'
import { writeSearchIndex } from './search-index.ts'
import { pictures } from './sheets.ts'
import { writePage, type Assets } from './shell.ts'

/** Scripts of the pages: the common one, and the additional ones of single pages. */
export const DOCS_INPUTS = {
  docs: fileURLToPath(new URL('../browser/docs.ts', import.meta.url)),
  index: fileURLToPath(new URL('../browser/home.ts', import.meta.url)),
  theming: fileURLToPath(new URL('../browser/theming.ts', import.meta.url)),
  languages: fileURLToPath(new URL('../browser/languages.ts', import.meta.url)),
  gallery: fileURLToPath(new URL('../browser/gallery.ts', import.meta.url)),
} as const

type Chunk = Rolldown.OutputChunk & { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } }

/** A chunk of styles alone: the build removes it and leaves its style sheet. */
const isStyle = ({ modules }: Chunk): boolean => Object.keys(modules).every((id) => id.endsWith('.css'))

/** A script with all that it imports at once. */
function withImports(
  name: string,
  chunks: ReadonlyMap<string, Chunk>,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of chunks.get(name)?.imports ?? []) withImports(next, chunks, seen)
  return seen
}

/** Builds the pages under `docs/` in Vite. */
export function docsPages(): Plugin {
  return {
    name: 'docs-pages',
    generateBundle(_, bundle) {
      const chunks = new Map<string, Chunk>(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk')
          .map((chunk) => [chunk.fileName, chunk]),
      )
      const entry = (id: string): string =>
        [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === id)?.fileName ?? ''
      const pages = readPages()
      const titles = new Map(pages.map(({ name, title }) => [name, name === 'index' ? 'Overview' : title]))
      const index = this.emitFile({
        type: 'asset',
        name: 'docs-search.json',
        source: writeSearchIndex(pages),
      })
      this.emitFile({ type: 'asset', fileName: 'llms.txt', source: writeLlmsText(pages) })
      for (const [fileName, source] of pictures()) this.emitFile({ type: 'asset', fileName, source })
      for (const page of pages) {
        this.emitFile({ type: 'asset', fileName: markdownPathOf(page.name), source: page.markdown })
        const scripts = Object.entries(DOCS_INPUTS)
          .filter(([name]) => name === 'docs' || name === page.name)
          .map(([, id]) => entry(id))
        const all = new Set(scripts.flatMap((script) => [...withImports(script, chunks)]))
        const assets: Assets = {
          scripts,
          styles: [
            ...new Set([...all].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])])),
          ],
          preloads: [...all].filter((name) => {
            const chunk = chunks.get(name)
            return !scripts.includes(name) && chunk !== undefined && !isStyle(chunk)
          }),
          searchIndex: this.getFileName(index),
        }
        this.emitFile({
          type: 'asset',
          fileName: `${pathOf(page.name)}index.html`,
          source: writePage(page, titles, assets),
        })
      }
    },
  }
}
