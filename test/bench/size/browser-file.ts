// The one-file browser build of <terminal-pay>, made in memory as `npm run build` makes it on disk.
import { fileURLToPath } from 'node:url'
import { build, loadConfigFromFile, type InlineConfig, type Plugin } from 'vite'
import type { MappedFile } from './made-of.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const configFile = `${root}vite.config.ts`

async function outputOf(config: InlineConfig) {
  const built = await build({ root, ...config })
  return (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
}

/** What a page loads, and how many files that is. Takes under two seconds. */
export async function buildBrowserFile(): Promise<{ readonly code: string; readonly files: number }> {
  const files = await outputOf({ configFile, build: { write: false, sourcemap: false } })
  const entry = files.find((file) => file.fileName === 'terminal-pay.js')
  if (entry?.type !== 'chunk') throw new Error('vite.config.ts makes no terminal-pay.js any more')
  return { code: entry.code, files: files.length }
}

/** The same with a source map: blank in templates stays in it, because taking it out loses the map. */
export async function buildMappedFile(): Promise<MappedFile> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, configFile)
  const { plugins = [], build: options = {}, ...config } = loaded?.config ?? {}
  const kept = plugins.flat().filter((plugin) => (plugin as Plugin).name !== 'minify-templates')
  const files = await outputOf({
    ...config,
    configFile: false,
    plugins: kept,
    build: { ...options, write: false, sourcemap: 'hidden' },
  })
  const code = files.find(({ fileName }) => fileName === 'terminal-pay.js')
  const map = files.find(({ fileName }) => fileName === 'terminal-pay.js.map')
  if (code?.type !== 'chunk' || map?.type !== 'asset') throw new Error('the build gave no source map')
  return { code: code.code, map: Buffer.from(map.source).toString() }
}
