// The browser build of an element, made in memory as `npm run build` makes it on disk.
import { fileURLToPath } from 'node:url'
import { build, loadConfigFromFile, type InlineConfig, type Plugin } from 'vite'
import type { MappedFile } from './made-of.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const configFile = `${root}vite.config.ts`

async function outputOf(config: InlineConfig) {
  const built = await build({ root, ...config })
  return (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
}

/** What the build makes. */
export interface BrowserFiles {
  /** What a page loads first. */
  readonly code: string
  /** How many files that is. */
  readonly files: number
  /** What is loaded later, when it is needed: file name → code. */
  readonly later: ReadonlyMap<string, string>
}

/** An element that is built. */
export type BuiltElement = 'terminal-pay' | 'merchant-apply'

/** Builds in memory. Takes under two seconds. */
export async function buildBrowserFile(element: BuiltElement = 'terminal-pay'): Promise<BrowserFiles> {
  const made = await outputOf({ configFile, mode: element, build: { write: false, sourcemap: false } })
  const first = `${element}.js`
  const entry = made.find((file) => file.fileName === first)
  if (entry?.type !== 'chunk') throw new Error(`vite.config.ts makes no ${first} any more`)
  const at = /\bfrom\s*["'`]\.|\bimport\s*["'`]\./g
  return {
    code: entry.code,
    files: 1 + (entry.code.match(at)?.length ?? 0),
    later: new Map(
      made.flatMap((file) => (file.type === 'chunk' && file !== entry ? [[file.fileName, file.code]] : [])),
    ),
  }
}

/** The same with a source map: blank in templates and the seams of its files stay in it, because taking them out loses the map. */
export async function buildMappedFile(): Promise<MappedFile> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'terminal-pay' }, configFile)
  const { plugins = [], build: options = {}, ...config } = loaded?.config ?? {}
  const kept = plugins
    .flat()
    .filter((plugin) => !['minify-templates', 'parts'].includes((plugin as Plugin).name))
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
