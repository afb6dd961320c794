// Builds the pages once at start and reads them into memory: the demo serves a production build, so the
// strict policy applies to the real files.
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { DOCS_INPUTS, docsPages } from '../docs/build/plugin.ts'
import type { SiteFile } from '../host/pages.ts'
import { readSite } from '../host/read-site.ts'
import { pageParts } from './page-parts.ts'

/** Pages of the demo, each with its own script. */
const PAGES = ['checkout', 'sign-up', 'terminal', 'back-office', 'docs/screen'] as const

const root = fileURLToPath(new URL('..', import.meta.url))

/** Vite configuration of the pages, for the live and the static demo. */
export const siteConfig = (folder: string): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'error',
  plugins: [pageParts(), docsPages()],
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

/** Builds the site and returns its files by URL path. Overwrites `folder`. */
export async function buildSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  await build(siteConfig(folder))
  return readSite(folder)
}
