// Registers <terminal-pay>. No other file does.
import { defineOnce } from '../shared/define.ts'
import { TerminalPay } from './terminal-pay.element.ts'

export { tokenFrom } from '../shared/token-from.ts'

defineOnce('terminal-pay', TerminalPay)
