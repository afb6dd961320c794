// Validates the configuration once, at start. Each problem is one sentence with the option and the remedy. It repeats
// no value, which may be a secret, and has no unsafe default.
import * as z from 'zod/mini'
import type { Dialect } from '@tapboard/contract'
import type { BoardingConfig } from '../application/sign-up-config.ts'
import type { WebhookTarget } from '../durable/outbox/delivery-handlers.ts'
import type { ConfigProblem } from './config-rules.ts'
import type { SecretRing } from '@tapboard/server'
import { schemasOf } from './option-row.ts'
import { OPTIONS } from './option-table.ts'
import type { BffOptions, Limits, Merchant } from './options.ts'
import type { StartRequest } from '../upstream/terminal/initiate.ts'
import type { UpstreamFeatures } from '../upstream/terminal/merchant.ts'
import { judgeRules, safetyProblems, type JudgedRule } from './safety-rules.ts'
import { unknownOptions } from './unknown-options.ts'
import type { UpstreamSchema } from './upstream-options.ts'

export type { ConfigProblem } from './config-rules.ts'
export type { Merchant } from './options.ts'

/** The validated configuration with its defaults. */
export interface BffConfig {
  readonly secret: SecretRing
  /** The address without a slash at its end. */
  readonly publicUrl: string
  /** Path of publicUrl, `''` or `/prefix`. */
  readonly prefix: string
  readonly publicOrigin: string
  readonly merchants: readonly Merchant[]
  readonly terminalUrl: string
  /** The base of the reporting API; `terminalUrl` if none is configured. */
  readonly reportingUrl: string
  readonly start: StartRequest
  /** Whether a start has the order ID as `xInvoice`. */
  readonly invoice: boolean
  readonly dialect: Dialect
  readonly environment: 'sandbox' | 'production'
  readonly features: UpstreamFeatures
  /** The boarding API; `null` where none is configured. */
  readonly boarding: BoardingConfig | null
  /** Whether requests to the upstream have the header `traceparent`. */
  readonly traceparent: boolean
  /** Reads per second of one API key in this process. */
  readonly readsPerSecond: number
  readonly dpop: boolean
  readonly rotateEveryDays: number
  /** Days from the end of a sale to the archive of its events; `null`: never. */
  readonly archiveAfterDays: number | null
  readonly headsFile: string | null
  readonly headsWebhook: WebhookTarget | null
  readonly limits: Limits
  readonly storeConnections: number
  readonly instance: string | null
  /** Number of the operator's proxies before the BFF that write `X-Forwarded-For`. */
  readonly proxies: number
}

const BRAND = Symbol.for('@tapboard/bff/config-error')

/** Invalid configuration; `problems` has one entry per wrong option. */
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

/** Returns true for a {@link ConfigError} of any copy of this package. */
export const isConfigError = (error: unknown): error is ConfigError =>
  typeof error === 'object' && error !== null && BRAND in error

const OptionsSchema = z.strictObject(schemasOf(OPTIONS))

const baseOf = (url: string): string => url.replace(/\/+$/, '')

const BOARDING_URL = 'must be set, because a merchant has boarding.'

/** The boarding API of an upstream. */
function boardingOf(upstream: z.output<typeof UpstreamSchema>): BoardingConfig | null {
  const {
    boardingUrl,
    boardingCase: nameCase,
    tokenPlace,
    boardingPhone: phone,
    boardingLookup: lookup,
  } = upstream
  return boardingUrl === undefined ? null : { url: baseOf(boardingUrl), nameCase, tokenPlace, phone, lookup }
}

/** The judgment of each safety rule about options that {@link readConfig} accepts. */
export const readRules = (options: BffOptions): readonly JudgedRule[] =>
  judgeRules(OptionsSchema.parse(options))

/** Validates the options; throws a {@link ConfigError} that lists every problem. */
export function readConfig(options: BffOptions): BffConfig {
  const read = OptionsSchema.safeParse(options satisfies z.input<typeof OptionsSchema>)
  if (!read.success) {
    const known = new Map<string, string>()
    for (const issue of read.error.issues) {
      const option = issue.path.length === 0 ? 'options' : issue.path.join('.')
      const problems =
        issue.code === 'unrecognized_keys'
          ? unknownOptions(issue.path.map(String), issue.keys)
          : [{ option, message: issue.message }]
      for (const problem of problems)
        if (!known.has(problem.option)) known.set(problem.option, problem.message)
    }
    throw new ConfigError([...known].map(([option, message]) => ({ option, message })))
  }
  const { secret, merchants, upstream, limits, rotateEveryDays, dpop, instance = null } = read.data
  const unsafe = safetyProblems(read.data)
  if (unsafe.length > 0) throw new ConfigError(unsafe)
  const boarding = boardingOf(upstream)
  if (boarding === null && merchants.some((merchant) => merchant.boarding !== undefined))
    throw new ConfigError([{ option: 'upstream.boardingUrl', message: BOARDING_URL }])
  const publicUrl = new URL(read.data.publicUrl).href.replace(/\/+$/, '')
  const { origin: publicOrigin, pathname } = new URL(publicUrl)
  const terminalUrl = baseOf(upstream.terminalUrl)
  const { dialect, environment, start, invoice, cancel, longPoll, details, repeat, lookup, deviceSession } =
    upstream
  return {
    secret,
    publicUrl,
    publicOrigin,
    prefix: pathname.replace(/\/+$/, ''),
    merchants,
    terminalUrl,
    reportingUrl: baseOf(upstream.reportingUrl ?? terminalUrl),
    start,
    invoice,
    dialect,
    environment,
    boarding,
    features: { cancel, longPoll, details, repeat, lookup, deviceSession },
    traceparent: upstream.traceparent,
    readsPerSecond: upstream.readsPerSecond,
    dpop,
    rotateEveryDays,
    archiveAfterDays: read.data.archiveAfterDays ?? null,
    headsFile: read.data.headsFile ?? null,
    headsWebhook: read.data.headsWebhook ?? null,
    limits,
    storeConnections: read.data.storeConnections,
    instance,
    proxies: read.data.proxies,
  }
}
