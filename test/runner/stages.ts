/** The order of `npm test`, and the parts that run at the same time. */

/** Scripts of package.json, one after another in each row; both rows run at the same time. */
export interface Stage {
  /** Wait for clocks, sockets and processes most of the time. */
  readonly waiting: readonly string[]
  /** Compute. They get a lower priority, so that time limits of the waiting row hold; their output is printed at the end. */
  readonly computing?: readonly string[]
}

/** All stages. A failing stage does not stop the next one: one run shows all failures. */
export const STAGES: readonly Stage[] = [
  { waiting: ['check'] },
  { waiting: ['test:node'] },
  { waiting: ['test:proof'], computing: ['test:apps'] },
  // Three engines use all of the processor: in parallel with the journeys one of them did not finish.
  { waiting: ['test:web'] },
  { waiting: ['test:journeys'], computing: ['test:screens', 'test:sim'] },
]
