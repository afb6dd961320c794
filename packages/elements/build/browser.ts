// The files for browsers: one self-contained module per element, minified, and beside it the files that it loads later.
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin } from 'vite'
import { parts } from './parts.ts'
import { precompiled } from './precompile.ts'
import { minifyTemplates } from './templates.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** The elements that are built. */
export const ELEMENTS = ['terminal-pay', 'merchant-apply', 'terminal-desk'] as const

/** An element that is built. */
export type BuiltElement = (typeof ELEMENTS)[number]

/** Name of a later file: a dictionary by element and language, every other file by its element and its own name. */
const laterName =
  (element: BuiltElement) =>
  ({ name, facadeModuleId }: { readonly name: string; readonly facadeModuleId?: string | null }): string => {
    const [, part, language] = /\/languages\/([\w-]+)\/([\w-]+)\.ts$/.exec(facadeModuleId ?? '') ?? []
    return part ? `languages/${part}.${language}.js` : `${element}-${name.replace(/\.\w+$/, '')}.js`
  }

/**
 * How the modules of a first load are divided. Rolldown leaves those of `<terminal-pay>` in two chunks, and each use of an export of
 * another chunk costs bytes: a group makes one chunk of them, without the modules of which only later files use a part. In
 * `<merchant-apply>` the group would add the rules of the later steps to the first file.
 */
const ONE_CHUNK = {
  includeDependenciesRecursively: false,
  groups: [{ name: 'core', tags: ['$initial' as const] }],
}
const SPLITTING: Readonly<Record<BuiltElement, typeof ONE_CHUNK | undefined>> = {
  'terminal-pay': ONE_CHUNK,
  'merchant-apply': undefined,
  'terminal-desk': ONE_CHUNK,
}

/** `<terminal-desk>` refunds with `<terminal-pay>`, whose first file lies beside its own: the page of a till has it already. */
const payBeside = (): Plugin => ({
  name: 'pay-beside',
  enforce: 'pre',
  resolveId: (id) =>
    id.endsWith('/terminal-pay.define.ts') ? { id: './terminal-pay.js', external: true } : null,
})

/** Output as CommonJS: `parts` makes ES modules of it. */
const configOf = (element: BuiltElement, plugins: readonly Plugin[], sourcemap: boolean): InlineConfig => ({
  configFile: false,
  root: folder,
  clearScreen: false,
  logLevel: 'warn',
  resolve: { conditions: ['tapboard-source', 'module', 'browser', 'production'] },
  plugins: [...plugins],
  build: {
    target: 'es2022',
    write: false,
    sourcemap: sourcemap ? 'hidden' : false,
    lib: {
      entry: { [element]: `${folder}src/${element}/${element}.define.ts` },
      formats: ['cjs'],
      fileName: (_, name) => `${name}.js`,
    },
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      checks: { pluginTimings: false },
      output: {
        chunkFileNames: laterName(element),
        ...(SPLITTING[element] && { codeSplitting: SPLITTING[element] }),
        comments: false,
        generatedCode: { symbols: false },
        minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
      },
    },
  },
})

async function outputOf(config: InlineConfig) {
  const built = await build(config)
  return (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))
}

/** The files of an element. */
export interface BrowserFiles {
  /** The file that a page loads first. */
  readonly code: string
  /** Number of files that load before the first control. */
  readonly files: number
  /** Files that load later: name → code. */
  readonly later: ReadonlyMap<string, string>
}

/** Builds the files of an element in memory, in about two seconds. */
export async function buildBrowserFile(element: BuiltElement = 'terminal-pay'): Promise<BrowserFiles> {
  const own = element === 'terminal-desk' ? [payBeside()] : []
  const plugins = [...own, precompiled(), minifyTemplates(), parts()]
  const made = await outputOf(configOf(element, plugins, false))
  const first = `${element}.js`
  const entry = made.find((file) => file.fileName === first)
  if (entry?.type !== 'chunk') throw new Error(`the build makes no ${first}`)
  const at = /\bfrom\s*["'`]\.|\bimport\s*["'`]\./g
  return {
    code: entry.code,
    files: 1 + (entry.code.match(at)?.length ?? 0),
    later: new Map(
      made.flatMap((file) => (file.type === 'chunk' && file !== entry ? [[file.fileName, file.code]] : [])),
    ),
  }
}

/** A built file with the map of its sources. */
export interface MappedFile {
  readonly code: string
  /** JSON. */
  readonly map: string
}

/** The first file of `<terminal-pay>` with a source map; as CommonJS, because `parts` loses the map. */
export async function buildMappedFile(): Promise<MappedFile> {
  const files = await outputOf(configOf('terminal-pay', [precompiled(), minifyTemplates()], true))
  const code = files.find(({ fileName }) => fileName === 'terminal-pay.js')
  const map = files.find(({ fileName }) => fileName === 'terminal-pay.js.map')
  if (code?.type !== 'chunk' || map?.type !== 'asset') throw new Error('the build gave no source map')
  return { code: code.code, map: Buffer.from(map.source).toString() }
}
