// A list whose choice is stored if the browser allows. Subclasses apply the choice.
import { css, html, LitElement, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'
import { recallChoice, rememberChoice } from './choices.ts'
import { OWN_TEXT } from './own-text.styles.ts'

/** Definition of a list; the first option is the default. */
export interface Options {
  readonly label: string
  /** Storage key of the choice. */
  readonly key: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly apply: (value: string) => void
}

/** Base class of all lists. */
export abstract class SelectSwitch extends LitElement {
  static override readonly styles = [
    OWN_TEXT,
    css`
      label {
        display: grid;
        gap: 4px;
        color: var(--muted);
        font-size: 14px;
      }
      select {
        min-block-size: 44px;
        padding-inline: 12px;
        border: 1px solid light-dark(#7b8894, #7d8a96);
        border-radius: 12px;
        background: var(--sheet);
        color: var(--ink);
        font: inherit;
        font-size: 16px;
      }
      select:focus-visible {
        outline: 3px solid var(--accent);
        outline-offset: 2px;
      }
    `,
  ]

  protected abstract readonly choices: Options

  @state() private chosen: string | null = null

  override willUpdate(): void {
    const { key, options, apply } = this.choices
    this.chosen ??= recallChoice(
      key,
      options.map(([value]) => value),
    )
    apply(this.chosen)
  }

  override render(): TemplateResult {
    const { label, options } = this.choices
    return html`<label
      >${label}
      <select @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value)}>
        ${options.map(
          ([value, text]) => html`<option value=${value} ?selected=${value === this.chosen}>${text}</option>`,
        )}
      </select></label
    >`
  }

  #choose(value: string): void {
    this.chosen = value
    rememberChoice(this.choices.key, value)
  }
}
