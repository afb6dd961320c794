// The elements as components of React; a bundler takes those that are used.
export { MerchantApply, type MerchantApplyComponentProps } from './merchant-apply.react.ts'
export { TerminalDesk, type TerminalDeskComponentProps } from './terminal-desk.react.ts'
export { TerminalPay, type TerminalPayComponentProps } from './terminal-pay.react.ts'
