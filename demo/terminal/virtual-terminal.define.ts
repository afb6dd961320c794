// Registers `<virtual-terminal>`, once per page.
import { VirtualTerminalElement } from './virtual-terminal.element.ts'

if (customElements.get('virtual-terminal') === undefined)
  customElements.define('virtual-terminal', VirtualTerminalElement)
