// The modules for bundlers: one for each source file, with smaller templates and compiled schemas, and beside them those modules of the
// contract that the elements use. They import Lit and React and nothing else; the app's bundler minifies and divides them. Sources
// that a first load shares with later files are one module, `first-load.js`: esbuild makes a file of each set of modules with the
// same importers, and eight files of a first load compress worse than two (1.4 KB).
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { ELEMENTS, type BuiltElement } from './browser.ts'
import { precompiled } from './precompile.ts'
import { minifyTemplates } from './templates.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const contract = fileURLToPath(new URL('../../contract/src/', import.meta.url))

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly 'tapboard-source'?: string }>>
}

/** The public modules of the package: paths below `src` without their ending. */
function entries(): readonly string[] {
  const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Manifest
  const files = Object.values(exports).flatMap(({ 'tapboard-source': file }) => file ?? [])
  return globSync(files, { cwd: folder }).map((file) => relative('src', file).replace(/\.ts$/, ''))
}

/** Path of a module in `dist`, without its ending. */
function nameOf(id: string): string {
  const path = id.replace(/\.ts$/, '')
  if (path.startsWith(contract)) return `contract/${relative(contract, path)}`
  if (path.startsWith(`${folder}build/`)) return `contract/${relative(`${folder}build`, path)}`
  return relative(`${folder}src`, path)
}

type Bundler = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** A module and all that it imports before it runs. */
function withImports(id: string, bundler: Bundler, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const next of bundler.getModuleInfo(id)?.importedIds ?? []) withImports(next, bundler, found)
  return found
}

/** The first load of an element, and of it the modules that files use, too, which load later. */
interface FirstLoad {
  readonly element: BuiltElement
  readonly all: ReadonlySet<string>
  readonly sharedWithLater: ReadonlySet<string>
}

function firstLoadOf(element: BuiltElement, bundler: Bundler): FirstLoad {
  const all = withImports(`${folder}src/${element}/${element}.element.ts`, bundler)
  const later = new Set<string>()
  const add = (id: string): void => {
    for (const part of bundler.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      for (const next of withImports(part, bundler)) {
        if (later.has(next)) continue
        later.add(next)
        add(next)
      }
  }
  for (const id of all) add(id)
  return { element, all, sharedWithLater: all.intersection(later) }
}

/** The module of `dist` that a source becomes a part of; `null` for a public module, and for one that loads later. */
function moduleNames(): (id: string, bundler: Bundler) => string | null {
  let loads: readonly FirstLoad[] | undefined
  return (id, bundler) => {
    loads ??= ELEMENTS.map((element) => firstLoadOf(element, bundler))
    const info = bundler.getModuleInfo(id)
    if (info?.isEntry || info?.dynamicImporters.length) return null
    const own = id.startsWith(`${folder}src/`)
    const [first, ...others] = loads.filter(({ all }) => all.has(id))
    // All of it for <terminal-pay>, so that esbuild makes one file of it; its events are public.
    const isWhole = first?.element === 'terminal-pay' && !id.endsWith('.events.ts')
    if (own && first && others.length === 0 && (isWhole || first.sharedWithLater.has(id)))
      return `${first.element}/first-load`
    if (own && others.length > 0) return 'shared/first-load'
    return nameOf(id)
  }
}

/** Builds the modules in memory: path below `dist` → text. */
export async function buildModules(): Promise<ReadonlyMap<string, string>> {
  const moduleOf = moduleNames()
  const made = await build({
    configFile: false,
    root: folder,
    clearScreen: false,
    logLevel: 'warn',
    resolve: { conditions: ['tapboard-source'] },
    plugins: [precompiled(), minifyTemplates()],
    build: {
      target: 'es2023',
      write: false,
      sourcemap: true,
      minify: false,
      outDir: 'dist',
      lib: {
        entry: Object.fromEntries(entries().map((name) => [name, `${folder}src/${name}.ts`])),
        formats: ['es'],
      },
      rolldownOptions: {
        // The directive "use client" is the first line of its module here, too.
        onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
        checks: { pluginTimings: false },
        // Without it, a module would contain its imports.
        preserveEntrySignatures: 'allow-extension',
        external: /^(?:lit|@lit|@lit-labs|react|vue|svelte)(?:\/|$)/,
        output: {
          entryFileNames: ({ facadeModuleId }) => `${nameOf(facadeModuleId ?? '')}.js`,
          chunkFileNames: ({ facadeModuleId, name }) =>
            `${facadeModuleId === null ? name : nameOf(facadeModuleId)}.js`,
          minifyInternalExports: false,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: moduleOf }],
          },
        },
      },
    },
  })
  const files = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  return new Map(
    files.map((file) => [
      file.fileName,
      file.type === 'chunk' ? file.code : Buffer.from(file.source).toString(),
    ]),
  )
}
