// The form of log lines, chosen by an environment variable: lines for a person at a console, JSON for programs.

const LOG_FORMATS = ['json', 'pretty'] as const

/** The form of a log line. */
export type LogFormat = (typeof LOG_FORMATS)[number]

/**
 * Reads a form; an unset or empty variable is `pretty` where the output is a terminal, else `json`. A sentence explains the
 * error, with the name of the variable.
 */
export function readLogFormat(
  text: string | undefined,
  variable: string,
  isTerminal: boolean,
): { readonly format: LogFormat } | string {
  const format = LOG_FORMATS.find((known) => known === (text || (isTerminal ? 'pretty' : 'json')))
  return format === undefined ? `${variable} must be json or pretty.` : { format }
}
