// Options of the upstream: the cloud terminal API, the boarding API, and their additions to the specification.
import * as z from 'zod/mini'
import { BUDGET_PER_SECOND } from '../upstream/transport/budget.ts'
import { BASE, choice, count, flag, isBase, says, text } from './config-rules.ts'
import { schemasOf, type OptionRows } from './option-row.ts'
import type { UpstreamOptions } from './options.ts'

export const UPSTREAM = {
  terminalUrl: {
    schema: text(`${BASE}: the base of the cloud terminal API, without /v1.`, isBase),
    variable: 'TAPBOARD_TERMINAL_URL',
    sentence: 'base address of the cloud terminal API',
  },
  environment: {
    schema: choice(['sandbox', 'production'], 'must be "sandbox" or "production".'),
    variable: 'TAPBOARD_UPSTREAM_ENVIRONMENT',
    reading: 'choice',
    sentence: '',
    detail: 'The page shows it.',
  },
  dialect: {
    schema: z._default(choice(['spec', 'x'], 'must be "spec" or "x" (D-01).'), 'spec'),
    variable: 'TAPBOARD_UPSTREAM_DIALECT',
    reading: 'choice',
    sentence: '',
    detail: 'Spelling of the members that the BFF sends (D-01).',
  },
  cancel: {
    schema: flag('does the upstream have a cancel operation', false),
    variable: 'TAPBOARD_UPSTREAM_CANCEL',
    reading: 'flag',
    sentence: 'true if the upstream can cancel',
    detail: 'An addition to the specification (D-16).',
  },
  longPoll: {
    schema: flag('does the upstream hold a read open', false),
    variable: 'TAPBOARD_UPSTREAM_LONG_POLL',
    reading: 'flag',
    sentence: 'true if the upstream holds a read open',
    detail: 'An addition to the specification (D-16).',
  },
  start: {
    schema: z._default(choice(['session', 'payments'], 'must be "session" or "payments" (D-17).'), 'session'),
    variable: 'TAPBOARD_UPSTREAM_START',
    reading: 'choice',
    sentence: '',
    detail:
      'The request that starts a sale: `POST /v1/Session/initiate` or `POST /payments` with the same body (D-17). The guarantees are the same.',
  },
  invoice: {
    schema: flag('may a start have the further field `xInvoice`', false),
    variable: 'TAPBOARD_UPSTREAM_INVOICE',
    reading: 'flag',
    sentence: 'true sends the order ID as xInvoice, which the dashboard shows',
    detail: 'An addition to the specification (D-204). The payment service stores the order ID.',
  },
  reportingUrl: {
    schema: z.optional(text(`${BASE}: the base of the reporting API, without /reportjson.`, isBase)),
    variable: 'TAPBOARD_REPORTING_URL',
    sentence: 'base address of the reporting API',
    absent: 'TAPBOARD_TERMINAL_URL',
    detail: 'Only for a reporting API of another address. The API key is sent there.',
  },
  details: {
    schema: flag('does the upstream have the reporting API', true),
    variable: 'TAPBOARD_UPSTREAM_DETAILS',
    reading: 'flag',
    sentence: 'false if the upstream has no reporting API',
    detail: 'See D-18.',
  },
  readsPerSecond: {
    schema: z._default(count(1, 1_000), BUDGET_PER_SECOND),
    variable: 'TAPBOARD_UPSTREAM_READS_PER_SECOND',
    reading: 'number',
    sentence: 'reads per second of one API key in this process, 1 to 1000',
    detail: 'The burst is twice as many; see [Capacity](/docs/capacity/#the-arithmetic).',
  },
  repeat: {
    schema: z._default(
      choice(['unknown', 'refuses', 'replays'], 'must be "unknown", "refuses" or "replays" (D-14).'),
      'unknown',
    ),
    variable: 'TAPBOARD_UPSTREAM_REPEAT',
    reading: 'choice',
    sentence: '',
    detail: "The upstream's reaction to a repeated external ID (D-14).",
  },
  lookup: {
    schema: z._default(
      choice(['none', 'authoritative'], 'must be "none" or "authoritative" (D-16).'),
      'none',
    ),
    variable: 'TAPBOARD_UPSTREAM_LOOKUP',
    reading: 'choice',
    sentence: '',
    detail: '`authoritative` if a look-up that misses proves that there is no session (D-16).',
  },
  deviceSession: {
    schema: flag('does a read of a device report its live session', false),
    variable: 'TAPBOARD_UPSTREAM_DEVICE_SESSION',
    reading: 'flag',
    sentence: 'true if a device reports its live session',
    detail: 'In `xLiveSession`. A terminal is then free 82 s after a lost answer instead of 370 s.',
  },
  traceparent: {
    schema: flag('does the upstream get the header traceparent', false),
    variable: 'TAPBOARD_UPSTREAM_TRACEPARENT',
    reading: 'flag',
    sentence: 'true sends the header traceparent to it, with OpenTelemetry only',
    detail: 'See [Tracing](/docs/tracing/). The specification names no such header.',
  },
  boardingUrl: {
    schema: z.optional(text(`${BASE}: the base of the boarding API.`, isBase)),
    variable: 'TAPBOARD_BOARDING_URL',
    sentence: 'base address of the boarding API; needed for merchant sign-up',
  },
  boardingCase: {
    schema: z._default(choice(['pascal', 'camel'], 'must be "pascal" or "camel" (D-21).'), 'pascal'),
    variable: 'TAPBOARD_BOARDING_CASE',
    reading: 'choice',
    sentence: 'spelling of its member names',
    detail: '`pascal` as in the specification (D-21).',
  },
  tokenPlace: {
    schema: z._default(choice(['top', 'signature'], 'must be "top" or "signature" (D-25).'), 'top'),
    variable: 'TAPBOARD_BOARDING_TOKEN_PLACE',
    reading: 'choice',
    sentence: 'place of the token of the terms',
    detail: '`Token` or `signature.token` (D-25).',
  },
  boardingPhone: {
    schema: z._default(choice(['national', 'e164'], 'must be "national" or "e164".'), 'national'),
    variable: 'TAPBOARD_BOARDING_PHONE',
    reading: 'choice',
    sentence: 'format of its phone numbers',
    detail: '`7325550123` or `+17325550123`.',
  },
  boardingLookup: {
    schema: flag('does GetApplication find by the token of the terms, with a conclusive "not found"', false),
    variable: 'TAPBOARD_BOARDING_LOOKUP',
    reading: 'flag',
    sentence: 'true if GetApplication finds by the token of the terms',
    detail: '"Not found" must then prove that there is no application.',
  },
} satisfies OptionRows<UpstreamOptions>

export const UpstreamSchema = z.strictObject(
  schemasOf(UPSTREAM),
  says('must be an object with terminalUrl and environment; see the table of options for the rest.'),
)
