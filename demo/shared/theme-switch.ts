// `<theme-switch>`: the visitor's choice of light, dark or whatever the system says; remembered where the browser allows.
import { css, html, LitElement, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const KEY = 'tapboard-demo-theme'

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

const remembered = (): Theme => {
  try {
    const kept = localStorage.getItem(KEY)
    return isTheme(kept) ? kept : 'auto'
  } catch {
    return 'auto'
  }
}

const remember = (theme: Theme): void => {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    return // This browser keeps nothing: the choice holds until the page is left.
  }
}

/** Three buttons in one; sets `data-theme` on the document's root. */
export class ThemeSwitchElement extends LitElement {
  static override readonly styles = css`
    fieldset {
      display: inline-flex;
      margin: 0;
      padding: 3px;
      border: 1px solid var(--line);
      border-radius: 99px;
    }
    legend {
      position: absolute;
      inline-size: 1px;
      block-size: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    label {
      position: relative;
      display: inline-flex;
      align-items: center;
      min-block-size: 36px;
      padding-inline: 13px;
      border-radius: 99px;
      font-size: 14px;
      text-transform: capitalize;
      cursor: pointer;
    }
    input {
      position: absolute;
      inset: 0;
      margin: 0;
      opacity: 0;
      cursor: pointer;
    }
    label:has(input:checked) {
      background: var(--ink);
      color: var(--sheet);
    }
    label:has(input:focus-visible) {
      outline: 3px solid var(--accent);
      outline-offset: 2px;
    }
    @media (forced-colors: active) {
      label:has(input:checked) {
        border: 2px solid Highlight;
      }
    }
  `

  @state() private theme: Theme = remembered()

  override willUpdate(): void {
    document.documentElement.dataset['theme'] = this.theme
  }

  override render(): TemplateResult {
    return html`<fieldset>
      <legend>Colours</legend>
      ${THEMES.map(
        (theme) =>
          html`<label
            ><input
              type="radio"
              name="theme"
              .checked=${theme === this.theme}
              @change=${() => this.#choose(theme)}
            />${theme}</label
          >`,
      )}
    </fieldset>`
  }

  #choose(theme: Theme): void {
    this.theme = theme
    remember(theme)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'theme-switch': ThemeSwitchElement
  }
}
