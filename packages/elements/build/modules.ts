// The modules for bundlers: one for each source file, with smaller templates and compiled schemas, and beside them those modules of the
// contract that the elements use. They import Lit and React and nothing else; the app's bundler minifies and divides them.
import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { precompiled } from './precompile.ts'
import { minifyTemplates } from './templates.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const contract = fileURLToPath(new URL('../../contract/src/', import.meta.url))

/** Source files of the package, without tests and their helpers: paths below `src` without their ending. */
export const sources = (): readonly string[] =>
  globSync('**/*.ts', { cwd: `${folder}src` })
    .filter((file) => !/^testing\/|\.(test|browser|testing)\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, ''))
    .toSorted()

/** Path of a module in `dist`, without its ending. */
function nameOf(id: string): string {
  const path = id.replace(/\.ts$/, '')
  if (path.startsWith(contract)) return `contract/${relative(contract, path)}`
  if (path.startsWith(`${folder}build/`)) return `contract/${relative(`${folder}build`, path)}`
  return relative(`${folder}src`, path)
}

/** Builds the modules in memory: path below `dist` → text. */
export async function buildModules(): Promise<ReadonlyMap<string, string>> {
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
        entry: Object.fromEntries(sources().map((name) => [name, `${folder}src/${name}.ts`])),
        formats: ['es'],
      },
      rolldownOptions: {
        // The directive "use client" is the first line of its module here, too.
        onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
        checks: { pluginTimings: false },
        external: /^(?:lit|@lit|@lit-labs|react|vue|svelte)(?:\/|$)/,
        output: {
          preserveModules: true,
          preserveModulesRoot: `${folder}src`,
          entryFileNames: ({ facadeModuleId }) => `${nameOf(facadeModuleId ?? '')}.js`,
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
