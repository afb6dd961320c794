// The logs of all parts on one console.
import { prettyLine, type Logger, type LogLine } from '@tapboard/server'

/** Where lines go. */
export interface Console {
  readonly print: (line: string) => void
  readonly colour: boolean
  readonly now: () => number
}

/** An answered request: pages and polls make several a second. The lines about sales and terminals say what happens. */
const isAnswered = ({ level, fields: { status } }: LogLine): boolean =>
  level === 'info' && typeof status === 'number' && status < 400

/** A log that prints the lines of one part, but those of answered requests. */
export function consoleLog(source: string, { print, colour, now }: Console): Logger<object> {
  const write =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      const line: LogLine = { level, source, message, fields: { ...fields }, atMs: now() }
      if (!isAnswered(line)) print(prettyLine(line, colour))
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
