// Options of one merchant, its webhook and its sign-up page.
import * as z from 'zod/mini'
import { CURRENCIES, type Currency } from '@tapboard/contract'
import { BoardingSchema } from './boarding-config.ts'
import { isOrigin, isSecret, list, ring, says, text } from './config-rules.ts'
import { schemasOf, type OptionRows } from './option-row.ts'
import type { Merchant } from './options.ts'
import { WEBHOOK_MEMBERS, WEBHOOK_SECRET, WEBHOOK_URL } from './webhook-schemas.ts'

const HOST_SECRET =
  "must be at least 24 random characters without spaces; the host's server sends it for tokens. Make one with: openssl rand -base64 24."
const ORIGINS =
  'must list at least one origin exactly as a browser writes it, such as https://shop.example (no path, no trailing slash, no wildcard).'
const CURRENCY = `must be the currency of the merchant's account, one of ${CURRENCIES.join(', ')}.`

const WEBHOOK = {
  url: {
    schema: WEBHOOK_URL,
    variable: 'TAPBOARD_MERCHANT_WEBHOOK_URL',
    sentence: "where the host's server receives outcomes",
    absent: 'nowhere',
    detail: 'See [Webhooks](/docs/webhooks/).',
  },
  secret: {
    schema: WEBHOOK_SECRET,
    variable: 'TAPBOARD_MERCHANT_WEBHOOK_SECRET',
    secret: true,
    reading: 'ring',
    sentence: 'whsec_ and the base64 of 24 random bytes; keys the signature of webhooks',
    detail:
      'Or a text of at least 24 random characters. `NEW,OLD` during a [rotation](/docs/options/#rotate-secrets).',
  },
} satisfies OptionRows<NonNullable<Merchant['webhook']>>

const BOARDING = {
  apiKey: {
    schema: BoardingSchema.shape.apiKey,
    sentence: 'key that may board',
    detail: 'Its environment must be `upstream.environment`; otherwise the page offers no plan.',
  },
  tiers: {
    schema: BoardingSchema.shape.tiers,
    sentence: 'labels and fees of the plans, in display order',
    detail:
      '`name` exactly as in the upstream, `label`, `summary?`, `fees?`, `features?`, `includes?`. The first fee is shown large: put the monthly price first. Features have the form of fees, such as Terminals – 3, and are compared row by row. A plan without an entry shows the upstream’s own words, at least its name. An entry that the upstream does not offer is not shown.',
  },
  terms: {
    schema: BoardingSchema.shape.terms,
    sentence: 'source of the terms and of their token',
    absent: "{ mode: 'service' }",
    detail:
      "`{ mode: 'service' }`: the BFF shows the service’s documents and gets the token of the acceptance. `{ mode: 'frame', url }`: a vendor’s page sends the token by `postMessage`. `{ mode: 'host' }`: your page passes it.",
  },
  contact: {
    schema: BoardingSchema.shape.contact,
    sentence: 'where an applicant reaches you: `email`, `phone`, `url`',
    absent: 'the page names you without an address',
    detail:
      'At least one of them. The end of an application shows them beside its reference: the boarding API takes no answer to "more information needed", so the applicant sends it to you.',
  },
  webhookSecret: {
    schema: BoardingSchema.shape.webhookSecret,
    sentence: 'secret that signs the webhooks of the boarding API, 24+ characters',
    absent: 'the BFF polls statuses',
    detail: 'The webhooks go to `POST /v1/boarding/events/{id}`, with the `id` of the merchant.',
  },
} satisfies OptionRows<NonNullable<Merchant['boarding']>>

export const MERCHANT = {
  id: {
    schema: text('must be 1 to 64 letters, digits, "_" or "-".', (id) => /^[A-Za-z0-9_-]{1,64}$/.test(id)),
    variable: 'TAPBOARD_MERCHANT_ID',
    sentence: 'letters, digits, "_" and "-"',
    detail: '1 to 64. It must not change after the first sale.',
  },
  name: {
    schema: text('must be 1 to 100 characters, the name that people see.', (name) =>
      /^\P{Cc}{1,100}$/u.test(name),
    ),
    variable: 'TAPBOARD_MERCHANT_NAME',
    sentence: 'the name people see; default TAPBOARD_MERCHANT_ID',
  },
  hostSecret: {
    schema: ring(HOST_SECRET, (secret) => isSecret(secret, 24)),
    variable: 'TAPBOARD_MERCHANT_HOST_SECRET',
    secret: true,
    reading: 'ring',
    sentence: "at least 24 random characters, sent by the host's server for tokens",
    detail: '`NEW,OLD` during a [rotation](/docs/options/#rotate-secrets).',
  },
  apiKey: {
    schema: text(
      'must be the API key of the merchant account (dashboard: Settings > Keys > Create a Key).',
      (key) => isSecret(key, 1),
    ),
    variable: 'TAPBOARD_MERCHANT_API_KEY',
    secret: true,
    sentence: 'API key of the cloud terminal API',
  },
  origins: {
    schema: list(text(ORIGINS, isOrigin), ORIGINS).check(z.minLength(1, says(ORIGINS))),
    variable: 'TAPBOARD_MERCHANT_ORIGINS',
    reading: 'list',
    sentence: 'origins of the pages, separated by commas',
    detail: 'Exactly as a browser writes them. In a program, a list.',
  },
  currency: {
    schema: z._default(z.enum(CURRENCIES as [Currency, ...Currency[]], says(CURRENCY)), 'USD'),
    variable: 'TAPBOARD_MERCHANT_CURRENCY',
    sentence: "currency of the merchant's account",
    detail: 'The BFF refuses a token in another one (D-30).',
  },
  webhook: {
    schema: z.exactOptional(z.strictObject(schemasOf(WEBHOOK), WEBHOOK_MEMBERS)),
    sentence: 'receiver of outcomes',
    members: WEBHOOK,
  },
  boarding: {
    schema: z.exactOptional(BoardingSchema),
    variable: 'TAPBOARD_MERCHANT_BOARDING',
    secret: true,
    reading: 'json',
    sentence: 'JSON: {"apiKey","tiers","terms","contact","webhookSecret"}',
    absent: 'no merchant sign-up',
    detail: 'See [Merchant sign-up](#merchant-sign-up). As a variable: JSON.',
    members: BOARDING,
  },
} satisfies OptionRows<Merchant>

export const MerchantSchema = z.strictObject(
  schemasOf(MERCHANT),
  says(
    'must be an object with id, name, hostSecret, apiKey and origins, optionally currency, webhook and boarding, and no other member.',
  ),
)
