/** The executed places of a text, from V8's coverage. */

/** Executed from the first position up to the second. */
export type Span = readonly [start: number, end: number]

/** V8's report of one script. */
export interface ScriptCoverage {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly {
      readonly startOffset: number
      readonly endOffset: number
      readonly count: number
    }[]
  }[]
}

/** Marks executed lines: the innermost range decides, and inner ranges follow outer ones. */
export function paint(script: ScriptCoverage, into: Uint8Array): void {
  const ranges = script.functions.flatMap((each) => each.ranges)
  const own = new Uint8Array(into.length)
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) own.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  for (let at = 0; at < own.length; at++) into[at] = (into[at] ?? 0) | (own[at] ?? 0)
}

/** The painted positions as spans. */
export function spansOf(painted: Uint8Array): readonly Span[] {
  const spans: Span[] = []
  for (let at = painted.indexOf(1); at !== -1; at = painted.indexOf(1, at)) {
    const end = painted.indexOf(0, at)
    spans.push([at, end === -1 ? painted.length : end])
    if (end === -1) break
    at = end
  }
  return spans
}

/** Whether the position is in one of the spans. */
export function covers(spans: readonly Span[], at: number): boolean {
  return spans.some(([start, end]) => start <= at && at < end)
}
