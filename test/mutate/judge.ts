/** Runs the tests that execute a mutated place, the nearest first, until one fails. */
import path from 'node:path'
import { covers, type Covered } from './coverage.ts'
import type { Mutant } from './mutants.ts'
import { envOf, runTestFile } from './test-file.ts'

export interface Verdict {
  readonly mutant: Mutant
  readonly kind: 'killed' | 'timeout' | 'compiler' | 'survived'
  /** The test that failed, or the reason why none did. */
  readonly by: string
  /** The test files that were run, in this order. */
  readonly ran: readonly string[]
  /** Test files that execute the place and were not run, because of the budget. */
  readonly left: number
}

/** Learned during the run: the test files that killed earlier mutants of a file. */
export type Killers = Map<string, Map<string, number>>

/** Slack for a slow mutant or a busy machine: the limit is five times the measured time plus this. */
const GRACE_MS = 10_000
const TIMES = 5

/** The smaller, the nearer: its folder, its package, the rest. */
function distance(test: string, file: string): number {
  const [here, there] = [path.posix.dirname(file), path.posix.dirname(test)]
  if (here === there) return 0
  const name = (place: string): string => place.split('/').slice(0, 2).join('/')
  return name(here) === name(there) ? 1 : 2
}

/**
 * The test files that execute the place: those of its folder and killers of earlier mutants of this file, then the nearest. Of
 * equally near ones the fastest comes first, and time counts less for a killer, so one slow file does not consume the budget.
 */
export function testsFor(mutant: Mutant, all: readonly Covered[], killers: Killers): readonly Covered[] {
  const known = killers.get(mutant.file)
  const rank = ({ test, ms }: Covered): readonly number[] => {
    const kills = known?.get(test) ?? 0
    return [kills > 0 ? 0 : distance(test, mutant.file), ms / (1 + kills)]
  }
  return all
    .filter(({ sound, files }) => sound && covers(files[mutant.file]?.spans ?? [], mutant.start))
    .map((covered) => ({ covered, ranked: rank(covered) }))
    .toSorted((a, b) => {
      const at = a.ranked.findIndex((value, index) => value !== b.ranked[index])
      return at === -1 ? 0 : (a.ranked[at] ?? 0) - (b.ranked[at] ?? 0)
    })
    .map(({ covered }) => covered)
}

/** The environment of a run. */
export interface Ground {
  readonly covered: readonly Covered[]
  readonly env: Readonly<Record<string, string>>
  /** Unmutated time of the tests that one mutant may use; the first test always runs. */
  readonly budgetMs: number
  readonly killers: Killers
  /** Asks the compiler, where all tests pass. */
  readonly isRefused: (mutant: Mutant) => Promise<boolean>
}

export async function judge(
  mutant: Mutant,
  { covered, env, budgetMs, killers, isRefused }: Ground,
): Promise<Verdict> {
  const tests = testsFor(mutant, covered, killers)
  const ran: string[] = []
  let usedMs = 0
  for (const { test, ms } of tests) {
    if (ran.length > 0 && usedMs + ms > budgetMs) continue
    usedMs += ms
    ran.push(test)
    const limitMs = TIMES * ms + GRACE_MS
    const ended = await runTestFile(test, { env: { ...env, ...envOf(mutant) }, limitMs })
    if (ended.kind === 'green') continue
    const known = killers.get(mutant.file) ?? new Map<string, number>()
    killers.set(mutant.file, known.set(test, (known.get(test) ?? 0) + 1))
    const kind = ended.kind === 'late' ? 'timeout' : 'killed'
    return { mutant, kind, by: `${test}: ${ended.by}`, ran, left: tests.length - ran.length }
  }
  const left = tests.length - ran.length
  if (await isRefused(mutant)) return { mutant, kind: 'compiler', by: 'tsc', ran, left }
  return { mutant, kind: 'survived', by: tests.length === 0 ? 'no test executes it' : 'all pass', ran, left }
}
