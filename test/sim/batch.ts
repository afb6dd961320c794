// Runs many seeds in sequence and counts the transitions and faults that were reached.
import { openSqlBooks } from './sql-books.ts'
import { scenarioOf } from './scenario.ts'
import { simulate, type RunOptions } from './simulate.ts'
import { WEAKNESSES } from './weaknesses.ts'

/** The seeds of a batch and the store they run on. */
export interface Batch {
  readonly first: number
  readonly count: number
  readonly store: 'memory' | 'sqlite'
  /** Index into the list of weaknesses; -1 = none. */
  readonly weakness: number
}

/** The counts of a batch. */
export interface Counted {
  readonly seeds: number
  readonly virtualMs: number
  readonly rules: Readonly<Record<string, number>>
  readonly faults: Readonly<Record<string, number>>
  /** Situations that pages showed (truth table of <terminal-pay>). */
  readonly situations: Readonly<Record<string, number>>
  /** The first seed that broke a promise. */
  readonly failure: { readonly seed: number; readonly violation: string } | null
}

export const NOTHING_COUNTED: Counted = {
  seeds: 0,
  virtualMs: 0,
  rules: {},
  faults: {},
  situations: {},
  failure: null,
}

function added(
  one: Readonly<Record<string, number>>,
  other: Iterable<readonly [string, number]>,
): Readonly<Record<string, number>> {
  const sum: Record<string, number> = { ...one }
  for (const [name, count] of other) sum[name] = (sum[name] ?? 0) + count
  return sum
}

/** Merges two counts; keeps the failure of the lower seed. */
export function together(one: Counted, other: Counted): Counted {
  const failures = [one.failure, other.failure].filter((failure) => failure !== null)
  return {
    seeds: one.seeds + other.seeds,
    virtualMs: one.virtualMs + other.virtualMs,
    rules: added(one.rules, Object.entries(other.rules)),
    faults: added(one.faults, Object.entries(other.faults)),
    situations: added(one.situations, Object.entries(other.situations)),
    failure: failures.toSorted((a, b) => a.seed - b.seed)[0] ?? null,
  }
}

/** How the runs of a batch are made. */
export const optionsOf = ({ store, weakness }: Pick<Batch, 'store' | 'weakness'>): RunOptions => ({
  weakness: WEAKNESSES[weakness] ?? null,
  ...(store === 'sqlite' ? { books: openSqlBooks } : {}),
})

/** Runs a batch; ends with the first broken promise. */
export async function runBatch(batch: Batch): Promise<Counted> {
  const options = optionsOf(batch)
  const rules: Record<string, number> = {}
  const faults: Record<string, number> = {}
  const situations: Record<string, number> = {}
  let virtualMs = 0
  for (let seed = batch.first; seed < batch.first + batch.count; seed += 1) {
    const run = await simulate(scenarioOf(seed), options)
    virtualMs += run.lengthMs
    for (const [name, count] of run.rules) rules[name] = (rules[name] ?? 0) + count
    for (const [name, count] of run.faults) faults[name] = (faults[name] ?? 0) + count
    for (const [name, count] of run.situations) situations[name] = (situations[name] ?? 0) + count
    if (run.violation !== null)
      return {
        seeds: seed - batch.first + 1,
        virtualMs,
        rules,
        faults,
        situations,
        failure: { seed, violation: run.violation },
      }
  }
  return { seeds: batch.count, virtualMs, rules, faults, situations, failure: null }
}
