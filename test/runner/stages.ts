/** The order of `npm test`, and the parts that run at the same time. */

/** Names of parts, one after another in each row; both rows run at the same time. */
export interface Stage {
  /** Wait for clocks, sockets and processes most of the time. */
  readonly waiting: readonly string[]
  /** Compute. They get a lower priority, so that time limits of the waiting row hold; their output is printed at the end. */
  readonly computing?: readonly string[]
}

/** All stages. A failing stage does not stop the next one: one run shows all failures. */
export const STAGES: readonly Stage[] = [
  { waiting: ['check'] },
  { waiting: ['node'] },
  { waiting: ['proof'], computing: ['apps'] },
  // Three engines use all of the processor: in parallel with the journeys one of them did not finish.
  { waiting: ['web'] },
  { waiting: ['journeys'], computing: ['screens', 'sim'] },
]
