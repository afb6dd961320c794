// The code of READMEs and pages compiles, TypeScript under `strict`: each block is a module beside the declarations of the host's
// own names in `samples.d.ts`, against the built types. `test/packed/newcomer.test.ts` runs the code of the first README.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from './parts/files.ts'

const DOCUMENTS = ['packages/*/README.md', 'demo/docs/pages/*.md']
const KINDS: Readonly<Record<string, string>> = { ts: 'ts', tsx: 'tsx', js: 'js', mjs: 'js', jsx: 'jsx' }

/** A block of code with the place where it is. */
interface Sample {
  /** File and line, such as `demo/docs/pages/mount.md:42`. */
  readonly place: string
  readonly kind: string
  readonly code: string
}

/** Module scripts of a page. */
const scriptsIn = (html: string): readonly (readonly [before: string, code: string])[] =>
  [...html.matchAll(/<script type="module">([\s\S]*?)<\/script>/g)].map(({ index, 1: code = '' }) => [
    html.slice(0, index),
    code,
  ])

const linesOf = (text: string): number => text.split('\n').length

/** The samples of a document. */
function samplesOf(file: string): readonly Sample[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)].flatMap(
    ({ index, 1: info = '', 2: code = '' }) => {
      const line = linesOf(text.slice(0, index)) + 1
      const kind = KINDS[info]
      if (kind !== undefined) return [{ place: `${file}:${line}`, kind, code }]
      if (info !== 'html') return []
      return scriptsIn(code).map(([before, script]) => ({
        place: `${file}:${line + linesOf(before) - 1}`,
        kind: 'js',
        code: script,
      }))
    },
  )
}

/** A module of the host. */
const SETTINGS = `export const options: import('@tapboard/bff').BffOptions
export const store: import('@tapboard/store').Store<unknown>`

/** JavaScript has no types: the compiler still finds unknown names, members and keys. */
const LOOSE = { strictNullChecks: false, noImplicitAny: false }

const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    skipLibCheck: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    allowImportingTsExtensions: true,
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    // The one-file builds, as a page imports them.
    paths: Object.fromEntries(
      ['terminal-pay', 'merchant-apply', 'terminal-desk'].map((tag) => [
        `/${tag}.js`,
        [join(ROOT, 'packages/elements/dist/index.d.ts')],
      ]),
    ),
  },
}

// Below the packages' own folder of modules, so that imports resolve as in a project.
mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Compiles the samples; returns each error with the place of its sample. */
async function errorsOf(samples: readonly Sample[]): Promise<readonly string[]> {
  const isScript = ({ kind }: Sample): boolean => kind.startsWith('js')
  const results = await Promise.all([
    compile(
      samples.filter((sample) => !isScript(sample)),
      {},
    ),
    compile(samples.filter(isScript), LOOSE),
  ])
  return results.flat()
}

/** Compiles these samples in one run; returns the errors. */
async function compile(samples: readonly Sample[], options: object): Promise<readonly string[]> {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/samples-'))
  folders.push(folder)
  const places = new Map<string, string>()
  for (const [index, { place, kind, code }] of samples.entries()) {
    const name = `sample-${index}.${kind}`
    places.set(name, place)
    writeFileSync(join(folder, name), code)
  }
  copyFileSync(new URL('samples.d.ts', import.meta.url), join(folder, 'names.d.ts'))
  const config = { ...CONFIG, compilerOptions: { ...CONFIG.compilerOptions, ...options } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'settings.d.ts'), SETTINGS)
  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false']
  const output = await promisify(execFile)(process.execPath, tsc, { cwd: folder }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  )
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      line.replace(
        /^(sample-\d+\.\w+)\((\d+)/,
        (_, name: string, at: string) => `${places.get(name)} +${at}(`,
      ),
    )
}

test('the code of READMEs and pages compiles under strict', async () => {
  const files = globSync(DOCUMENTS, { cwd: ROOT }).toSorted()
  const samples = files.flatMap(samplesOf)
  assert.ok(samples.length > 25, String(samples.length))
  assert.deepEqual(await errorsOf(samples), [])
})

test('a mistake in a sample is an error with its place', async () => {
  const errors = await errorsOf([
    {
      place: 'a.md:1',
      kind: 'ts',
      code: "import { createBff } from '@tapboard/bff'\nawait createBff({ secrets: '' })\n",
    },
    {
      place: 'b.md:7',
      kind: 'js',
      code: "const pay = document.createElement('terminal-pay')\npay.strings = { charg: 'Pay' }\n",
    },
  ])
  assert.equal(errors.filter((line) => line.startsWith('a.md:1 +2(')).length, 1, errors.join('\n'))
  assert.equal(errors.filter((line) => line.startsWith('b.md:7 +2(')).length, 1, errors.join('\n'))
})
