// Options of createBff. Shapes only; `config.ts` validates them.
import type { Dialect, NameCase, TokenPlace } from '@tapboard/contract'
import type { NoticePort, Store } from '@tapboard/store'
import type { BoardingOptions } from '../application/sign-up-config.ts'
import type { PhoneFormat } from '../upstream/boarding/phone.ts'
import type { Rate } from '../http/rate-limit.ts'
import type { OnSettled, WebhookTarget } from '../durable/outbox/delivery-handlers.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { OpenTelemetryApi, SecretRing } from '@tapboard/server'
import type { TokenMerchant } from '../token/merchant.ts'
import type { StartRequest } from '../upstream/terminal/initiate.ts'
import type { UpstreamFeatures } from '../upstream/terminal/merchant.ts'

/** One merchant whose pages this BFF serves. */
export interface Merchant extends TokenMerchant {
  /** Name of the merchant that people see. */
  readonly name: string
  /** API key of the upstream; sent to the upstream only. */
  readonly apiKey: string
  /** Receiver of signed webhooks about this merchant's sales; deliveries are retried for 24 hours. Default: no webhooks. */
  readonly webhook?: WebhookTarget
  /** Merchant sign-up with this partner's key. Default: no sign-up page. */
  readonly boarding?: BoardingOptions
}

/** The upstream and its features beyond the specification; all are off by default. */
export interface UpstreamOptions extends Partial<UpstreamFeatures> {
  /** Base address of the cloud terminal API, without `/v1`. */
  readonly terminalUrl: string
  /**
   * Base address of the reporting API, without `/reportjson`. Default: `terminalUrl`. The merchant's API key is sent
   * there.
   */
  readonly reportingUrl?: string
  /**
   * The request that starts a sale: `POST /v1/Session/initiate`, or `POST /payments` with the same body. Default `session`.
   */
  readonly start?: StartRequest
  /**
   * Send the order ID of the host as `xInvoice` with each start, so that the dashboard of the service shows it. The payment
   * service then stores it. Default false: the specification names no such field.
   */
  readonly invoice?: boolean
  /** Base address of the boarding API; needed where a merchant has `boarding`. */
  readonly boardingUrl?: string
  /** Spelling of member names in requests to the boarding API. Default `pascal`, as in the specification. */
  readonly boardingCase?: NameCase
  /** Member of SubmitGoApp that carries the terms token. Default `top`. */
  readonly tokenPlace?: TokenPlace
  /**
   * Does GetApplication accept the token of the terms, and is its "not found" conclusive? Only then can the BFF resolve
   * an application of unknown end by itself. Default false.
   */
  readonly boardingLookup?: boolean
  /** How phone numbers are written towards the boarding API: `7325550123` or `+17325550123`. Default `national`. */
  readonly boardingPhone?: PhoneFormat
  /** Spelling of request members that the BFF sends. Default `spec`. */
  readonly dialect?: Dialect
  /**
   * Reads per second of one API key in this process, with a burst of twice as many; 1–1,000. Default 20. All processes
   * share the upstream's limit of the key.
   */
  readonly readsPerSecond?: number
  /**
   * Send the header `traceparent` (W3C Trace Context) to the terminal and the boarding API. It has effect with `openTelemetry`
   * only. Default false: the specification names no such header.
   */
  readonly traceparent?: boolean
  /** Shown to the page, so that a clerk does not take a sandbox sale for a real one. */
  readonly environment: 'sandbox' | 'production'
}

/** Limits; a request above a limit is answered with 429 or 503 and `Retry-After`. */
export interface Limits {
  /** Tokens per merchant. Default 10 in 10 s. */
  readonly mint: Rate
  /**
   * New sales per device, and per page on all devices. Default 5 in 10 s. A repeat with the same Idempotency-Key and a start
   * that its order refuses do not count.
   */
  readonly start: Rate
  /** Submissions of one application per 10 minutes. Default 3. */
  readonly submit: Rate
  /** Start requests of one page, repeats included. Default 300 in 10 s. */
  readonly repeat: Rate
  /** Starts in progress at once; further starts get 429. Default 100. */
  readonly starts: number
  /** Open sales this process follows; a start above it gets 429. Default 2,000. */
  readonly sales: number
  /**
   * Open event streams in this process. Default 12,000. With several merchants, one of them holds at most as many as are
   * free for the others.
   */
  readonly streams: number
  /** Open event streams of one page's key. Default 100. */
  readonly streamsPerKey: number
  /** Maximum number of bytes buffered for one event stream. Default 65,536. */
  readonly streamBufferBytes: number
  /** DPoP proofs remembered in this process. Default 200,000. */
  readonly proofs: number
  /** DPoP proofs remembered of one page's key. Default 20,000. */
  readonly proofsPerKey: number
}

/** Options of `createBff`; `secret`, `store`, `publicUrl`, `merchants` and `upstream` are required. */
export interface BffOptions {
  /**
   * At least 32 characters, the same on every instance. Keys the nonces and the stored signing keys; no default. `[new, old]` during a
   * rotation.
   */
  readonly secret: SecretRing
  /** Store URL (`file:…`, `postgres://…`), or an open store, which the caller closes. */
  readonly store: string | Store<unknown>
  /**
   * Carries the notices between processes, such as a topic of Redis or NATS; only for a PostgreSQL store opened by its URL. Default:
   * PostgreSQL does.
   */
  readonly notices?: NoticePort
  /** Connections to a PostgreSQL store opened by its URL, 1–200, without the one that listens for notices. Default 30. */
  readonly storeConnections?: number
  /**
   * The URL that pages use, with its path prefix: `https://shop.example/tapboard`. Issuer, audience and base of the
   * DPoP htu.
   */
  readonly publicUrl: string
  readonly merchants: readonly Merchant[]
  readonly upstream: UpstreamOptions
  /** Bind tokens to the page's key (RFC 9449). Default true. */
  readonly dpop?: boolean
  /** Age in days at which the signing key is rotated automatically. Default 30. */
  readonly rotateEveryDays?: number
  /**
   * Days from the end of a sale after which its events move to the archive, 7–3,650. Its row stays: a paid order is never
   * charged again. Default: never.
   */
  readonly archiveAfterDays?: number
  /**
   * Path of a file outside of the database, to which a line with the hash of each committed event of a sale is appended, for
   * `audit verify --heads`. Needs Node. Default: no file.
   */
  readonly headsFile?: string
  /**
   * Receiver outside of the database of the same hashes, as signed webhooks of the type `ledger.heads`, at most 500 in one. Beside or
   * in place of `headsFile`. Default: no receiver.
   */
  readonly headsWebhook?: WebhookTarget
  readonly limits?: Partial<Limits>
  /**
   * Number of your reverse proxies that every request passes and that append to `X-Forwarded-For`. They give the
   * address of the person who agreed to terms. 0–10. Default 0: the header is ignored and the address of the connection
   * is stored.
   */
  readonly proxies?: number
  /**
   * Called in this process for every sale that settled (`sale.approved`, `sale.unpaid`, `sale.resolved`), and with
   * `sale.review` if a late result contradicts a settled sale (`late_conflict`). At least once: deduplicate by
   * `event.id`. A call that throws, or takes longer than 10 s, is retried for 24 hours.
   */
  readonly onSettled?: OnSettled
  /**
   * Name of this process, stable across restarts and unique on the store; 1–100 of letters, digits, `.`, `_`, `:`, `-`.
   * A restart then resumes the sales and the webhooks of the earlier run at once instead of after their lease (12 s and 30 s).
   */
  readonly instance?: string
  /**
   * Sends every request: upstream, boarding API and webhooks. Default: on Node its own pooled sockets, elsewhere the
   * runtime's `fetch`. A `fetch` does not report whether it wrote a byte, so a failed send is always in doubt.
   */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>
  /**
   * The module `@opentelemetry/api`: spans and metrics then go to the SDK that the program has registered. Default: no telemetry,
   * and no header `traceparent` on any request.
   */
  readonly openTelemetry?: OpenTelemetryApi
  /** Default: JSON lines, by pino on standard output on Node, else on the console. */
  readonly log?: Log
  /** A clock for tests; default: the system clock. */
  readonly clock?: Clock
  /** A source of random bytes for tests; default: Web Crypto. */
  readonly random?: Random
}
