// The log, JSON by pino or lines for a person, behind an allow-list. Only the named codes, IDs and numbers are written (INV-14, INV-15, P42); a stack,
// a body or a header cannot get in by accident.
import { pino, type DestinationStream } from 'pino'
import { createPrettyLog, type LogFormat, type LogLevel } from '@tapboard/server'
import type { Log, LogFields } from '../ports.ts'

const ALLOWED = [
  'requestId',
  'method',
  'route',
  'status',
  'durationMs',
  'code',
  'help',
  'merchant',
  'saleId',
  'deviceId',
  'applicationId',
  'state',
  'reason',
  'fence',
  'attempts',
  'sales',
  'others',
  'heads',
  'keyId',
  'source',
  'action',
  'by',
  'user',
  'kind',
  'order',
  'person',
  'amount',
  'currency',
  'trace_id',
  'span_id',
] as const satisfies readonly (keyof LogFields)[]

/** Bytes buffered for a blocked reader; later lines are dropped, sales go on. */
const WAITING_MAX_BYTES = 16 * 1024 * 1024

/** Longest text of one field; IDs and codes are shorter. Longer text is cut. */
const MAX_TEXT = 128

/** The allowed members of `fields`, texts cut to {@link MAX_TEXT}. */
function allowedFields(fields: LogFields): Record<string, string | number> {
  const kept: Record<string, string | number> = {}
  for (const name of ALLOWED) {
    const value: unknown = fields[name]
    if (typeof value === 'string') kept[name] = value.slice(0, MAX_TEXT)
    else if (typeof value === 'number') kept[name] = value
  }
  return kept
}

/** How a log is written. */
export interface LogStyle {
  /** Lines below it are left out. Default `info`. */
  readonly level?: LogLevel
  /** JSON for programs (default), or lines for a person at a console. */
  readonly format?: LogFormat
  /** Adds the escape sequences of a terminal to lines for a person. Default false. */
  readonly colour?: boolean
}

/** Writes to standard output; a blocked reader delays nothing. */
const standardOutput = (): DestinationStream =>
  pino.destination({ sync: false, maxLength: WAITING_MAX_BYTES })

/**
 * A log on standard output, or on `destination`. Writes are asynchronous: a blocked reader of the log, also a paused
 * terminal, neither delays sales nor fills the memory. The rest is flushed at exit.
 */
export function createLog(
  destination: DestinationStream = standardOutput(),
  { level = 'info', format = 'json', colour = false }: LogStyle = {},
): Log {
  const print = (line: string): void => destination.write(`${line}\n`)
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const out =
    format === 'json'
      ? pino(options, destination)
      : createPrettyLog({ source: 'bff', level, colour, now: Date.now, print })
  return {
    info: (fields, message) => out.info(allowedFields(fields), message),
    warn: (fields, message) => out.warn(allowedFields(fields), message),
    error: (fields, message) => out.error(allowedFields(fields), message),
  }
}
