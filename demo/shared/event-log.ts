// `<event-log>`: events of the page, the terminal and the shop's server, newest first, with the time of
// arrival. It only displays events.
import { css, html, LitElement, nothing, type TemplateResult } from 'lit'
import { state } from 'lit/decorators.js'
import { OWN_TEXT } from './own-text.styles.ts'

/** A line of the log. */
interface LogEntry {
  readonly name: string
  readonly text: string
  readonly from: 'page' | 'terminal' | 'server'
}

interface Line extends LogEntry {
  readonly at: Date
  readonly number: number
}

/** Maximum number of lines, enough for a few sales. */
const KEPT = 60

const time = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
})

export class EventLogElement extends LitElement {
  static override readonly styles = [
    OWN_TEXT,
    css`
      :host {
        display: grid;
        grid-template-rows: auto 1fr;
        gap: 10px;
        max-block-size: 430px;
        padding: 18px clamp(14px, 2.4vw, 22px);
        border: 1px solid var(--line);
        border-radius: 18px;
        background: var(--sheet);
      }
      h3,
      ol,
      p {
        margin: 0;
      }
      h3 {
        font-size: 14px;
        font-weight: 600;
        color: var(--muted);
      }
      ol {
        overflow-y: auto;
        padding: 0;
        list-style: none;
        font-size: 14px;
      }
      ol:focus-visible {
        outline: 3px solid var(--accent);
        outline-offset: 2px;
        border-radius: 6px;
      }
      li {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0 12px;
        padding-block: 7px;
        border-block-end: 1px solid var(--line);
      }
      time {
        color: var(--muted);
        font-variant-numeric: tabular-nums;
      }
      code {
        font:
          600 13px/1.5 ui-monospace,
          'Cascadia Mono',
          'Liberation Mono',
          monospace;
        overflow-wrap: anywhere;
      }
      .terminal code {
        color: light-dark(#7a3d00, #f2b880);
      }
      .server code {
        color: light-dark(#0b5d2a, #8fdba6);
      }
      .server code::before {
        content: 'server · ';
        font-weight: 400;
      }
      .text {
        grid-column: 2;
        color: var(--muted);
        overflow-wrap: anywhere;
      }
      .none {
        color: var(--muted);
        font-size: 15px;
      }
    `,
  ]

  @state() private lines: readonly Line[] = []
  #number = 0

  /** Adds a line to the log. */
  add(entry: LogEntry): void {
    this.#number += 1
    this.lines = [{ ...entry, at: new Date(), number: this.#number }, ...this.lines].slice(0, KEPT)
  }

  override render(): TemplateResult {
    return html`
      <h3 id="title">Events</h3>
      ${
        this.lines.length === 0
          ? html`<p class="none">Nothing yet.</p>`
          : html`<ol tabindex="0" aria-labelledby="title">
              ${this.lines.map(
                (line) =>
                  html`<li class=${line.from}>
                    <time datetime=${line.at.toISOString()}>${time.format(line.at)}</time>
                    <code>${line.name}</code>
                    ${line.text === '' ? nothing : html`<span class="text">${line.text}</span>`}
                  </li>`,
              )}
            </ol>`
      }
    `
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'event-log': EventLogElement
  }
}
