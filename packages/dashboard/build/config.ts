// Vite configuration of the dashboard's page: files with hashes, no inline script and no inline style, so that the
// strict policy of the service applies to them.
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'

/** Creates the configuration of a build into `folder`. */
export const dashboardConfig = (folder: string): InlineConfig => ({
  configFile: false,
  root: fileURLToPath(new URL('..', import.meta.url)),
  base: '/dashboard/',
  publicDir: 'public',
  logLevel: 'error',
  resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    // As in the elements, the colours follow the color-scheme of their place and not only that of the system.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
