// Recognizes a store without the tables of the BFF, for the commands that do not create them.

/** Checks whether a statement failed because a table does not exist, on either engine. */
export const isMissingLedger = (error: unknown): boolean =>
  error instanceof Error && /no such table|relation .* does not exist/.test(error.message)
