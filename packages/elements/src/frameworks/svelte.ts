// Types of all tags in templates of Svelte 5; imported for its types, it does nothing.
import type { HTMLAttributes } from 'svelte/elements'
import type { MerchantApply } from '../merchant-apply/merchant-apply.element.ts'
import type { TerminalDesk } from '../terminal-desk/terminal-desk.element.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { MerchantApplyTag, TerminalDeskTag, TerminalPayTag } from './props.ts'

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    /** Takes a card-present payment on a terminal. */
    'terminal-pay': TerminalPayTag<HTMLAttributes<TerminalPay>>
    /** Lets a merchant apply for an account. */
    'merchant-apply': MerchantApplyTag<HTMLAttributes<MerchantApply>>
    /** Shows a manager the sales of a merchant. */
    'terminal-desk': TerminalDeskTag<HTMLAttributes<TerminalDesk>>
  }
}
