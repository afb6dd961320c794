/**
 * `npm test`: every stage, then all failures once more, a table and one closing line. `npm test -- --only
 * NAME …`: only the test files that the names mean: a folder, a file, a journey, a part of a path.
 */
import { glob } from 'node:fs/promises'
import { find, type Runnable } from './runner/only.ts'
import { filesOf, PARTS } from './runner/parts.ts'
import { ending, type PartReport } from './runner/report.ts'
import { runScript, type ScriptOptions } from './runner/run-script.ts'
import { STAGES } from './runner/stages.ts'
import { ROOT } from './kit/process.ts'

let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (stopped = true))

async function inTurn(scripts: readonly string[], how?: ScriptOptions): Promise<PartReport[]> {
  const reports: PartReport[] = []
  for (const script of scripts) if (!stopped) reports.push(await runScript(script, how))
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
    PARTS.map(async (part) => (await filesOf(part)).map((file) => ({ file, script: part.name }))),
  )
  const browser = await Array.fromAsync(glob(BROWSER_TESTS, { cwd: ROOT }))
  return [...parts.flat(), ...browser.toSorted().map((file) => ({ file, script: 'test:web' }))]
}

/** One engine is enough while a person works; BROWSERS names others. */
const inBrowser = (files: readonly string[]): ScriptOptions => ({
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
    for (const { file, script } of found.files)
      wanted.set(script, (wanted.get(script) ?? new Set()).add(file))
  }
  const reports: PartReport[] = []
  for (const [script, files] of wanted) {
    console.log(`${script}: ${[...files].join(' ')}`)
    const how = script === 'test:web' ? inBrowser([...files]) : { args: [...options, ...files] }
    reports.push(await runScript(script, how))
  }
  return reports
}

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('-') && argument !== '--only')
const names = given.filter((argument) => !argument.startsWith('-'))
try {
  if (given.includes('--only') && names.length === 0)
    throw new Error(
      '--only needs the name of a folder, a file or a journey: npm test -- --only held-terminal',
    )
  const reports = names.length > 0 ? await runOnly(names, options) : await runAll()
  console.log(`\n${ending(reports)}`)
  process.exitCode = stopped || reports.some(({ failed }) => failed > 0) ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
