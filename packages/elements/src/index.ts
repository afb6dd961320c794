// The public surface of @tapboard/elements; importing it registers nothing.
export { MerchantApply } from './merchant-apply/merchant-apply.element.ts'
export {
  MerchantApplyEvent,
  type MerchantApplyDetails,
  type MerchantApplyEventMap,
  type MerchantApplyEventName,
} from './merchant-apply/merchant-apply.events.ts'
export type {
  AddressQuestion,
  BusinessQuestion,
  FoundAddress,
  FoundBusiness,
  LookUpAddress,
  LookUpBusiness,
} from './merchant-apply/look-up.ts'
export type { Prefill } from './merchant-apply/paths.ts'
export { TerminalDesk } from './terminal-desk/terminal-desk.element.ts'
export {
  TerminalDeskEvent,
  type TerminalDeskDetails,
  type TerminalDeskEventMap,
  type TerminalDeskEventName,
} from './terminal-desk/terminal-desk.events.ts'
export type { Phase as DeskPhase } from './terminal-desk/terminal-desk.machine.ts'
export { DESK_ENGLISH } from './terminal-desk/english.ts'
export type { DeskStrings } from './terminal-desk/terminal-desk.strings.ts'
export { TerminalPay } from './terminal-pay/terminal-pay.element.ts'
export {
  TerminalPayEvent,
  type Outcome,
  type TerminalPayDetails,
  type TerminalPayEventMap,
  type TerminalPayEventName,
} from './terminal-pay/terminal-pay.events.ts'
export type { Phase } from './terminal-pay/truth-row.ts'
export { PAY_ENGLISH as ENGLISH } from './terminal-pay/english.ts'
export type { Strings } from './terminal-pay/english.ts'
export type { ErrorDetail, FaultCode, LocalCode } from './shared/fault.ts'
export { tokenFrom, type NoToken, type TokenFromOptions } from './shared/token-from.ts'
export type { GetToken } from './shared/token-source.ts'
export type { Phase as ApplyPhase } from './merchant-apply/merchant-apply.machine.ts'
export { ENGLISH as APPLY_ENGLISH, type ShellStrings } from './merchant-apply/merchant-apply.strings.ts'
export type { ApplyStrings } from './merchant-apply/apply-strings.ts'
export type { Look } from './shared/look.ts'
export type {
  Listeners,
  MerchantApplyProps,
  MerchantApplyTag,
  TerminalDeskProps,
  TerminalDeskTag,
  TerminalPayProps,
  TerminalPayTag,
} from './frameworks/props.ts'
