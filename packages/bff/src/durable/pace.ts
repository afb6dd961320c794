// Intervals between looks: a table by age, and jitter. Pure.

/** Pairs of age limit and interval, in the order of ages. */
export type PaceSteps = readonly (readonly [belowAgeMs: number, pauseMs: number])[]

/** Returns the interval at an age; `lastMs` above the last limit. */
export const pauseAt = (steps: PaceSteps, ageMs: number, lastMs: number): number =>
  steps.find(([belowMs]) => ageMs < belowMs)?.[1] ?? lastMs

/** Returns the interval with a jitter of ± `share`; `random` is from [0, 1). */
export const spread = (pauseMs: number, share: number, random: number): number =>
  Math.round(pauseMs * (1 - share + 2 * share * random))
