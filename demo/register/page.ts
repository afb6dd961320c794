// The page that registers terminals: `<terminal-pay>` with a `setup` token.
import '@tapboard/elements/terminal-pay/define'
import { getToken } from '../shared/host-api.ts'
import { ThemeSwitchElement } from '../shared/theme-switch.ts'

customElements.define('theme-switch', ThemeSwitchElement)

const pay = document.querySelector('terminal-pay')
if (pay !== null) pay.getToken = ({ kind, jkt }) => getToken({ kind, jkt })
