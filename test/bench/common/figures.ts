// The arithmetic of the benchmark: medians, half of the inter-quartile range, percentiles, and a ratio with its spread. Pure and
// independent of the measured values.

export interface Summary {
  readonly count: number
  readonly median: number
  /** Half of the inter-quartile range: the spread given with every median. */
  readonly halfIqr: number
}

const ascending = (values: readonly number[]): number[] =>
  values.filter((value) => Number.isFinite(value)).toSorted((a, b) => a - b)

/** The value below which the share `q` of a sample lies (nearest rank); NaN for an empty one. */
export function percentile(values: readonly number[], q: number): number {
  const sorted = ascending(values)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}

/** The middle of a sample; NaN for an empty one. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values)
  const low = sorted[(sorted.length - 1) >> 1] ?? Number.NaN
  return (low + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
}

/** Median and half of the inter-quartile range. */
export const summarise = (values: readonly number[]): Summary => ({
  count: ascending(values).length,
  median: median(values),
  halfIqr: (percentile(values, 0.75) - percentile(values, 0.25)) / 2,
})

/**
 * The ratio of two medians. Its spread is that of the ratios of the rounds: both sides of one round run right after each other,
 * so a slow machine slows down both.
 */
export function ratio(above: readonly number[], below: readonly number[]): Summary {
  const rounds = above.map((value, index) => value / (below[index] ?? Number.NaN))
  return { ...summarise(rounds), median: median(above) / median(below) }
}

/** Formats a median with its spread, such as `12.3 ±0.4`. */
export const withSpread = ({ median: middle, halfIqr }: Summary, digits = 1): string =>
  `${middle.toFixed(digits)} ±${halfIqr.toFixed(digits)}`

/** `17.98 KB`, in units of 1,024 bytes. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(2)} KB`
