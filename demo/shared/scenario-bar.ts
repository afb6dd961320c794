// `<scenario-bar>`: a choice of scenes, hints during a scene, and a stop button. It plays no scenes itself.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit'
import { property } from 'lit/decorators.js'
import { OWN_TEXT } from './own-text.styles.ts'

interface Choice {
  readonly name: string
  readonly label: string
}

/** Texts of the running scene. */
interface Playing {
  readonly name: string
  readonly text: string
  /** A step that requires a user gesture, such as opening a tab. */
  readonly step: string | null
  /** `next`: the scene prepares; `now`: the text has become true; `over`: everything is restored. */
  readonly state: 'next' | 'now' | 'over'
}

/** Fired on a user's click in the bar. */
class ScenarioBarEvent extends CustomEvent<{ readonly name: string }> {
  constructor(type: 'scenario-begin' | 'scenario-step' | 'scenario-stop', name: string) {
    super(type, { detail: { name } })
  }
}

const HEADS = { next: 'Next:', now: 'Now:', over: 'Over.' } as const

export class ScenarioBarElement extends LitElement {
  static override readonly styles = [
    OWN_TEXT,
    css`
      :host {
        display: block;
        border-block-end: 1px solid var(--line);
        background: var(--sheet);
      }
      .row,
      .now {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        padding: 8px clamp(12px, 4vw, 40px);
      }
      [hidden] {
        display: none;
      }
      /* On a wide page the popover is part of the row. */
      .scenes {
        display: contents;
        color: inherit;
      }
      .label {
        margin-inline-end: 6px;
        color: var(--muted);
        font-size: 14px;
      }
      button {
        min-block-size: 36px;
        padding-inline: 12px;
        border: 1px solid var(--line);
        border-radius: 99px;
        background: transparent;
        color: inherit;
        font: inherit;
        font-size: 14px;
        cursor: pointer;
      }
      button:hover {
        border-color: var(--accent);
      }
      button:focus-visible {
        outline: 3px solid var(--accent);
        outline-offset: 2px;
      }
      button[aria-pressed='true'] {
        border-color: var(--ink);
        background: var(--ink);
        color: var(--sheet);
      }
      .now {
        gap: 8px 14px;
        border-block-start: 1px solid var(--line);
        background: light-dark(#eef5f6, #1c2831);
        font-size: 15px;
      }
      p {
        flex: 1 1 24ch;
        margin: 0;
      }
      b {
        margin-inline-end: 0.4em;
      }
      .step {
        border-color: var(--accent);
        background: var(--accent);
        color: light-dark(#fff, #06231f);
      }
      .menu {
        display: none;
      }
      .menu::after {
        content: '' / '';
        display: inline-block;
        inline-size: 7px;
        block-size: 7px;
        margin-inline-start: 9px;
        border: solid currentcolor;
        border-width: 0 2px 2px 0;
        vertical-align: 3px;
        transform: rotate(45deg);
      }
      /* Where the scenes do not fit beside the note, a button opens all of them. */
      @media (max-width: 1100px) {
        .row {
          flex-wrap: nowrap;
          justify-content: space-between;
        }
        .menu:not([hidden]) {
          display: block;
          flex: none;
          white-space: nowrap;
        }
        .label {
          display: none;
        }
        .scenes {
          display: none;
          position: absolute;
          inset: auto;
          inset-block-start: var(--below);
          inset-inline-end: clamp(8px, 4vw, 40px);
          grid-template-columns: 1fr 1fr;
          gap: 8px;
          box-sizing: border-box;
          inline-size: min(340px, 100vw - 16px);
          margin: 0;
          padding: 14px;
          border: 1px solid var(--line);
          border-radius: 18px;
          background: var(--sheet);
          box-shadow: 0 18px 48px rgb(0 0 0 / 0.22);
        }
        .scenes:popover-open {
          display: grid;
        }
        .scenes button {
          min-block-size: 44px;
        }
      }
      @media (forced-colors: active) {
        button[aria-pressed='true'] {
          border: 3px solid Highlight;
        }
      }
    `,
  ]

  @property({ attribute: false }) choices: readonly Choice[] = []
  /** The running scene, if any. */
  @property({ attribute: false }) playing: Playing | null = null

  override render(): TemplateResult {
    const { playing } = this
    return html`
      <div class="row">
        <slot></slot>
        <button type="button" class="menu" popovertarget="scenes" ?hidden=${!this.choices.length}>
          Try a scene
        </button>
        <div
          class="scenes"
          id="scenes"
          role="group"
          aria-label="Try a scene"
          popover
          ?hidden=${!this.choices.length}
          @beforetoggle=${this.#place}
        >
          <span class="label" aria-hidden="true">Try a scene</span>
          ${this.choices.map(
            ({ name, label }) =>
              html`<button
                type="button"
                aria-pressed=${playing?.name === name ? 'true' : 'false'}
                @click=${() => this.#begin(name)}
              >
                ${label}
              </button>`,
          )}
        </div>
      </div>
      <div class="now" ?hidden=${playing === null}>
        <p role="status">
          ${playing === null ? nothing : html`<b>${HEADS[playing.state]}</b>${playing.text}`}
        </p>
        ${
          playing?.step
            ? html`<button
                type="button"
                class="step"
                @click=${() => this.#say('scenario-step', playing.name)}
              >
                ${playing.step}
              </button>`
            : nothing
        }
        ${
          playing === null
            ? nothing
            : html`<button type="button" @click=${() => this.#say('scenario-stop', playing.name)}>
                ${playing.state === 'over' ? 'Close' : 'Stop the scene'}
              </button>`
        }
      </div>
    `
  }

  /** Puts the open scenes below their button; the page may be scrolled. */
  #place(): void {
    const end = this.renderRoot.querySelector('.menu')?.getBoundingClientRect().bottom ?? 0
    this.style.setProperty('--below', `${end + scrollY + 6}px`)
  }

  #begin(name: string): void {
    this.renderRoot.querySelector<HTMLElement>('.scenes')?.hidePopover()
    this.#say('scenario-begin', name)
  }

  #say(type: 'scenario-begin' | 'scenario-step' | 'scenario-stop', name: string): void {
    this.dispatchEvent(new ScenarioBarEvent(type, name))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'scenario-bar': ScenarioBarElement
  }
  interface HTMLElementEventMap {
    'scenario-begin': ScenarioBarEvent
    'scenario-step': ScenarioBarEvent
    'scenario-stop': ScenarioBarEvent
  }
}
