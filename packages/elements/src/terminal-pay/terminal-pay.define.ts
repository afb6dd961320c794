// Registers <terminal-pay>; the one file that does.
import { defineOnce } from '../shared/define.ts'
import { TerminalPay } from './terminal-pay.element.ts'

export { tokenFrom } from '../shared/token-from.ts'

defineOnce('terminal-pay', TerminalPay)
