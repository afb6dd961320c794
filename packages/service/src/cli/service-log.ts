// The log of `tapboard-service`. The type `LogFields` restricts the logged fields.
import type { LogLevel } from '@tapboard/server'
import pino, { type DestinationStream } from 'pino'
import type { Log } from '../ports.ts'

/** Opens the log; lines below `level` are left out. Default: standard output. */
export function openLog(level: LogLevel, destination: DestinationStream = pino.destination(1)): Log {
  const options = { level, name: 'tapboard-service', base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const logger = pino(options, destination)
  return {
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
  }
}
