// Registers <terminal-pay> in a page that a server has drawn it into (@lit-labs/ssr): import this in place of `define`.
import { defineOnce } from '../shared/define.ts'
import { hydratable } from '../shared/hydratable.ts'
import { TerminalPay } from './terminal-pay.element.ts'

hydratable(TerminalPay)
defineOnce('terminal-pay', TerminalPay)
