/**
 * `npm test`: every stage, then all failures once more, a table and one closing line. `npm test -- --only
 * NAME …`: only the test files that the names mean: a folder, a file, a journey, a part of a path.
 */
import { glob } from 'node:fs/promises'
import { find, type Runnable } from './runner/only.ts'
import { filesOf, PARTS } from './runner/parts.ts'
import { ending, type PartReport } from './runner/report.ts'
import { startPart, type PartOptions } from './runner/start-part.ts'
import { STAGES } from './runner/stages.ts'
import { ROOT } from './kit/process.ts'

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = true))

async function inTurn(parts: readonly string[], how?: PartOptions): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const part of parts) if (!stopped) reports.push(await startPart(part, how))
  return reports
}

async function runAll(): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const { waiting, computing = [] } of STAGES) {
    const rows = await Promise.all([inTurn(waiting), inTurn(computing, { computing: true })])
    reports.push(...rows.flat())
  }
  return reports
}

const BROWSER_TESTS = 'packages/*/src/**/*.browser.ts'

async function allFiles(): Promise<Runnable[]> {
  const parts = await Promise.all(
    PARTS.map(async (part) => (await filesOf(part, true)).map((file) => ({ file, part: part.name }))),
  )
  const browser = await Array.fromAsync(glob(BROWSER_TESTS, { cwd: ROOT }))
  return [...parts.flat(), ...browser.toSorted().map((file) => ({ file, part: 'web' }))]
}

const isOption = (argument: string): boolean => argument.startsWith('-')

/** The runner of the browser tests reads its files from the environment. */
function partOptions(part: string, args: readonly string[]): PartOptions {
  const files = args.filter((argument) => !isOption(argument))
  if (part !== 'web' || files.length === 0) return { args }
  return { args: args.filter(isOption), env: { FILES: files.join(',') } }
}

/** One engine is enough while a person works; BROWSERS names others. */
const inBrowser = (files: readonly string[]): PartOptions => ({
  env: { FILES: files.join(','), BROWSERS: process.env['BROWSERS'] ?? 'chromium' },
})

async function runOnly(names: readonly string[], options: readonly string[]): Promise<PartReport[]> {
  const all = await allFiles()
  const wanted = new Map<string, Set<string>>()
  for (const name of names) {
    const found = find(name, all)
    if ('similar' in found) {
      const similar = found.similar.length > 0 ? ` Similar names: ${found.similar.join(', ')}.` : ''
      throw new Error(`No test file, folder or journey matches "${name}".${similar}`)
    }
    for (const { file, part } of found.files) wanted.set(part, (wanted.get(part) ?? new Set()).add(file))
  }
  const reports: PartReport[] = []
  for (const [part, files] of wanted) {
    console.log(`${part}: ${[...files].join(' ')}`)
    const how = part === 'web' ? inBrowser([...files]) : { args: [...options, ...files] }
    reports.push(await startPart(part, how))
  }
  return reports
}

async function runGiven(given: readonly string[]): Promise<PartReport[]> {
  const [mode, part = '', ...args] = given
  if (mode === '--part') return [await startPart(part, partOptions(part, args))]
  const options = given.filter((argument) => isOption(argument) && argument !== '--only')
  const names = given.filter((argument) => !isOption(argument))
  if (given.includes('--only') && names.length === 0)
    throw new Error(
      '--only needs the name of a folder, a file or a journey: npm test -- --only held-terminal',
    )
  return names.length > 0 ? runOnly(names, options) : runAll()
}

try {
  const beganMs = performance.now()
  const reports = await runGiven(process.argv.slice(2))
  console.log(`\n${ending(reports, (performance.now() - beganMs) / 1000)}`)
  process.exitCode = stopped || reports.some(({ failed }) => failed > 0) ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
