// `<scenario-bar>`: a choice of scenes, hints during a scene, and a stop button. It plays no scenes itself.
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { property } from 'lit/decorators.js'

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
  static override readonly styles = css`
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
    .scenes {
      display: contents;
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
    @media (max-width: 1100px) {
      .row {
        flex-wrap: nowrap;
        gap: 0;
        padding-block: 0;
        padding-inline-end: 0;
      }
      .scenes:not([hidden]) {
        display: flex;
        align-items: center;
        gap: 6px;
        min-inline-size: 0;
        padding: 8px 18px;
      }
      /* The note keeps its place and the scenes scroll beside it; with a long note, the whole row scrolls. The content fades out at
         both edges within the padding, so that the first and the last scene do not fade. */
      :host(:not([long-note])) .scenes,
      :host([long-note]) .row {
        overflow-x: auto;
        scroll-padding-inline: 48px;
        mask-image: linear-gradient(90deg, transparent, #000 12px calc(100% - 12px), transparent);
      }
      :host([long-note]) .scenes {
        flex: none;
      }
      .scenes > * {
        flex: none;
      }
    }
    @media (forced-colors: active) {
      button[aria-pressed='true'] {
        border: 3px solid Highlight;
      }
    }
  `

  @property({ attribute: false }) choices: readonly Choice[] = []
  /** The running scene, if any. */
  @property({ attribute: false }) playing: Playing | null = null

  /** On a narrow screen the row scrolls. */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('playing') && this.playing !== null)
      this.renderRoot
        .querySelector('[aria-pressed="true"]')
        ?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }

  override render(): TemplateResult {
    const { playing } = this
    return html`
      <div class="row">
        <slot></slot>
        <div class="scenes" role="group" aria-labelledby="label" ?hidden=${!this.choices.length}>
          <span class="label" id="label">Try a scene</span>
          ${this.choices.map(
            ({ name, label }) =>
              html`<button
                type="button"
                aria-pressed=${playing?.name === name ? 'true' : 'false'}
                @click=${() => this.#say('scenario-begin', name)}
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
