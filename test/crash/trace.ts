// The steps of a run, line by line with their times, printed when the run fails.

/** The lines of one run. */
export class Trace {
  readonly lines: string[] = []
  readonly #beganAtMs = performance.now()

  say(line: string): void {
    const atMs = Math.round(performance.now() - this.#beganAtMs)
    this.lines.push(`${String(atMs).padStart(6)} ms  ${line}`)
  }
}
