// The one-file browser build of <terminal-pay>, made in memory exactly as `npm run build` makes it on disk.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What a page loads. */
export interface BrowserFile {
  readonly code: string
  /** The modules in it as they were before minifying, by path in the repository. */
  readonly modules: readonly (readonly [path: string, code: string])[]
  /** Files that the build gives, source maps not counted. */
  readonly files: number
}

/** Builds it; takes under two seconds. */
export async function buildBrowserFile(): Promise<BrowserFile> {
  const built = await build({ root, configFile: `${root}vite.config.ts`, build: { write: false } })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const files = outputs.filter(({ fileName }) => !fileName.endsWith('.map'))
  const entry = files.find((file) => file.fileName === 'terminal-pay.js')
  if (entry?.type !== 'chunk') throw new Error('vite.config.ts makes no terminal-pay.js any more')
  const modules = Object.entries(entry.modules).map(
    ([path, { code }]) => [path.replace(root, ''), code ?? ''] as const,
  )
  return { code: entry.code, modules, files: files.length }
}
