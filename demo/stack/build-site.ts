// Builds the pages once, at start, and reads them into memory: what is served is what a production build gives, so that
// the strict policy is held by the real thing.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { readSite, type SiteFile } from '../host/pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The site's files by URL path. `folder` is written anew. */
export async function buildSite(folder: string): Promise<ReadonlyMap<string, SiteFile>> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['checkout', 'sign-up', 'terminal'].map((page) => `${root}${page}/index.html`),
      },
    },
  })
  return readSite(folder)
}
