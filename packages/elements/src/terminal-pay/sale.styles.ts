// The styles of a press, of a sale and of the guide through an unknown result, in addition to those of the choice.
import { css } from 'lit'

export const SALE_STYLES = css`
  /* The heading of a screen reader takes no room. */
  div:has(> .unseen) {
    display: contents;
  }
  section:has(> .compact) {
    gap: var(--gap);
    min-block-size: 0;
    padding-block: var(--space);
  }
  form,
  .field,
  .decide {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--gap);
    min-inline-size: 0;
  }
  .field {
    gap: 6px;
  }
  .choice,
  dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--gap);
    align-items: center;
    justify-content: space-between;
  }
  /* WebKit keeps the height of one line when the element becomes narrower and the line wraps. */
  .choice {
    block-size: fit-content;
    padding: var(--gap) var(--space);
    font: inherit;
  }
  input,
  select {
    min-block-size: var(--control);
    font: inherit;
    background: var(--surface);
    border: 1px solid var(--field-line);
    border-radius: var(--radius);
  }
  select,
  .field input {
    inline-size: 100%;
    padding: calc(var(--gap) - 4px) var(--space);
    color: inherit;
  }
  [aria-invalid='true'] {
    border-color: var(--bad);
  }
  /* Cancel stays in view while the terminal waits for the card, and the main button after an end. */
  @media (min-height: 30rem) {
    .acts {
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
      padding-block: 4px;
      margin-block: -4px;
      background: var(--surface);
    }
    /* One button below the other: the second may be below the view. */
    @container (inline-size < 26rem) {
      .acts:not(:has(:only-child)) {
        inset-block-end: calc(-1 * var(--gap) - var(--control));
      }
      .acts button {
        flex-basis: 100%;
      }
    }
  }
  /* Cancel ends the sale: the colour of a refusal. Hide only hides it: underlined words without a frame. */
  .ends button:not(.main, [aria-disabled]) {
    color: var(--bad);
    border-color: currentColor;
  }
  /* The height of the button is for fingers; its words are near the sentence. */
  .hides {
    margin-block-start: -20px;
  }
  .hides button {
    flex: none;
    inline-size: auto;
    padding-inline: 0;
    color: var(--quiet);
    font-weight: 400;
    text-decoration: underline;
    text-underline-offset: 0.25em;
    background: none;
    border-color: transparent;
  }
  .icon {
    inline-size: 1.25em;
    margin-inline-end: 0.5em;
    vertical-align: -0.25em;
    stroke: currentColor;
    stroke-width: 8;
  }
  .icon .disc {
    fill: currentColor;
    stroke: none;
  }
  .icon .disc ~ .mark {
    stroke: var(--surface);
  }
  .row:empty {
    display: none;
  }
  .code {
    font-weight: 600;
    font-size: 2.25rem;
  }
  .code + button {
    flex: none;
    inline-size: auto;
  }
  .field ~ .main {
    min-block-size: var(--control);
  }
  .decide {
    padding-block-end: var(--space);
    border-block-end: 1px solid var(--line);
  }
  .guide {
    display: grid;
    gap: 4px 8px;
    min-inline-size: 0;
    border: 0;
    --tone: var(--quiet);
    --tint: var(--surface);
  }
  .guide legend {
    margin-block-end: 8px;
  }
  /* Two columns: the button below is in the first view of a low window. */
  @container (inline-size >= 40rem) {
    .guide {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .guide .choice {
      block-size: auto;
    }
    .guide .advice {
      grid-column: 1 / -1;
    }
  }
  .guide svg {
    flex: none;
    inline-size: 36px;
  }
  /* All answers are in the first view of the smallest phone. */
  .guide .choice {
    flex-wrap: nowrap;
    gap: 8px;
    justify-content: start;
    min-block-size: 48px;
    padding: 3px 8px;
    line-height: 1.25;
  }
  .advice {
    margin-block-start: 8px;
  }
  .danger,
  .danger:hover {
    color: var(--surface);
    background: var(--bad);
  }
  ol {
    color: var(--quiet);
    font-size: 0.875rem;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(min-content, 1fr);
    overflow-wrap: break-word;
    gap: 8px;
    list-style: none;
  }
  /* The longest names of the steps are beside each other. */
  @container (inline-size < 26rem) {
    ol {
      font-size: 0.8125rem;
    }
  }
  ol li {
    padding-block-start: 8px;
    border-block-start: 4px solid var(--line);
  }
  .past {
    border-color: var(--good);
  }
  /* Drawn, because not every font has the sign. */
  .past::before {
    display: inline-block;
    inline-size: 5px;
    block-size: 10px;
    margin-inline-end: 7px;
    border: solid var(--good);
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    content: '';
  }
  .past .unseen {
    white-space: nowrap;
  }
  [aria-current='step'] {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    color: var(--text);
    border-color: var(--accent);
  }
  dl div {
    padding-block: calc(var(--gap) - 3px);
    border-block-end: 1px solid var(--line);
  }
  dt {
    color: var(--quiet);
  }
  dd {
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
    user-select: all;
  }
  .receipt {
    display: none;
  }
  @media print {
    section:has(+ .receipt) {
      display: none;
    }
    .receipt {
      display: grid;
      gap: 4px;
      max-inline-size: 80mm;
      font-size: 11pt;
      text-align: center;
    }
    .receipt dl {
      margin-block-start: 8px;
      border-block-start: 1px dashed;
    }
    .receipt * {
      color: #000;
    }
  }
  @media (forced-colors: active) {
    .panel {
      --tone: CanvasText;
      --tint: Canvas;
      --surface: Canvas;
      border-width: 3px;
    }
    .panel.warn {
      border-style: dashed;
    }
    .panel.bad {
      border-style: double;
      border-width: 6px;
    }
    .icon .disc ~ .mark {
      stroke: Canvas;
    }
    .main {
      border-width: 3px;
    }
    .hides {
      margin-block-start: 0;
    }
    .hides button {
      padding-inline: var(--gap);
    }
    [aria-current='step'] {
      border-block-start-width: 8px;
    }
  }
`
