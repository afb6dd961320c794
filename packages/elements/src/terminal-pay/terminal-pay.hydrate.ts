// Registers <terminal-pay> in a page with a server-rendered element (@lit-labs/ssr): import this instead of `define`.
import { defineOnce } from '../shared/define.ts'
import { hydratable } from '../shared/hydratable.ts'
import { TerminalPay } from './terminal-pay.element.ts'

hydratable(TerminalPay)
defineOnce('terminal-pay', TerminalPay)
