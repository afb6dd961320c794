// Parses the command line and the environment. Pure: arguments and environment in, a command or an error
// sentence out.
import { parseArgs } from 'node:util'
import { secretsIn, type SecretRing } from '@tapboard/server'
import { isUnencryptedByDefault } from '@tapboard/store'
import {
  ACCOUNT_OPTIONS,
  ACCOUNT_TAKES,
  ACCOUNT_USAGE,
  isAccountCommandName,
  readAccountCommand,
  readPublicUrl,
  type AccountCommand,
} from './account-commands.ts'
import {
  BOARDING_OPTIONS,
  BOARDING_TAKES,
  BOARDING_USAGE,
  isBoardingName,
  readBoardingCommand,
  type BoardingCommand,
} from './boarding-commands.ts'
import {
  DEVICE_OPTIONS,
  DEVICE_TAKES,
  DEVICE_USAGE,
  isDeviceCommandName,
  readDeviceCommand,
  type DeviceCommand,
} from './device-command.ts'
import { readKeyCommand, type KeyCommand } from './key-command.ts'
import { AUTHORIZER } from '../cloud/session/http-authorizer.ts'
import { isProxyCount, PROXIES_MAX } from '../dashboard/proxies.ts'
import { readConnections, type StoreConnections } from './store-connections.ts'
import { PROCESSOR } from '../boarding/processor/http-processor.ts'
import { readSignedAddress, ringOf, type SignedAddress } from '../http/signed-address.ts'
import { SIGNING_SECRET_MIN } from '../http/signing-secret.ts'
import {
  isStoreName,
  readStoreCommand,
  STORE_HELP,
  STORE_OPTIONS,
  STORE_TAKES,
  STORE_USAGE,
  type StoreCommand,
} from './store-commands.ts'
import { SECRET_VARIABLES, unknownVariable } from './variables.ts'

/** Text of `--help`. */
export const USAGE = `tapboard-service: the cloud terminal service

  tapboard-service serve [--port 4010] [--host 127.0.0.1] [--store file:.tapboard/service.db] [--public-url URL]
                         [--strict] [--repeat refuse|replay] [--scripted]
                         [--processor-url URL] [--authorizer-url URL] [--private-webhooks] [--proxies 0] [--metrics-port PORT] [--store-connections 10]
  tapboard-service health [--live] [--port 4010] [--host 127.0.0.1]
${STORE_USAGE.trimEnd()}
${ACCOUNT_USAGE.trimEnd()}
  tapboard-service keys create --account NAME [--board] [--credit] [--sandbox] [--scope terminal|report|board|credit]… [--days N]
  tapboard-service keys list
  tapboard-service keys revoke KEY_ID
${DEVICE_USAGE.trimEnd()}
  tapboard-service processor [--port 4020] [--host 127.0.0.1] [--file .tapboard/processor.jsonl]
${BOARDING_USAGE.trimEnd()}

Every command takes --store. The environment variables are: TAPBOARD_SERVICE_PORT, TAPBOARD_SERVICE_HOST, TAPBOARD_SERVICE_STORE_URL,
TAPBOARD_SERVICE_STRICT, TAPBOARD_SERVICE_REPEAT, TAPBOARD_SERVICE_SCRIPTED (1 or true). An argument overrides the environment.
${STORE_HELP.trimEnd()}
"health" asks the running service whether it is ready, with --live only whether it answers; the exit code is 0 or 1.
${SECRET_VARIABLES.slice(0, 3).join(', ')},
${SECRET_VARIABLES.slice(3).join(', ')} can each be NAME_FILE instead,
the path of a file with the value.
TAPBOARD_SERVICE_PUBLIC_URL is the address of the service in a browser; it is required behind a proxy that ends TLS.
TAPBOARD_SERVICE_PROXIES is the number of your reverse proxies that write X-Forwarded-For, 0 to 10. Attempts to sign in and wrong
pairing codes are counted for the address that they saw; with 0 the header is ignored.
TAPBOARD_SERVICE_STORE_CONNECTIONS is the number of connections to a PostgreSQL store, 1 to 200, beside two for notices and readiness.
TAPBOARD_SERVICE_METRICS_PORT opens GET /metrics for the operator on TAPBOARD_SERVICE_METRICS_HOST, by default 127.0.0.1.
TAPBOARD_SERVICE_DATA_KEY seals regulated fields: 32 bytes in base64, several separated by commas, the newest first; an
embedded store without one creates its own in a file beside it. TAPBOARD_SERVICE_COBRAND_SECRET is for "tiers add --cobrand".
TAPBOARD_SERVICE_PROCESSOR_URL receives all applications, signed with TAPBOARD_SERVICE_PROCESSOR_SECRET; without it those of production
wait, and a script decides about those of the sandbox. TAPBOARD_SERVICE_AUTHORIZER_URL authorizes the cards, signed with
TAPBOARD_SERVICE_AUTHORIZER_SECRET; without it the cents of the amount decide. "processor" serves an example of both:
/applications and /authorizations, with TAPBOARD_SERVICE_PROCESSOR_SECRET for the signatures. Both secrets may be NEW,OLD during a
rotation: "serve" then signs with both, "processor" accepts both.
TAPBOARD_SERVICE_PRIVATE_WEBHOOKS (1 or true) allows webhooks to loopback and private addresses. TAPBOARD_SERVICE_WEBHOOK_SECRET is
for "boarding set --webhook-url"; without it a new secret is created and shown once.
`

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
  /** Address of the service in a browser. */
  readonly publicUrl?: string
  /** Number of the operator's proxies that write `X-Forwarded-For`. */
  readonly proxies: number
  /** Address of the metrics, if they are served. */
  readonly metrics?: { readonly host: string; readonly port: number }
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
export interface HealthCommand {
  readonly name: 'health'
  readonly host: string
  readonly port: number
  readonly kind: 'live' | 'ready'
}

export type Command =
  | ServeCommand
  | HealthCommand
  | ProcessorCommand
  | AccountCommand
  | BoardingCommand
  | DeviceCommand
  | StoreCommand
  | { readonly name: 'help' }
  | KeyCommand
  | { readonly name: 'keys list'; readonly store: string }
  | { readonly name: 'keys revoke'; readonly store: string; readonly id: string }

/** A command, or a sentence that explains the error. */
type CommandResult =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly message: string }

const failure = (message: string): CommandResult => ({ ok: false, message })
const success = (command: Command): CommandResult => ({ ok: true, command })

const OPTIONS = {
  ...ACCOUNT_OPTIONS,
  ...BOARDING_OPTIONS,
  ...DEVICE_OPTIONS,
  ...STORE_OPTIONS,
  port: { type: 'string' },
  host: { type: 'string' },
  store: { type: 'string' },
  repeat: { type: 'string' },
  account: { type: 'string' },
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
  board: { type: 'boolean' },
  credit: { type: 'boolean' },
  scope: { type: 'string', multiple: true },
  days: { type: 'string' },
  sandbox: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Options of each command beside `--store` and `--help`. */
const TAKES: Readonly<Record<Command['name'], readonly string[]>> = {
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
  help: [],
  'keys create': ['account', 'board', 'credit', 'sandbox', 'scope', 'days'],
  'keys list': [],
  'keys revoke': [],
  ...ACCOUNT_TAKES,
  ...BOARDING_TAKES,
  ...DEVICE_TAKES,
  ...STORE_TAKES,
}

/** Commands with an ID or a name as their third word. */
const WITH_ID: readonly Command['name'][] = [
  'accounts add',
  'users add',
  'users link',
  'users remove',
  'keys revoke',
  'devices pair',
  'tiers remove',
  'applications show',
]

/** Maximum number of words of a command. */
const wordsOf = (name: Command['name']): number =>
  name === 'serve' || name === 'health'
    ? 1
    : name === 'applications move' || name === 'users role'
      ? 4
      : WITH_ID.includes(name)
        ? 3
        : 2

const isName = (text: string): text is Command['name'] => Object.hasOwn(TAKES, text)

type Environment = Readonly<Record<string, string | undefined>>

const isTrue = (text: string | undefined): boolean => text === '1' || text?.toLowerCase() === 'true'

function read(args: readonly string[]) {
  try {
    return { ok: true, ...parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }) } as const
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : ''
    return { ok: false, message: reason ?? '' } as const
  }
}

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

type Values = Extract<ReturnType<typeof read>, { readonly ok: true }>['values']

/** The receivers of signed requests that are configured, or a sentence that explains the error. */
function readReceivers(
  values: Values,
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
function readProcessorCommand(values: Values, environment: Environment): CommandResult {
  const socket = readSocket(values.port ?? '4020', values.host ?? '127.0.0.1')
  if (typeof socket === 'string') return failure(socket)
  const secret = ringOf(environment[PROCESSOR.variable] ?? '')
  if (secretsIn(secret).some((one) => one.length < SIGNING_SECRET_MIN))
    return failure(
      `The processor needs ${PROCESSOR.variable} with at least ${SIGNING_SECRET_MIN} characters, the same as "serve".`,
    )
  return success({ name: 'processor', ...socket, file: values.file ?? '.tapboard/processor.jsonl', secret })
}

/** Port and host on which the service listens. */
const readListen = (values: Values, environment: Environment) =>
  readSocket(
    values.port ?? environment['TAPBOARD_SERVICE_PORT'] ?? '4010',
    values.host ?? environment['TAPBOARD_SERVICE_HOST'] ?? '127.0.0.1',
  )

/** Reads the command that asks for the health. */
function readHealthCommand(values: Values, environment: Environment): CommandResult {
  const socket = readListen(values, environment)
  if (typeof socket === 'string') return failure(socket)
  return success({ name: 'health', ...socket, kind: values.live === true ? 'live' : 'ready' })
}

/** Reads the command that serves the service. */
function readServeCommand(
  values: Values,
  environment: Environment,
  common: Pick<ServeCommand, 'store' | 'dataKey'>,
): CommandResult {
  const socket = readListen(values, environment)
  if (typeof socket === 'string') return failure(socket)
  const repeat = values.repeat ?? environment['TAPBOARD_SERVICE_REPEAT'] ?? 'refuse'
  if (repeat !== 'refuse' && repeat !== 'replay') return failure('--repeat must be refuse or replay.')
  const proxies = values.proxies ?? environment['TAPBOARD_SERVICE_PROXIES'] ?? '0'
  if (!/^\d{1,2}$/.test(proxies) || !isProxyCount(Number(proxies)))
    return failure(`--proxies must be a whole number from 0 to ${PROXIES_MAX}.`)
  const connections = readConnections(values['store-connections'], environment)
  if (typeof connections === 'string') return failure(connections)
  if (isUnencryptedByDefault(common.store))
    return failure(
      'TAPBOARD_SERVICE_STORE_URL must encrypt the connection to PostgreSQL: add ?sslmode=verify-full; or say sslmode=disable where the network encrypts.',
    )
  const metricsPort = values['metrics-port'] ?? environment['TAPBOARD_SERVICE_METRICS_PORT']
  const metrics =
    metricsPort === undefined
      ? null
      : readSocket(metricsPort, environment['TAPBOARD_SERVICE_METRICS_HOST'] ?? '127.0.0.1', '--metrics-port')
  if (typeof metrics === 'string') return failure(metrics)
  const receivers = readReceivers(values, environment)
  if (typeof receivers === 'string') return failure(receivers)
  const publicUrl = values['public-url'] ?? environment['TAPBOARD_SERVICE_PUBLIC_URL']
  const address = publicUrl === undefined ? null : readPublicUrl(publicUrl)
  if (typeof address === 'string') return failure(address)
  return success({
    name: 'serve',
    ...common,
    ...socket,
    repeat,
    strict: values.strict ?? isTrue(environment['TAPBOARD_SERVICE_STRICT']),
    scripted: values.scripted ?? isTrue(environment['TAPBOARD_SERVICE_SCRIPTED']),
    fast: values.fast ?? isTrue(environment['TAPBOARD_SERVICE_FAST']),
    privateWebhooks: values['private-webhooks'] ?? isTrue(environment['TAPBOARD_SERVICE_PRIVATE_WEBHOOKS']),
    proxies: Number(proxies),
    ...connections,
    ...receivers,
    ...(metrics === null ? {} : { metrics }),
    ...(address === null ? {} : { publicUrl: address.url }),
  })
}

/** Parses arguments and environment into a command. */
export function readCommand(args: readonly string[], environment: Environment): CommandResult {
  const parsed = read(args)
  if (!parsed.ok) return failure(`${parsed.message}. See --help.`)
  const { values, positionals } = parsed
  if (values.help === true || positionals.length === 0) return success({ name: 'help' })
  const [group = '', verb = '', id, word] = positionals
  const name =
    ['serve', 'processor', 'health'].includes(group) || isStoreName(group) ? group : `${group} ${verb}`.trim()
  if (!isName(name)) return failure(`"${name.slice(0, 40)}" is not a command. See --help.`)
  const extra = Object.keys(values).find((option) => option !== 'store' && !TAKES[name].includes(option))
  if (extra !== undefined) return failure(`"${name}" takes no --${extra}. See --help.`)
  if (positionals.length > wordsOf(name)) return failure(`"${name}" takes fewer words. See --help.`)
  const store = values.store ?? environment['TAPBOARD_SERVICE_STORE_URL'] ?? 'file:.tapboard/service.db'
  if (name === 'help') return success({ name })
  const unknown = unknownVariable(environment)
  if (unknown !== null) return failure(unknown)
  const dataKey = environment['TAPBOARD_SERVICE_DATA_KEY']
  if (isAccountCommandName(name)) {
    const { TAPBOARD_SERVICE_PORT: port = '4010', TAPBOARD_SERVICE_HOST: host = '127.0.0.1' } = environment
    const url = values['public-url'] ?? environment['TAPBOARD_SERVICE_PUBLIC_URL'] ?? `http://${host}:${port}`
    const command = readAccountCommand(name, { ...values, store, word: id ?? '', lastWord: word ?? '', url })
    return typeof command === 'string' ? failure(command) : success(command)
  }
  if (isBoardingName(name)) {
    const cobrandSecret = environment['TAPBOARD_SERVICE_COBRAND_SECRET']
    const webhookSecret = environment['TAPBOARD_SERVICE_WEBHOOK_SECRET']
    const command = readBoardingCommand(name, {
      ...values,
      store,
      id: id ?? '',
      word: word ?? '',
      webhookUrl: values['webhook-url'],
      noWebhook: values['no-webhook'],
      dataKey,
      cobrandSecret,
      webhookSecret,
    })
    return typeof command === 'string' ? failure(command) : success(command)
  }
  if (name === 'processor') return readProcessorCommand(values, environment)
  if (isStoreName(name)) {
    const command = readStoreCommand(name, { ...values, store, word: verb })
    return typeof command === 'string' ? failure(command) : success(command)
  }
  if (name === 'health') return readHealthCommand(values, environment)
  if (name === 'keys list') return success({ name, store })
  if (isDeviceCommandName(name)) {
    const command = readDeviceCommand(name, { ...values, store, word: id ?? '' })
    return typeof command === 'string' ? failure(command) : success(command)
  }
  if (name === 'keys revoke')
    return id ? success({ name, store, id }) : failure(`"${name}" needs an ID. See --help.`)
  if (name === 'keys create') {
    const command = readKeyCommand(values, store)
    return typeof command === 'string' ? failure(command) : success(command)
  }
  return readServeCommand(values, environment, {
    store,
    ...(dataKey === undefined ? {} : { dataKey }),
  })
}
