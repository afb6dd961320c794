/**
 * `npm run mutate [-- FOLDER|FILE …] [--sample N] [--seed S] [--all] [--only ID …] [--budget S] [--workers N] [--tests FOLDER …] [--fresh]`:
 * applies small mistakes to product code, never in the files, and reports those that no test notices. Without
 * `--all` it takes a sample of each folder, chosen by the seed. `--fresh` judges mutants that an earlier run noticed, too;
 * deleting `node_modules/.cache/mutate` also forces a new measurement.
 * `--only` shows one mutant, the tests that were run, and an entry for `explained.txt`. `--tests packages/store` runs only the
 * tests below this folder: quicker, and more mutants survive.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../kit/postgres.ts'
import { dropLeftovers } from '../kit/postgres.ts'
import { ROOT } from '../kit/process.ts'
import { withMemoryFolder } from '../runner/memory-folder.ts'
import { Compiler } from './compiler.ts'
import { coverage } from './coverage.ts'
import { entryFor, EXPLAINED, means, outdated } from './explained.ts'
import { filesOf, FOLDERS, folderOf } from './folders.ts'
import { judge, type Ground, type Verdict } from './judge.ts'
import { mutantsOf, type Mutant } from './mutants.ts'
import { Noticed } from './noticed.ts'
import { Pool } from './pool.ts'
import { lineOf, rowsOf, survivorOf, tableOf } from './report.ts'
import { endAll } from './test-file.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    budget: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
  },
})

/** Between two of these the databases that killed tests left behind are dropped. */
const BATCH = 2000

const say = (line: string): void => console.log(line)

/** The mutants of a folder that run: those with the smallest hashes, so that a sample stays the same when code is added. */
function sampleOf(mutants: readonly Mutant[]): readonly Mutant[] {
  if (values.all) return mutants
  const rank = ({ id }: Mutant): string => createHash('sha256').update(`${values.seed} ${id}`).digest('hex')
  const chosen = new Set(
    mutants.toSorted((a, b) => rank(a).localeCompare(rank(b))).slice(0, Number(values.sample)),
  )
  return mutants.filter((mutant) => chosen.has(mutant))
}

function printVerdict(verdict: Verdict, position: string): void {
  const { mutant, kind, by, ran } = verdict
  say(`${position} ${kind === 'survived' ? `SURVIVED ${survivorOf(verdict)}` : `${kind} ${lineOf(mutant)}`}`)
  if (values.only !== undefined) say([`by ${by}`, ...ran, entryFor(mutant)].join('\n'))
}

/** Judges the mutants that no earlier run noticed. */
async function judgeAll(
  mutants: readonly Mutant[],
  ground: Ground,
  url: string,
): Promise<readonly Verdict[]> {
  const noticed = new Noticed(path.join(ROOT, 'node_modules/.cache/mutate/noticed.jsonl'))
  const isAgain = values.fresh || values.only !== undefined
  const verdicts = isAgain ? [] : mutants.flatMap((mutant) => noticed.find(mutant) ?? [])
  const known = new Set(verdicts.map(({ mutant }) => mutant))
  const waiting = mutants.filter((mutant) => !known.has(mutant))
  if (known.size > 0) say(`${known.size} mutants were noticed by an earlier run`)
  for (let from = 0; from < waiting.length; from += BATCH) {
    const report = (verdict: Verdict): void => {
      verdicts.push(verdict)
      noticed.add(verdict)
      printVerdict(verdict, `${verdicts.length}/${mutants.length}`)
    }
    await judge(waiting.slice(from, from + BATCH), ground, report, Number(values.workers))
    await dropLeftovers(url)
  }
  return verdicts
}

let pool: Pool | undefined

function endEverything(): void {
  pool?.close()
  endAll()
}

async function main(): Promise<number> {
  const beganAt = performance.now()
  const names = positionals.length === 0 ? FOLDERS.map(({ name }) => name) : positionals
  const files = names.flatMap((name) => {
    const found = filesOf(name)
    if (found.length === 0)
      throw new Error(`${name} has no product file; name a folder or file below packages/.`)
    return found
  })
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(path.join(ROOT, file), 'utf8')))
  const unfit = outdated(
    EXPLAINED.filter(({ file }) => files.includes(file)),
    all,
  )
  for (const { file, statement, operator } of unfit)
    say(`EXPLAINED BUT NOT FOUND ${file} ${operator}: ${statement}`)
  const isExplained = (mutant: Mutant): boolean => EXPLAINED.some((entry) => means(entry, mutant))
  const folders = [...new Set(files.map(folderOf))].map((folder) => {
    const own = all.filter(({ file }) => folderOf(file) === folder)
    return { folder, own, open: own.filter((mutant) => !isExplained(mutant)) }
  })
  const chosen =
    values.only === undefined
      ? folders.flatMap(({ open }) => sampleOf(open))
      : all.filter(({ id }) => values.only?.includes(id))
  if (chosen.length === 0) throw new Error('No mutant was chosen.')
  const postgres = await startPostgres()
  const compiler = new Compiler()
  try {
    compiler.checkUnchanged(chosen)
    await dropLeftovers(postgres.url)
    const database = { DATABASE_URL: postgres.url }
    const covered = await coverage(database, say, values.tests)
    for (const { test } of covered.filter(({ sound }) => !sound))
      say(`cannot judge, because it was red or did not end when it was measured: ${test}`)
    // This cache hides functions from V8's coverage, so the coverage pass runs without it.
    const env = { ...database, NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled') }
    const times = new Map(covered.map(({ test, ms }) => [test, ms]))
    pool = new Pool(env, files, (test) => times.get(test) ?? 0)
    const ground: Ground = {
      covered,
      budgetMs: Number(values.budget) * 1000,
      killers: new Map(),
      runTest: pool.run,
      refusesFile: (mutant) => compiler.refusesFile(mutant),
      refused: (mutants) => compiler.refused(mutants),
    }
    const verdicts = await judgeAll(chosen, ground, postgres.url)
    const sizes = new Map(
      folders.map(({ folder, own, open }) => [
        folder,
        { all: own.length, explained: own.length - open.length },
      ]),
    )
    const rows = rowsOf(verdicts, sizes).filter(({ run }) => run > 0)
    const survivors = verdicts.filter(({ kind }) => kind === 'survived')
    if (survivors.length > 0) say(['', 'Survivors:', ...survivors.map(survivorOf)].join('\n'))
    say(`\n${tableOf(rows)}`)
    const seconds = Math.round((performance.now() - beganAt) / 1000)
    say(`${verdicts.length} mutants, seed ${values.seed}, ${seconds} s`)
    return unfit.length > 0 || rows.some(({ score, goal }) => score < goal) ? 1 : 0
  } finally {
    endEverything()
    compiler.close()
    await postgres.stop()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endEverything()
    process.exit(1)
  })

// SQLite waits for a disk at every commit, not for memory.
process.exitCode = await withMemoryFolder((env) => {
  Object.assign(process.env, env)
  return main()
})
