// The log: pino behind an allow-list. Only the named codes, IDs and numbers are written (INV-14, INV-15, P42); a stack,
// a body or a header cannot get in by accident.
import { pino, type DestinationStream } from 'pino'
import type { LogLevel } from '@tapboard/server'
import type { Log, LogFields } from '../ports.ts'

const ALLOWED = [
  'requestId',
  'method',
  'route',
  'status',
  'durationMs',
  'code',
  'merchant',
  'saleId',
  'deviceId',
  'applicationId',
  'state',
  'reason',
  'fence',
  'attempts',
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

/**
 * A log of JSON lines on standard output, or on `destination`. Writes are asynchronous: a blocked reader of the log
 * neither delays sales nor fills the memory. The rest is flushed at exit.
 */
export function createLog(
  destination: DestinationStream = pino.destination({ sync: false, maxLength: WAITING_MAX_BYTES }),
  level: LogLevel = 'info',
): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  const out = pino(options, destination)
  return {
    info: (fields, message) => out.info(allowedFields(fields), message),
    warn: (fields, message) => out.warn(allowedFields(fields), message),
    error: (fields, message) => out.error(allowedFields(fields), message),
  }
}
