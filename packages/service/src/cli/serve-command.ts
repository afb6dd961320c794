// Parses the commands that serve, and the one that asks a server for its health. Pure: options and environment in, a command
// or a failure out.
import {
  readLogFormat,
  readLogLevel,
  secretsIn,
  type HelpRow,
  type LogFormat,
  type LogLevel,
  type SecretRing,
} from '@tapboard/server'
import { isUnencryptedByDefault } from '@tapboard/store'
import { readPublicUrl } from './account-commands.ts'
import { commandGroup } from './command-group.ts'
import {
  argumentFailure,
  isFailure,
  readOptional,
  readSetting,
  readVariable,
  variableFailure,
  type CommandFailure,
  type Environment,
  type Setting,
} from './command-failure.ts'
import { AUTHORIZER } from '../cloud/session/http-authorizer.ts'
import { isProxyCount, PROXIES_MAX } from '../dashboard/proxies.ts'
import { readConnections, type StoreConnections } from './store-connections.ts'
import { PROCESSOR } from '../boarding/processor/http-processor.ts'
import { isAddressFault, readSignedAddress, ringOf, type SignedAddress } from '../http/signed-address.ts'
import { SIGNING_SECRET_MIN } from '../http/signing-secret.ts'

/** Part of `--help` about the commands that serve. */
export const SERVE_HELP: readonly HelpRow[] = [
  [
    'serve [--port 4010] [--host 127.0.0.1] [--store file:.tapboard/service.db] [--public-url URL] [--strict] [--repeat refuse|replay] [--scripted] [--processor-url URL] [--authorizer-url URL] [--private-webhooks] [--proxies 0] [--metrics-port PORT] [--store-connections 10] [--terminals-waiting 1000]',
    'serve HTTP and terminals on one port. --scripted simulates terminals, --strict follows the specification without additions',
  ],
  [
    'health [--live] [--port 4010] [--host 127.0.0.1]',
    'ask the running service whether it is ready, with --live only whether it answers; the exit code is 0 or 1',
  ],
  [
    'processor [--port 4020] [--host 127.0.0.1] [--file .tapboard/processor.jsonl]',
    'serve an example of a processor: /applications and /authorizations',
  ],
]

export interface ServeCommand extends StoreConnections {
  readonly name: 'serve'
  readonly store: string
  readonly host: string
  readonly port: number
  readonly strict: boolean
  readonly repeat: 'refuse' | 'replay'
  readonly scripted: boolean
  readonly fast: boolean
  /** The onboarding processor, which gets each application. */
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
  /** Channels of one network address that may be without a hello, if it is set. */
  readonly terminalsWaitingPerAddress?: number
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
  readonly authorizerSecret?: SecretRing
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
  'terminals-waiting': { type: 'string' },
  'public-url': { type: 'string' },
} as const

/** The commands that serve, and `health`. */
export const SERVE_COMMANDS = commandGroup<ServingCommand>({
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
    'terminals-waiting',
  ],
  processor: ['port', 'host', 'file'],
  health: ['port', 'host', 'live'],
})

/** Values of the command line. */
type ServeValues = {
  readonly [Name in keyof typeof SERVE_OPTIONS]?:
    | ((typeof SERVE_OPTIONS)[Name]['type'] extends 'boolean' ? boolean : string)
    | undefined
}

const isTrue = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true'

/** Port and host of a server. */
function readSocket(
  port: Setting,
  host: Setting,
): { readonly port: number; readonly host: string } | CommandFailure {
  const number = Number(port.text)
  if (!/^\d{1,5}$/.test(port.text) || number > 65_535)
    return port.failure('must be a whole number from 0 (any free one) to 65535.')
  return /^[A-Za-z0-9.:-]{1,253}$/.test(host.text)
    ? { port: number, host: host.text }
    : host.failure('must be a host name or an address.')
}

/** The address of a receiver; `null` if none is configured. */
function readReceiver(
  option: 'processor-url' | 'authorizer-url',
  argument: string | undefined,
  environment: Environment,
): SignedAddress | CommandFailure | null {
  const names = option === 'processor-url' ? PROCESSOR : AUTHORIZER
  const setting = readOptional(option, argument, environment)
  if (setting === null || setting.text === '') return null
  const read = readSignedAddress(
    { url: setting.text, secret: ringOf(environment[names.variable] ?? '') },
    names,
  )
  if (!isAddressFault(read)) return read
  return read.wrong === 'url' && argument !== undefined
    ? argumentFailure(read.message)
    : variableFailure(read.message)
}

/** The receivers of signed requests that are configured. */
function readReceivers(
  values: ServeValues,
  environment: Environment,
): Pick<ServeCommand, 'processor' | 'authorizer'> | CommandFailure {
  const processor = readReceiver('processor-url', values['processor-url'], environment)
  if (isFailure(processor)) return processor
  const authorizer = readReceiver('authorizer-url', values['authorizer-url'], environment)
  if (isFailure(authorizer)) return authorizer
  const ofAuthorizer = authorizer === null ? [] : secretsIn(authorizer.secret)
  if (processor !== null && secretsIn(processor.secret).some((secret) => ofAuthorizer.includes(secret)))
    return variableFailure(`${PROCESSOR.variable} and ${AUTHORIZER.variable} must not be the same.`)
  return { ...(processor === null ? {} : { processor }), ...(authorizer === null ? {} : { authorizer }) }
}

/** Reads the command that serves the example processor. */
function readProcessor(values: ServeValues, environment: Environment): ProcessorCommand | CommandFailure {
  // The variables of port and host are those of "serve".
  const socket = readSocket(
    readSetting('port', values.port, {}, '4020'),
    readSetting('host', values.host, {}, '127.0.0.1'),
  )
  if (isFailure(socket)) return socket
  const secret = ringOf(environment[PROCESSOR.variable] ?? '')
  if (secretsIn(secret).some((one) => one.length < SIGNING_SECRET_MIN))
    return variableFailure(
      `${PROCESSOR.variable} must have at least ${SIGNING_SECRET_MIN} characters, and be the same as for "serve".`,
    )
  const file = values.file ?? '.tapboard/processor.jsonl'
  const ofAuthorizer = environment[AUTHORIZER.variable] || null
  if (ofAuthorizer === null) return { name: 'processor', ...socket, file, secret }
  const authorizerSecret = ringOf(ofAuthorizer)
  if (secretsIn(authorizerSecret).some((one) => one.length < SIGNING_SECRET_MIN))
    return variableFailure(`${AUTHORIZER.variable} must have at least ${SIGNING_SECRET_MIN} characters.`)
  return { name: 'processor', ...socket, file, secret, authorizerSecret }
}

/** Port and host on which the service listens. */
const readListen = (values: ServeValues, environment: Environment) =>
  readSocket(
    readSetting('port', values.port, environment, '4010'),
    readSetting('host', values.host, environment, '127.0.0.1'),
  )

/** Reads the command that asks for the health. */
function readHealth(values: ServeValues, environment: Environment): HealthCommand | CommandFailure {
  const socket = readListen(values, environment)
  if (isFailure(socket)) return socket
  return { name: 'health', ...socket, kind: values.live === true ? 'live' : 'ready' }
}

/** Level and form of the log. */
function readLog(environment: Environment): Pick<ServeCommand, 'logLevel' | 'logFormat'> | CommandFailure {
  const level = readLogLevel(environment['TAPBOARD_SERVICE_LOG_LEVEL'], 'TAPBOARD_SERVICE_LOG_LEVEL')
  if (typeof level === 'string') return variableFailure(level)
  const text = environment['TAPBOARD_SERVICE_LOG_FORMAT'] ?? ''
  const format = readLogFormat(text, 'TAPBOARD_SERVICE_LOG_FORMAT', false)
  if (typeof format === 'string') return variableFailure(format)
  return { logLevel: level.level, logFormat: text === '' ? null : format.format }
}

/** Address of the metrics; none without a port. */
function readMetrics(
  argument: string | undefined,
  environment: Environment,
): Pick<ServeCommand, 'metrics'> | CommandFailure {
  const port = readOptional('metrics-port', argument, environment)
  if (port === null) return {}
  const metrics = readSocket(port, readVariable('TAPBOARD_SERVICE_METRICS_HOST', environment, '127.0.0.1'))
  return isFailure(metrics) ? metrics : { metrics }
}

/** The largest number of channels of one address without a hello; a process has at most 10,000 channels. */
const WAITING_MAX = 10_000

/** Number of channels of one address that may be without a hello; none for the default of the service. */
function readWaiting(
  argument: string | undefined,
  environment: Environment,
): Pick<ServeCommand, 'terminalsWaitingPerAddress'> | CommandFailure {
  const setting = readOptional('terminals-waiting', argument, environment)
  if (setting === null) return {}
  const terminalsWaitingPerAddress = /^\d{1,5}$/.test(setting.text) ? Number(setting.text) : 0
  return terminalsWaitingPerAddress >= 1 && terminalsWaitingPerAddress <= WAITING_MAX
    ? { terminalsWaitingPerAddress }
    : setting.failure(`must be a whole number from 1 to ${WAITING_MAX}.`)
}

/** How the service answers a repeated external ID. */
function readRepeat(
  argument: string | undefined,
  environment: Environment,
): Pick<ServeCommand, 'repeat'> | CommandFailure {
  const { text, failure } = readSetting('repeat', argument, environment, 'refuse')
  return text === 'refuse' || text === 'replay' ? { repeat: text } : failure('must be refuse or replay.')
}

/** Number of the operator's proxies. */
function readProxies(
  argument: string | undefined,
  environment: Environment,
): Pick<ServeCommand, 'proxies'> | CommandFailure {
  const { text, failure } = readSetting('proxies', argument, environment, '0')
  return /^\d{1,2}$/.test(text) && isProxyCount(Number(text))
    ? { proxies: Number(text) }
    : failure(`must be a whole number from 0 to ${PROXIES_MAX}.`)
}

/** Address of the service in a browser; none if it is not set. */
function readAddress(
  argument: string | undefined,
  environment: Environment,
): Pick<ServeCommand, 'publicUrl'> | CommandFailure {
  const setting = readOptional('public-url', argument, environment)
  if (setting === null) return {}
  const read = readPublicUrl(setting)
  return isFailure(read) ? read : { publicUrl: read.url }
}

/** What the readers of "serve" share. */
type Common = Pick<ServeCommand, 'dataKey'> & { readonly store: Setting }

/** Reads the command that serves the service. */
function readServe(
  values: ServeValues,
  environment: Environment,
  { store, ...common }: Common,
): ServeCommand | CommandFailure {
  const socket = readListen(values, environment)
  if (isFailure(socket)) return socket
  const repeat = readRepeat(values.repeat, environment)
  if (isFailure(repeat)) return repeat
  const proxies = readProxies(values.proxies, environment)
  if (isFailure(proxies)) return proxies
  const waiting = readWaiting(values['terminals-waiting'], environment)
  if (isFailure(waiting)) return waiting
  const connections = readConnections(values['store-connections'], environment)
  if (isFailure(connections)) return connections
  if (isUnencryptedByDefault(store.text))
    return store.failure(
      'must encrypt the connection to PostgreSQL: add ?sslmode=verify-full; or say sslmode=disable where the network encrypts.',
    )
  const metrics = readMetrics(values['metrics-port'], environment)
  if (isFailure(metrics)) return metrics
  const log = readLog(environment)
  if (isFailure(log)) return log
  const receivers = readReceivers(values, environment)
  if (isFailure(receivers)) return receivers
  const address = readAddress(values['public-url'], environment)
  if (isFailure(address)) return address
  const noticesModule = environment['TAPBOARD_SERVICE_NOTICES_MODULE'] || undefined
  return {
    name: 'serve',
    store: store.text,
    ...common,
    ...socket,
    ...repeat,
    strict: values.strict ?? isTrue(environment['TAPBOARD_SERVICE_STRICT']),
    scripted: values.scripted ?? isTrue(environment['TAPBOARD_SERVICE_SCRIPTED']),
    fast: values.fast ?? isTrue(environment['TAPBOARD_SERVICE_FAST']),
    privateWebhooks: values['private-webhooks'] ?? isTrue(environment['TAPBOARD_SERVICE_PRIVATE_WEBHOOKS']),
    ...log,
    ...proxies,
    ...waiting,
    ...connections,
    ...receivers,
    ...metrics,
    ...(noticesModule === undefined ? {} : { noticesModule }),
    ...address,
  }
}

/** Reads a command that serves or asks for the health, or returns the failure. */
export function readServeCommand(
  name: ServingCommand['name'],
  values: ServeValues,
  environment: Environment,
  common: Common,
): ServingCommand | CommandFailure {
  if (name === 'processor') return readProcessor(values, environment)
  return name === 'health' ? readHealth(values, environment) : readServe(values, environment, common)
}
