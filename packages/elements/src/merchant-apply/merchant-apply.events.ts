// The events of <merchant-apply>, each its own class; all bubble and cross shadow roots. Nothing that a person typed is ever
// in one of them, and no token.
import type { ApplicationStatus, Step } from '@tapboard/contract'
import type { ErrorDetail } from '../shared/fault.ts'

/** What each event carries in `detail`. */
export interface MerchantApplyDetails {
  /** The element can be used; `resumed` tells that a saved draft was found. */
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
  /** What was typed is kept by the BFF, without secrets. */
  'merchant-apply-draft-saved': { readonly version: number; readonly savedAtMs: number }
  /** The application is about to be submitted; `preventDefault()` stops it. */
  'merchant-apply-submit': { readonly applicationId: string; readonly tierName: string }
  /** The service has the application; once per page. */
  'merchant-apply-submitted': {
    readonly applicationId: string
    readonly state: ApplicationStatus
    readonly appId: string | null
    readonly reference: string | null
  }
  /** Something is set up wrongly or out of reach; once per mistake. */
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
  // They cross every boundary on their way up: a document or window hears them too.
  interface GlobalEventHandlersEventMap extends MerchantApplyEventMap {}
}
