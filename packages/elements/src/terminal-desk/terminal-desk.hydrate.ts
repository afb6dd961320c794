// Registers <terminal-desk> in a page with a server-rendered element (@lit-labs/ssr): import this instead of `define`.
import { defineOnce } from '../shared/define.ts'
import { hydratable } from '../shared/hydratable.ts'
import { PAY } from './load-pay.ts'
import { TerminalDesk } from './terminal-desk.element.ts'

hydratable(TerminalDesk)
PAY.load = () => import('../terminal-pay/terminal-pay.define.ts')
defineOnce('terminal-desk', TerminalDesk)
