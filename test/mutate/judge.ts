/**
 * Runs the tests that execute a mutated place until one fails: first the nearest ones, with one mutant at a time, then the others
 * with several mutants at once, as most of those that are left survive them. A group with a failing test is divided until the
 * mutant is alone. A mutant that hides another in its group only makes the score lower.
 */
import path from 'node:path'
import type { Covered } from './coverage.ts'
import type { Mutant } from './mutants.ts'
import type { RunTest } from './pool.ts'
import { covers } from './spans.ts'

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

/** Test files that each mutant meets alone. */
const ALONE = 6
/** Distant tests run with at most this many mutants at once. */
const GROUP = 12

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
  /** Unmutated time of the tests that one mutant may use; the first test always runs. */
  readonly budgetMs: number
  readonly killers: Killers
  readonly runTest: RunTest
  /** Asks the compiler about the file of the mutant. */
  readonly refusesFile: (mutant: Mutant) => boolean
  /** Those that the compiler refuses somewhere in their package. */
  readonly refused: (mutants: readonly Mutant[]) => readonly Mutant[]
}

/** A mutant without a verdict. */
interface Open {
  readonly mutant: Mutant
  readonly ran: string[]
  readonly waiting: Set<Covered>
  usedMs: number
}

function learn(killers: Killers, mutant: Mutant, test: string): void {
  const known = killers.get(mutant.file) ?? new Map<string, number>()
  killers.set(mutant.file, known.set(test, (known.get(test) ?? 0) + 1))
}

const verdict = ({ mutant, ran, waiting }: Open, kind: Verdict['kind'], by: string): Verdict => ({
  mutant,
  kind,
  by,
  ran,
  left: waiting.size,
})

/** The compiler and the nearest tests. */
async function judgeAlone(mutant: Mutant, ground: Ground): Promise<Verdict | Open> {
  const { covered, killers, runTest, refusesFile, budgetMs } = ground
  const tests = testsFor(mutant, covered, killers)
  const open: Open = { mutant, ran: [], waiting: new Set(tests), usedMs: 0 }
  if (refusesFile(mutant)) return verdict(open, 'compiler', 'tsc')
  for (const one of tests.slice(0, ALONE)) {
    if (open.ran.length > 0 && open.usedMs + one.ms > budgetMs / 2) continue
    const ended = await runTest(one.test, [mutant])
    open.usedMs += Math.min(one.ms, ended.ms)
    open.ran.push(one.test)
    // The whole file runs later, in a group: a test can notice what it does not execute itself.
    if (ended.isPart !== true) open.waiting.delete(one)
    if (ended.kind === 'green') continue
    learn(killers, mutant, one.test)
    return verdict(open, ended.kind === 'late' ? 'timeout' : 'killed', `${one.test}: ${ended.by}`)
  }
  return open
}

/** Groups of mutants at other places of the text. */
function groupsOf(all: readonly Open[]): readonly (readonly Open[])[] {
  const groups: Open[][] = []
  const overlaps = (a: Mutant, b: Mutant): boolean =>
    a.file === b.file && a.start < b.end + 1 && b.start < a.end + 1
  for (const one of all) {
    const fitting = groups.find(
      (group) => group.length < GROUP && !group.some(({ mutant }) => overlaps(mutant, one.mutant)),
    )
    if (fitting === undefined) groups.push([one])
    else fitting.push(one)
  }
  return groups
}

/** Runs one test file with the group; divides the group if it fails. */
async function judgeGroup(one: Covered, group: readonly Open[], ground: Ground): Promise<readonly Verdict[]> {
  const ended = await ground.runTest(
    one.test,
    group.map(({ mutant }) => mutant),
    true,
  )
  const [first] = group
  if (ended.kind === 'green' || first === undefined) return []
  if (group.length === 1) {
    learn(ground.killers, first.mutant, one.test)
    return [verdict(first, ended.kind === 'late' ? 'timeout' : 'killed', `${one.test}: ${ended.by}`)]
  }
  const half = group.length >> 1
  const left = await judgeGroup(one, group.slice(0, half), ground)
  return [...left, ...(await judgeGroup(one, group.slice(half), ground))]
}

/** Runs `workers` of the tasks at a time. */
async function inParallel(tasks: readonly (() => Promise<void>)[], workers: number): Promise<void> {
  const waiting = [...tasks]
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** Judges the mutants and reports each verdict at once. */
export async function judge(
  mutants: readonly Mutant[],
  ground: Ground,
  report: (verdict: Verdict) => void,
  workers = 1,
): Promise<void> {
  const open = new Set<Open>()
  const alone = mutants.map((mutant) => async () => {
    const found = await judgeAlone(mutant, ground)
    if ('kind' in found) report(found)
    else open.add(found)
  })
  await inParallel(alone, workers)
  const rest = [...new Set([...open].flatMap(({ waiting }) => [...waiting]))].toSorted((a, b) => a.ms - b.ms)
  for (const one of rest) {
    const able = [...open].filter(
      ({ waiting, usedMs }) => waiting.has(one) && usedMs + one.ms / GROUP <= ground.budgetMs,
    )
    const groups = groupsOf(able)
    for (const group of groups)
      for (const each of group) {
        // The last one is the test that kills the mutant.
        const at = each.ran.indexOf(one.test)
        if (at !== -1) each.ran.splice(at, 1)
        each.ran.push(one.test)
        each.waiting.delete(one)
        each.usedMs += one.ms / group.length
      }
    const tasks = groups.map((group) => async () => {
      for (const found of await judgeGroup(one, group, ground)) {
        for (const each of group) if (each.mutant === found.mutant) open.delete(each)
        report(found)
      }
    })
    await inParallel(tasks, workers)
  }
  for (const group of groupsOf([...open])) {
    const refused = new Set(ground.refused(group.map(({ mutant }) => mutant)))
    for (const each of group)
      if (refused.has(each.mutant)) report(verdict(each, 'compiler', 'tsc'))
      else report(verdict(each, 'survived', each.ran.length === 0 ? 'no test executes it' : 'all pass'))
  }
}
