// Judges the configuration once, at start: every problem in one sentence that names the option and says what to do, no
// value repeated (it may be a secret), nothing guessed where guessing would be unsafe.
import * as z from 'zod/mini'
import { CURRENCIES, type Currency, type Dialect } from '@tapboard/contract'
import type { BoardingConfig } from '../application/sign-up-config.ts'
import { BoardingSchema } from './boarding-config.ts'
import { BASE, count, flag, isBase, isSafeUrl, isSecret, says, text } from './config-rules.ts'
import type { BffOptions, Limits, Merchant } from './options.ts'
import { BUDGET_PER_SECOND } from '../upstream/transport/budget.ts'
import type { UpstreamFeatures } from '../upstream/terminal/merchant.ts'

export type { Merchant } from './options.ts'

/** The judged configuration, defaults filled in. */
export interface BffConfig {
  readonly secret: string
  /** Without trailing slash. */
  readonly publicUrl: string
  /** Path of publicUrl, `''` or `/prefix`. */
  readonly prefix: string
  /** Origin of publicUrl. */
  readonly publicOrigin: string
  readonly merchants: readonly Merchant[]
  readonly terminalUrl: string
  readonly dialect: Dialect
  readonly environment: 'sandbox' | 'production'
  readonly features: UpstreamFeatures
  /** The boarding API; `null` where none is configured. */
  readonly boarding: BoardingConfig | null
  /** Reads a second of one API key in this process. */
  readonly readsPerSecond: number
  readonly dpop: boolean
  readonly rotateEveryDays: number
  readonly limits: Limits
  /** Connections to the store. */
  readonly storeConnections: number
  readonly instance: string | null
  /** Proxies of the operator's before the BFF that write `X-Forwarded-For`. */
  readonly proxies: number
}

/** One thing that is wrong with the configuration. */
export interface ConfigProblem {
  /** Path of the option, for example `merchants.0.hostSecret`. */
  readonly option: string
  /** What it must be and what to do, after the option's name. */
  readonly message: string
}

const BRAND = Symbol.for('@tapboard/bff/config-error')

/** The configuration cannot be used; `problems` has one entry per wrong option. */
export class ConfigError extends Error {
  /** Marks the class across copies of this module. */
  readonly [BRAND] = true
  readonly code = 'config-invalid'
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(({ option, message }) => `${option} ${message}`).join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Is this a {@link ConfigError} (of any copy of this package)? */
export const isConfigError = (error: unknown): error is ConfigError =>
  typeof error === 'object' && error !== null && BRAND in error

/** Is this an origin exactly as a browser writes it? */
export const isOrigin = (text: string): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text

const SECRET =
  'must be at least 32 random characters, the same on every instance; make one with: openssl rand -base64 32.'
const HOST_SECRET =
  "must be at least 24 random characters without spaces; the host's server sends it for tokens. Make one with: openssl rand -base64 24."
const ORIGINS =
  'must list at least one origin exactly as a browser writes it, such as https://shop.example (no path, no trailing slash).'

const CURRENCY = `must be the currency of the merchant's account, one of ${CURRENCIES.join(', ')}.`

const WEBHOOK_URL =
  "must be the address of the host's server: https (http only on this machine), without user or fragment."
const WEBHOOK_SECRET =
  "must be at least 24 random characters without spaces; the host's server checks signatures with it. Make one with: openssl rand -base64 24."

const WebhookSchema = z.strictObject(
  {
    // The operator names the address; a page or a customer never can.
    url: text(WEBHOOK_URL, isSafeUrl),
    secret: text(WEBHOOK_SECRET, (secret) => isSecret(secret, 24)),
  },
  says('must be an object with url and secret, and nothing else.'),
)

const MerchantSchema = z.strictObject(
  {
    id: text('must be 1 to 64 letters, digits, "_" or "-".', (id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)),
    name: text('must be the 1 to 100 characters people see.', (name) => /^\P{Cc}{1,100}$/u.test(name)),
    hostSecret: text(HOST_SECRET, (secret) => isSecret(secret, 24)),
    apiKey: text(
      'must be the API key of the merchant account (dashboard: Settings > Keys > Create a Key).',
      (key) => isSecret(key, 1),
    ),
    origins: z.array(text(ORIGINS, isOrigin), says(ORIGINS)).check(z.minLength(1, says(ORIGINS))),
    currency: z._default(z.enum(CURRENCIES as [Currency, ...Currency[]], says(CURRENCY)), 'USD'),
    webhook: z.exactOptional(WebhookSchema),
    boarding: z.exactOptional(BoardingSchema),
  },
  says(
    'must be an object with id, name, hostSecret, apiKey, origins and perhaps currency, webhook and boarding, and nothing else.',
  ),
)

const UpstreamSchema = z.strictObject(
  {
    terminalUrl: text(`${BASE}: the base of the cloud terminal API, without /v1.`, isBase),
    boardingUrl: z.optional(text(`${BASE}: the base of the boarding API.`, isBase)),
    boardingCase: z._default(
      z.enum(['pascal', 'camel'], says('must be "pascal" or "camel" (D-21).')),
      'pascal',
    ),
    tokenPlace: z._default(z.enum(['top', 'signature'], says('must be "top" or "signature" (D-25).')), 'top'),
    boardingPhone: z._default(
      z.enum(['national', 'e164'], says('must be "national" or "e164".')),
      'national',
    ),
    boardingLookup: flag('does GetApplication find by the token of the terms, or know that there is none'),
    environment: z.enum(['sandbox', 'production'], says('must be "sandbox" or "production".')),
    dialect: z._default(z.enum(['spec', 'x'], says('must be "spec" or "x" (D-01).')), 'spec'),
    cancel: flag('has the upstream a cancel operation'),
    longPoll: flag('does the upstream hold a read open'),
    deviceSession: flag('does a read of a device say which live session it has'),
    details: flag('has the upstream the reporting API'),
    readsPerSecond: z._default(count(1, 1_000), BUDGET_PER_SECOND),
    repeat: z._default(
      z.enum(['unknown', 'refuses', 'replays'], says('must be "unknown", "refuses" or "replays" (D-14).')),
      'unknown',
    ),
    lookup: z._default(
      z.enum(['none', 'authoritative'], says('must be "none" or "authoritative" (D-16).')),
      'none',
    ),
  },
  says('must be an object with terminalUrl and environment; see the table of options for the rest.'),
)

const rate = z.strictObject(
  { count: count(1, 1_000_000), windowSeconds: count(1, 3_600) },
  says('must be an object with count and windowSeconds.'),
)
const LimitsSchema = z.strictObject(
  {
    mint: z._default(rate, { count: 10, windowSeconds: 10 }),
    start: z._default(rate, { count: 5, windowSeconds: 10 }),
    submit: z._default(rate, { count: 3, windowSeconds: 600 }),
    repeat: z._default(rate, { count: 300, windowSeconds: 10 }),
    starts: z._default(count(1, 10_000), 100),
    sales: z._default(count(1, 100_000), 2_000),
    streams: z._default(count(1, 1_000_000), 12_000),
    streamBufferBytes: z._default(count(4_096, 16_777_216), 65_536),
    proofs: z._default(count(100, 10_000_000), 200_000),
    proofsPerKey: z._default(count(100, 10_000_000), 20_000),
  },
  says('must be an object with known limits only; see the table of options.'),
)

const INSTANCE =
  'must be 1 to 100 letters, digits, ".", "_", ":" or "-", the same after a restart and no other process\'s.'

const MERCHANTS = 'must list at least one merchant.'

const STORE =
  'must be a store URL, file:path/to/ledger.db or postgres://user:password@host/database, or an open store.'
const isStore = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== ''
    : typeof value === 'object' && value !== null && 'transaction' in value

const FETCH = 'must be a function like fetch.'
const ON_SETTLED = 'must be a function that takes an event.'

const Options = z.object({
  store: z.unknown().check(z.refine(isStore, says(STORE))),
  storeConnections: z._default(count(1, 200), 30),
  secret: text(SECRET, (secret) => secret.length >= 32),
  publicUrl: text(`${BASE}: the address pages use, such as https://shop.example/tapboard.`, isBase),
  merchants: z.array(MerchantSchema, says(MERCHANTS)).check(z.minLength(1, says(MERCHANTS))),
  upstream: UpstreamSchema,
  dpop: flag("bind tokens to the page's key"),
  onSettled: z.optional(
    z.unknown().check(z.refine((value) => typeof value === 'function', says(ON_SETTLED))),
  ),
  fetch: z.optional(z.unknown().check(z.refine((value) => typeof value === 'function', says(FETCH)))),
  rotateEveryDays: z._default(count(1, 365), 30),
  instance: z.optional(text(INSTANCE, (name) => /^[A-Za-z0-9._:-]{1,100}$/.test(name))),
  proxies: z._default(count(0, 10), 0),
  limits: z._default(LimitsSchema, () => LimitsSchema.parse({})),
})

/** The problem that no schema of one member can see: two merchants with one ID or one host secret. */
function twins(merchants: readonly Merchant[]): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  for (const member of ['id', 'hostSecret'] as const) {
    const values = merchants.map((merchant) => merchant[member])
    const twin = values.findIndex((value, index) => values.indexOf(value) !== index)
    if (twin >= 0) {
      const message = "is the same as another merchant's; every merchant needs its own."
      problems.push({ option: `merchants.${twin}.${member}`, message })
    }
  }
  return problems
}

const BOARDING_URL = 'must be set: a merchant has boarding.'

/** The boarding API of an upstream. */
function boardingOf(upstream: z.infer<typeof UpstreamSchema>): BoardingConfig | null {
  const {
    boardingUrl,
    boardingCase: nameCase,
    tokenPlace,
    boardingPhone: phone,
    boardingLookup: lookup = false,
  } = upstream
  return boardingUrl === undefined
    ? null
    : { url: boardingUrl.replace(/\/+$/, ''), nameCase, tokenPlace, phone, lookup }
}

/** Judges the options; throws a {@link ConfigError} that lists every problem. */
export function readConfig(options: BffOptions): BffConfig {
  const read = Options.safeParse(options)
  if (!read.success) {
    const known = new Map<string, string>()
    for (const { path, message } of read.error.issues) {
      const option = path.length === 0 ? 'options' : path.join('.')
      if (!known.has(option)) known.set(option, message)
    }
    throw new ConfigError([...known].map(([option, message]) => ({ option, message })))
  }
  const { secret, merchants, upstream, limits, rotateEveryDays, dpop = true, instance = null } = read.data
  const doubled = twins(merchants)
  if (doubled.length > 0) throw new ConfigError(doubled)
  const boarding = boardingOf(upstream)
  if (boarding === null && merchants.some((merchant) => merchant.boarding !== undefined))
    throw new ConfigError([{ option: 'upstream.boardingUrl', message: BOARDING_URL }])
  const publicUrl = new URL(read.data.publicUrl).href.replace(/\/+$/, '')
  const { origin: publicOrigin, pathname } = new URL(publicUrl)
  const { dialect, environment, cancel = false, longPoll = false, details = true, repeat, lookup } = upstream
  const { deviceSession = false } = upstream
  return {
    secret,
    publicUrl,
    publicOrigin,
    prefix: pathname.replace(/\/+$/, ''),
    merchants,
    terminalUrl: upstream.terminalUrl.replace(/\/+$/, ''),
    dialect,
    environment,
    boarding,
    features: { cancel, longPoll, details, repeat, lookup, deviceSession },
    readsPerSecond: upstream.readsPerSecond,
    dpop,
    rotateEveryDays,
    limits,
    storeConnections: read.data.storeConnections,
    instance,
    proxies: read.data.proxies,
  }
}
