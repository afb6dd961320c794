// The variables of the process `tapboard-bff` that are no options of `createBff`: its addresses, its log and its broker. The start, `--check` and
// `doctor` judge the same.
import { readLogFormat, readLogLevel, type LogFormat, type LogLevel } from '@tapboard/server'
import type { ConfigProblem } from './config-rules.ts'
import type { Environment } from './environment.ts'

/** An address to listen on. */
interface ListenAddress {
  readonly host: string
  readonly port: number
}

/** The log of the process. */
interface LogSettings {
  readonly level: LogLevel
  readonly format: LogFormat
}

/** The settings of the process. */
export interface ProcessSettings {
  readonly listen: ListenAddress
  /** Address of the metrics server; `null`: no server. */
  readonly metrics: ListenAddress | null
  readonly logLevel: LogLevel
  readonly logFormat: LogFormat
  /** Path of the module that carries the notices; `null`: PostgreSQL does. */
  readonly noticesModule: string | null
}

const LOCAL_HOST = '127.0.0.1'
const DEFAULT_PORT = '4300'
const PORT_RULE = 'must be a number from 0 to 65535.'

const readPort = (text: string): number | null =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null

/** The address of the BFF; a sentence about an invalid port. */
export function readListen(environment: Environment): ListenAddress | string {
  const port = readPort(environment['TAPBOARD_PORT'] ?? DEFAULT_PORT)
  return port === null
    ? `TAPBOARD_PORT ${PORT_RULE}`
    : { host: environment['TAPBOARD_HOST'] ?? LOCAL_HOST, port }
}

function readMetrics(environment: Environment): ListenAddress | null | string {
  // A copied `.env` has the name without a value.
  const text = environment['TAPBOARD_METRICS_PORT'] ?? ''
  if (text === '') return null
  const port = readPort(text)
  return port === null
    ? `TAPBOARD_METRICS_PORT ${PORT_RULE}`
    : { host: environment['TAPBOARD_METRICS_HOST'] ?? LOCAL_HOST, port }
}

/** A sentence `VARIABLE rule` as the problem of its variable. */
function problemOf(sentence: string): ConfigProblem {
  const end = sentence.indexOf(' ')
  return { option: sentence.slice(0, end), message: sentence.slice(end + 1) }
}

/** Reads the settings of the log; the problems of all wrong variables. */
export function readLogSettings(
  environment: Environment,
  isTerminal: boolean,
): LogSettings | { readonly problems: readonly ConfigProblem[] } {
  const level = readLogLevel(environment['TAPBOARD_LOG_LEVEL'], 'TAPBOARD_LOG_LEVEL')
  const format = readLogFormat(environment['TAPBOARD_LOG_FORMAT'], 'TAPBOARD_LOG_FORMAT', isTerminal)
  if (typeof level !== 'string' && typeof format !== 'string') return { ...level, ...format }
  return { problems: [level, format].filter((one) => typeof one === 'string').map(problemOf) }
}

/** Reads the settings of the process; the problems of all wrong variables. */
export function readProcessSettings(
  environment: Environment,
  isTerminal: boolean,
): { readonly settings: ProcessSettings } | { readonly problems: readonly ConfigProblem[] } {
  const listen = readListen(environment)
  const metrics = readMetrics(environment)
  const log = readLogSettings(environment, isTerminal)
  if (typeof listen === 'string' || typeof metrics === 'string' || 'problems' in log) {
    const sentences = [listen, metrics].filter((one) => typeof one === 'string')
    return { problems: [...sentences.map(problemOf), ...('problems' in log ? log.problems : [])] }
  }
  // A copied `.env` has the name without a value.
  const noticesModule = environment['TAPBOARD_NOTICES_MODULE'] || null
  return { settings: { listen, metrics, logLevel: log.level, logFormat: log.format, noticesModule } }
}
