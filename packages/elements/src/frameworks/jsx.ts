// Types of all tags in JSX of React 19, where a page writes `<terminal-pay>` itself; imported for its types, it does nothing.
// React 18 sets no properties and hears no events of such a tag: there the wrappers of `react.ts` serve.
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { MerchantApply } from '../merchant-apply/merchant-apply.element.ts'
import type { TerminalDesk } from '../terminal-desk/terminal-desk.element.ts'
import type { TerminalPay } from '../terminal-pay/terminal-pay.element.ts'
import type { Look } from '../shared/look.ts'
import type { MerchantApplyTag, TagSource, TerminalDeskTag, TerminalPayTag } from './props.ts'

/** `<terminal-pay>` in JSX. */
export type TerminalPayJsx = TerminalPayTag<DetailedHTMLProps<HTMLAttributes<TerminalPay>, TerminalPay>> &
  TagSource
/** `<merchant-apply>` in JSX. */
export type MerchantApplyJsx = MerchantApplyTag<
  DetailedHTMLProps<HTMLAttributes<MerchantApply>, MerchantApply>
> &
  TagSource
/** `<terminal-desk>` in JSX. */
export type TerminalDeskJsx = TerminalDeskTag<DetailedHTMLProps<HTMLAttributes<TerminalDesk>, TerminalDesk>> &
  TagSource

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** Takes a card-present payment on a terminal. */
      'terminal-pay': TerminalPayJsx
      /** Lets a merchant apply for an account. */
      'merchant-apply': MerchantApplyJsx
      /** Shows a manager the sales of a merchant. */
      'terminal-desk': TerminalDeskJsx
    }
  }
  interface CSSProperties extends Look {}
}
