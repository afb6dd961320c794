// A segmented switch whose choice is stored if the browser allows. Subclasses apply the choice.
import { css, html, LitElement, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'
import { recallChoice, rememberChoice } from './choices.ts'
import { OWN_TEXT } from './own-text.styles.ts'

/** Definition of a switch; the first choice is the default. */
export interface Choices<Name extends string> {
  readonly legend: string
  /** Storage key of the choice. */
  readonly key: string
  readonly names: readonly [Name, ...Name[]]
  /** Text per choice; default: the capitalized name. */
  readonly labels?: Readonly<Record<Name, string>>
  readonly apply: (name: Name) => void
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Base class of all switches. */
export abstract class ChoiceSwitch<Name extends string> extends LitElement {
  static override readonly styles = [
    OWN_TEXT,
    css`
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
    `,
  ]

  protected abstract readonly choices: Choices<Name>

  @state() private chosen: Name | null = null

  override willUpdate(): void {
    this.chosen ??= recallChoice(this.choices.key, this.choices.names)
    this.choices.apply(this.chosen)
  }

  override render(): TemplateResult {
    const { legend, names, key, labels } = this.choices
    return html`<fieldset>
      <legend>${legend}</legend>
      ${names.map(
        (name) =>
          html`<label
            ><input
              type="radio"
              name=${key}
              .checked=${name === this.chosen}
              @change=${() => this.#choose(name)}
            />${labels?.[name] ?? capitalized(name)}</label
          >`,
      )}
    </fieldset>`
  }

  #choose(name: Name): void {
    this.chosen = name
    rememberChoice(this.choices.key, name)
  }
}
