/** The order of `npm test`, and the parts that run at the same time. */

/** Names of parts, one after another in each row; both rows run at the same time. */
interface Stage {
  /** I/O-bound parts: they wait for clocks, sockets and processes. */
  readonly waiting: readonly string[]
  /**
   * CPU-bound parts. They have a lower priority, so that time limits of the waiting row hold; their output is printed
   * at the end.
   */
  readonly computing?: readonly string[]
}

/** All stages. A failing stage does not stop the next one: one run shows all failures. */
export const STAGES: readonly Stage[] = [
  { waiting: ['check'] },
  // Both cores are busy. The apps come later: they build the packages, and some tests of this part read the built files.
  { waiting: ['node'] },
  // Each part of the first row leaves cores idle: processes wait for leases, engines for frames, people for pages.
  { waiting: ['proof', 'web', 'journeys'], computing: ['apps', 'screens', 'sim'] },
]
