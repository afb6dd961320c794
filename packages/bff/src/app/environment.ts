// Environment variables → options of createBff, and back: a problem names the variable that the operator has set, not the
// option behind it. Nothing is defaulted here that the options do not default.
import type { ConfigProblem } from './config.ts'
import type { BffOptions } from './options.ts'

/** Variables, in the order they are explained in. */
export const VARIABLES = [
  ['TAPBOARD_SECRET', 'at least 32 random characters, the same on every instance (openssl rand -base64 32)'],
  ['STORE_URL', 'where the ledger is kept: file:path/to/ledger.db or postgres://user:password@host/database'],
  ['PUBLIC_URL', 'the address pages use, path prefix included: https://shop.example/tapboard'],
  ['TERMINAL_URL', 'base address of the cloud terminal API'],
  ['UPSTREAM_ENVIRONMENT', 'sandbox or production'],
  ['UPSTREAM_DIALECT', 'spec (default) or x'],
  ['UPSTREAM_CANCEL', 'true where the upstream can cancel; default false'],
  ['UPSTREAM_LONG_POLL', 'true where the upstream holds a read open; default false'],
  ['UPSTREAM_DETAILS', 'false where the upstream has no reporting API; default true'],
  ['UPSTREAM_READS_PER_SECOND', 'reads a second of one API key in this process, 1 to 1000; default 20'],
  ['UPSTREAM_REPEAT', 'unknown (default), refuses or replays'],
  ['UPSTREAM_LOOKUP', 'none (default) or authoritative'],
  ['UPSTREAM_DEVICE_SESSION', 'true where a device says which live session it has; default false'],
  ['BOARDING_URL', 'base address of the boarding API; needed for merchant sign-up'],
  ['BOARDING_CASE', 'pascal (default) or camel: how names are spelled towards it'],
  ['BOARDING_TOKEN_PLACE', 'top (default) or signature: where the token of the terms stands'],
  ['BOARDING_PHONE', 'national (default) or e164: how phone numbers are written towards it'],
  ['BOARDING_LOOKUP', 'true where GetApplication finds by the token of the terms; default false'],
  ['MERCHANTS', 'JSON: [{"id","name","hostSecret","apiKey","origins":["https://…"]}]; or, for one merchant:'],
  ['MERCHANTS_FILE', 'path of a file with that JSON, where there are too many merchants for a variable'],
  ['MERCHANT_ID', 'letters, digits, "_" and "-"'],
  ['MERCHANT_NAME', 'the name people see; default MERCHANT_ID'],
  ['MERCHANT_HOST_SECRET', "at least 24 random characters, sent by the host's server for tokens"],
  ['MERCHANT_API_KEY', 'API key of the cloud terminal API'],
  ['MERCHANT_ORIGINS', 'origins of the pages, separated by commas'],
  ['MERCHANT_CURRENCY', "currency of the merchant's account; default USD"],
  ['MERCHANT_WEBHOOK_URL', "where the host's server is told of outcomes; default: nowhere"],
  ['MERCHANT_WEBHOOK_SECRET', 'at least 24 random characters; keys the signature of webhooks'],
  ['MERCHANT_BOARDING', 'JSON: {"apiKey","tiers","terms","webhookSecret"}; default: no merchant sign-up'],
  ['DPOP', "false switches binding tokens to the page's key off; default true"],
  ['INSTANCE', 'name of this process, the same after a restart; default: host name and PORT'],
  [
    'LIMITS',
    'JSON: {"mint":{"count","windowSeconds"},"start","repeat","sales","streams",…}; see the table of options',
  ],
  ['STORE_CONNECTIONS', 'connections to a PostgreSQL store, 1 to 200; default 30'],
  ['PROXIES', 'reverse proxies of yours that write X-Forwarded-For, 0 to 10; default 0'],
  ['HOST', 'address to listen on; default 127.0.0.1'],
  ['PORT', 'port to listen on; default 4300'],
  ['METRICS_PORT', 'port of GET /metrics for the operator; default: none is opened'],
  ['METRICS_HOST', 'address of that port; default 127.0.0.1'],
] as const

/** What `process.env` is. */
export type Environment = Readonly<Record<string, string | undefined>>

const NAMES: Readonly<Record<string, string>> = {
  secret: 'TAPBOARD_SECRET',
  store: 'STORE_URL',
  publicUrl: 'PUBLIC_URL',
  'upstream.terminalUrl': 'TERMINAL_URL',
  'upstream.environment': 'UPSTREAM_ENVIRONMENT',
  'upstream.dialect': 'UPSTREAM_DIALECT',
  'upstream.cancel': 'UPSTREAM_CANCEL',
  'upstream.longPoll': 'UPSTREAM_LONG_POLL',
  'upstream.details': 'UPSTREAM_DETAILS',
  'upstream.readsPerSecond': 'UPSTREAM_READS_PER_SECOND',
  'upstream.repeat': 'UPSTREAM_REPEAT',
  'upstream.lookup': 'UPSTREAM_LOOKUP',
  'upstream.deviceSession': 'UPSTREAM_DEVICE_SESSION',
  'upstream.boardingUrl': 'BOARDING_URL',
  'upstream.boardingCase': 'BOARDING_CASE',
  'upstream.tokenPlace': 'BOARDING_TOKEN_PLACE',
  'upstream.boardingPhone': 'BOARDING_PHONE',
  'upstream.boardingLookup': 'BOARDING_LOOKUP',
  dpop: 'DPOP',
  proxies: 'PROXIES',
  instance: 'INSTANCE',
  storeConnections: 'STORE_CONNECTIONS',
}

const SINGLE: Readonly<Record<string, string>> = {
  id: 'MERCHANT_ID',
  name: 'MERCHANT_NAME',
  hostSecret: 'MERCHANT_HOST_SECRET',
  apiKey: 'MERCHANT_API_KEY',
  origins: 'MERCHANT_ORIGINS',
  currency: 'MERCHANT_CURRENCY',
  webhook: 'MERCHANT_WEBHOOK_URL',
  'webhook.url': 'MERCHANT_WEBHOOK_URL',
  'webhook.secret': 'MERCHANT_WEBHOOK_SECRET',
}

/** A problem in the words of the environment: `MERCHANT_API_KEY must be …`, `MERCHANTS[1].apiKey must be …`. */
export function problemInEnvironment({ option, message }: ConfigProblem, environment: Environment): string {
  const known = NAMES[option]
  if (known !== undefined) return `${known} ${message}`
  const [list, index = '', member = '', ...rest] = option.split('.')
  if (list === 'limits') return `LIMITS${option.slice(list.length)} ${message}`
  if (list !== 'merchants') return `${option} ${message}`
  if (environment['MERCHANTS'] === undefined && member === 'boarding')
    return `${['MERCHANT_BOARDING', ...rest].join('.')} ${message}`
  if (environment['MERCHANTS'] === undefined && index !== '')
    return `${SINGLE[[member, ...rest].join('.')] ?? SINGLE[member] ?? option} ${message}`
  return `MERCHANTS${index === '' ? '' : `[${index}]`}${[member, ...rest]
    .filter(Boolean)
    .map((name) => `.${name}`)
    .join('')} ${message}`
}

/** `true` and `false`; any other word stays and is refused by the configuration. */
const flag = (value: string | undefined): unknown =>
  value === 'true' ? true : value === 'false' ? false : value

/** Whole numbers; any other word stays and is refused by the configuration. */
const number = (value: string | undefined): unknown =>
  value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : value

/** JSON; what is none becomes `null` and is refused by the configuration. */
function json(value: string | undefined): unknown {
  if (value === undefined) return undefined
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** Leaves out what is not set, so that the options' own defaults apply. */
const defined = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

function merchantsOf(environment: Environment): unknown {
  const list = environment['MERCHANTS']
  if (list !== undefined) return json(list)
  const id = environment['MERCHANT_ID']
  const webhook = defined({
    url: environment['MERCHANT_WEBHOOK_URL'],
    secret: environment['MERCHANT_WEBHOOK_SECRET'],
  })
  const origins = environment['MERCHANT_ORIGINS']?.split(',').map((origin) => origin.trim())
  return [
    defined({
      id,
      name: environment['MERCHANT_NAME'] ?? id,
      hostSecret: environment['MERCHANT_HOST_SECRET'],
      apiKey: environment['MERCHANT_API_KEY'],
      origins,
      currency: environment['MERCHANT_CURRENCY'],
      boarding: json(environment['MERCHANT_BOARDING']),
      webhook: Object.keys(webhook).length === 0 ? undefined : webhook,
    }),
  ]
}

/** The options an environment stands for; `readConfig` judges them. */
export function optionsFrom(environment: Environment): BffOptions {
  const options = defined({
    secret: environment['TAPBOARD_SECRET'],
    store: environment['STORE_URL'],
    publicUrl: environment['PUBLIC_URL'],
    merchants: merchantsOf(environment),
    dpop: flag(environment['DPOP']),
    instance: environment['INSTANCE'],
    storeConnections: number(environment['STORE_CONNECTIONS']),
    proxies: number(environment['PROXIES']),
    limits: json(environment['LIMITS']),
    upstream: defined({
      terminalUrl: environment['TERMINAL_URL'],
      environment: environment['UPSTREAM_ENVIRONMENT'],
      dialect: environment['UPSTREAM_DIALECT'],
      cancel: flag(environment['UPSTREAM_CANCEL']),
      longPoll: flag(environment['UPSTREAM_LONG_POLL']),
      details: flag(environment['UPSTREAM_DETAILS']),
      readsPerSecond: number(environment['UPSTREAM_READS_PER_SECOND']),
      repeat: environment['UPSTREAM_REPEAT'],
      lookup: environment['UPSTREAM_LOOKUP'],
      deviceSession: flag(environment['UPSTREAM_DEVICE_SESSION']),
      boardingUrl: environment['BOARDING_URL'],
      boardingCase: environment['BOARDING_CASE'],
      tokenPlace: environment['BOARDING_TOKEN_PLACE'],
      boardingPhone: environment['BOARDING_PHONE'],
      boardingLookup: flag(environment['BOARDING_LOOKUP']),
    }),
  })
  // Not yet judged: whatever is missing or of another kind, `readConfig` says.
  return options as unknown as BffOptions
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** An address; a port that is none gives `null`. */
export interface Listen<Port extends number | null = number | null> {
  readonly host: string
  readonly port: Port
}

const listenAt = (port: string, host: string | undefined): Listen => ({
  host: host ?? '127.0.0.1',
  port: isPort(port) ? Number(port) : null,
})

/** Where to listen. */
export const listenFrom = (environment: Environment): Listen =>
  listenAt(environment['PORT'] ?? '4300', environment['HOST'])

/** Where the operator reads metrics; `null`: nowhere. */
export function metricsFrom(environment: Environment): Listen | null {
  const port = environment['METRICS_PORT']
  return port === undefined ? null : listenAt(port, environment['METRICS_HOST'])
}
