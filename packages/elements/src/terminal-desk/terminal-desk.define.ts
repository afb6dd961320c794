// Registers <terminal-desk>. No other file does.
import { defineOnce } from '../shared/define.ts'
import { TerminalDesk } from './terminal-desk.element.ts'

export { tokenFrom } from '../shared/token-from.ts'

defineOnce('terminal-desk', TerminalDesk)
