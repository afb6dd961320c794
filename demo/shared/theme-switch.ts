// `<theme-switch>`: light, dark or system colours.
import { ChoiceSwitch, type Choices } from './choice-switch.ts'

type Theme = 'auto' | 'light' | 'dark'

/** Three options; sets `data-theme` on the document's root. */
export class ThemeSwitchElement extends ChoiceSwitch<Theme> {
  protected override readonly choices: Choices<Theme> = {
    legend: 'Colours',
    key: 'tapboard-demo-theme',
    names: ['auto', 'light', 'dark'],
    apply: (theme) => (document.documentElement.dataset['theme'] = theme),
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'theme-switch': ThemeSwitchElement
  }
}
