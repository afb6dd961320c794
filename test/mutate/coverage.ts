/**
 * Maps test files to the lines that they execute, measured once with V8's coverage and kept in `node_modules/.cache/mutate`. A
 * test file is measured again when its text has changed; all of a changed product file that it executes counts as executed.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../kit/process.ts'
import { paint, spansOf, type ScriptCoverage, type Span } from './spans.ts'
import { runTestFile } from './test-file.ts'

/** The lines that one test file executes without a mutant. */
export interface Covered {
  readonly test: string
  readonly ms: number
  /** Does it pass and end by itself? A test file that does not cannot judge a mutant. */
  readonly sound: boolean
  /** Per product file its hash and the executed spans. */
  readonly files: Readonly<Record<string, { readonly hash: string; readonly spans: readonly Span[] }>>
  readonly hash: string
}

const CACHE = path.join(ROOT, 'node_modules/.cache/mutate')
const LIMIT_MS = 120_000

const hashOf = (file: string): string => {
  const full = path.join(ROOT, file)
  return existsSync(full) ? createHash('sha256').update(readFileSync(full)).digest('hex').slice(0, 16) : ''
}

async function measure(test: string, env: Readonly<Record<string, string>>): Promise<Covered> {
  const folder = mkdtempSync(path.join(CACHE, 'v8-'))
  const ended = await runTestFile(test, { env: { ...env, NODE_V8_COVERAGE: folder }, limitMs: LIMIT_MS })
  const painted = new Map<string, Uint8Array>()
  const below = pathToFileURL(path.join(ROOT, 'packages/')).href
  for (const name of readdirSync(folder)) {
    const report = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { result: ScriptCoverage[] }
    for (const script of report.result) {
      if (!script.url.startsWith(below) || /\.test\.ts|\/dist\//.test(script.url)) continue
      const file = `packages/${script.url.slice(below.length)}`
      if (!existsSync(path.join(ROOT, file))) continue
      const into = painted.get(file) ?? new Uint8Array(readFileSync(path.join(ROOT, file), 'utf8').length)
      paint(script, into)
      painted.set(file, into)
    }
  }
  rmSync(folder, { recursive: true, force: true })
  const files = Object.fromEntries(
    [...painted].map(([file, into]) => [file, { hash: hashOf(file), spans: spansOf(into) }]),
  )
  return { test, ms: ended.ms, sound: ended.kind === 'green', files, hash: hashOf(test) }
}

/** All positions of a file whose text has changed since the measurement. */
const EVERYWHERE: readonly Span[] = [[0, Number.MAX_SAFE_INTEGER]]

/** The measurement of an earlier run, if the test is the same. Of a product file with another text every place counts as executed. */
function kept(test: string, hashes: Map<string, string>): Covered | undefined {
  const file = path.join(CACHE, `${test.replaceAll('/', '+')}.json`)
  if (!existsSync(file)) return undefined
  const covered = JSON.parse(readFileSync(file, 'utf8')) as Covered
  if (covered.hash !== hashOf(test)) return undefined
  const current = (name: string): string => {
    const known = hashes.get(name) ?? hashOf(name)
    hashes.set(name, known)
    return known
  }
  const files = Object.entries(covered.files).map(
    ([name, { hash, spans }]) =>
      [name, { hash, spans: hash === current(name) ? spans : EVERYWHERE }] as const,
  )
  return { ...covered, files: Object.fromEntries(files) }
}

/** Test files that can judge a mutant: those of the packages, and those of `test/` that need no browser and no fleet. */
const TESTS = [
  'packages/{contract,store,server,bff,service,elements}/src/**/*.test.ts',
  'test/{model,faults,history,hostile}/*.test.ts',
]

/** Measures each test file that is new or changed, one at a time; only those below one of the folders, if there are any. */
export async function coverage(
  env: Readonly<Record<string, string>>,
  say: (line: string) => void,
  folders: readonly string[],
): Promise<Covered[]> {
  mkdirSync(CACHE, { recursive: true })
  const all: Covered[] = []
  const hashes = new Map<string, string>()
  const tests = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((test) => folders.length === 0 || folders.some((folder) => test.startsWith(folder)))
    .toSorted()
  for (const [index, test] of tests.entries()) {
    let covered = kept(test, hashes)
    if (covered === undefined) {
      covered = await measure(test, env)
      writeFileSync(path.join(CACHE, `${test.replaceAll('/', '+')}.json`), JSON.stringify(covered))
      say(
        `coverage ${index + 1}/${tests.length} ${test} ${covered.ms} ms${covered.sound ? '' : ' — red or endless'}`,
      )
    }
    all.push(covered)
  }
  return all
}
