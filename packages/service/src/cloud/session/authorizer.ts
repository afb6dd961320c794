// Port to the payment processor behind the terminals: charges a card once per session ID. `authorizations.ts` asks it.
import type { CardSeen, Command, Currency } from '@tapboard/contract'

export interface AuthorizationRequest {
  /** The session ID, which is also the idempotency key. */
  readonly sessionId: string
  readonly accountId: string
  readonly deviceId: string
  /** The caller's `xExternalRequestID`, which identifies the charge. */
  readonly externalId: string
  readonly command: Command
  readonly amountMinor: number
  readonly currency: Currency
  readonly card: CardSeen
}

/** Result of a request to a payment processor. */
export type AuthorizationAnswer =
  | {
      readonly type: 'decided'
      readonly status: 'approved' | 'declined' | 'error'
      readonly responseCode: string | null
      readonly approvalCode: string | null
      /** One sentence for the people at the terminal. */
      readonly message: string
    }
  /** The processor rejected the request itself: this request charged nothing. */
  | { readonly type: 'refused'; readonly code: string }
  /** No byte of the request was sent. */
  | { readonly type: 'unsent'; readonly code: string }
  /** The processor may have charged the card. It is asked again with the same key. */
  | { readonly type: 'unknown'; readonly code: string }

/** Result of a request for a reversal. `unknown`: it is asked again with the same key. */
export type ReversalAnswer =
  | { readonly type: 'reversed' }
  | { readonly type: 'unknown'; readonly code: string }

/** Authorizes charges. Resolves instead of throwing, and ends early when the signal aborts. */
export interface Authorizer {
  /** Authorizes a charge. Idempotent by session ID: a repeat gets the first answer and charges nothing. */
  authorize(request: AuthorizationRequest, signal: AbortSignal): Promise<AuthorizationAnswer>
  /**
   * Reverses a charge whose answer did not arrive in time. Once it has resolved to `reversed`, the session ID charges nothing: an
   * approved charge is undone, and an authorization that arrives later is declined. Idempotent.
   */
  reverse(request: AuthorizationRequest, signal: AbortSignal): Promise<ReversalAnswer>
}
