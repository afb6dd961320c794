// The log of `tapboard-service`, JSON by pino or lines for a person. The type `LogFields` restricts the logged fields.
import { createPrettyLog, type LogFormat, type LogLevel } from '@tapboard/server'
import pino, { type DestinationStream } from 'pino'
import type { Log } from '../ports.ts'

/** How the log is written. */
interface LogStyle {
  /** Lines below it are left out. */
  readonly level: LogLevel
  /** JSON for programs, or lines for a person at a console. */
  readonly format: LogFormat
  /** Adds the escape sequences of a terminal to lines for a person. */
  readonly colour: boolean
}

/** Opens the log on standard output, or on `destination`. */
export function openLog(
  { level, format, colour }: LogStyle,
  destination: DestinationStream = pino.destination(1),
): Log {
  const print = (line: string): void => destination.write(`${line}\n`)
  const options = { level, name: 'tapboard-service', base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const logger =
    format === 'json'
      ? pino(options, destination)
      : createPrettyLog({ source: 'service', level, colour, now: Date.now, print })
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}
