// The properties that a template may set on the elements, for every framework with type-checked templates.
import type { LitElement } from 'lit'
import type { MerchantApply } from '../merchant-apply/merchant-apply.element.ts'
import type { MerchantApplyEventMap } from '../merchant-apply/merchant-apply.events.ts'
import type { GetToken } from '../shared/token-source.ts'
import type { TerminalDesk } from '../terminal-desk/terminal-desk.element.ts'
import type { TerminalDeskEventMap } from '../terminal-desk/terminal-desk.events.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { TerminalPayEventMap } from '../terminal-pay/terminal-pay.events.ts'

/** Members of an element that are its own and no method or reading: what can be set. */
type Settable<Element, Others extends keyof Element> = {
  [Name in Exclude<keyof Element, keyof LitElement | Others>]?: Element[Name]
}

/** Attributes whose name is not that of their property. */
interface Attributes {
  /** URL of the Tapboard BFF. */
  readonly 'bff-url'?: string
}

/** The two properties without which no element works. */
export interface Source {
  /** URL of the Tapboard BFF. */
  bffUrl: string
  /** Gets a token from the host's server. */
  getToken: GetToken
}

/** The same for a tag in JSX, whose address may be the attribute that a server draws. */
export type TagSource = Pick<Source, 'getToken'> & (Pick<Source, 'bffUrl'> | Required<Attributes>)

/** Properties of `<terminal-pay>`, each optional. */
export type TerminalPayProperties = Settable<TerminalPay, 'phase' | 'start' | 'refresh' | 'stopWatching'>
/** Properties of `<merchant-apply>`, each optional. */
export type MerchantApplyProperties = Settable<
  MerchantApply,
  'phase' | 'step' | 'goTo' | 'refresh' | 'discard'
>

/** Properties of `<terminal-desk>`, each optional. */
export type TerminalDeskProperties = Settable<TerminalDesk, 'phase' | 'refresh'>

/** Properties and attributes of `<terminal-pay>`, each optional. */
export type TerminalPayProps = TerminalPayProperties & Attributes
/** Properties and attributes of `<merchant-apply>`, each optional. */
export type MerchantApplyProps = MerchantApplyProperties & Attributes

/** Properties and attributes of `<terminal-desk>`, each optional. */
export type TerminalDeskProps = TerminalDeskProperties & Attributes

/** Listeners as templates of React 19, Preact and Svelte 5 write them: `on` before the event's name. */
export type Listeners<Events> = {
  [Name in keyof Events & string as `on${Name}`]?: (event: Events[Name]) => void
}

/** Everything a template may say about `<terminal-pay>`; `Common` is what the framework lets it say about any element. */
export type TerminalPayTag<Common = unknown> = Omit<
  Common,
  keyof TerminalPayProps | keyof Listeners<TerminalPayEventMap>
> &
  TerminalPayProps &
  Listeners<TerminalPayEventMap>

/** The same for `<merchant-apply>`. */
export type MerchantApplyTag<Common = unknown> = Omit<
  Common,
  keyof MerchantApplyProps | keyof Listeners<MerchantApplyEventMap>
> &
  MerchantApplyProps &
  Listeners<MerchantApplyEventMap>

/** The same for `<terminal-desk>`. */
export type TerminalDeskTag<Common = unknown> = Omit<
  Common,
  keyof TerminalDeskProps | keyof Listeners<TerminalDeskEventMap>
> &
  TerminalDeskProps &
  Listeners<TerminalDeskEventMap>
