// The English texts of the list of terminals, and of the help for one that is not connected. They load with their part; a host overrides them through the property `strings`
// like all others.
export const TERMINALS_ENGLISH = {
  /** The age of a status other than connected. */
  checkedAgo: (time: string) => `checked ${time}`,
  /** For a terminal that is not connected. */
  help: [
    'Check that it has power and is switched on.',
    'Check its network: Wi-Fi or cable.',
    'Look for the “Running...” notice on its screen.',
    'After a restart it needs up to a minute.',
    'If there is no notice, restart the terminal.',
  ] as readonly string[],
  search: 'Search terminals',
  noMatch: 'No terminal matches.',
}

/** The texts that a dictionary must give for this part. */
export type TerminalsStrings = typeof TERMINALS_ENGLISH
