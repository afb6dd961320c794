// Programs of the sources as one file each. A process that loads 600 modules from the sources needs 0.5 s more processor time to
// start than one that loads a bundle of them. Code and behaviour are the same; the places in stack traces are those of the bundle.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Names the folder of the bundles to the processes of a part whose preparation has made them. */
const FOLDER_ENV = 'TAPBOARD_BUNDLES'

const FOLDER = path.join(ROOT, 'node_modules/.cache/bundles')

/** Programs that tests start again and again. */
const PROGRAMS = [
  'packages/bff/src/main.ts',
  'packages/service/src/main.ts',
  'test/crash/bff-process.ts',
  'test/faults/support/sign-up-process.ts',
] as const

/** Native code, and packages that only an option of a program loads. */
const EXTERNAL = ['better-sqlite3', 'pg', '@opentelemetry/*', '@simplewebauthn/server']

/** Packages of CommonJS that are part of a bundle call `require`. */
const BANNER = `import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)`

const fileOf = (program: string): string => program.replaceAll('/', '-').replace(/\.ts$/, '')

/** Makes the bundles from the present sources. From now on {@link bundleOf} finds them, also in the processes that this one starts. */
export async function makeBundles(): Promise<void> {
  const { build, stop } = await import('esbuild')
  mkdirSync(FOLDER, { recursive: true })
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(PROGRAMS.map((program) => [fileOf(program), program])),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['tapboard-source'],
    keepNames: true,
    external: EXTERNAL,
    banner: { js: BANNER },
    outdir: FOLDER,
    outExtension: { '.js': '.mjs' },
    logLevel: 'error',
    plugins: [
      {
        // Files beside a module are found from its own address.
        name: 'own-address',
        setup({ onLoad }) {
          onLoad({ filter: /\/packages\/(bff|service)\/src\/app\/.*\.ts$/ }, ({ path: file }) => ({
            contents: readFileSync(file, 'utf8').replaceAll(
              'import.meta.url',
              JSON.stringify(pathToFileURL(file).href),
            ),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  await stop()
  process.env[FOLDER_ENV] = FOLDER
}

/** The bundle of a program, or the program itself if this run has none. */
export function bundleOf(program: string): string {
  const folder = process.env[FOLDER_ENV]
  const isBundled = (PROGRAMS as readonly string[]).includes(program)
  return folder === undefined || !isBundled ? program : path.join(folder, `${fileOf(program)}.mjs`)
}
