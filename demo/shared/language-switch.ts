// `<language-switch>`: language of the elements on this page. The page itself stays English and declares it.
import { directionOf, LANGUAGE_NAMES } from './language-names.ts'
import { SelectSwitch, type Options } from './select-switch.ts'

/** A list of languages by their own names. */
export class LanguageSwitchElement extends SelectSwitch {
  protected override readonly choices: Options = {
    label: 'Language of the element',
    key: 'tapboard-demo-language',
    options: LANGUAGE_NAMES,
    apply: (tag) => {
      for (const element of document.querySelectorAll<HTMLElement>('terminal-pay, merchant-apply')) {
        element.lang = tag
        // Otherwise the name inherits the page's language.
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
