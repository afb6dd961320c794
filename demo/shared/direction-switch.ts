// `<direction-switch>`: writing direction of the page, to preview it for Arabic or Hebrew readers.
import { ChoiceSwitch, type Choices } from './choice-switch.ts'

type Direction = 'ltr' | 'rtl'

/** Two options; sets `dir` on the document's root. */
export class DirectionSwitchElement extends ChoiceSwitch<Direction> {
  protected override readonly choices: Choices<Direction> = {
    legend: 'Direction of text',
    key: 'tapboard-demo-direction',
    names: ['ltr', 'rtl'],
    labels: { ltr: 'Left to right', rtl: 'Right to left' },
    apply: (direction) => (document.documentElement.dir = direction),
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'direction-switch': DirectionSwitchElement
  }
}
