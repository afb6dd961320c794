// Builds the pages once, at start, and reads them into memory: what is served is what a production build gives, so that
// the strict policy is held by the real thing.
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { DOCS_INPUTS, docsPages } from '../docs/build/plugin.ts'
import type { SiteFile } from '../host/pages.ts'
import { readSite } from '../host/read-site.ts'

/** Pages of the demo, each with a script of its own. */
const PAGES = ['checkout', 'sign-up', 'terminal'] as const

const root = fileURLToPath(new URL('..', import.meta.url))

/** How the pages are built, live or as files alone. */
export const siteConfig = (folder: string): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [docsPages()],
  resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        ...Object.fromEntries(PAGES.map((page) => [page, `${root}${page}/index.html`])),
        ...DOCS_INPUTS,
      },
    },
  },
})

/** The site's files by URL path. `folder` is written anew. */
export async function buildSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  await build(siteConfig(folder))
  return readSite(folder)
}
