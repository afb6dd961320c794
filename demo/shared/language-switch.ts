// `<language-switch>`: the language of the elements of this page. The page around them stays English, and says so.
import { directionOf, LANGUAGE_NAMES } from './language-names.ts'
import { SelectSwitch, type Options } from './select-switch.ts'

/** A list of languages, each in its own words. */
export class LanguageSwitchElement extends SelectSwitch {
  protected override readonly choices: Options = {
    label: 'Language of the element',
    key: 'tapboard-demo-language',
    options: LANGUAGE_NAMES,
    apply: (tag) => {
      for (const element of document.querySelectorAll<HTMLElement>('terminal-pay, merchant-apply')) {
        element.lang = tag
        // Otherwise it is read as the page is.
        if (directionOf(tag) === 'rtl') element.dir = 'rtl'
        else element.removeAttribute('dir')
      }
    },
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'language-switch': LanguageSwitchElement
  }
}
