// The logs of all parts on one console.
import { createPrettyLog, type Logger, type LogLine } from '@tapboard/server'

export interface Console {
  readonly print: (line: string) => void
  readonly colour: boolean
  readonly now: () => number
}

/** An answered request: pages and polls make several a second. The lines about sales and terminals say what happens. */
const isAnswered = ({ level, fields: { status } }: LogLine): boolean =>
  level === 'info' && typeof status === 'number' && status < 400

/** A log that prints the lines of one part, but those of answered requests. */
export const consoleLog = (source: string, console: Console): Logger<object> =>
  createPrettyLog({ ...console, source, keeps: (line) => !isAnswered(line) })
