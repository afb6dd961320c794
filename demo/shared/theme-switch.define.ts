// Registers `<theme-switch>`, once per page.
import { ThemeSwitchElement } from './theme-switch.ts'

if (customElements.get('theme-switch') === undefined)
  customElements.define('theme-switch', ThemeSwitchElement)
