// The configuration of merchant sign-up: plans and terms of a partner, and its boarding API.
import type { NameCase, TokenPlace } from '@tapboard/contract'
import type { Rate } from '../http/rate-limit.ts'
import type { PhoneFormat } from '../upstream/boarding/phone.ts'
import type { SecretRing } from '@tapboard/server'

/** A plan of the operator's catalogue: the texts and fees on its card. */
export interface CatalogueTier {
  /** TierName, exactly as the upstream names it. */
  readonly name: string
  readonly label: string
  readonly summary?: string
  /** The first fee is shown large: the monthly price. */
  readonly fees?: readonly { readonly label: string; readonly value: string }[]
  /** Features that differ between plans, such as `{label: 'Terminals', value: '3'}`. */
  readonly features?: readonly { readonly label: string; readonly value: string }[]
  /** Everything else that the plan includes. */
  readonly includes?: readonly string[]
}

/** Source of the terms token: the boarding API, a vendor's frame, or the host's page. */
export type TermsOptions =
  | { readonly mode: 'service' }
  /** A vendor's page in a frame posts its token by `postMessage`. */
  | { readonly mode: 'frame'; readonly url: string }
  /** The page has its own agreement and passes the token. */
  | { readonly mode: 'host' }

/** Where an applicant reaches the partner; at least one member. */
export interface ContactOptions {
  readonly email?: string
  /** As people write it, such as `(503) 555-0142`; at least seven digits. */
  readonly phone?: string
  /** A page with a form, for example: https (http only on this machine). */
  readonly url?: string
}

/** Settings of a partner's sign-up page. */
export interface BoardingOptions {
  /** API key with boarding permission; sent to the upstream only. */
  readonly apiKey: string
  /** Labels and fees of the plans, in display order. A tier without an entry shows the upstream's texts. */
  readonly tiers?: readonly CatalogueTier[]
  /** The terms of the agreement; default `{mode: 'service'}`. */
  readonly terms?: TermsOptions
  /** Shown with a reference at the end of an application, above all where more information is needed. Default: nothing. */
  readonly contact?: ContactOptions
  /**
   * Secret of the boarding API's webhooks, at least 24 characters; without it the BFF only polls statuses. `[new, old]` during a
   * rotation: both are accepted.
   */
  readonly webhookSecret?: SecretRing
}

/** The boarding API: its address, key, spelling and features. */
export interface BoardingConfig {
  /** The address `{boarding_url}`, without a slash at its end. */
  readonly url: string
  readonly nameCase: NameCase
  readonly tokenPlace: TokenPlace
  readonly phone: PhoneFormat
  /** Whether a "not found" of a look-up by token is conclusive. */
  readonly lookup: boolean
}

/** A merchant that may have sign-up. */
export interface SignUpMerchant {
  readonly id: string
  /** Name of the merchant that people see. */
  readonly name: string
  /** Without it the merchant has no sign-up page. */
  readonly boarding?: BoardingOptions
}

export interface SignUpConfig {
  /** Read at each use: merchants can change. */
  readonly merchants: readonly SignUpMerchant[]
  readonly environment: 'sandbox' | 'production'
  /** The boarding API; `null` if the host has not configured it. */
  readonly boarding: BoardingConfig | null
  readonly rotateEveryDays: number
  readonly limits: { readonly submit: Rate }
}
