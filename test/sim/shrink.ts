// Shrinks a failing story: makes one thing of its data less at a time, and keeps each change that still breaks the same promise. The
// rest of the story does not change, because everything in it is data.
import type { Scenario } from './story.ts'
import { simulate, type RunOptions } from './simulate.ts'

/** Runs that one shrinking may take. */
const RUNS_MAX = 400

const PARTS = ['tills', 'faults', 'processes', 'refunds', 'host', 'tabs']
const VALUES = ['attempts', 'cancelMs', 'skewMs', 'storeMs', 'count', 'downMs', 'forMs', 'lengthMs']

/** The members that are made less, in this order; a smaller value can make a part superfluous. Other members keep their values. */
const SHRUNK = [PARTS, VALUES, PARTS] as const

const promiseOf = (violation: string): string => violation.split(':')[0] ?? violation

/** Smaller values of one member: a list without one element but never empty, `null` or 0, half of a number. */
function less(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value))
    return value.length > 1 || name === 'faults' || name === 'refunds' || name === 'host'
      ? value.map((_, at) => value.toSpliced(at, 1))
      : []
  if (name === 'cancelMs') return value === null ? [] : [null]
  if (typeof value !== 'number' || value === 0) return []
  if (name === 'skewMs' || name === 'storeMs') return [0]
  const least = name === 'lengthMs' ? 10_000 : name.endsWith('Ms') ? 200 : 1
  return value > least ? [name === 'attempts' || name === 'count' ? 1 : Math.ceil(value / 2)] : []
}

/** The value with one of the named members made less, at any depth. */
function* simpler(value: unknown, names: readonly string[]): Generator<unknown> {
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of Object.entries(value as Record<string, unknown>)) {
    const changed = (other: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }
    if (names.includes(name)) for (const smaller of less(member, name)) yield changed(smaller)
    for (const smaller of simpler(member, names)) yield changed(smaller)
  }
}

/** The shortest story found that breaks the same promise. */
export async function shrink(
  scenario: Scenario,
  violation: string,
  options: RunOptions = {},
): Promise<Scenario> {
  const promise = promiseOf(violation)
  let shortest = scenario
  let runs = 0
  const breaks = async (candidate: Scenario): Promise<boolean> => {
    runs += 1
    const run = await simulate(candidate, { ...options, traced: false })
    return run.violation !== null && promiseOf(run.violation) === promise
  }
  for (const names of SHRUNK)
    for (let shorter = true; shorter && runs < RUNS_MAX;) {
      shorter = false
      for (const candidate of simpler(shortest, names) as Generator<Scenario>) {
        if (runs >= RUNS_MAX || !(await breaks(candidate))) continue
        shortest = candidate
        shorter = true
        break
      }
    }
  return shortest
}
