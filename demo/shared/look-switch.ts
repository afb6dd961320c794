// `<look-switch>`: one of the ready themes for the elements of this page. The file that is switched is the one that the
// documentation shows to be copied.
import { THEMES, type ThemeName } from './themes/themes.ts'
import dark from './themes/dark.css?url'
import highContrast from './themes/high-contrast.css?url'
import neutral from './themes/neutral.css?url'
import playful from './themes/playful.css?url'
import printLike from './themes/print-like.css?url'
import { SelectSwitch, type Options } from './select-switch.ts'

const FILES: Readonly<Record<ThemeName, string>> = {
  neutral,
  dark,
  'high-contrast': highContrast,
  playful,
  'print-like': printLike,
}

/** The style sheet of the ready theme, made when one is first chosen. */
function themeLink(): HTMLLinkElement {
  const found = document.querySelector<HTMLLinkElement>('link[data-look]')
  if (found !== null) return found
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset['look'] = ''
  document.head.append(link)
  return link
}

/** A list of the ready themes; the first choice is the page's own colours. */
export class LookSwitchElement extends SelectSwitch {
  protected override readonly choices: Options = {
    label: 'Theme of the element',
    key: 'tapboard-demo-look',
    options: [['own', 'As this page'], ...THEMES.map(({ name, label }) => [name, label] as const)],
    apply: (name) => {
      const theme = THEMES.find((each) => each.name === name)
      if (theme === undefined) document.querySelector('link[data-look]')?.remove()
      else themeLink().href = FILES[theme.name]
    },
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'look-switch': LookSwitchElement
  }
}
