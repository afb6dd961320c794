// `<look-switch>`: applies one of the ready themes to the elements of this page, with the same file that the
// documentation shows.
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

/** Style sheet of the theme, created on the first choice. */
function themeLink(): HTMLLinkElement {
  const found = document.querySelector<HTMLLinkElement>('link[data-look]')
  if (found !== null) return found
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset['look'] = ''
  document.head.append(link)
  return link
}

/** A list of the ready themes; the first option is the page's own colours. */
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
