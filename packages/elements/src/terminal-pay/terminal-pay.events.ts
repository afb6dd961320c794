// The events of <terminal-pay>, each its own class; all bubble and cross shadow roots. No token and no card number is
// ever in one of them.
import type { Currency, DeviceView, Sale, SaleKind, SaleState } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'

/** How an attempt ended. */
export type Outcome = Extract<
  SaleState,
  'approved' | 'declined' | 'timed_out' | 'failed' | 'not_started' | 'abandoned' | 'closed_unpaid'
>

/** What each event carries in `detail`. */
export interface TerminalPayDetails {
  /** The element can be used. */
  'terminal-pay-ready': {
    readonly kind: SaleKind
    readonly devices: readonly DeviceView[]
    readonly sale: Sale | null
  }
  /** A terminal was chosen, by the person or by itself. */
  'terminal-pay-device-change': { readonly device: DeviceView }
  /** A sale or refund is about to start; `preventDefault()` stops it. */
  'terminal-pay-start': {
    readonly kind: SaleKind
    readonly order: string
    readonly attempt: number
    readonly deviceId: string
    /** The amount in minor units, such as 4200 for $42.00. */
    readonly amountMinor: number
    readonly currency: Currency
  }
  /** The sale moved: a new state, or a new phase on the terminal. */
  'terminal-pay-progress': { readonly sale: Sale }
  /** The attempt has ended; exactly once per attempt. `by` says who knows: the payment service, or a person who looked. */
  'terminal-pay-settled': {
    readonly outcome: Outcome
    readonly by: Sale['by']
    readonly sale: Sale
  }
  /** The person is done with a paid result, and wants the next sale. */
  'terminal-pay-done': { readonly sale: Sale }
  /** The person has closed an attempt without a payment, for example because the customer has left. */
  'terminal-pay-close': { readonly sale: Sale }
  /**
   * Something is set up wrongly or out of reach; once per mistake. `refund-exceeds-sale`: less is left to refund than the token
   * grants; the message has the amount that is left, and your server can grant a refund of it.
   */
  'terminal-pay-error': ErrorDetail
}

/** Event type, for example for `addEventListener`. */
export type TerminalPayEventName = keyof TerminalPayDetails

/** An event of <terminal-pay>; it bubbles and crosses shadow roots. */
export class TerminalPayEvent<Name extends TerminalPayEventName = TerminalPayEventName> extends Event {
  declare readonly type: Name
  /** See {@link TerminalPayDetails}. */
  readonly detail: TerminalPayDetails[Name]

  constructor(name: Name, detail: TerminalPayDetails[Name]) {
    super(name, { bubbles: true, composed: true, cancelable: name === 'terminal-pay-start' })
    this.detail = detail
  }
}

/** Event map for `addEventListener`. */
export type TerminalPayEventMap = { readonly [Name in TerminalPayEventName]: TerminalPayEvent<Name> }

declare global {
  // They cross every boundary on their way up: a document or window hears them too.
  interface GlobalEventHandlersEventMap extends TerminalPayEventMap {}
}
