// Registers `<language-switch>`, once per page.
import { LanguageSwitchElement } from './language-switch.ts'

if (customElements.get('language-switch') === undefined)
  customElements.define('language-switch', LanguageSwitchElement)
