// The part of a merchant's configuration that tokens and authentication use.
import type { Currency } from '@tapboard/contract'
import type { SecretRing } from '@tapboard/server'

/** A merchant that tokens are minted for. */
export interface TokenMerchant {
  /** 1–64 letters, digits, `_` or `-`; the subject of its tokens. Must not change once sales exist. */
  readonly id: string
  /**
   * The secret that the host's server sends to `POST /v1/tokens`; at least 24 characters, never in a page. `[new, old]` during a
   * rotation: both are accepted.
   */
  readonly hostSecret: SecretRing
  /** Origins of the pages that may use its tokens, exactly as a browser writes them. */
  readonly origins: readonly string[]
  /** Currency of the merchant's account; the wire format has none, so grants in others are refused. Default USD. */
  readonly currency?: Currency
}
