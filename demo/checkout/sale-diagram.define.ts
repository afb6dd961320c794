// Registers `<sale-diagram>`, once per page.
import { SaleDiagramElement } from './sale-diagram.ts'

if (customElements.get('sale-diagram') === undefined)
  customElements.define('sale-diagram', SaleDiagramElement)
