// The environment variables of the service, and the error for a misspelled one: it would leave a default in force without a
// word.
import {
  fileVariableOf,
  isInjectedVariable,
  suggestion,
  type HelpRow,
  type RenamedVariable,
} from '@tapboard/server'

/** All variables of the service except TAPBOARD_SERVICE_STORE_URL. */
export const SERVICE_VARIABLES = [
  'TAPBOARD_SERVICE_PORT',
  'TAPBOARD_SERVICE_HOST',
  'TAPBOARD_SERVICE_STRICT',
  'TAPBOARD_SERVICE_REPEAT',
  'TAPBOARD_SERVICE_SCRIPTED',
  'TAPBOARD_SERVICE_FAST',
  'TAPBOARD_SERVICE_PUBLIC_URL',
  'TAPBOARD_SERVICE_PROXIES',
  'TAPBOARD_SERVICE_STORE_CONNECTIONS',
  'TAPBOARD_SERVICE_TERMINALS_WAITING',
  'TAPBOARD_SERVICE_LOG_LEVEL',
  'TAPBOARD_SERVICE_LOG_FORMAT',
  'TAPBOARD_SERVICE_METRICS_PORT',
  'TAPBOARD_SERVICE_METRICS_HOST',
  'TAPBOARD_SERVICE_NOTICES_MODULE',
  'TAPBOARD_SERVICE_DATA_KEY',
  'TAPBOARD_SERVICE_COBRAND_SECRET',
  'TAPBOARD_SERVICE_PROCESSOR_URL',
  'TAPBOARD_SERVICE_PROCESSOR_SECRET',
  'TAPBOARD_SERVICE_AUTHORIZER_URL',
  'TAPBOARD_SERVICE_AUTHORIZER_SECRET',
  'TAPBOARD_SERVICE_PRIVATE_WEBHOOKS',
  'TAPBOARD_SERVICE_WEBHOOK_SECRET',
] as const

/** Variables with a secret: each can be set by the path of a file, as `NAME_FILE`. */
export const SECRET_VARIABLES: readonly string[] = [
  'TAPBOARD_SERVICE_STORE_URL',
  'TAPBOARD_SERVICE_DATA_KEY',
  'TAPBOARD_SERVICE_COBRAND_SECRET',
  'TAPBOARD_SERVICE_PROCESSOR_SECRET',
  'TAPBOARD_SERVICE_AUTHORIZER_SECRET',
  'TAPBOARD_SERVICE_WEBHOOK_SECRET',
]

type Explained = Exclude<(typeof SERVICE_VARIABLES)[number], 'TAPBOARD_SERVICE_FAST'>

const EXPLANATIONS: Readonly<Record<Explained | 'TAPBOARD_SERVICE_STORE_URL', string>> = {
  TAPBOARD_SERVICE_PORT: 'port to listen on; default 4010',
  TAPBOARD_SERVICE_HOST: 'address to listen on; default 127.0.0.1',
  TAPBOARD_SERVICE_STORE_URL:
    'the store: file:path/to/service.db or postgres://user:password@host/database; default file:.tapboard/service.db',
  TAPBOARD_SERVICE_PUBLIC_URL: 'address of the service in a browser; needed behind a proxy that ends TLS',
  TAPBOARD_SERVICE_PROXIES:
    'number of your reverse proxies that write X-Forwarded-For, 0 to 10; default 0. Attempts to sign in and wrong pairing codes are counted for the address that they saw; with 0 the header is ignored',
  TAPBOARD_SERVICE_DATA_KEY:
    'seals regulated values: 32 bytes in base64, several separated by commas, the newest first; an embedded store without one creates its own in a file beside it',
  TAPBOARD_SERVICE_STORE_CONNECTIONS:
    'connections to a PostgreSQL store, 1 to 200, beside two for notices and readiness; default 10',
  TAPBOARD_SERVICE_TERMINALS_WAITING:
    'terminals of one network address, 1 to 10000, that may be connected and have not sent their hello; default 1000. Terminals behind one NAT share an address; the service closes further connections, and these terminals try again',
  TAPBOARD_SERVICE_STRICT: '1 or true follows the specification without additions',
  TAPBOARD_SERVICE_REPEAT: 'refuse (default) or replay: the answer to a repeated external ID',
  TAPBOARD_SERVICE_SCRIPTED: '1 or true simulates the terminals whose serial numbers name a script',
  TAPBOARD_SERVICE_PROCESSOR_URL:
    'receives all applications; without it those of production wait, and a script decides about those of the sandbox',
  TAPBOARD_SERVICE_PROCESSOR_SECRET:
    'signs the requests to it, and those that the example "processor" accepts; NEW,OLD during a rotation',
  TAPBOARD_SERVICE_AUTHORIZER_URL: 'authorizes the cards; without it the cents of the amount decide',
  TAPBOARD_SERVICE_AUTHORIZER_SECRET:
    'signs the requests to it, another one than that of the processor; NEW,OLD during a rotation',
  TAPBOARD_SERVICE_PRIVATE_WEBHOOKS: '1 or true allows webhooks to loopback and private addresses',
  TAPBOARD_SERVICE_WEBHOOK_SECRET:
    'for "boarding set --webhook-url"; without it a new secret is created and shown once',
  TAPBOARD_SERVICE_COBRAND_SECRET: 'for "tiers add --cobrand"',
  TAPBOARD_SERVICE_LOG_LEVEL: 'least level of a log line: info, warn, error or silent; default info',
  TAPBOARD_SERVICE_LOG_FORMAT:
    'json, or pretty for lines that a person reads; default pretty on a terminal, json elsewhere',
  TAPBOARD_SERVICE_METRICS_PORT: 'port of GET /metrics for the operator; default: none is opened',
  TAPBOARD_SERVICE_METRICS_HOST: 'address of that port; default 127.0.0.1',
  TAPBOARD_SERVICE_NOTICES_MODULE:
    'path of a module that carries the notices between processes, such as over Redis or NATS; default: PostgreSQL',
}

/** The variables with their explanations, for `--help`. */
export const VARIABLE_HELP: readonly HelpRow[] = [
  ...Object.entries(EXPLANATIONS),
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'exports traces and metrics by OTLP. It needs the packages @opentelemetry/api and @opentelemetry/sdk-node, which read the other standard variables OTEL_…',
  ],
]

/** The names that the variables had before they got their prefix. */
export const RENAMED: readonly RenamedVariable[] = [
  { old: 'STORE_URL', current: 'TAPBOARD_SERVICE_STORE_URL' },
  ...SERVICE_VARIABLES.map((current) => ({ old: current.replace(/^TAPBOARD_/, ''), current })),
]

/** Describes the first unknown variable `TAPBOARD_SERVICE_…` or `SERVICE_…`. Returns `null` if the service knows all of them. */
export function unknownVariable(environment: Readonly<Record<string, string | undefined>>): string | null {
  const known: readonly string[] = [
    'TAPBOARD_SERVICE_STORE_URL',
    ...SERVICE_VARIABLES,
    ...SECRET_VARIABLES.map(fileVariableOf),
  ]
  const unknown = Object.entries(environment).find(
    ([name, value]) =>
      /^(TAPBOARD_)?SERVICE_/i.test(name) && !known.includes(name) && !isInjectedVariable(name, value ?? ''),
  )
  if (unknown === undefined) return null
  const [name] = unknown
  const meant = /^TAPBOARD_/i.test(name) ? name : `TAPBOARD_${name}`
  return `${name} is not a variable of tapboard-service. See --help.${suggestion(meant, known, 'TAPBOARD_SERVICE_')}`
}
