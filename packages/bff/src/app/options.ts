// Options of createBff. Shapes only; `config.ts` validates them.
import type { Dialect, NameCase, TokenPlace } from '@tapboard/contract'
import type { Store } from '@tapboard/store'
import type { BoardingOptions } from '../application/sign-up-config.ts'
import type { PhoneFormat } from '../upstream/boarding/phone.ts'
import type { Rate } from '../http/rate-limit.ts'
import type { OnSettled, WebhookTarget } from '../durable/outbox/delivery-handlers.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { TokenMerchant } from '../token/merchant.ts'
import type { UpstreamFeatures } from '../upstream/terminal/merchant.ts'

/** One merchant whose pages this BFF serves. */
export interface Merchant extends TokenMerchant {
  /** Name that people see. */
  readonly name: string
  /** API key of the upstream (§5.1); sent to the upstream only. */
  readonly apiKey: string
  /** Receiver of signed webhooks about this merchant's sales, retried for 24 hours. Default none. */
  readonly webhook?: WebhookTarget
  /** Merchant sign-up: what this partner may board (§5.2). Default: it has no sign-up page. */
  readonly boarding?: BoardingOptions
}

/** The upstream and its features beyond the specification; all are off by default. */
export interface UpstreamOptions extends Partial<UpstreamFeatures> {
  /** Base address of the cloud terminal API, without `/v1`. */
  readonly terminalUrl: string
  /** Base address of the boarding API (§4.6); needed where a merchant has `boarding`. */
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
  /** Reads a second of one API key in this process, twice as many at once; 1–1,000. Default 20. What the key may do is shared by all processes. */
  readonly readsPerSecond?: number
  /** Shown to the page, so that a clerk does not take a sandbox sale for a real one. */
  readonly environment: 'sandbox' | 'production'
}

/** Limits; a request above a limit is answered with 429 or 503 and `Retry-After`. */
export interface Limits {
  /** Tokens per merchant. Default 10 in 10 s. */
  readonly mint: Rate
  /** New sales per device. Default 5 in 10 s. A repeat with the same Idempotency-Key costs nothing here. */
  readonly start: Rate
  /** Submissions of one application per 10 minutes. Default 3. */
  readonly submit: Rate
  /** Repeats of starts per device. Default 300 in 10 s. */
  readonly repeat: Rate
  /** Starts in progress at once; further starts get 429. Default 100. */
  readonly starts: number
  /** Open sales this process follows; a start beyond it is answered 429. Default 2,000. */
  readonly sales: number
  /** Open event streams in this process. Default 12,000. */
  readonly streams: number
  /** Most bytes buffered for one event stream. Default 65,536. */
  readonly streamBufferBytes: number
  /** DPoP proofs remembered in this process. Default 200,000. */
  readonly proofs: number
  /** DPoP proofs remembered of one page's key. Default 20,000. */
  readonly proofsPerKey: number
}

/** Options of `createBff`; `secret`, `store`, `publicUrl`, `merchants` and `upstream` are required. */
export interface BffOptions {
  /** At least 32 characters, the same on every instance. Keys the nonces and the stored signing keys; no default. */
  readonly secret: string
  /** Store URL (`file:…`, `postgres://…`), or an open store, which then stays the caller's to close. */
  readonly store: string | Store<unknown>
  /** Connections to a PostgreSQL store opened by its URL, 1–200, without the one that hears notices. Default 30. */
  readonly storeConnections?: number
  /** The address pages use, path prefix included: `https://shop.example/tapboard`. Issuer, audience and DPoP htu. */
  readonly publicUrl: string
  readonly merchants: readonly Merchant[]
  readonly upstream: UpstreamOptions
  /** Bind tokens to the page's key (RFC 9449). Default true. */
  readonly dpop?: boolean
  /** Age at which the signing key is replaced by itself, days. Default 30. */
  readonly rotateEveryDays?: number
  readonly limits?: Partial<Limits>
  /**
   * Reverse proxies of yours that every request passes, each adding to `X-Forwarded-For`: so the address of who agreed to
   * terms is found. 0–10, default 0: the header is not believed and the connection's own address is kept.
   */
  readonly proxies?: number
  /**
   * Called in this process for every sale that settled (`sale.approved`, `sale.unpaid`, `sale.resolved`), and with
   * `sale.review` where a settled sale is taken back (`late_conflict`). At least once: it may come again, after a crash or
   * when it threw, so use `event.id`. Tried for 24 hours; longer than 10 s counts as failed.
   */
  readonly onSettled?: OnSettled
  /**
   * Name of this process, the same after a restart and no other's on the store; 1–100 of letters, digits, `.`, `_`, `:`,
   * `-`. Sales that its earlier run left are then taken up at once instead of when their lease has run out (12 s).
   */
  readonly instance?: string
  /**
   * Sends every request: upstream, boarding API and webhooks. Default: on Node its own pooled sockets, elsewhere the
   * runtime's `fetch`. A `fetch` does not report whether it wrote a byte, so a failed send is always in doubt.
   */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>
  /** Default: JSON lines, on Node by pino on standard output, elsewhere on the console. */
  readonly log?: Log
  /** Default: the system's. */
  readonly clock?: Clock
  /** Default: Web Crypto. */
  readonly random?: Random
}
