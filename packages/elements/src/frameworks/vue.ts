// Types of all tags in templates of Vue 3; imported for its types, it does nothing. The bundler's Vue plugin must be told that
// they are custom elements (`isCustomElement`).
import type { EmitFn, HTMLAttributes } from 'vue'
import type { MerchantApply } from '../merchant-apply/merchant-apply.element.ts'
import type { MerchantApplyEventMap } from '../merchant-apply/merchant-apply.events.ts'
import type { TerminalDesk } from '../terminal-desk/terminal-desk.element.ts'
import type { TerminalDeskEventMap } from '../terminal-desk/terminal-desk.events.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { TerminalPayEventMap } from '../terminal-pay/terminal-pay.events.ts'
import type { MerchantApplyProps, TerminalDeskProps, TerminalPayProps } from './props.ts'

/** `terminal-pay-settled` → `TerminalPaySettled`. */
type Camel<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Capitalize<Head>}${Camel<Rest>}`
  : Capitalize<Name>

/** Listeners as Vue's compiler passes them: a tag with nothing else on it must be able to have one. */
type Listeners<Events> = {
  [Name in keyof Events & string as `on${Camel<Name>}`]?: (event: Events[Name]) => void
}

/** A custom element as Vue's templates see one: what it takes, and what it tells. */
type VueElement<Element, Props, Events> = new () => Element & {
  $props: HTMLAttributes & Props & Listeners<Events>
  $emit: EmitFn<{ [Name in keyof Events]: (event: Events[Name]) => void }>
}

declare module 'vue' {
  interface GlobalComponents {
    /** Takes a card-present payment on a terminal. */
    'terminal-pay': VueElement<TerminalPay, TerminalPayProps, TerminalPayEventMap>
    /** Lets a merchant apply for an account. */
    'merchant-apply': VueElement<MerchantApply, MerchantApplyProps, MerchantApplyEventMap>
    /** Shows a manager the sales of a merchant. */
    'terminal-desk': VueElement<TerminalDesk, TerminalDeskProps, TerminalDeskEventMap>
  }
}
