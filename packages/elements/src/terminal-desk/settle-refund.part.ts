// The part of <terminal-desk> with the words of a refund for the form to settle one. It is loaded when a person settles a refund.
export { PAY_REFUND_FILES } from '../languages/pay-refund.files.ts'
export { REFUND_ENGLISH } from '../terminal-pay/refund.strings.ts'
