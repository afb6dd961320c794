// Every option of the BFF, one row each: the table from which the schemas, `--help`, `.env.example`, the reader of the
// environment and the documentation derive. A missing or extra row, or a schema of another type, does not compile.
import { isNoticePort, isOpenTelemetryApi, type OpenTelemetryApi } from '@tapboard/server'
import type { NoticePort, Store } from '@tapboard/store'
import * as z from 'zod/mini'
import { BASE, count, flag, isBase, list, ring, says, text } from './config-rules.ts'
import { MERCHANT, MerchantSchema } from './merchant-options.ts'
import { schemasOf, type OptionRows } from './option-row.ts'
import { DEFAULT_SALES_LIMITS } from '../sale/limits.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { BffOptions } from './options.ts'
import { UPSTREAM, UpstreamSchema } from './upstream-options.ts'
import { WEBHOOK_MEMBERS, WEBHOOK_SECRET, WEBHOOK_URL } from './webhook-schemas.ts'

const rate = z.strictObject(
  { count: count(1, 1_000_000), windowSeconds: count(1, 3_600) },
  says('must be an object with count and windowSeconds.'),
)

const SHARED =
  'With several merchants, one of them holds at most as many as are free for the others: half, if it is alone.'

const LIMITS = {
  mint: {
    schema: z._default(rate, { count: 10, windowSeconds: 10 }),
    sentence: 'tokens per merchant',
    detail: '`mintToken` in process has no limit.',
  },
  start: {
    schema: z._default(rate, { count: 5, windowSeconds: 10 }),
    sentence: 'new sales per terminal, and per page',
  },
  submit: {
    schema: z._default(rate, { count: 3, windowSeconds: 600 }),
    sentence: 'submissions of one application',
  },
  repeat: {
    schema: z._default(rate, { count: 300, windowSeconds: 10 }),
    sentence: 'start requests of one page, repeats included',
  },
  starts: {
    schema: z._default(count(1, 10_000), DEFAULT_SALES_LIMITS.starts),
    sentence: 'concurrent starts',
    detail: 'A further one gets 429 with `Retry-After: 1`. An order has at most half of them.',
  },
  sales: {
    schema: z._default(count(1, 100_000), DEFAULT_SALES_LIMITS.sales),
    sentence: 'open sales that this process follows',
    detail: SHARED,
  },
  streams: {
    schema: z._default(count(1, 1_000_000), DEFAULT_SALES_LIMITS.perProcess),
    sentence: 'open event streams',
    detail: SHARED,
  },
  streamsPerKey: {
    schema: z._default(count(1, 1_000_000), 100),
    sentence: "of these, streams of one page's key",
  },
  streamBufferBytes: {
    schema: z._default(count(4_096, 16_777_216), 65_536),
    sentence: 'bytes buffered for one reader of a stream',
  },
  proofs: {
    schema: z._default(count(100, 10_000_000), 200_000),
    sentence: 'proofs remembered against replay',
    detail: SHARED,
  },
  proofsPerKey: {
    schema: z._default(count(100, 10_000_000), 20_000),
    sentence: "of these, proofs of one page's key",
  },
} satisfies OptionRows<NonNullable<BffOptions['limits']>>

const LimitsSchema = z.strictObject(
  schemasOf(LIMITS),
  says('must be an object with known limits only; see the table of options.'),
)

const HEADS_WEBHOOK = {
  url: {
    schema: WEBHOOK_URL,
    variable: 'TAPBOARD_HEADS_WEBHOOK_URL',
    sentence: 'receiver outside of the database to which the hash of each committed event of a sale is sent',
    absent: 'nowhere',
    detail:
      'For processes without a disk that outlives them. See [Limits of the audit](/docs/audit/#limits).',
  },
  secret: {
    schema: WEBHOOK_SECRET,
    variable: 'TAPBOARD_HEADS_WEBHOOK_SECRET',
    secret: true,
    reading: 'ring',
    sentence: 'whsec_ and the base64 of 24 random bytes; keys the signature of these webhooks',
    detail:
      'Or a text of at least 24 random characters. `NEW,OLD` during a [rotation](/docs/options/#rotate-secrets).',
  },
} satisfies OptionRows<NonNullable<BffOptions['headsWebhook']>>

const SECRET =
  'must be at least 32 random characters, the same on every instance; make one with: openssl rand -base64 32.'
const STORE =
  'must be a store URL, file:path/to/ledger.db or postgres://user:password@host/database, or an open store.'
const MERCHANTS = 'must list at least one merchant.'
const INSTANCE =
  'must be 1 to 100 letters, digits, ".", "_", ":" or "-", the same after a restart and unique on the store.'
const FETCH = 'must be a function like fetch.'
const NOTICES = 'must be an object with the functions publish and subscribe.'
const ON_SETTLED = 'must be a function that takes an event.'
const OPEN_TELEMETRY =
  "must be the module @opentelemetry/api, 1.9 or newer: import * as api from '@opentelemetry/api'."

const isStore = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== ''
    : typeof value === 'object' && value !== null && 'transaction' in value

const callable = <Callable>(message: string) =>
  z.optional(z.custom<Callable>((value) => typeof value === 'function', says(message)))

/** An optional port. It is not validated: its type is enough. */
const port = <Port>() => z.optional(z.custom<Port>())

/** The options of `createBff`, in the order of `--help`. */
export const OPTIONS = {
  secret: {
    schema: ring(SECRET, (secret) => secret.length >= 32),
    variable: 'TAPBOARD_SECRET',
    secret: true,
    reading: 'ring',
    sentence: 'at least 32 random characters, the same on every instance (openssl rand -base64 32)',
    detail:
      'Keys the nonces and encrypts the stored signing keys. `NEW,OLD` during a [rotation](/docs/options/#rotate-secrets).',
  },
  store: {
    schema: z.custom<string | Store<unknown>>(isStore, says(STORE)),
    variable: 'TAPBOARD_STORE_URL',
    secret: true,
    sentence: 'store of the ledger: file:path/to/ledger.db or postgres://user:password@host/database',
    detail:
      'A file needs the package `better-sqlite3`, PostgreSQL the package `pg`: install one beside this package. A PostgreSQL URL can name [several servers](/docs/capacity/). In a program also an open store, which you close.',
  },
  publicUrl: {
    schema: text(`${BASE}: the address pages use, such as https://shop.example/tapboard.`, isBase),
    variable: 'TAPBOARD_PUBLIC_URL',
    sentence: 'the URL that pages use, with its path prefix: https://shop.example/tapboard',
    detail: 'Issuer and audience of tokens, `htu` of proofs.',
  },
  upstream: {
    schema: UpstreamSchema,
    sentence: 'the payment service: see [Upstream](#upstream)',
    members: UPSTREAM,
  },
  merchants: {
    schema: list(MerchantSchema, MERCHANTS).check(z.minLength(1, says(MERCHANTS))),
    variable: 'TAPBOARD_MERCHANTS',
    secret: true,
    reading: 'json',
    sentence: 'JSON: [{"id","name","hostSecret","apiKey","origins":["https://…"]}]; or, for one merchant:',
    also: {
      variable: 'TAPBOARD_MERCHANTS_FILE',
      sentence: 'path of a file with that JSON, for more merchants than fit into a variable',
    },
    detail:
      'A list, see [Merchants](#merchants). As a variable: JSON, or `TAPBOARD_MERCHANTS_FILE`, a file with that JSON, or the variables of one merchant.',
    members: MERCHANT,
  },
  dpop: {
    schema: flag("bind tokens to the page's key", true),
    variable: 'TAPBOARD_DPOP',
    reading: 'flag',
    sentence: "false disables binding of tokens to the page's key",
    detail: 'RFC 9449.',
  },
  instance: {
    schema: z.optional(text(INSTANCE, (name) => /^[A-Za-z0-9._:-]{1,100}$/.test(name))),
    variable: 'TAPBOARD_INSTANCE',
    sentence: 'name of this process, the same after a restart',
    absent: 'host name and TAPBOARD_PORT',
    detail:
      'The process then claims the sales and webhooks of its earlier run at once; without a name it waits for their leases (12 s and 30 s). `createBff` has no default; an embedded store needs no name.',
  },
  limits: {
    schema: z._default(LimitsSchema, () => LimitsSchema.parse({})),
    variable: 'TAPBOARD_LIMITS',
    reading: 'json',
    sentence:
      'JSON: {"mint":{"count","windowSeconds"},"start","repeat","sales","streams",…}; see the table of options',
    detail: 'See [Limits](#limits). As a variable: JSON.',
    members: LIMITS,
  },
  notices: {
    schema: z.optional(z.custom<NoticePort>(isNoticePort, says(NOTICES))),
    sentence: 'carries the notices between processes, such as a topic of Redis or NATS',
    absent: 'PostgreSQL',
    detail:
      'Only for a PostgreSQL store opened by its URL. `tapboard-bff` imports it from `TAPBOARD_NOTICES_MODULE`. See [Notices](/docs/postgres/#notices-through-a-broker).',
  },
  storeConnections: {
    schema: z._default(count(1, 200), 30),
    variable: 'TAPBOARD_STORE_CONNECTIONS',
    reading: 'number',
    sentence: 'connections to a PostgreSQL store, 1 to 200',
  },
  proxies: {
    schema: z._default(count(0, 10), 0),
    variable: 'TAPBOARD_PROXIES',
    reading: 'number',
    sentence: 'number of your reverse proxies that write X-Forwarded-For, 0 to 10',
    detail: 'The BFF finds the address of the person who agreed with it. 0: it ignores the header.',
  },
  rotateEveryDays: {
    schema: z._default(count(1, 365), 30),
    sentence: 'age at which the BFF replaces the signing key',
  },
  archiveAfterDays: {
    schema: z.optional(count(7, 3_650)),
    variable: 'TAPBOARD_ARCHIVE_AFTER_DAYS',
    reading: 'number',
    sentence: 'days from the end of a sale to the archive of its events, 7 to 3650',
    absent: 'never',
    detail:
      'The row of the sale stays, so a paid order is never charged again. `audit verify` reads both places. Set it once all processes run a version that has it: an earlier one does not read the archive.',
  },
  headsFile: {
    schema: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
    variable: 'TAPBOARD_HEADS_FILE',
    sentence: 'file outside of the database to which the hash of each committed event of a sale is appended',
    absent: 'no file',
    detail:
      'About 110 bytes an event. `audit verify --heads FILE` names the events that the ledger lost: after a fail-over, a restore, or by the hand of a person. Put it on another disk.',
  },
  headsWebhook: {
    schema: z.optional(z.strictObject(schemasOf(HEADS_WEBHOOK), WEBHOOK_MEMBERS)),
    sentence: 'receiver of the same hashes as signed webhooks',
    members: HEADS_WEBHOOK,
  },
  onSettled: {
    schema: callable<NonNullable<BffOptions['onSettled']>>(ON_SETTLED),
    sentence: 'function of this process that receives outcomes, each at least once',
  },
  fetch: {
    schema: callable<NonNullable<BffOptions['fetch']>>(FETCH),
    sentence: 'sends all requests',
    absent: 'sockets of its own',
    detail: 'See [Without Node](/docs/mount/#without-node).',
  },
  openTelemetry: {
    schema: z.optional(z.custom<OpenTelemetryApi>(isOpenTelemetryApi, says(OPEN_TELEMETRY))),
    sentence: 'the module `@opentelemetry/api`, for traces and metrics',
    absent: 'neither',
    detail: 'See [Tracing](/docs/tracing/). `tapboard-bff` sets it if `OTEL_EXPORTER_OTLP_ENDPOINT` is set.',
  },
  log: { schema: port<Log>(), sentence: 'receives the log', absent: 'pino on standard output' },
  clock: { schema: port<Clock>(), sentence: 'the time', absent: "the system's" },
  random: { schema: port<Random>(), sentence: 'random bytes', absent: "the system's" },
} satisfies OptionRows<BffOptions>

/** Variables of the process `tapboard-bff` that are no options of `createBff`. */
export const PROCESS_VARIABLES: readonly (readonly [variable: string, help: string])[] = [
  ['TAPBOARD_HOST', 'address to listen on; default 127.0.0.1'],
  ['TAPBOARD_PORT', 'port to listen on; default 4300'],
  [
    'TAPBOARD_LOG_LEVEL',
    'least level of a log line: info, warn, error or silent; audit lines are info; default info',
  ],
  [
    'TAPBOARD_LOG_FORMAT',
    'json, or pretty for lines that a person reads; default pretty on a terminal, json elsewhere',
  ],
  ['TAPBOARD_METRICS_PORT', 'port of GET /metrics for the operator; default: none is opened'],
  ['TAPBOARD_METRICS_HOST', 'address of that port; default 127.0.0.1'],
  [
    'TAPBOARD_NOTICES_MODULE',
    'path of a module that carries the notices between processes, such as over Redis or NATS; default: PostgreSQL',
  ],
]
