// The English texts of CSV and print. They load with their part; a host overrides them through the property `strings` like all others.

/** A text gets its numbers as formatted texts. */
export const EXPORT_ENGLISH = {
  /** While all rows of the day are read. */
  reading: (count: string) => `Reading: ${count}`,
  printCut: (count: string) => `Only the newest ${count} rows are printed. The CSV file has all of them.`,
}

/** The texts that a dictionary must give for this part. */
export type ExportStrings = typeof EXPORT_ENGLISH
