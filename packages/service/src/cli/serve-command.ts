// Parses the commands that serve, and the one that asks a server for its health. Pure: options and environment in, a command
// or an error sentence out.
import {
  readLogFormat,
  readLogLevel,
  secretsIn,
  type LogFormat,
  type LogLevel,
  type SecretRing,
} from '@tapboard/server'
import { isUnencryptedByDefault } from '@tapboard/store'
import { readPublicUrl } from './account-commands.ts'
import { AUTHORIZER } from '../cloud/session/http-authorizer.ts'
import { isProxyCount, PROXIES_MAX } from '../dashboard/proxies.ts'
import { readConnections, type StoreConnections } from './store-connections.ts'
import { PROCESSOR } from '../boarding/processor/http-processor.ts'
import { readSignedAddress, ringOf, type SignedAddress } from '../http/signed-address.ts'
import { SIGNING_SECRET_MIN } from '../http/signing-secret.ts'

export interface ServeCommand extends StoreConnections {
  readonly name: 'serve'
  readonly store: string
  readonly host: string
  readonly port: number
  readonly strict: boolean
  readonly repeat: 'refuse' | 'replay'
  readonly scripted: boolean
  readonly fast: boolean
  /** The processor of applications. */
  readonly processor?: SignedAddress
  /** The payment processor behind the terminals. */
  readonly authorizer?: SignedAddress
  readonly privateWebhooks: boolean
  /** The least level of a log line. */
  readonly logLevel: LogLevel
  /** The form of a log line; `null`: lines for a person on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | null
  /** Address of the service in a browser. */
  readonly publicUrl?: string
  /** Number of the operator's proxies that write `X-Forwarded-For`. */
  readonly proxies: number
  /** Address of the metrics, if they are served. */
  readonly metrics?: { readonly host: string; readonly port: number }
  /** Path of the module that carries the notices between processes. */
  readonly noticesModule?: string
  /** The value of TAPBOARD_SERVICE_DATA_KEY, if set. */
  readonly dataKey?: string
}

export interface ProcessorCommand {
  readonly name: 'processor'
  readonly host: string
  readonly port: number
  readonly file: string
  readonly secret: SecretRing
}

/** Asks the running service for its health. */
interface HealthCommand {
  readonly name: 'health'
  readonly host: string
  readonly port: number
  readonly kind: 'live' | 'ready'
}

export type ServingCommand = ServeCommand | ProcessorCommand | HealthCommand

export const SERVE_OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  repeat: { type: 'string' },
  strict: { type: 'boolean' },
  scripted: { type: 'boolean' },
  fast: { type: 'boolean' },
  'processor-url': { type: 'string' },
  'authorizer-url': { type: 'string' },
  file: { type: 'string' },
  live: { type: 'boolean' },
  'private-webhooks': { type: 'boolean' },
  proxies: { type: 'string' },
  'metrics-port': { type: 'string' },
  'store-connections': { type: 'string' },
  'public-url': { type: 'string' },
} as const

/** Options of each command beside `--store` and `--help`. */
export const SERVE_TAKES: Readonly<Record<ServingCommand['name'], readonly string[]>> = {
  serve: [
    'port',
    'host',
    'strict',
    'repeat',
    'scripted',
    'fast',
    'processor-url',
    'authorizer-url',
    'private-webhooks',
    'public-url',
    'proxies',
    'metrics-port',
    'store-connections',
  ],
  processor: ['port', 'host', 'file'],
  health: ['port', 'host', 'live'],
}

export const isServeName = (text: string): text is ServingCommand['name'] => Object.hasOwn(SERVE_TAKES, text)

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Values of the command line. */
type ServeValues = {
  readonly [Name in keyof typeof SERVE_OPTIONS]?:
    | ((typeof SERVE_OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined
}

const isTrue = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true'

/** Port and host of a server, or a sentence that explains the error. */
function readSocket(
  portText: string,
  host: string,
  option = '--port',
): { readonly port: number; readonly host: string } | string {
  const port = Number(portText)
  if (!/^\d{1,5}$/.test(portText) || port > 65_535)
    return `${option} must be a whole number from 0 (any free one) to 65535.`
  return /^[A-Za-z0-9.:-]{1,253}$/.test(host) ? { port, host } : '--host must be a host name or an address.'
}

/** The receivers of signed requests that are configured, or a sentence that explains the error. */
function readReceivers(
  values: ServeValues,
  environment: Environment,
): Pick<ServeCommand, 'processor' | 'authorizer'> | string {
  const addressOf = (url: string, names: typeof PROCESSOR | typeof AUTHORIZER) =>
    url === '' ? null : readSignedAddress({ url, secret: ringOf(environment[names.variable] ?? '') }, names)
  const processor = addressOf(
    values['processor-url'] ?? environment['TAPBOARD_SERVICE_PROCESSOR_URL'] ?? '',
    PROCESSOR,
  )
  if (typeof processor === 'string') return processor
  const authorizerUrl = values['authorizer-url'] ?? environment['TAPBOARD_SERVICE_AUTHORIZER_URL'] ?? ''
  const authorizer = addressOf(authorizerUrl, AUTHORIZER)
  if (typeof authorizer === 'string') return authorizer
  const ofAuthorizer = authorizer === null ? [] : secretsIn(authorizer.secret)
  if (processor !== null && secretsIn(processor.secret).some((secret) => ofAuthorizer.includes(secret)))
    return `${PROCESSOR.variable} and ${AUTHORIZER.variable} must not be the same.`
  return { ...(processor === null ? {} : { processor }), ...(authorizer === null ? {} : { authorizer }) }
}

/** Reads the command that serves the example processor. */
function readProcessor(values: ServeValues, environment: Environment): ProcessorCommand | string {
  const socket = readSocket(values.port ?? '4020', values.host ?? '127.0.0.1')
  if (typeof socket === 'string') return socket
  const secret = ringOf(environment[PROCESSOR.variable] ?? '')
  if (secretsIn(secret).some((one) => one.length < SIGNING_SECRET_MIN))
    return `${PROCESSOR.variable} must have at least ${SIGNING_SECRET_MIN} characters, and be the same as for "serve".`
  return { name: 'processor', ...socket, file: values.file ?? '.tapboard/processor.jsonl', secret }
}

/** Port and host on which the service listens. */
const readListen = (values: ServeValues, environment: Environment) =>
  readSocket(
    values.port ?? environment['TAPBOARD_SERVICE_PORT'] ?? '4010',
    values.host ?? environment['TAPBOARD_SERVICE_HOST'] ?? '127.0.0.1',
  )

/** Reads the command that asks for the health. */
function readHealth(values: ServeValues, environment: Environment): HealthCommand | string {
  const socket = readListen(values, environment)
  if (typeof socket === 'string') return socket
  return { name: 'health', ...socket, kind: values.live === true ? 'live' : 'ready' }
}

/** Level and form of the log, or a sentence that explains the error. */
function readLog(environment: Environment): Pick<ServeCommand, 'logLevel' | 'logFormat'> | string {
  const level = readLogLevel(environment['TAPBOARD_SERVICE_LOG_LEVEL'], 'TAPBOARD_SERVICE_LOG_LEVEL')
  if (typeof level === 'string') return level
  const text = environment['TAPBOARD_SERVICE_LOG_FORMAT'] ?? ''
  const format = readLogFormat(text, 'TAPBOARD_SERVICE_LOG_FORMAT', false)
  if (typeof format === 'string') return format
  return { logLevel: level.level, logFormat: text === '' ? null : format.format }
}

/** Reads the command that serves the service. */
function readServe(
  values: ServeValues,
  environment: Environment,
  common: Pick<ServeCommand, 'store' | 'dataKey'>,
): ServeCommand | string {
  const socket = readListen(values, environment)
  if (typeof socket === 'string') return socket
  const repeat = values.repeat ?? environment['TAPBOARD_SERVICE_REPEAT'] ?? 'refuse'
  if (repeat !== 'refuse' && repeat !== 'replay') return '--repeat must be refuse or replay.'
  const proxies = values.proxies ?? environment['TAPBOARD_SERVICE_PROXIES'] ?? '0'
  if (!/^\d{1,2}$/.test(proxies) || !isProxyCount(Number(proxies)))
    return `--proxies must be a whole number from 0 to ${PROXIES_MAX}.`
  const connections = readConnections(values['store-connections'], environment)
  if (typeof connections === 'string') return connections
  if (isUnencryptedByDefault(common.store))
    return 'TAPBOARD_SERVICE_STORE_URL must encrypt the connection to PostgreSQL: add ?sslmode=verify-full; or say sslmode=disable where the network encrypts.'
  const metricsPort = values['metrics-port'] ?? environment['TAPBOARD_SERVICE_METRICS_PORT']
  const metrics =
    metricsPort === undefined
      ? null
      : readSocket(metricsPort, environment['TAPBOARD_SERVICE_METRICS_HOST'] ?? '127.0.0.1', '--metrics-port')
  if (typeof metrics === 'string') return metrics
  const log = readLog(environment)
  if (typeof log === 'string') return log
  const receivers = readReceivers(values, environment)
  if (typeof receivers === 'string') return receivers
  const publicUrl = values['public-url'] ?? environment['TAPBOARD_SERVICE_PUBLIC_URL']
  const noticesModule = environment['TAPBOARD_SERVICE_NOTICES_MODULE'] || undefined
  const address = publicUrl === undefined ? null : readPublicUrl(publicUrl)
  if (typeof address === 'string') return address
  return {
    name: 'serve',
    ...common,
    ...socket,
    repeat,
    strict: values.strict ?? isTrue(environment['TAPBOARD_SERVICE_STRICT']),
    scripted: values.scripted ?? isTrue(environment['TAPBOARD_SERVICE_SCRIPTED']),
    fast: values.fast ?? isTrue(environment['TAPBOARD_SERVICE_FAST']),
    privateWebhooks: values['private-webhooks'] ?? isTrue(environment['TAPBOARD_SERVICE_PRIVATE_WEBHOOKS']),
    ...log,
    proxies: Number(proxies),
    ...connections,
    ...receivers,
    ...(metrics === null ? {} : { metrics }),
    ...(noticesModule === undefined ? {} : { noticesModule }),
    ...(address === null ? {} : { publicUrl: address.url }),
  }
}

/** Reads a command that serves or asks for the health, or returns a sentence that explains the error. */
export function readServeCommand(
  name: ServingCommand['name'],
  values: ServeValues,
  environment: Environment,
  common: Pick<ServeCommand, 'store' | 'dataKey'>,
): ServingCommand | string {
  if (name === 'processor') return readProcessor(values, environment)
  return name === 'health' ? readHealth(values, environment) : readServe(values, environment, common)
}
