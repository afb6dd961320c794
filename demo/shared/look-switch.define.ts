// Registers `<look-switch>`, once per page.
import { LookSwitchElement } from './look-switch.ts'

if (customElements.get('look-switch') === undefined) customElements.define('look-switch', LookSwitchElement)
