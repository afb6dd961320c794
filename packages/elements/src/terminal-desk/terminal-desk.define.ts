// Registers <terminal-desk>. No other file does.
import { defineOnce } from '../shared/define.ts'
import { PAY } from './load-pay.ts'
import { TerminalDesk } from './terminal-desk.element.ts'

export { tokenFrom } from '../shared/token-from.ts'

PAY.load = () => import('../terminal-pay/terminal-pay.define.ts')
defineOnce('terminal-desk', TerminalDesk)
