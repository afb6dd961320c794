// The events of <merchant-apply>; all bubble and cross shadow roots. No event contains a typed value or a token.
import type { ApplicationStatus, Step } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'

/** Event type → its `detail`. */
export interface MerchantApplyDetails {
  /** The element can be used; `resumed` is true if a saved draft was found. */
  'merchant-apply-ready': {
    readonly applicationId: string
    readonly state: ApplicationStatus
    readonly environment: 'sandbox' | 'production'
    readonly step: Step
    readonly resumed: boolean
  }
  /** Another step is shown: `number` of `of`; 0 for `start` and `done`. */
  'merchant-apply-step': {
    readonly step: Step
    readonly previous: Step
    readonly number: number
    readonly of: number
  }
  /** The BFF has saved the draft, without secrets: after a step, and within a step 2 s after the last change. */
  'merchant-apply-draft-saved': { readonly version: number; readonly savedAtMs: number }
  /** The application is about to be submitted; `preventDefault()` stops it. */
  'merchant-apply-submit': { readonly applicationId: string; readonly tierName: string }
  /** The service has received the application; once per page. */
  'merchant-apply-submitted': {
    readonly applicationId: string
    readonly state: ApplicationStatus
    readonly appId: string | null
    readonly reference: string | null
  }
  /** The page is set up wrongly, or a server cannot be reached; once per mistake. */
  'merchant-apply-error': ErrorDetail
}

/** Event type, for example for `addEventListener`. */
export type MerchantApplyEventName = keyof MerchantApplyDetails

/** An event of <merchant-apply>; it bubbles and crosses shadow roots. */
export class MerchantApplyEvent<Name extends MerchantApplyEventName = MerchantApplyEventName> extends Event {
  declare readonly type: Name
  /** See {@link MerchantApplyDetails}. */
  readonly detail: MerchantApplyDetails[Name]

  constructor(name: Name, detail: MerchantApplyDetails[Name]) {
    super(name, { bubbles: true, composed: true, cancelable: name === 'merchant-apply-submit' })
    this.detail = detail
  }
}

/** Event map for `addEventListener`. */
export type MerchantApplyEventMap = { readonly [Name in MerchantApplyEventName]: MerchantApplyEvent<Name> }

declare global {
  // They are composed, so listeners of the document and the window receive them.
  interface GlobalEventHandlersEventMap extends MerchantApplyEventMap {}
}
