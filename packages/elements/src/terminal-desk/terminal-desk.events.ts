// The events of <terminal-desk>, each its own class; all bubble and cross shadow roots. No token and no card number is ever in
// one of them.
import type { Attestation, Currency, DeskRow, Sale } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'

/** What each event carries in `detail`. */
export interface TerminalDeskDetails {
  /** The desk is loaded and can be used. */
  'terminal-desk-ready': { readonly day: string; readonly openCount: number }
  /** A person has settled a sale in this element. */
  'terminal-desk-settled': { readonly outcome: Attestation['outcome']; readonly sale: DeskRow }
  /**
   * A person wants to refund a sale; `remainingMinor` is the part that was not refunded. The element refunds it with `<terminal-pay>` and
   * a `refund` token; `preventDefault()` leaves the refund to the page.
   */
  'terminal-desk-refund': {
    readonly order: string
    /** The ID of the sale to refund. */
    readonly sale: string
    readonly remainingMinor: number
    readonly currency: Currency
  }
  /** A refund inside the element was approved; its `refundOf` is the sale. */
  'terminal-desk-refunded': { readonly refund: Sale }
  /** Something is set up wrongly or out of reach; once per mistake. */
  'terminal-desk-error': ErrorDetail
}

/** Event type, for example for `addEventListener`. */
export type TerminalDeskEventName = keyof TerminalDeskDetails

/** An event of <terminal-desk>; it bubbles and crosses shadow roots. */
export class TerminalDeskEvent<Name extends TerminalDeskEventName = TerminalDeskEventName> extends Event {
  declare readonly type: Name
  /** What the event reports: see {@link TerminalDeskDetails}. */
  readonly detail: TerminalDeskDetails[Name]

  constructor(name: Name, detail: TerminalDeskDetails[Name]) {
    super(name, { bubbles: true, composed: true, cancelable: name === 'terminal-desk-refund' })
    this.detail = detail
  }
}

/** The events by their names, for `addEventListener`. */
export type TerminalDeskEventMap = {
  readonly [Name in TerminalDeskEventName]: TerminalDeskEvent<Name>
}

declare global {
  // They cross every boundary on their way up: a document or window hears them too.
  interface GlobalEventHandlersEventMap extends TerminalDeskEventMap {}
}
