// The least level of a log line, chosen by an environment variable.

/**
 * Levels of the log on standard output, the most lines first. No line is below `info`; surroundings that set `LOG_LEVEL=debug` for all of their
 * programs get those.
 */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** A level of the log. */
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Reads a level; an unset or empty variable is `info`. A sentence explains the error, with the name of the variable. */
export function readLogLevel(
  text: string | undefined,
  variable: string,
): { readonly level: LogLevel } | string {
  const level = LOG_LEVELS.find((known) => known === (text || 'info'))
  return level === undefined ? `${variable} must be info, warn, error or silent.` : { level }
}
