// A log for a person at a console.
import type { LogLevel } from './log-level.ts'
import type { Logger } from './ports.ts'
import { prettyLine, type LogLine } from './pretty-line.ts'

/** Where the lines of a log go, and how. */
export interface PrettyLogOptions {
  /** Name of the process or part that writes. */
  readonly source: string
  /** Lines below it are left out. Default `info`. */
  readonly level?: LogLevel
  /** Adds the escape sequences of a terminal. */
  readonly colour: boolean
  readonly now: () => number
  /** Gets each line without its end. */
  readonly print: (line: string) => void
  /** Returns false for a line to leave out. */
  readonly keeps?: (line: LogLine) => boolean
}

const RANKS: Readonly<Record<LogLevel, number>> = {
  trace: 0,
  debug: 1,
  info: 2,
  warn: 3,
  error: 4,
  silent: 5,
}

/** A log whose lines a person reads: `09:05:07 bff      request POST startSale 201 12 ms`. */
export function createPrettyLog(options: PrettyLogOptions): Logger<object> {
  const { source, level: least = 'info', colour, now, print, keeps = () => true } = options
  const write =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      if (RANKS[level] < RANKS[least]) return
      const line: LogLine = { level, source, message, fields: { ...fields }, atMs: now() }
      if (keeps(line)) print(prettyLine(line, colour))
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
