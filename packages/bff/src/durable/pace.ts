// Pauses between looks: a table of ages, and jitter. Pure.

/** Steps of a pace: below an age, wait so long. In the order of ages. */
export type PaceSteps = readonly (readonly [belowAgeMs: number, pauseMs: number])[]

/** The pause at an age; beyond the last step, that of `lastMs`. */
export const pauseAt = (steps: PaceSteps, ageMs: number, lastMs: number): number =>
  steps.find(([belowMs]) => ageMs < belowMs)?.[1] ?? lastMs

/** A pause that is spread by ± `share` of itself; `random` is from [0, 1). */
export const spread = (pauseMs: number, share: number, random: number): number =>
  Math.round(pauseMs * (1 - share + 2 * share * random))
