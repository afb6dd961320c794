/**
 * `node test/run-part.ts NAME [file… --test-name-pattern=…]`: one part of `npm test` in this process, or some of its files. With
 * files named, each test is listed.
 */
import { withMemoryFolder } from './runner/memory-folder.ts'
import { batchesOfPart, PARTS, type Part } from './runner/parts.ts'
import { closingLine, countOf, fileText, handOver, type PartReport } from './runner/report.ts'
import { runFiles } from './runner/run-files.ts'
import { withPostgres } from './kit/postgres.ts'

/** The long versions of tests take up to so many times as long. */
const LONGER = process.env['TAPBOARD_LONG'] === '1' ? 10 : 1

async function runPart(part: Part, given: readonly string[]): Promise<PartReport> {
  const began = performance.now()
  const named = given.filter((argument) => !argument.startsWith('-'))
  const switches = Object.entries(part.switches ?? {}).filter(([option]) => given.includes(option))
  const options = given.filter(
    (argument) => argument.startsWith('-') && !switches.some(([option]) => option === argument),
  )
  await part.prepare?.(named)
  const batches = named.length > 0 ? named.map((file) => [file]) : await batchesOfPart(part)
  const run = (env: Readonly<Record<string, string>>): ReturnType<typeof runFiles> =>
    runFiles(batches, {
      ...part,
      testTimeoutMs: part.testTimeoutMs * LONGER,
      options,
      env: { ...env, ...Object.fromEntries(switches.map(([, name]) => [name, '1'])) },
      onResult: (result) => console.log(fileText(result, named.length > 0)),
    })
  const runIn = (env: Readonly<Record<string, string>>): ReturnType<typeof runFiles> =>
    part.postgres ? withPostgres((url) => run({ ...env, DATABASE_URL: url }), env['TMPDIR']) : run(env)
  const results = await (part.inMemory ? withMemoryFolder(runIn) : runIn({}))
  return {
    part: part.name,
    ...countOf(results),
    seconds: (performance.now() - began) / 1000,
    failures: results.flatMap(({ failures }) => failures),
  }
}

const [name = '', ...given] = process.argv.slice(2)
const part = PARTS.find((each) => each.name === name)
if (part === undefined)
  throw new Error(`${name} is no part; there are ${PARTS.map((each) => each.name).join(', ')}`)
const report = await runPart(part, given)
handOver(report)
console.log(closingLine(report))
process.exitCode = report.failed > 0 || report.passed + report.skipped === 0 ? 1 : 0
