// Types of both tags in JSX of React 19, where a page writes `<terminal-pay>` itself; imported for its types, it does nothing.
// React 18 sets no properties and hears no events of such a tag: there the wrappers of `react.ts` serve.
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { MerchantApply } from '../merchant-apply/merchant-apply.element.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { Look } from '../shared/look.ts'
import type { MerchantApplyTag, TerminalPayTag } from './props.ts'

/** `<terminal-pay>` in JSX. */
export type TerminalPayJsx = TerminalPayTag<DetailedHTMLProps<HTMLAttributes<TerminalPay>, TerminalPay>>
/** `<merchant-apply>` in JSX. */
export type MerchantApplyJsx = MerchantApplyTag<
  DetailedHTMLProps<HTMLAttributes<MerchantApply>, MerchantApply>
>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Takes a card-present payment on a terminal. */
      'terminal-pay': TerminalPayJsx
      /** Lets a merchant apply for an account. */
      'merchant-apply': MerchantApplyJsx
    }
  }
  interface CSSProperties extends Look {}
}
