// Shrinks a failing story: leaves out one fault, screen, order or process at a time, and keeps each change that still breaks the
// same promise. The rest of the story does not change, because everything in it is data.
import type { Fault } from './faults.ts'
import type { Scenario, Till } from './scenario.ts'
import { simulate, type RunOptions } from './simulate.ts'

/** Runs that one shrinking may take. */
const RUNS_MAX = 400

const promiseOf = (violation: string): string => violation.split(':')[0] ?? violation

const without = <T>(all: readonly T[], at: number): readonly T[] => all.filter((_, index) => index !== at)

/** A fault that lasts less long or strikes less often. */
function milder(fault: Fault): readonly Fault[] {
  if ('count' in fault && fault.count > 1)
    return [
      { ...fault, count: 1 },
      { ...fault, count: Math.ceil(fault.count / 2) },
    ]
  if ('downMs' in fault && fault.downMs > 200) return [{ ...fault, downMs: 100 }]
  if ('forMs' in fault && fault.forMs > 1_000) return [{ ...fault, forMs: Math.ceil(fault.forMs / 2) }]
  return []
}

function simplerTills(tills: readonly Till[]): readonly (readonly Till[])[] {
  const fewer = tills.length > 1 ? tills.map((_, at) => without(tills, at)) : []
  const simpler = tills.flatMap((till, at) => {
    const others: Partial<Till>[] = [
      ...(till.tabs.length > 1 ? till.tabs.map((_, tab) => ({ tabs: without(till.tabs, tab) })) : []),
      ...(till.attempts > 1 ? [{ attempts: 1 }] : []),
      ...(till.attests === 'never' ? [] : [{ attests: 'never' as const }]),
      ...(till.tabs.some(({ cancelMs }) => cancelMs !== null)
        ? [{ tabs: till.tabs.map((tab) => ({ ...tab, cancelMs: null })) }]
        : []),
    ]
    return others.map((more) => tills.map((one, index) => (index === at ? { ...till, ...more } : one)))
  })
  return [...fewer, ...simpler]
}

/** Stories with one thing less, the boldest cuts first. */
function simpler(scenario: Scenario): readonly Scenario[] {
  const { faults, tills, processes, storeMs, lengthMs } = scenario
  const [first] = processes
  return [
    ...simplerTills(tills).map((fewer) => ({ ...scenario, tills: fewer })),
    ...faults.map((_, at) => ({ ...scenario, faults: without(faults, at) })),
    ...(processes.length > 1 && first !== undefined
      ? [
          {
            ...scenario,
            processes: [first],
            faults: faults.filter((fault) => !('process' in fault) || fault.process <= 0),
          },
        ]
      : []),
    ...(processes.some(({ skewMs }) => skewMs !== 0)
      ? [{ ...scenario, processes: processes.map((one) => ({ ...one, skewMs: 0 })) }]
      : []),
    ...(storeMs > 0 ? [{ ...scenario, storeMs: 0 }] : []),
    ...faults.flatMap((fault, at) =>
      milder(fault).map((mild) => ({
        ...scenario,
        faults: faults.map((one, index) => (index === at ? mild : one)),
      })),
    ),
    ...(lengthMs > 10_000 ? [{ ...scenario, lengthMs: Math.ceil(lengthMs / 2) }] : []),
  ]
}

/** The shortest story found that breaks the same promise. */
export async function shrink(
  scenario: Scenario,
  violation: string,
  options: RunOptions = {},
): Promise<Scenario> {
  const promise = promiseOf(violation)
  let shortest = scenario
  for (let runs = 0; runs < RUNS_MAX;) {
    let found: Scenario | null = null
    for (const candidate of simpler(shortest)) {
      runs += 1
      const run = await simulate(candidate, { ...options, traced: false })
      if (run.violation !== null && promiseOf(run.violation) === promise) found = candidate
      if (found !== null || runs >= RUNS_MAX) break
    }
    if (found === null) break
    shortest = found
  }
  return shortest
}
