// The architecture rules as pure functions over source files. Each returns one sentence per breach: the file, the rule and the
// repair. `architecture.test.ts` runs them over the tree and over samples that must fail.
import path from 'node:path'

/** A source file: path relative to the repository, with its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** Packages and what each may import (contract ← store ← server ← bff, service; contract ← elements). */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  store: ['contract'],
  server: ['contract', 'store'],
  bff: ['contract', 'store', 'server'],
  service: ['contract', 'store', 'server'],
  elements: ['contract'],
  tapboard: ['contract', 'server', 'bff', 'service'],
}

/** Pages that are built into a package. They have no package of their own, and no package imports them. */
const PAGES: Readonly<Record<string, readonly string[]>> = { dashboard: ['contract'] }

/** Sources of another package that a page is built from: the controls and the theme of the elements. */
const PAGE_SOURCES = /^packages\/elements\/src\/shared\/(controls|controls\.styles|theme\.styles)\.ts$/

const sourceCap = 400
const testCap = 500

const packageOf = (file: string): string | null => /^packages\/(\w+)\//.exec(file)?.[1] ?? null
const isTest = (file: string): boolean => /\.(test|browser)\.ts$|^test\//.test(file)

/** Every module that a file imports or exports from, static and dynamic. */
export function importsOf(text: string): string[] {
  const found = [...text.matchAll(/(?:^|[\s;])(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]/g)]
  const bare = [...text.matchAll(/(?:^|[\s;(=])import\s*\(?\s*['"]([^'"]+)['"]/g)]
  return [...found, ...bare].map((match) => match[1] ?? '')
}

/** Import direction: a package imports only the layers below it, by their public name. */
export function wrongWayImports(file: SourceFile): string[] {
  const own = packageOf(file.path)
  if (own === null || isTest(file.path)) return []
  return importsOf(file.text).flatMap((module) => {
    const named = /^@tapboard\/(\w+)/.exec(module)?.[1]
    const reached = module.startsWith('.')
      ? packageOf(path.posix.join(path.posix.dirname(file.path), module))
      : null
    const outside = module.startsWith('.') && reached !== own
    const target = named ?? (outside ? (reached ?? 'outside its package') : own)
    if (target === own && named === undefined) return []
    const allowed = MAY_IMPORT[own] ?? PAGES[own] ?? []
    if (named !== undefined && allowed.includes(named)) return []
    const source = path.posix.join(path.posix.dirname(file.path), module)
    if (own in PAGES && module.startsWith('.') && PAGE_SOURCES.test(source)) return []
    return [
      `${file.path} imports ${module}: ${own} may import only ${allowed.join(', ') || 'nothing of ours'}.`,
    ]
  })
}

/** No file imports the `index.ts` of its own package, which is for other packages. */
export function ownIndexImports(file: SourceFile): string[] {
  if (packageOf(file.path) === null || isTest(file.path)) return []
  return importsOf(file.text)
    .filter((module) => /^\.{1,2}\/(.*\/)?index\.ts$/.test(module))
    .map((module) => `${file.path} imports ${module}: import the file that defines the name instead.`)
}

/** File length: 400 lines of source, 500 of test. */
export function tooLong(file: SourceFile): string[] {
  const lines = file.text.split('\n').length - 1
  const cap = isTest(file.path) ? testCap : sourceCap
  return lines > cap
    ? [`${file.path} has ${lines} lines: split it, a file over ${cap} has two ideas in it.`]
    : []
}

/** `zod/mini` only: the browser bundle pays for the rest. */
export function fullZod(file: SourceFile): string[] {
  return importsOf(file.text)
    .filter((module) => module === 'zod' || (module.startsWith('zod/') && module !== 'zod/mini'))
    .map((module) => `${file.path} imports ${module}: write import * as z from 'zod/mini'.`)
}

/** A path of the BFF in an element: its route is in the contract, and `client.call` takes it from there. */
export function literalPaths(file: SourceFile): string[] {
  if (packageOf(file.path) !== 'elements' || isTest(file.path) || file.path.includes('/testing/')) return []
  return [...file.text.matchAll(/['"`}]\/(?:v\d+|health|\.well-known)\/[\w{}./-]*/g)].map(
    ([found]) =>
      `${file.path} contains ${found.slice(1)}: call the route of the contract, such as web.getSale.`,
  )
}

/** A tag is defined in a `*.define.ts` file, and in one only. */
export function definers(files: readonly SourceFile[]): string[] {
  const seen = new Map<string, string>()
  const breaches: string[] = []
  for (const file of files) {
    if (isTest(file.path)) continue
    const calls = [...file.text.matchAll(/customElements\s*\.define\(\s*['"]?([\w-]+)['"]?/g)]
    const helped = [...file.text.matchAll(/\bdefineElement\(\s*['"]([\w-]+)['"]/g)]
    for (const [, tag = ''] of [...calls, ...helped]) {
      if (!tag.includes('-')) continue
      if (!file.path.endsWith('.define.ts'))
        breaches.push(`${file.path} defines <${tag}>: move it to a file named *.define.ts.`)
      const other = seen.get(tag)
      if (other !== undefined)
        breaches.push(`${file.path} defines <${tag}>, which ${other} defines: keep one.`)
      seen.set(tag, file.path)
    }
  }
  return breaches
}

/** Forbidden in the tree: notes to self, disabled checks, skipped or sleeping tests. */
export function leftovers(file: SourceFile): string[] {
  if (file.path.startsWith('test/architecture')) return []
  const patterns: readonly [RegExp, string][] = [
    [/\b(TODO|FIXME|XXX)\b/, 'do it or drop it'],
    [/\(design[:/ ]/, 'cite a file of the repository'],
    [/@ts-(ignore|nocheck|expect-error)/, 'fix the type'],
    [/(eslint|oxlint)-disable/, 'fix what the linter says'],
    [/\b(test|it|describe|suite)\.(skip|only|todo)\(/, 'run every test'],
    [/\bawait (sleep|delay)\(/, 'wait for a condition, not for time'],
    [/\bMath\.random\(\)/, 'take randomness from a port or a seed'],
  ]
  return patterns.flatMap(([pattern, advice]) => {
    const match = pattern.exec(file.text)
    return match ? [`${file.path} contains ${match[0]}: ${advice}.`] : []
  })
}
