// Registers `<direction-switch>`, once per page.
import { DirectionSwitchElement } from './direction-switch.ts'

if (customElements.get('direction-switch') === undefined)
  customElements.define('direction-switch', DirectionSwitchElement)
